/** A line to an advisor. */
import { z } from "zod";
import { tool } from "../../tool.ts";

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
