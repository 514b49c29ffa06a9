/** (task, environment, transcript) -> Reward. Pure: it reads the environment and changes nothing. */
import type { RowChange } from "./database.ts";
import { differences } from "./difference.ts";
import type { Environment } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import type { Call, Component, EnvAssertion, ReferenceAction, Task } from "./task.ts";
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
  /** What each component checked, and how much of it holds: the rows as one, each assertion, fact and action by itself. */
  readonly criteria: Readonly<Partial<Record<Component, Criteria>>>;
  readonly reasons: readonly Reason[];
}

export interface Criteria {
  readonly met: number;
  readonly of: number;
}

/**
 * The share of a task's criteria that hold, 0 to 1: the TCR of MUA-RL (arXiv 2508.18669). Null where a component of the
 * basis was not computed.
 */
export function completion({ basis, criteria }: Reward): number | null {
  const counted = basis.map((component) => criteria[component]);
  if (counted.includes(undefined)) return null;
  const total = (key: keyof Criteria) => counted.reduce((sum, each) => sum + (each?.[key] ?? 0), 0);
  return total("of") === 0 ? null : total("met") / total("of");
}

export function reward(
  world: World,
  task: Task,
  environment: Environment,
  transcript: Transcript = {},
  mode: RewardMode = "evaluation",
): Reward {
  const expected = world.expected(task);
  const findings: Record<Component, Finding> = {
    db: compareState(expected, environment, task),
    env_assertions: checkAssertions(task.env_assertions, environment),
    communicate: checkTold(task.communicate, transcript.said, world.kind),
    actions: checkActions(task, environment),
    nl_assertions: checkJudged(task.nl_assertions, transcript.judged),
  };
  const basis = mode === "training" ? trainingBasis(task, compared(expected, environment)) : task.reward_basis;
  const components: Partial<Record<Component, number | null>> = {};
  const criteria: Partial<Record<Component, Criteria>> = {};
  const reasons: Reason[] = [];
  let value: number | null = 1;
  for (const [component, finding] of Object.entries(findings) as [Component, Finding][]) {
    const score = finding.met === null ? null : finding.met === finding.of ? 1 : 0;
    components[component] = score;
    if (finding.met !== null) criteria[component] = { met: finding.met, of: finding.of };
    if (!basis.includes(component)) continue;
    reasons.push(...finding.reasons);
    if (score === 0) value = 0;
    else if (score === null && value === 1) value = null;
  }
  return { value, mode, basis, components, criteria, reasons };
}

function trainingBasis(task: Task, expected: readonly RowChange[]): Component[] {
  const kept = task.reward_basis.filter((component) => component !== "communicate" && component !== "nl_assertions");
  const silenceFails = expected.length > 0 || kept.some((component) => component !== "db");
  const told = !silenceFails && task.communicate.length > 0 && task.reward_basis.includes("communicate");
  return told || kept.length === 0 ? [...kept, "communicate"] : kept;
}

/** `met` is null where it could not be computed. */
interface Finding {
  readonly met: number | null;
  readonly of: number;
  readonly reasons: Reason[];
}

/** Of a world's changed rows, those that the `db` component compares: on tau2 worlds all, as tau2-bench does. */
export function compared(
  changes: readonly RowChange[],
  { kind, domain }: Pick<Environment, "kind" | "domain">,
): readonly RowChange[] {
  const { uncompared } = domain;
  if (kind === "tau2" || uncompared === undefined) return changes;
  return changes.filter(({ table }) => !uncompared.includes(table.name));
}

