/**
 * The reference with one thing wrong scores 0: an argument of a sibling, a write twice, a write too many. With its writes in
 * another order it scores 1, where they have no order of their own.
 */
import type { Check } from "./battery.ts";
import type { RowChange } from "./database.ts";
import { differences } from "./difference.ts";
import { canonical, type Json } from "./json.ts";
import { Random } from "./random.ts";
import { compared } from "./reward.ts";
import type { Call, Task } from "./task.ts";
import { isWrite, Trial, writesOf } from "./trial.ts";
import type { World } from "./world.ts";

/** Each argument of each write replaced by another value of its kind, out of the task's own reads: item, order, card. */
const siblingsScoreNothing: Check = function* (world) {
  const random = new Random("siblings");
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    const siblings = siblingsByShape(world, task, trial);
    for (const at of writesOf(world.domain, task)) {
      const action = task.reference_actions[at] as Call;
      for (const [name, value] of Object.entries(action.arguments)) {
        const swapped = swap(value, siblings, random.fork(task.id));
        if (swapped === undefined) continue;
        const call = { ...action, arguments: { ...action.arguments, [name]: swapped } };
        if (trial.worth(task.reference_actions.with(at, call)) !== 0)
          yield `${task.id}: ${action.name} with ${name} ${JSON.stringify(swapped)} scores`;
      }
    }
  }
};

/** "#W0012345" and "#W0099999" have one shape, as have "credit_card_1" and "gift_card_2". */
function shapeOf(text: string): string {
  return text.replace(/[A-Za-z]+/g, "a").replace(/\d+/g, (digits) => `${digits.length}`);
}

function siblingsByShape({ domain }: World, task: Task, { environment }: Trial): Map<string, string[]> {
  const byShape = new Map<string, Set<string>>();
  const visit = (value: Json): void => {
    if (typeof value === "string") byShape.set(shapeOf(value), (byShape.get(shapeOf(value)) ?? new Set()).add(value));
    else if (value !== null && typeof value === "object") {
      for (const key of Array.isArray(value) ? [] : Object.keys(value)) visit(key);
      Object.values(value).forEach(visit);
    }
  };
  for (const action of task.reference_actions.filter((action) => !isWrite(domain, action))) {
    const result = environment.call(action.requestor, action.name, action.arguments);
    if (result.ok) visit(result.value);
  }
  return new Map([...byShape].map(([shape, values]) => [shape, [...values]]));
}

/** The value, or one member of the list, as another of its shape that does not stand in it yet. */
function swap(value: Json, siblings: Map<string, string[]>, random: Random): Json | undefined {
  const present = Array.isArray(value) ? value : [value];
  const at = random.int(0, present.length - 1);
  const old = present[at];
  if (typeof old !== "string") return undefined;
  const others = (siblings.get(shapeOf(old)) ?? []).filter((other) => !present.includes(other));
  if (others.length === 0) return undefined;
  const other = random.pick(others);
  return Array.isArray(value) ? value.with(at, other) : other;
}

/**
 * A repeat that takes effect spoils the run. One that is refused, sets what is set, or moves only what nobody compares
 * leaves it right.
 */
const duplicatesScoreNothing: Check = function* (world) {
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    for (const at of writesOf(world.domain, task)) {
      const { requestor, name, arguments: args } = task.reference_actions[at] as Call;
      trial.make(task.reference_actions);
      const before = trial.standing();
      trial.environment.call(requestor, name, args);
      const { value } = trial.score();
      if (value !== (trial.standing() === before ? 1 : 0)) yield `${task.id}: ${name} twice scores ${value}`;
    }
  }
};

/** Of writes that another task makes, so many are tried for one that takes effect in this task's environment. */
const TRIES = 20;

/**
 * A write of another split's task, before or after the reference. It takes effect, or it would prove nothing, and is none
 * that the reference makes itself, such as paying what one is asked to.
 */
