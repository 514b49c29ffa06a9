/** What can be said of one task by itself: what its reference, silence and a transfer score, and what may be amiss. */

import type { AuditFinding } from "./audit-codes.ts";
import type { CallRecord } from "./environment.ts";
import type { Json } from "./json.ts";
import { compared, type RewardMode } from "./reward.ts";
import type { Call, Task } from "./task.ts";
import { subjects } from "./task-checks.ts";
import { asError } from "./thrown.ts";
import { transferTool } from "./tool.ts";
import { isWrite, Trial, writesOf } from "./trial.ts";
import type { World } from "./world.ts";

/** What a run of a task is worth: null where a judge would have to say. */
export type Scores = Readonly<Record<RewardMode, number | null>>;

export interface TaskScores {
  /** With all facts told, and all judged as it should be. */
  readonly reference: number | null;
  readonly silence: Scores;
  /** Null where the agent can't transfer. */
  readonly transfer: Scores | null;
}

export interface TaskRun {
  readonly task: Task;
  /** Null where the task can't be run. */
  readonly scores: TaskScores | null;
  readonly findings: readonly AuditFinding[];
  /** Held-out values that its start, its reference and what that reads name. */
  readonly subjects: ReadonlySet<string>;
}

/** A task under audit, and how its reference went. */
interface Case {
  readonly world: World;
  readonly task: Task;
  readonly trial: Trial;
  readonly scores: TaskScores;
  readonly calls: readonly CallRecord[];
  /** Every text and number that stands in the world's rows. */
  readonly known: ReadonlySet<string>;
}

const MODES = ["evaluation", "training"] as const;

type Look = (of: Case) => Iterable<AuditFinding>;

/** @param known every text and number that stands in the world's rows: see `audit` */
export function runTask(world: World, task: Task, known: ReadonlySet<string>): TaskRun {
  const unrun = (findings: AuditFinding[]) => ({ task, scores: null, findings, subjects: new Set<string>() });
  let trial: Trial;
  try {
    trial = new Trial(world, task);
  } catch (error) {
    return unrun([
      { code: "start-unreachable", text: `its initial state can't be reached: ${asError(error).message}` },
    ]);
  }
  try {
    const broken = [...brokenAssertions(trial, task)];
    if (broken.length > 0) return unrun(broken);
    const scores = scoresOf(world, task, trial);
    const of = { world, task, trial, scores, known, calls: [...trial.environment.calls] };
    const findings = looks.flatMap((look) => [...look(of)]);
    return { task, scores, findings, subjects: subjects(world, task, of.calls) };
  } finally {
    trial[Symbol.dispose]();
  }
}

function* brokenAssertions({ environment }: Trial, { env_assertions }: Task): Iterable<AuditFinding> {
  for (const asserted of env_assertions) {
    try {
      environment.holds(asserted);
    } catch (error) {
      yield { code: "assertion-broken", text: `one of its assertions can't be asked: ${asError(error).message}` };
    }
  }
}

/** All that is said and judged is as the task wants it. */
function atBest(task: Task) {
  return { said: task.communicate, judged: task.nl_assertions.map(() => true) };
}

/** The reference is run last: its calls are what the trial holds then. */
function scoresOf(world: World, task: Task, trial: Trial): TaskScores {
  const transfer: Call = { requestor: "assistant", name: transferTool, arguments: { summary: "The user needs help." } };
  return {
    silence: cheap(trial, []),
    transfer: Object.hasOwn(world.domain.tools.assistant, transferTool) ? cheap(trial, [transfer]) : null,
    reference: trial.worth(task.reference_actions, atBest(task)),
  };
}

function cheap(trial: Trial, calls: readonly Call[]): Scores {
  trial.make(calls);
  const value = (mode: RewardMode) => trial.score({ said: [] }, mode).value;
  return { evaluation: value("evaluation"), training: value("training") };
}

/** Where that is the right answer, the finding says so. */
const cheapScores: Look = function* ({ world, task, scores: { silence, transfer } }) {
  const modes = (scores: Scores) => MODES.filter((mode) => scores[mode] === 1).join(" and ");
  if (modes(silence) !== "") {
    const why = changesRows(world, task) ? "" : ": its right answer leaves the rows as they were, as a refusal does";
    yield { code: "silence-scores", text: `doing nothing scores 1 in ${modes(silence)}${why}` };
  }
  if (transfer === null || modes(transfer) === "") return;
  const transfers = task.reference_actions.some(({ name }) => name === transferTool);
  const isRight = transfers && writesOf(world.domain, task).length === 0;
  const why = isRight
    ? ": it is the right answer"
    : modes(transfer) === modes(silence)
      ? ", as doing nothing does"
      : "";
  yield { code: "transfer-scores", text: `transferring at once scores 1 in ${modes(transfer)}${why}` };
};

