/** Searches, look-ups, certificates and the desk on a built-in world. */
import { describe, expect, test } from "vitest";
import { writeDocument } from "../../domains/airline/document.ts";
import * as schema from "../../domains/airline/schema.ts";
import type { DirectFlightDocument, UserDocument } from "../../domains/airline/shapes.ts";
import { createImage } from "../../domains/database.ts";
import type { Json, JsonObject } from "../../domains/index.ts";
import { dates, document, full, ok, refusal, smallWorld, stateOf, worth } from "../support/airline.ts";

const world = smallWorld("builtin");

describe("send_certificate", () => {
  test("gives the user what they can pay with", () => {
    using environment = world.open();
    const text = ok<string>(environment, "send_certificate", { user_id: "bob_ray_2", amount: 150 });
    const [, id] = /^Certificate (certificate_\d{7}) added to user bob_ray_2 with amount 150\.$/.exec(text) ?? [];
    expect(worth(environment, "bob_ray_2", id ?? "")).toBe(150);
    const methods = ok<UserDocument>(environment, "get_user_details", { user_id: "bob_ray_2" }).payment_methods;
    expect(Object.keys(methods)).toEqual(["credit_card_2", id]);
  });

  test("any number of them, in any order the same", () => {
    const ends = [
      [50, 100, 50, 150, 200],
      [200, 50, 150, 100, 50],
    ].map((amounts) => {
      using environment = world.open();
      for (const amount of amounts) ok(environment, "send_certificate", { user_id: "bob_ray_2", amount });
      return stateOf(environment).users.bob_ray_2;
    });
    expect(Object.keys(ends[0]?.payment_methods ?? {})).toHaveLength(6);
    expect(ends[0]).toEqual(ends[1]);
  });

  test("refuses nobody, and nothing", () => {
    expect(refusal(world, "send_certificate", { user_id: "bob", amount: 50 })).toBe("User bob not found");
    for (const amount of [0, -50]) {
      expect(refusal(world, "send_certificate", { user_id: "bob_ray_2", amount })).toBe(
        "Amounts should be more than 0",
      );
    }
  });
});

describe("searches", () => {
  const search = (name: string, origin: string, destination: string, date: string) => {
    using environment = world.open();
    return ok<Json>(environment, name, { origin, destination, date });
  };

  test("direct flights in the order of the timetable, those that can be booked", () => {
    const found = search("search_direct_flight", "JFK", "SFO", "2024-05-30") as unknown as DirectFlightDocument[];
    expect(found.map(({ flight_number }) => flight_number)).toEqual(["F10", "F02", "F03", "F05"]);
    expect(found[1]).toEqual({
      flight_number: "F02",
      origin: "JFK",
      destination: "SFO",
      status: "available",
      scheduled_departure_time_est: "10:00:00",
      scheduled_arrival_time_est: "16:00:00",
      date: null,
      available_seats: full,
      prices: { basic_economy: 52, economy: 102, business: 302 },
    });
    expect(search("search_direct_flight", "BOS", "SFO", "2024-05-08")).toEqual([]);
    expect(search("search_direct_flight", "BOS", "SFO", "2024-06-02")).toEqual([]);
    expect(search("search_direct_flight", "BOS", "LAX", "2024-05-30")).toEqual([]);
  });

  const ways = (date: string, origin = "BOS", destination = "SFO") => {
    const pairs = search("search_onestop_flight", origin, destination, date) as unknown as DirectFlightDocument[][];
    return pairs.map((pair) => pair.map((flight) => `${flight.flight_number} ${flight.date}`));
  };

  test.each([
    ["2024-05-30", "2024-05-31"],
    ["2024-05-31", "2024-06-01"],
    ["2024-05-08", "2024-05-09"],
  ])("one stop, going on the day after %s where the first flight lands then", (date, next) => {
    expect(ways(date)).toEqual([
      [`F11 ${date}`, `F12 ${date}`],
      [`F01 ${date}`, `F02 ${date}`],
      [`F04 ${date}`, `F10 ${next}`],
      [`F04 ${date}`, `F02 ${next}`],
      [`F04 ${date}`, `F03 ${next}`],
    ]);
  });

  test("one stop, where there are few or none", () => {
    expect(ways("2024-06-01")).toEqual([
      ["F11 2024-06-01", "F12 2024-06-01"],
      ["F01 2024-06-01", "F02 2024-06-01"],
    ]);
    expect(ways("2024-06-02")).toEqual([]);
    expect(ways("not a date")).toEqual([]);
    expect(ways("2024-05-30", "JFK", "BOS")).toEqual([
      ["F10 2024-05-30", "F09 2024-05-30"],
      ["F05 2024-05-30", "F09 2024-05-30"],
    ]);
  });

  test("how a flight stands", () => {
    using environment = world.open();
    const status = (flight_number: string, date: string) =>
      ok(environment, "get_flight_status", { flight_number, date });
    expect(dates.slice(0, 3).map((date) => status("F08", date))).toEqual(["landed", "delayed", "available"]);
    expect(dates.slice(0, 2).map((date) => status("F09", date))).toEqual(["cancelled", "flying"]);
    expect(status("F06", "2024-05-09")).toBe("on time");
    expect(refusal(world, "get_flight_status", { flight_number: "F77", date: "2024-05-09" })).toBe(
      "Flight F77 not found",
    );
    expect(refusal(world, "get_flight_status", { flight_number: "F08", date: "May 9" })).toBe(
      "Flight F08 not found on date May 9",
    );
  });

  test("airports", () => {
    using environment = world.open();
    const all = ok<{ iata: string; city: string }[]>(environment, "list_all_airports", {});
    expect(all).toHaveLength(20);
    expect(all[1]).toEqual({ iata: "JFK", city: "New York" });
  });
});

test("a user's profile keeps the order of its lists", () => {
  using environment = world.open();
  const user = ok<UserDocument>(environment, "get_user_details", { user_id: "ann_lee_1" });
  expect(user).toEqual(document.users.ann_lee_1);
  expect(Object.keys(user.payment_methods)).toEqual(Object.keys(document.users.ann_lee_1?.payment_methods ?? {}));
});

test("the whole state is the document that it was made of", () => {
  using environment = world.open();
  expect(environment.state().agent).toEqual(document);
});

test.each([
  [
    "a reservation that nobody lists",
    { ...document.users, ann_lee_1: { ...document.users.ann_lee_1, reservations: [] } },
  ],
  [
    "a reservation that another lists",
    { ...document.users, bob_ray_2: { ...document.users.bob_ray_2, reservations: ["ROUND1"] } },
  ],
])("%s is no document", (_, users) => {
  const write = () => createImage(schema, (db) => writeDocument(db, { ...document, users } as unknown as JsonObject));
  expect(write).toThrow(/ROUND1/);
});

test("users and reservations that aren't there", () => {
  expect(refusal(world, "get_user_details", { user_id: "ANN_LEE_1" })).toBe("User ANN_LEE_1 not found");
  expect(refusal(world, "get_reservation_details", { reservation_id: "ROUND1 " })).toBe(
    "Reservation ROUND1  not found",
  );
});

test("at the desk", () => {
  using environment = world.open();
  expect(ok(environment, "calculate", { expression: "2 * (108 + 30) - 50 / 4" })).toBe("263.5");
  expect(refusal(world, "calculate", { expression: "two" })).toBe("Invalid characters in expression");
  expect(ok(environment, "transfer_to_human_agents", { summary: "A lost bag" })).toBe("Transfer successful");
  expect(environment.changes()).toEqual([]);
});
