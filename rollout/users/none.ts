/** Nobody: the task's instructions are the first message, and the policy's first text ends the episode. */
import type { UserKind } from "../user.ts";
import { stopTokens } from "../user.ts";

export const none: UserKind = {
  kind: "none",
  play: (task) => {
    let begun = false;
    return {
      reply: () => {
        if (begun) return { content: stopTokens.user_stop };
        begun = true;
        return { content: task.user.instructions };
      },
    };
  },
};