function changesRows(world: World, task: Task): boolean {
  return compared(world.expected(task), world).length > 0;
}

const reference: Look = function* ({ world, task, trial, scores, calls }) {
  if (scores.reference !== 1) {
    const why = trial.score(atBest(task)).reasons.map(({ text }) => text);
    yield { code: "reference-short", text: `its reference scores ${scores.reference}: ${why.join("; ")}` };
  }
  for (const [at, { result, ...call }] of calls.entries()) {
    if (result.ok) continue;
    const text = `action ${at}, ${call.name}, is refused: ${result.error}`;
    yield { code: isWrite(world.domain, call) ? "write-refused" : "look-up-refused", text };
  }
};

const droppedWrites: Look = function* ({ world, task, trial, scores, calls }) {
  if (scores.reference !== 1) return;
  const effective = new Set(world.expected(task).flatMap(({ history }) => history.map(({ call }) => call)));
  for (const at of writesOf(world.domain, task)) {
    if (!calls[at]?.result.ok) continue;
    if (trial.worth(task.reference_actions.toSpliced(at, 1), atBest(task)) !== 1) continue;
    const why = effective.has(at) ? "" : ", which leaves no trace in the rows";
    yield {
      code: "drop-unnoticed",
      text: `its reference scores 1 without action ${at}, ${task.reference_actions[at]?.name}${why}`,
    };
  }
};

const start: Look = function* ({ world, task, trial }) {
  const { env_assertions, reward_basis } = task;
  trial.make([]);
  const { criteria } = trial.score(atBest(task));
  const empty = reward_basis.filter((component) => criteria[component]?.of === 0);
  if (empty.length > 0)
    yield { code: "nothing-to-check", text: `there is nothing for ${empty.join(" and ")} to check` };
  const { met, of } = criteria.env_assertions ?? { met: 0, of: 0 };
  const isAsserted = reward_basis.includes("env_assertions") && of > 0;
  if (isAsserted && met === of) {
    const names = env_assertions.map(({ name }) => name).join(", ");
    yield { code: "held-at-start", text: `all it asserts holds before anything is done: ${names}` };
  }
  if (!changesRows(world, task) && (!isAsserted || met === of)) {
    yield { code: "changes-nothing", text: "its reference leaves all that counts as it was" };
  }
};

const facts: Look = function* ({ task, trial }) {
  const { communicate, reward_basis, user, nl_assertions } = task;
  if (reward_basis.includes("communicate") && communicate.length > 0) {
    const reasons = trial.score({ said: [user.instructions], judged: [] }).reasons;
    const untold = reasons.flatMap(({ component, expected }) => (component === "communicate" ? expected : []));
    const given = communicate.filter((fact) => !untold.includes(fact));
    if (given.length > 0) yield { code: "fact-given-away", text: `the user's own text tells ${given.join(", ")}` };
    const short = communicate.filter((fact) => fact.length === 1);
    if (short.length > 0) yield { code: "short-fact", text: `to be told is no more than ${short.join(", ")}` };
  }
  const judged = nl_assertions.length;
  if (reward_basis.includes("nl_assertions") && judged > 0) {
    yield {
      code: "needs-judge",
      text: `its basis has ${judged === 1 ? "an assertion" : `${judged} assertions`} for a judge`,
    };
  }
};

/** Ids by the names of arguments, in what the reference is called with, against rows, starts and what was read before. */
const unknownIds: Look = function* ({ task, trial, calls, known }) {
  let read = "";
  let begun: string | undefined;
  const atStart = () => {
    trial.make([]);
    begun ??= JSON.stringify([trial.environment.state(), task.initial_state ?? null]);
    return begun;
  };
  for (const [at, { name, arguments: args, result }] of calls.entries()) {
    for (const [argument, id] of idsOf(args)) {
      if (known.has(id) || read.includes(id) || (task.initial_state && atStart().includes(id))) continue;
      const source = task.user.instructions.includes(id) ? ", and the user names it" : "";
      yield { code: "unknown-id", text: `action ${at}, ${name}: ${argument} ${id} stands in no row${source}` };
    }
    if (result.ok) read += `\n${typeof result.value === "string" ? result.value : JSON.stringify(result.value)}`;
  }
};

function idsOf(value: Json, isId = false, argument = ""): [argument: string, id: string][] {
  if (value === null || typeof value === "boolean" || value === "") return [];
  if (typeof value !== "object") return isId ? [[argument, String(value)]] : [];
  return Object.entries(value).flatMap(([key, child]) => {
    if (Array.isArray(value)) return idsOf(child, isId, argument);
    return idsOf(child, /(^|_)(ids?|numbers?)$/.test(key), key);
  });
}

/** `reference` comes first: it reads what the trial holds. */
const looks: readonly Look[] = [reference, cheapScores, unknownIds, droppedWrites, start, facts];
