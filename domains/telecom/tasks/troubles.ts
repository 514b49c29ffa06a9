/** Templates of trouble, by kind and by how many faults come together. */
import { alone, heldOut } from "../../templates.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Template } from "./template.ts";
import { trouble } from "./trouble.ts";

/** How many tasks there are with one fault, two, and so on. */
const sizes: readonly (readonly [Kind, readonly number[]])[] = [
  [kinds.messages, [8, 20, 24, 26, 24, 18, 12, 8, 4]],
  [kinds.data, [14, 24, 28, 28, 22, 16, 6]],
  [kinds.service, [14, 32, 32, 18]],
];

/** The largest first: few lines can have them. Where training lacks the faults for a size, all of that size are tests. */
export const troubleTemplates: readonly Template[] = sizes.flatMap(([kind, counts]) => {
  const known = kind.choices.filter((choice) => choice.some((fault) => !fault.heldOut)).length;
  const templates = counts.map((count, at) => alone(`${kind.name}-${at + 1}`, count, trouble(kind, at + 1)));
  return templates.map((template, at) => (at < known ? template : heldOut(template))).reverse();
});
