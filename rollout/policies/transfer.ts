/** Hands every user over to a person at once: what giving up scores. */
import type { PolicyKind } from "../policy.ts";
import { calling, handoverTool, say, TRANSFERRED, transferCall } from "./speech.ts";

export const transfer: PolicyKind = {
  kind: "transfer",
  options: {},
  play: () => ({
    act: ({ messages, tools }) => {
      const tool = handoverTool(tools);
      if (tool === undefined || messages.some((message) => message.tool_calls)) return { message: say(TRANSFERRED) };
      return { message: calling(transferCall(tool, "The user asked for help."), "call_0") };
    },
  }),
};
