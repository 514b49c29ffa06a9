/** What an agent has at the desk: a calculator, and a line to an advisor. */
import { z } from "zod";
import { evaluate } from "../../arithmetic.ts";
import { roundCents } from "../../money.ts";
import { tool } from "../../tool.ts";

export const calculate = tool({
  description: "Compute the value of an arithmetic expression, rounded to two decimals.",
  effect: "none",
  input: z.strictObject({
    expression: z.string().describe("Numbers, + - * / and parentheses, for example '0.5 * 4 * 410'"),
  }),
  output: z.string(),
  run({ expression }) {
    return String(roundCents(evaluate(expression)));
  },
});

export const transfer_to_human_agents = tool({
  description:
    "Hand the conversation over to an advisor, a person. Only where the domain policy says so; tell the student right afterwards.",
  effect: "none",
  input: z.strictObject({
    summary: z.string().describe("What the student wants and why it needs a person, in a sentence or two"),
  }),
  output: z.string(),
  run() {
    return "Transfer successful";
  },
});
