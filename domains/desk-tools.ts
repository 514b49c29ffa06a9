/** What an agent has at any desk: a calculator, and a line to a human. */
import { z } from "zod";
import { evaluate } from "./arithmetic.ts";
import { roundCents } from "./money.ts";
import { tool } from "./tool.ts";

export const calculate = tool({
  description: "Compute the value of an arithmetic expression, rounded to two decimals.",
  effect: "none",
  input: z.strictObject({
    expression: z.string().describe("Numbers, + - * / and parentheses, for example '2 * (41.50 + 3)'"),
  }),
  output: z.string(),
  run({ expression }) {
    return String(roundCents(evaluate(expression)));
  },
});

export const transfer_to_human_agents = tool({
  description:
    "Hand the conversation to a human agent. Only where the domain policy says so; tell the user right afterwards.",
  effect: "none",
  input: z.strictObject({
    summary: z.string().describe("What the user wants and why it needs a human, in a sentence or two"),
  }),
  output: z.string(),
  run() {
    return "Transfer successful";
  },
});
