/** (task, environment, transcript) -> Reward. Pure: it reads the environment and changes nothing. */
import type { RowChange } from "./database.ts";
import { differences } from "./difference.ts";
import type { Environment } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import type { Call, Component, ReferenceAction, Task } from "./task.ts";
import { tells } from "./told.ts";
import type { WorldKind } from "./tool.ts";
import type { World } from "./world.ts";

/**
 * `evaluation`: every component of the task's basis counts. `training`: facts told and judged assertions don't, as in
 * MUA-RL (arXiv 2508.18669), except that facts told still count where nothing else tells success from silence.
 */
export type RewardMode = "evaluation" | "training";

export interface Transcript {
  /** What the policy said to the user, in order; undefined when not recorded. */
  readonly said?: readonly string[] | undefined;
  /** A judge's verdict on each of the task's nl_assertions; undefined when nobody judged. */
  readonly judged?: readonly boolean[] | undefined;
}

/** Why the reward is what it is. Row reasons fill all fields; others leave out what does not apply. */
export interface Reason {
  readonly component: Component;
  readonly text: string;
  readonly table?: string;
  readonly key?: string;
  /** Null when the whole row is missing or too many. */
  readonly column?: string | null;
  readonly expected?: Json;
  readonly found?: Json;
  /** The policy's or user's call that made it so: its number since the reset, from 0. Null when a call is missing. */
  readonly call?: (Call & { readonly index: number }) | null;
  /** The reference action that would have made it right. */
  readonly reference?: Call | null;
}

export interface Reward {
  /** 1 or 0; null when a component of the basis could not be computed. */
  readonly value: number | null;
  readonly mode: RewardMode;
  readonly basis: readonly Component[];
  readonly components: Readonly<Partial<Record<Component, number | null>>>;
  readonly reasons: readonly Reason[];
}

export function reward(
  world: World,
  task: Task,
  environment: Environment,
  transcript: Transcript = {},
  mode: RewardMode = "evaluation",
): Reward {
  const expected = world.expected(task);
  const findings: Record<Component, { score: number | null; reasons: Reason[] }> = {
    db: compareState(expected, environment, task),
    communicate: checkTold(task.communicate, transcript.said, world.kind),
    actions: checkActions(task.reference_actions, environment),
    nl_assertions: checkJudged(task.nl_assertions, transcript.judged),
  };
  const basis = mode === "training" ? trainingBasis(task, expected) : task.reward_basis;
  const components: Partial<Record<Component, number | null>> = {};
  const reasons: Reason[] = [];
  let value: number | null = 1;
  for (const [component, finding] of Object.entries(findings) as [keyof typeof findings, typeof findings.db][]) {
    components[component] = finding.score;
    if (!basis.includes(component)) continue;
    reasons.push(...finding.reasons);
    if (finding.score === 0) value = 0;
    else if (finding.score === null && value === 1) value = null;
  }
  return { value, mode, basis, components, reasons };
}

function trainingBasis(task: Task, expected: readonly RowChange[]): Component[] {
  const kept = task.reward_basis.filter((component) => component !== "communicate" && component !== "nl_assertions");
  const silenceFails = expected.length > 0 || kept.some((component) => component !== "db");
  const told = !silenceFails && task.communicate.length > 0 && task.reward_basis.includes("communicate");
  return told || kept.length === 0 ? [...kept, "communicate"] : kept;
}

type Finding = { score: number; reasons: Reason[] };

function compareState(expected: readonly RowChange[], environment: Environment, task: Task): Finding {
  const reasons = differences(expected, environment.changes(), environment.kind === "builtin").map((difference) => {
    const { table, key, column, expected, found } = difference;
    const blamed = difference.call === undefined ? undefined : environment.calls[difference.call];
    const call = blamed ? { index: difference.call as number, ...bare(blamed) } : null;
    const action = difference.reference === undefined ? undefined : task.reference_actions[difference.reference];
    const reference = action ? bare(action) : null;
    const where = `${table} ${key}${column === null ? "" : `, ${column}`}`;
    const cause = call
      ? `, since call ${call.index}: ${describe(call)}`
      : reference
        ? missed(reference, environment)
        : "";
    const text = `${where}: expected ${show(expected)}, found ${show(found)}${cause}`;
    return { component: "db" as const, text, table, key, column, expected, found, call, reference };
  });
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}

function missed(reference: Call, { calls }: Environment): string {
  const index = calls.findIndex(({ name, arguments: args, result }) => {
    return !result.ok && name === reference.name && canonical(args) === canonical(reference.arguments);
  });
  return index < 0 ? `; never called: ${describe(reference)}` : `; refused as call ${index}: ${describe(reference)}`;
}

function show(value: Json): string {
  return value === null ? "nothing" : JSON.stringify(value);
}

function bare({ requestor, name, arguments: args }: Call): Call {
  return { requestor, name, arguments: args };
}

function describe({ name, arguments: args }: Call): string {
  return `${name}(${JSON.stringify(args)})`;
}

/** tau2 looks for the text anywhere once commas are gone, so that "10" is found in "100"; built-in worlds see `told.ts`. */
function checkTold(facts: readonly string[], said: readonly string[] | undefined, kind: WorldKind) {
  if (facts.length === 0) return { score: 1, reasons: [] };
  if (said === undefined) {
    const text = "what the policy said was not given: pass messages";
    return { score: null, reasons: [{ component: "communicate" as const, text }] };
  }
  const tellsAsInTau2 = (text: string, fact: string) =>
    text.toLowerCase().replaceAll(",", "").includes(fact.toLowerCase());
  const told = kind === "tau2" ? tellsAsInTau2 : tells;
  const untold = facts.filter((fact) => !said.some((text) => told(text, fact)));
  const reasons = untold.map((fact) => {
    return { component: "communicate" as const, text: `the user was not told '${fact}'`, expected: fact };
  });
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}

/**
 * Each reference action must match some call of the same name. On built-in worlds a call that failed matches nothing, and
 * reads need no match, since there are many ways to find a thing out. Compared are `compare_args`; where a task gives none, the reference's arguments on built-in
 * worlds, the made call's on tau2 worlds, as tau2-bench does.
 */
function checkActions(references: readonly ReferenceAction[], environment: Environment): Finding {
  const tau2 = environment.kind === "tau2";
  const missing = references.filter((reference) => {
    const { requestor, name, arguments: args, compare_args } = reference;
    if (!tau2 && environment.tools(requestor)[name]?.effect === "read") return false;
    return !environment.calls.some((call) => {
      if (call.name !== name || (!tau2 && (call.requestor !== requestor || !call.result.ok))) return false;
      const keys = compare_args ?? Object.keys(tau2 ? call.arguments : args);
      return keys.every((key) => canonical(call.arguments[key]) === canonical(args[key]));
    });
  });
  const reasons = missing.map((reference) => {
    return { component: "actions" as const, text: `not called: ${describe(reference)}`, reference: bare(reference) };
  });
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}

function checkJudged(assertions: readonly string[], judged: readonly boolean[] | undefined) {
  if (assertions.length === 0) return { score: 1, reasons: [] };
  if (judged === undefined) {
    const text = `${assertions.length} assertions need a judge and none was given`;
    return { score: null, reasons: [{ component: "nl_assertions" as const, text }] };
  }
  const reasons = assertions
    .filter((_, at) => !judged[at])
    .map((expected) => ({
      component: "nl_assertions" as const,
      text: `the judge found it untrue: ${expected}`,
      expected,
    }));
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}