function compareState(expected: readonly RowChange[], environment: Environment, task: Task): Finding {
  const wanted = compared(expected, environment);
  const had = compared(environment.changes(), environment);
  const reasons = differences(wanted, had, environment.kind === "builtin").map((difference) => {
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
  return { met: reasons.length === 0 ? 1 : 0, of: 1, reasons };
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

function checkAssertions(assertions: readonly EnvAssertion[], environment: Environment): Finding {
  const failed = assertions.filter((asserted) => environment.holds(asserted) !== asserted.expected);
  const reasons = failed.map((asserted) => {
    const { expected, message } = asserted;
    const text = `${describe(asserted)} is ${!expected}, expected ${expected}${message ? `: ${message}` : ""}`;
    return { component: "env_assertions" as const, text, expected, found: !expected };
  });
  return { met: assertions.length - failed.length, of: assertions.length, reasons };
}

/** tau2 looks for the text anywhere once commas are gone, so that "10" is found in "100"; built-in worlds see `told.ts`. */
function checkTold(facts: readonly string[], said: readonly string[] | undefined, kind: WorldKind): Finding {
  if (facts.length > 0 && said === undefined) {
    const text = "what the policy said was not given: pass messages";
    return { met: null, of: facts.length, reasons: [{ component: "communicate", text }] };
  }
  const tellsAsInTau2 = (text: string, fact: string) =>
    text.toLowerCase().replaceAll(",", "").includes(fact.toLowerCase());
  const told = kind === "tau2" ? tellsAsInTau2 : tells;
  const untold = facts.filter((fact) => !said?.some((text) => told(text, fact)));
  const reasons = untold.map((fact) => {
    return { component: "communicate" as const, text: `the user was not told '${fact}'`, expected: fact };
  });
  return { met: facts.length - untold.length, of: facts.length, reasons };
}

/**
 * The reference actions that the `actions` component looks for: on tau2 worlds all. On built-in worlds no reads, since there
 * are many ways to find a thing out; and where the basis has the rows, no writes either: rows and assertions tell whether
 * they had their effect, in whatever way it was had. What is left leaves no trace: a transfer.
 */
export function countedActions(
  { reference_actions, reward_basis }: Task,
  { kind, domain }: Pick<Environment, "kind" | "domain">,
): readonly ReferenceAction[] {
  if (kind === "tau2") return reference_actions;
  return reference_actions.filter(({ requestor, name }) => {
    const effect = domain.tools[requestor][name]?.effect;
    return effect !== "read" && !(effect === "write" && reward_basis.includes("db"));
  });
}

/**
 * Each action that counts must match some call of the same name; on built-in worlds a call that failed matches nothing.
 * Compared are `compare_args`; where a task gives none, the reference's arguments on built-in worlds, the made call's on
 * tau2 worlds, as tau2-bench does.
 */
function checkActions(task: Task, environment: Environment): Finding {
  const tau2 = environment.kind === "tau2";
  const wanted = countedActions(task, environment);
  const missing = wanted.filter((reference) => {
    const { requestor, name, arguments: args, compare_args } = reference;
    return !environment.calls.some((call) => {
      if (call.name !== name || (!tau2 && (call.requestor !== requestor || !call.result.ok))) return false;
      const keys = compare_args ?? Object.keys(tau2 ? call.arguments : args);
      return keys.every((key) => canonical(call.arguments[key]) === canonical(args[key]));
    });
  });
  const reasons = missing.map((reference) => {
    return { component: "actions" as const, text: `not called: ${describe(reference)}`, reference: bare(reference) };
  });
  return { met: wanted.length - missing.length, of: wanted.length, reasons };
}

function checkJudged(assertions: readonly string[], judged: readonly boolean[] | undefined): Finding {
  const of = assertions.length;
  if (of > 0 && judged === undefined) {
    const text = `${of} assertions need a judge and none was given`;
    return { met: null, of, reasons: [{ component: "nl_assertions", text }] };
  }
  const untrue = assertions.filter((_, at) => !judged?.[at]);
  const reasons = untrue.map((expected) => {
    return { component: "nl_assertions" as const, text: `the judge found it untrue: ${expected}`, expected };
  });
  return { met: of - untrue.length, of, reasons };
}
