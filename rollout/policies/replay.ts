/** Makes the reference actions in order, tells the facts and stops: the expert where nobody converses. */
import type { Task } from "../../domains/index.ts";
import type { Policy } from "../policy.ts";
import { calling, listing, say } from "./speech.ts";

export function replayReference(task: Task): Policy {
  const actions = task.reference_actions.filter(({ requestor }) => requestor === "assistant");
  let next = 0;
  return {
    act: () => {
      const action = actions[next];
      if (action) return { message: calling(action, `call_${next++}`) };
      const facts = task.communicate.length > 0 ? `What you need to know: ${listing(task.communicate)}.` : undefined;
      return { message: say("That is all done.", facts) };
    },
  };
}