const extraWritesScoreNothing: Check = function* (world) {
  const tasks = [...world.tasks.values()];
  const writes = tasks.flatMap((task) => effectiveWrites(world, task).map((call) => ({ task, call })));
  const elsewhere = (split: Task["split"]) => writes.filter(({ task }) => task.split !== split);
  const others = { train: elsewhere("train"), test: elsewhere("test") };
  for (const [index, task] of tasks.entries()) {
    const candidates = task.split === null ? [] : others[task.split];
    const own = new Set(task.reference_actions.map(callText));
    using trial = new Trial(world, task);
    for (let tried = 0; tried < Math.min(TRIES, candidates.length); tried++) {
      const { task: other, call } = candidates[(index + tried) % candidates.length] as (typeof writes)[number];
      if (own.has(callText(call))) continue;
      trial.make([]);
      const start = trial.standing();
      trial.make([call]);
      if (trial.standing() === start) continue;
      const first = trial.worth([call, ...task.reference_actions]);
      if (first !== 0) yield `${task.id}: after ${call.name} of ${other.id} it scores ${first}`;
      trial.make(task.reference_actions);
      const end = trial.standing();
      trial.environment.call(call.requestor, call.name, call.arguments);
      const { value } = trial.score();
      if (trial.standing() !== end && value !== 0)
        yield `${task.id}: with ${call.name} of ${other.id} besides it scores ${value}`;
      break;
    }
  }
};

function callText({ requestor, name, arguments: args }: Call): string {
  return canonical([requestor, name, args]);
}

/** The reference's writes that change rows which are compared. */
function effectiveWrites(world: World, task: Task): Call[] {
  const changes = compared(world.expected(task), world);
  const at = new Set(changes.flatMap(({ history }) => history.map(({ call }) => call)));
  return task.reference_actions.filter((action, index) => at.has(index) && isWrite(world.domain, action));
}

/**
 * The reads, then the writes in reverse. Left out are tasks in which both sides act, since a fix on one side may need the
 * other's before it; runs in which a call is refused; and those that end otherwise only in rows to which two calls wrote,
 * such as settings that a restart takes up: these writes have an order of their own. An id that depends on the order is no
 * such row, and is found.
 */
const orderOfWritesIsFree: Check = function* (world) {
  for (const task of world.tasks.values()) {
    const order = writesOf(world.domain, task);
    const actions = order.map((at) => task.reference_actions[at] as Call);
    if (actions.length < 2 || new Set(actions.map(({ requestor }) => requestor)).size > 1) continue;
    const reads = task.reference_actions.filter((_, at) => !order.includes(at));
    using trial = new Trial(world, task);
    if (trial.make([...reads, ...actions.toReversed()]).length > 0) continue;
    const { value, reasons } = trial.score();
    if (value === 1 || hasOrder(world.expected(task), trial.environment.changes())) continue;
    yield `${task.id}: its writes in reverse score ${value}: ${reasons.map(({ text }) => text).join("; ")}`;
  }
};

/** Whether two ends differ, and only in rows to which several calls wrote. */
function hasOrder(expected: readonly RowChange[], found: readonly RowChange[]): boolean {
  const several = [...expected, ...found].filter(({ history }) => new Set(history.map(({ call }) => call)).size > 1);
  const shared = new Set(several.map(({ table, key }) => `${table.name} ${key}`));
  const rows = differences(expected, found, true);
  return rows.length > 0 && rows.every(({ table, key }) => shared.has(`${table} ${key}`));
}

/** By name, in the order of what to mend first. */
export const mutations: Readonly<Record<string, Check>> = {
  "a sibling argument scores 0": siblingsScoreNothing,
  "a duplicate that takes effect scores 0": duplicatesScoreNothing,
  "an extra write scores 0": extraWritesScoreNothing,
  "writes that commute score 1 in any order": orderOfWritesIsFree,
};
