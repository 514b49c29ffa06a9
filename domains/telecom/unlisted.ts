/**
 * tau2-bench makes its telecom tasks from faults: an id lists them, and who the user is. There are ids in use that a clone's
 * `tasks.json` lacks: the same faults with another persona, and lines on which no more data can be added.
 */
import type { Task } from "../task.ts";

const PERSONA = /\[PERSONA:(None|Easy|Hard)\]$/;
const FULL = "data_usage_exceeded_no_refuel";
const USED_UP = "data_usage_exceeded";

type Tasks = ReadonlyMap<string, Task>;

export function unlistedTask(id: string, listed: Tasks): Task | undefined {
  const persona = PERSONA.exec(id)?.[0];
  const twin = persona && (sameFaults(id, listed) ?? withFullLine(sameFaults(id.replace(FULL, USED_UP), listed)));
  if (!twin) return undefined;
  const [, told] = parts(twin);
  const [who] = parts([...listed.values()].find((task) => task.id.endsWith(persona)) ?? twin);
  return { ...twin, id, split: null, user: { instructions: who + told } };
}

function sameFaults(id: string, listed: Tasks): Task | undefined {
  const faults = id.replace(PERSONA, "");
  return [...listed.values()].find((task) => task.id.replace(PERSONA, "") === faults);
}

/** Who the user is, and the rest of what it is told. */
function parts({ user: { instructions } }: Task): [string, string] {
  const at = Math.max(0, instructions.search(/^Domain:$/m));
  return [instructions.slice(0, at), instructions.slice(at)];
}

/** The line has had all the data that may be added and used that up too, so that only a human can help. */
function withFullLine(usedUp: Task | undefined): Task | undefined {
  const actions = usedUp?.initial_state?.actions ?? [];
  const at = actions.findIndex(({ name }) => name === "set_data_usage");
  const usage = actions[at];
  if (usedUp === undefined || usage === undefined) return undefined;
  const { customer_id, line_id } = usage.arguments as { customer_id: string; line_id: string };
  const used = { ...usage, arguments: { customer_id, line_id, data_used_gb: 17.1 } };
  const refuelled = { ...usage, name: "refuel_data", arguments: { customer_id, line_id, gb_amount: 2 } };
  const goal = usedUp.env_assertions.filter(({ requestor }) => requestor === "user").slice(0, 1);
  return {
    ...usedUp,
    initial_state: { ...usedUp.initial_state, actions: actions.toSpliced(at, 1, used, refuelled) },
    reference_actions: [
      {
        requestor: "assistant",
        name: "transfer_to_human_agents",
        arguments: { summary: "No more data can be added to the line." },
        compare_args: [],
      },
    ],
    env_assertions: goal.map((assertion) => ({ ...assertion, expected: false })),
    reward_basis: ["env_assertions", "actions"],
  };
}
