/** Nobody: the task's ticket is the first message, and the policy's first text ends the episode. */
import { stopTokens, type UserKind } from "../user.ts";

export const ticket: UserKind = {
  kind: "ticket",
  play: (task) => {
    const { ticket } = task;
    if (ticket === undefined) throw new Error(`task ${task.id} has no ticket`);
    let begun = false;
    return {
      reply: () => {
        if (begun) return { content: stopTokens.user_stop };
        begun = true;
        return { content: ticket };
      },
    };
  },
};
