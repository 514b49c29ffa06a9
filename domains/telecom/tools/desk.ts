/** The line to a human. */
import { z } from "zod";
import { tool } from "../../tool.ts";

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
