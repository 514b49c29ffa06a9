/** tau2-bench's task files (release 1.0.1) as our tasks. */
import { z } from "zod";
import type { Domain } from "./domain.ts";
import { Call, type Component, Task } from "./task.ts";
import { taskProblem } from "./task-problem.ts";

const Instructions = z.object({
  domain: z.string().nullish(),
  reason_for_call: z.string().nullish(),
  known_info: z.string().nullish(),
  unknown_info: z.string().nullish(),
  task_instructions: z.string().nullish(),
});

const Side = z.enum(["assistant", "user"]);
const Arguments = Call.shape.arguments;

const InitialState = z.object({
  initialization_data: z.object({ agent_data: Arguments.nullish(), user_data: Arguments.nullish() }).nullish(),
  initialization_actions: z.array(z.object({ env_type: Side, func_name: z.string(), arguments: Arguments })).nullish(),
  message_history: z.array(z.unknown()).max(0, "messages from before the episode are not supported").nullish(),
});

const Tau2Task = z.object({
  id: z.string(),
  ticket: z.string().nullish(),
  user_tools: z.null("a limit on the user's tools is not supported").optional(),
  initial_state: InitialState.nullish(),
  user_scenario: z.object({ persona: z.string().nullish(), instructions: z.union([z.string(), Instructions]) }),
  evaluation_criteria: z.object({
    actions: z.array(Call.loose().extend({ compare_args: z.array(z.string()).nullish() })).nullish(),
    env_assertions: z
      .array(
        z.object({
          env_type: Side,
          func_name: z.string(),
          arguments: Arguments,
          assert_value: z.boolean().default(true),
          message: z.string().nullish(),
        }),
      )
      .nullish(),
    communicate_info: z.array(z.string()).nullish(),
    nl_assertions: z.array(z.string()).nullish(),
    reward_basis: z.array(z.string()).default(["DB", "COMMUNICATE"]),
  }),
});
const Tau2Tasks = z.array(Tau2Task).min(1, "there are no tasks");
const Tau2Splits = z.object({ train: z.array(z.string()), test: z.array(z.string()) });

const components: Record<string, Component> = {
  DB: "db",
  ENV_ASSERTION: "env_assertions",
  COMMUNICATE: "communicate",
  ACTION: "actions",
  NL_ASSERTION: "nl_assertions",
};

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
}
type Read = { success: true; tasks: Task[] } | { success: false; file: string; issues: readonly Issue[] };

/** Tasks in the file's order, then those that only a split lists; `split` is null for those that none does. */
export function readTau2Tasks(domain: Domain, tasksFile: unknown, splitsFile: unknown): Read {
  const splits = Tau2Splits.safeParse(splitsFile);
  if (!splits.success) return { success: false, file: "split_tasks.json", issues: splits.error.issues };
  const parsed = Tau2Tasks.safeParse(tasksFile);
  if (!parsed.success) return { success: false, file: "tasks.json", issues: parsed.error.issues };
  const { train, test } = splits.data;
  const splitOf = new Map<string, Task["split"]>([
    ...train.map((id) => [id, "train"] as const),
    ...test.map((id) => [id, "test"] as const),
  ]);
  const broken = (file: string, id: string, message: string): Read => {
    return { success: false, file, issues: [{ path: [id], message }] };
  };
  const both = train.find((id) => splitOf.get(id) === "test");
  if (both !== undefined) return broken("split_tasks.json", both, "is in train and in test");
  const tasks = new Map<string, Task>();
  for (const given of parsed.data) {
    const task = Task.safeParse(render(domain, given, splitOf.get(given.id) ?? null));
    const problem = task.success ? taskProblem(domain, task.data) : task.error.issues[0]?.message;
    if (problem !== undefined) return broken("tasks.json", given.id, problem);
    if (tasks.has(given.id)) return broken("tasks.json", given.id, "two tasks have this id");
    tasks.set(given.id, task.data as Task);
  }
  const listed = new Map(tasks);
  for (const [id, split] of splitOf) {
    if (listed.has(id)) continue;
    const task = domain.unlistedTask?.(id, listed);
    if (task === undefined) return broken("split_tasks.json", id, "is no task of tasks.json");
    tasks.set(id, Task.parse({ ...task, split }));
  }
  return { success: true, tasks: [...tasks.values()] };
}

function render(domain: Domain, given: z.output<typeof Tau2Task>, split: Task["split"]): unknown {
  const { id, ticket, initial_state, user_scenario, evaluation_criteria: criteria } = given;
  return {
    id,
    domain: domain.name,
    split,
    user: { instructions: renderScenario(user_scenario) },
    ...(ticket ? { ticket } : {}),
    ...(initial_state ? { initial_state: renderState(initial_state) } : {}),
    env_assertions: (criteria.env_assertions ?? []).map((asserted) => {
      const { env_type: requestor, func_name: name, arguments: args, assert_value: expected, message } = asserted;
      return { requestor, name, arguments: args, expected, ...(message ? { message } : {}) };
    }),
    reference_actions: (criteria.actions ?? []).map(({ requestor, name, arguments: args, compare_args }) => {
      return { requestor, name, arguments: args, ...(compare_args ? { compare_args } : {}) };
    }),
    communicate: criteria.communicate_info ?? [],
    nl_assertions: criteria.nl_assertions ?? [],
    reward_basis: criteria.reward_basis.map((name) => components[name] ?? name),
  };
}

function renderState({ initialization_data: data, initialization_actions: actions }: z.output<typeof InitialState>) {
  const { agent_data, user_data } = data ?? {};
  return {
    ...(agent_data || user_data
      ? { data: { ...(agent_data && { agent: agent_data }), ...(user_data && { user: user_data }) } }
      : {}),
    actions: (actions ?? []).map((action) => {
      return { requestor: action.env_type, name: action.func_name, arguments: action.arguments };
    }),
  };
}

function renderScenario({ persona, instructions }: z.output<typeof Tau2Task>["user_scenario"]): string {
  const parts: [string, string | null | undefined][] =
    typeof instructions === "string"
      ? [["Instructions", instructions]]
      : [
          ["Domain", instructions.domain],
          ["Reason for call", instructions.reason_for_call],
          ["Known info", instructions.known_info],
          ["Unknown info", instructions.unknown_info],
          ["Task instructions", instructions.task_instructions],
        ];
  return [["Persona", persona] as const, ...parts]
    .filter(([, text]) => text)
    .map(([label, text]) => `${label}:\n\t${text}`)
    .join("\n");
}
