/** (task, environment, transcript) -> Reward. Pure: it reads the environment and changes nothing. */
import type { RowChange, SqlValue } from "./database.ts";
import type { Environment } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import type { Call, Component, ReferenceAction, Task } from "./task.ts";
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
  const findings: Record<Exclude<Component, "env_assertions">, { score: number | null; reasons: Reason[] }> = {
    db: compareRows(expected, environment.changes(), environment.calls, task, world.kind),
    communicate: checkTold(task.communicate, transcript.said, world.kind),
    actions: checkActions(task.reference_actions, environment.calls, world.kind),
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
type Row = { change: RowChange; values: readonly SqlValue[] | null };

/**
 * Final rows against expected ones. Built-in worlds compare as sets: `position` columns, which only keep the order of
 * a list, are left out. A tau2 world compares them, as tau2-bench hashes lists in order.
 */
function compareRows(
  expected: readonly RowChange[],
  found: readonly RowChange[],
  calls: readonly Call[],
  task: Task,
  kind: WorldKind,
): Finding {
  const wanted = index(expected);
  const had = index(found);
  const missing: Row[] = [];
  const surplus: Row[] = [];
  for (const id of new Set([...wanted.keys(), ...had.keys()])) {
    const want = wanted.get(id);
    const have = had.get(id);
    const change = (have ?? want) as RowChange;
    missing.push({ change: want ?? change, values: want ? want.after : change.before });
    surplus.push({ change, values: have ? have.after : change.before });
  }
  cancelEqual(missing, surplus, kind === "builtin");
  const reasons: Reason[] = [];
  while (missing.length > 0 || surplus.length > 0) {
    const want = missing.shift();
    const twin = want ? surplus.findIndex((row) => idOf(row.change) === idOf(want.change)) : 0;
    const have = twin < 0 ? undefined : surplus.splice(twin, 1)[0];
    reasons.push(...explain(want, have, calls, task, kind));
  }
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}

function index(changes: readonly RowChange[]): Map<string, RowChange> {
  return new Map(changes.map((change) => [idOf(change), change]));
}

function idOf({ table, key }: RowChange): string {
  return `${table.name} ${key}`;
}

/** Takes out of both lists the rows that stand in both, each as often as it does. Absent rows say nothing. */
function cancelEqual(missing: Row[], surplus: Row[], asSets: boolean): void {
  const text = ({ change, values }: Row) => {
    const { name, position } = change.table;
    return name + JSON.stringify(values?.map((value, at) => (asSets && at === position ? null : value)) ?? null);
  };
  const open = new Map<string, Row[]>();
  for (const row of surplus.filter(({ values }) => values !== null)) {
    const rows = open.get(text(row));
    if (rows) rows.push(row);
    else open.set(text(row), [row]);
  }
  const paired = new Set<Row>();
  for (const row of missing.filter(({ values }) => values !== null)) {
    const twin = open.get(text(row))?.pop();
    if (twin) paired.add(row).add(twin);
  }
  const left = (rows: Row[]) => rows.filter((row) => row.values !== null && !paired.has(row));
  missing.splice(0, missing.length, ...left(missing));
  surplus.splice(0, surplus.length, ...left(surplus));
}

function explain(
  want: Row | undefined,
  have: Row | undefined,
  calls: readonly Call[],
  task: Task,
  kind: WorldKind,
): Reason[] {
  const { table, key } = (have ?? want)?.change as RowChange;
  const reason = (column: number | null, expected: SqlValue | undefined, found: SqlValue | undefined): Reason => {
    const culprit = have ? lastWriter(have.change, column) : undefined;
    const healer = want ? lastWriter(want.change, column) : undefined;
    const call = culprit === undefined ? undefined : calls[culprit];
    const blamed = have && wasTouched(have) && call ? { index: culprit as number, ...bare(call) } : null;
    const reference = want && wasTouched(want) ? task.reference_actions[healer as number] : undefined;
    const where = `${table.name} ${key}${column === null ? "" : `, ${table.columns[column]}`}`;
    const show = (value: SqlValue | undefined) => (value === undefined ? "no row" : JSON.stringify(value));
    const cause = blamed
      ? `, since call ${blamed.index}, ${describe(blamed)}`
      : reference
        ? `: missing ${describe(reference)}`
        : "";
    return {
      component: "db",
      text: `${where}: expected ${column === null ? (want ? "a row" : "no row") : show(expected)}, found ${
        column === null ? (have ? "a row" : "no row") : show(found)
      }${cause}`,
      table: table.name,
      key,
      column: column === null ? null : (table.columns[column] as string),
      expected: column === null ? rowObject(want) : (expected ?? null),
      found: column === null ? rowObject(have) : (found ?? null),
      call: blamed,
      reference: reference ? bare(reference) : null,
    };
  };
  if (!want?.values || !have?.values) return [reason(null, undefined, undefined)];
  const reasons: Reason[] = [];
  for (const [column, value] of want.values.entries()) {
    const other = have.values[column];
    if (value === other || (kind === "builtin" && column === table.position)) continue;
    reasons.push(reason(column, value, other));
  }
  return reasons;
}

/** A row stands for its own change, or, where that side never wrote to it, for what it was at the start. */
function wasTouched({ change, values }: Row): boolean {
  return values === change.after;
}

function rowObject(row: Row | undefined): Json {
  if (!row?.values) return null;
  const { columns } = row.change.table;
  return Object.fromEntries(row.values.map((value, at) => [columns[at] as string, value]));
}

function bare({ requestor, name, arguments: args }: Call): Call {
  return { requestor, name, arguments: args };
}

function describe({ name, arguments: args }: Call): string {
  return `${name}(${JSON.stringify(args)})`;
}

/** The last call that changed this column of the row (or the row at all, when null). */
function lastWriter({ history, after }: RowChange, column: number | null): number {
  let next: readonly SqlValue[] | null = after;
  for (const { call, before } of history.toReversed()) {
    if (column === null || before === null || next === null || before[column] !== next[column]) return call;
    next = before;
  }
  return history.at(-1)?.call ?? -1;
}

/** tau2 looks for the text anywhere once commas are gone, so that "10" is found in "100"; built-in worlds want whole words. */
function checkTold(facts: readonly string[], said: readonly string[] | undefined, kind: WorldKind) {
  if (facts.length === 0) return { score: 1, reasons: [] };
  if (said === undefined) {
    const text = "what the policy said was not given: pass messages";
    return { score: null, reasons: [{ component: "communicate" as const, text }] };
  }
  const messages = said.map((text) => text.toLowerCase().replaceAll(",", ""));
  const untold = facts.filter((fact) => {
    const wanted = kind === "tau2" ? fact.toLowerCase() : fact.toLowerCase().replaceAll(",", "");
    return !messages.some((message) => (kind === "tau2" ? message.includes(wanted) : includesWord(message, wanted)));
  });
  const reasons = untold.map((fact) => {
    return { component: "communicate" as const, text: `the user was not told '${fact}'`, expected: fact };
  });
  return { score: reasons.length === 0 ? 1 : 0, reasons };
}

/** Whether `wanted` stands in `text` with no letter, digit or decimal part going on at either end: 54.1 is not in 54.10. */
function includesWord(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    if (!/[\p{L}\p{N}]$|\p{N}\.$/u.test(before) && !/^[\p{L}\p{N}]|^\.\p{N}/u.test(after)) return true;
  }
  return false;
}

/**
 * Each reference action must match some call of the same name. Compared are `compare_args`; where a task gives none, the
 * reference's arguments on built-in worlds, the made call's on tau2 worlds, as tau2-bench does.
 */
function checkActions(references: readonly ReferenceAction[], calls: readonly Call[], kind: WorldKind): Finding {
  const missing = references.filter((reference) => {
    return !calls.some((call) => {
      if (call.name !== reference.name) return false;
      if (kind === "builtin" && call.requestor !== reference.requestor) return false;
      const keys = reference.compare_args ?? Object.keys(kind === "tau2" ? call.arguments : reference.arguments);
      return keys.every((key) => canonical(call.arguments[key]) === canonical(reference.arguments[key]));
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
