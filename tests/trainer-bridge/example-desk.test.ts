/** The task family of the example run, which Python alone plays otherwise. */
import { expect, test } from "vitest";
import { checks } from "../../domains/checks.ts";
import { Worlds } from "../../domains/index.ts";
import { parcelDesk } from "../../trainer-bridge/python/examples/desk/index.ts";

const world = new Worlds({ parcels: parcelDesk }).get("parcels");

test.each(Object.entries(checks))("the parcel desk: %s", (_, check) => {
  expect([...check(world)].slice(0, 10)).toEqual([]);
});

test("its splits are as large as the page says", () => {
  const count = (split: string) => [...world.tasks.values()].filter((task) => task.split === split).length;
  expect([count("train"), count("test")]).toEqual([468, 252]);
});
