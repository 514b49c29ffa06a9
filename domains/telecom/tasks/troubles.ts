/** Templates of trouble, by kind and by how many faults come together. */
import { alone } from "../../templates.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Template } from "./template.ts";
import { trouble } from "./trouble.ts";

/** How many tasks there are with one fault, two, and so on. */
const sizes: readonly (readonly [Kind, readonly number[]])[] = [
  [kinds.messages, [8, 20, 24, 26, 24, 18, 12, 8]],
  [kinds.data, [14, 24, 28, 28, 22, 16, 8]],
  [kinds.service, [14, 30, 30, 16]],
];

/** The largest first: few lines can have them. */
export const troubleTemplates: readonly Template[] = sizes.flatMap(([kind, counts]) =>
  counts.map((count, at) => alone(`${kind.name}-${at + 1}`, count, trouble(kind, at + 1))).reverse(),
);
