/** docs/grpo.md shows the code of its example, and what that gives. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { step } from "../../docs/examples/grpo.ts";
import { presets } from "../../trainer-bridge/grpo/presets.ts";
import { expectClose } from "../support/golden.ts";

const page = readFileSync("docs/grpo.md", "utf8");

test("the code", () => {
  const [, shown = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const [, own = ""] = /(export function .*)/s.exec(readFileSync("docs/examples/grpo.ts", "utf8")) ?? [];
  expect(shown.slice(shown.indexOf("export function"))).toBe(own);
});

test("the figures", () => {
  const shown = [...page.matchAll(/^(\w+) (\{"advantages.*\})$/gm)];
  expect(shown.map(([, name]) => name)).toEqual(["mua", "trl", "dr_grpo"]);
  for (const [, name, json = ""] of shown) {
    const { loss, advantages, ...expected } = JSON.parse(json) as ReturnType<typeof step>;
    const found = step(presets[name as keyof typeof presets]);
    expectClose([found.loss, ...found.advantages.map(Number)], [loss, ...advantages.map(Number)], 1e-14);
    expect(found).toMatchObject({ ...expected, scored: 3 });
  }
});

test("the presets", () => {
  const [, header = ""] = /^\| \| (`verl`.*) \|$/m.exec(page) ?? [];
  const names = header.split(" | ").map((cell) => cell.slice(1, -1));
  expect(names.toSorted()).toEqual(Object.keys(presets).toSorted());
  const row = (title: string) => page.split("\n").find((line) => line.startsWith(`| ${title} |`));
  const of = <T>(cell: (preset: (typeof presets)[keyof typeof presets]) => T) => {
    return names.map((name) => String(cell(presets[name as keyof typeof presets]))).join(" | ");
  };
  expect(row("clip, low and high")).toContain(`| ${of(({ clip }) => `${clip.low}, ${clip.high}`)} |`);
  expect(row("dual clip (A < 0)")).toContain(`| ${of(({ clip }) => clip.dual ?? "none")} |`);
  expect(row("log-ratio cut at")).toContain(`| ${of(({ logRatioLimit }) => logRatioLimit ?? "none")} |`);
  expect(row("aggregation")).toContain(`| ${of(({ aggregation }) => `\`${aggregation}\``)} |`);
});
