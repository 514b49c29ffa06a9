/** A task: what the user wants, the reference actions that derive the state that counts, and what earns the reward. */
import { z } from "zod";
import type { Json } from "./json.ts";

const JsonValue = z.json() as unknown as z.ZodType<Json>;
const JsonRecord = z.record(z.string(), JsonValue);

/** One call of a tool, as it stands in tasks, trajectories and on the wire. */
export const Call = z.strictObject({
  requestor: z.enum(["assistant", "user"]).default("assistant"),
  name: z.string(),
  arguments: JsonRecord,
});
export type Call = z.output<typeof Call>;

export const ReferenceAction = Call.extend({
  /** The arguments that the `actions` component compares; absent: see `reward.ts`. */
  compare_args: z.array(z.string()).optional(),
});
export type ReferenceAction = z.output<typeof ReferenceAction>;

/** One thing that must hold, or must not, in the end state. */
export const EnvAssertion = Call.extend({ expected: z.boolean().default(true), message: z.string().optional() });
export type EnvAssertion = z.output<typeof EnvAssertion>;

/** What is done to the world's rows before the episode begins. */
export const InitialState = z.strictObject({
  /** Merged into the documents, objects key by key; a list takes the place of the list that was there. */
  data: z.strictObject({ agent: JsonRecord.optional(), user: JsonRecord.optional() }).optional(),
  /** Setups or tools of either side, in order. */
  actions: z.array(Call).default([]),
});
export type InitialState = z.output<typeof InitialState>;

/** Something that the user knows and the agent may need. */
export const Fact = z.strictObject({
  /** What it is, as an agent would name it in a question: "reason for cancelling". */
  name: z.string(),
  /** Words any one of which, in a question, asks for it. */
  asks: z.array(z.string()).min(1),
  say: z.string(),
  /** `known`: part of the request, repeated on demand; `asked`: told only when asked; `secret`: never told, `say` declines. */
  disclosure: z.enum(["known", "asked", "secret"]),
});
export type Fact = z.output<typeof Fact>;

/** One request of the user, and all that can happen on the way to it. */
export const AgendaStep = z.strictObject({
  /** The request, in the user's words. */
  say: z.string(),
  facts: z.array(Fact).default([]),
  /** Indices of the reference actions that serve this request, in order. */
  actions: z.array(z.int()).default([]),
  /** Said when the agent reports that the first choice can't be had: the second choice. */
  fallback: z.string().optional(),
  /** Said once when first asked to confirm; `withdrawn` is the call that the user had asked for until then. */
  change_of_mind: z.strictObject({ say: z.string(), withdrawn: Call }).optional(),
  /** Said when the agent declines: what the user settles for. `because` is the domain policy's ground for declining. */
  refusal: z.strictObject({ say: z.string(), because: z.string() }).optional(),
  /** What the agent must have told before the user is content with this step. */
  tell: z.array(z.string()).default([]),
  /** What the user tries by itself before it is content: a call of its own tools whose result must hold `says`. */
  test: z.strictObject({ call: Call, says: z.string(), complaint: z.string() }).optional(),
});
export type AgendaStep = z.output<typeof AgendaStep>;

/** What the scripted user does. Steps are worked through in order; `identity` may be asked at any time. */
export const Agenda = z.strictObject({
  greeting: z.string(),
  identity: z.array(Fact),
  steps: z.array(AgendaStep).min(1),
});
export type Agenda = z.output<typeof Agenda>;

export const Component = z.enum(["db", "env_assertions", "communicate", "actions", "nl_assertions"]);
export type Component = z.output<typeof Component>;

/** What makes a task hard, counted. */
const Difficulty = z.strictObject({
  writes: z.int(),
  /** Distinct tools among the reference actions. */
  tools: z.int(),
  /**
   * Facts that only a question brings out and that what is done in the end needs. Who the user is counts as one, whether
   * by email or by name and zip code, and as none where the user begins with it. Facts of a request that is withdrawn or
   * refused count only where what is done instead needs them.
   */
  facts: z.int(),
  traps: z.array(z.string()),
});

export const Task = z
  .strictObject({
    id: z.string().min(1),
    domain: z.string().min(1),
    /** Null where a tau2-bench clone's splits do not list the task. */
    split: z.enum(["train", "test"]).nullable(),
    user: z.strictObject({
      /** For a model that plays the user. */
      instructions: z.string().min(1),
      /** For the scripted user; a tau2 world has none. */
      agenda: Agenda.optional(),
    }),
    /** What a support desk knows of the case, for an agent that has both sides' tools and nobody to talk to. */
    ticket: z.string().min(1).optional(),
    initial_state: InitialState.optional(),
    reference_actions: z.array(ReferenceAction),
    env_assertions: z.array(EnvAssertion).default([]),
    /** Facts that the agent must have told the user. */
    communicate: z.array(z.string().min(1)).default([]),
    nl_assertions: z.array(z.string()).default([]),
    reward_basis: z.array(Component).min(1),
    difficulty: Difficulty.optional(),
  })
  .refine((task) => task.reward_basis.some((component) => hasContent(task, component)), {
    message: "a task with no criteria would reward anything: give it reference actions, facts to tell or assertions",
  });
export type Task = z.output<typeof Task>;
export type TaskInput = z.input<typeof Task>;

interface Criteria {
  readonly env_assertions: readonly unknown[];
  readonly communicate: readonly string[];
  readonly nl_assertions: readonly string[];
  readonly reference_actions: readonly unknown[];
}

/** Whether there is something for the component to check; `db` always has the end state, if only that nothing changed. */
export function hasContent(task: Criteria, component: Component): boolean {
  if (component === "db") return true;
  return (
    {
      env_assertions: task.env_assertions,
      communicate: task.communicate,
      actions: task.reference_actions,
      nl_assertions: task.nl_assertions,
    }[component].length > 0
  );
}
