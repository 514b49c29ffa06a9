/** How a customer refers to a line, and what an agent must read to find it. */
import type { DraftCall, DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { readDevice, readLine } from "./calls.ts";
import type { Line } from "./carrier.ts";

export interface Reference {
  readonly line: Line;
  readonly how: "number" | "device";
  /** After "my", "your" or "the": "line 555-384-2210", "Lumen 8", "phone". */
  readonly phrase: string;
  readonly facts: readonly DraftFact[];
  readonly reads: readonly DraftCall[];
  /** After "Line concerned: ". */
  readonly ticket: string;
  readonly traps: readonly string[];
}

const asks = [
  "which line",
  "which phone",
  "which number",
  "which device",
  "which of",
  "line is it",
  "number of the line",
  "number of the phone",
  "in question",
  "affected",
  "the line with",
  "the phone with",
  "the one with",
  "the one that",
];

export function refer(random: Random, line: Line, how?: Reference["how"]): Reference {
  const { customer, number, id } = line;
  const before = customer.lines.slice(0, customer.lines.indexOf(line) + 1);
  const named = how ?? (random.chance(0.5) ? "number" : "device");
  const base = { line, how: named };
  if (named === "number") {
    const say = random.pick([`It's the line ${number}.`, `The line with the number ${number}.`]);
    return {
      ...base,
      phrase: `line ${number}`,
      facts: [{ name: "number of the line", asks, say, disclosure: "known" }],
      reads: before.map(readLine),
      ticket: `the one with the number ${number}`,
      traps: [],
    };
  }
  const say = random.pick([
    `I don't know its number by heart. It's the ${line.device.model}.`,
    `Sorry, I don't have the number at hand. It's the one in the ${line.device.model}.`,
  ]);
  return {
    ...base,
    phrase: line.device.model,
    facts: [{ name: "number of the line", asks, say, disclosure: "secret" }],
    reads: before.flatMap((one) => [readLine(one), readDevice(one)]),
    ticket: `the one used with the ${line.device.model}; its number is not known`,
    traps: id === customer.lines[0]?.id ? [] : ["line known by its device"],
  };
}
