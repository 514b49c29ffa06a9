/** Makes the reference actions in order, tells the facts and stops: the expert where nobody converses. */
import type { Task } from "../../domains/index.ts";
import type { Policy } from "../policy.ts";
import { calling, listing, say } from "./speech.ts";

/** What it says where the next reference action is the user's: one line for each. See `users/replay.ts`. */
const YOUR_TURN = "Please do the next step.";

export function replayReference(task: Task): Policy {
  let next = 0;
  return {
    act: ({ tools }) => {
      const action = task.reference_actions[next];
      if (action) {
        const has = action.requestor === "assistant" || tools.some(({ name }) => name === action.name);
        const id = `call_${next++}`;
        return { message: has ? calling(action, id) : say(YOUR_TURN) };
      }
      const facts = task.communicate.length > 0 ? `What you need to know: ${listing(task.communicate)}.` : undefined;
      return { message: say("That is all done.", facts) };
    },
  };
}
