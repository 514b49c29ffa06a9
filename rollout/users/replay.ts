/**
 * Makes the user's reference actions, one for each line of the policy's, in the reference's order: what a policy needs on
 * the other side that replays its own. It hears nothing, so it says nothing about how well a policy guides anyone.
 */
import { calling } from "../policies/speech.ts";
import { stopTokens, type UserKind } from "../user.ts";
import { lastResult } from "./acting/hands.ts";

export const replay: UserKind = {
  kind: "replay",
  play: ({ user, reference_actions }) => {
    const actions = reference_actions.filter(({ requestor }) => requestor === "user");
    let begun = false;
    let next = 0;
    let called = false;
    return {
      reply: ({ messages }) => {
        if (!begun) {
          begun = true;
          return { content: user.instructions };
        }
        if (called) {
          called = false;
          return { content: `Done: ${lastResult(messages).text}` };
        }
        const action = actions[next];
        if (action === undefined) return { content: stopTokens.user_stop };
        called = true;
        return calling(action, `user_${next++}`);
      },
    };
  },
};
