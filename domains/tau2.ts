/** tau2-bench's task files (release 1.0.1) as our tasks. */
import { z } from "zod";
import { Call, type Component, Task } from "./task.ts";

const Instructions = z.object({
  domain: z.string().nullish(),
  reason_for_call: z.string().nullish(),
  known_info: z.string().nullish(),
  unknown_info: z.string().nullish(),
  task_instructions: z.string().nullish(),
});

const Tau2Task = z.object({
  id: z.string(),
  initial_state: z.null("an initial state is not supported").optional(),
  user_scenario: z.object({ persona: z.string().nullish(), instructions: z.union([z.string(), Instructions]) }),
  evaluation_criteria: z.object({
    actions: z.array(Call.loose().extend({ compare_args: z.array(z.string()).nullish() })).nullish(),
    communicate_info: z.array(z.string()).nullish(),
    nl_assertions: z.array(z.string()).nullish(),
    reward_basis: z.array(z.string()).default(["DB", "COMMUNICATE"]),
  }),
});
const Tau2Tasks = z.array(Tau2Task).min(1, "there are no tasks");
const Tau2Splits = z.object({ train: z.array(z.string()), test: z.array(z.string()) });

const components: Record<string, Component> = {
  DB: "db",
  COMMUNICATE: "communicate",
  ACTION: "actions",
  NL_ASSERTION: "nl_assertions",
};

interface Issue {
  readonly path: PropertyKey[];
  readonly message: string;
}
type Read = { success: true; tasks: Task[] } | { success: false; file: string; issues: readonly Issue[] };

/** Tasks in the file's order; `split` is null for those that neither train nor test lists. */
export function readTau2Tasks(domain: string, tasksFile: unknown, splitsFile: unknown): Read {
  const splits = Tau2Splits.safeParse(splitsFile);
  if (!splits.success) return { success: false, file: "split_tasks.json", issues: splits.error.issues };
  const parsed = Tau2Tasks.safeParse(tasksFile);
  if (!parsed.success) return { success: false, file: "tasks.json", issues: parsed.error.issues };
  const ids = new Set<string>();
  const tasks: Task[] = [];
  for (const { id, user_scenario, evaluation_criteria: criteria } of parsed.data) {
    const inTrain = splits.data.train.includes(id);
    const inTest = splits.data.test.includes(id);
    const task = Task.safeParse({
      id,
      domain,
      split: inTrain ? "train" : inTest ? "test" : null,
      user: { instructions: renderScenario(user_scenario) },
      reference_actions: (criteria.actions ?? []).map(({ requestor, name, arguments: args, compare_args }) => {
        return { requestor, name, arguments: args, ...(compare_args ? { compare_args } : {}) };
      }),
      communicate: criteria.communicate_info ?? [],
      nl_assertions: criteria.nl_assertions ?? [],
      reward_basis: criteria.reward_basis.map((name) => components[name] ?? name),
    });
    const problem = task.success ? undefined : { path: [id], message: task.error.issues[0]?.message ?? "" };
    if (problem) return { success: false, file: "tasks.json", issues: [problem] };
    const broken = (file: string, message: string): Read => ({
      success: false,
      file,
      issues: [{ path: [id], message }],
    });
    if (ids.has(id)) return broken("tasks.json", "two tasks have this id");
    if (inTrain && inTest) return broken("split_tasks.json", "is in train and in test");
    ids.add(id);
    tasks.push(task.data as Task);
  }
  const stray = [...splits.data.train, ...splits.data.test].find((id) => !ids.has(id));
  if (stray === undefined) return { success: true, tasks };
  return { success: false, file: "split_tasks.json", issues: [{ path: [stray], message: "is no task of tasks.json" }] };
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
