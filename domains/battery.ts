/**
 * What right and wrong runs of a task score. The reference, also with extra reads or with its writes in another order,
 * scores 1; doing nothing, transferring, and the reference with any one thing wrong score 0.
 */
import type { Domain } from "./domain.ts";
import type { Environment } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import { Random } from "./random.ts";
import { type Reward, type RewardMode, reward } from "./reward.ts";
import type { Call, Task } from "./task.ts";
import { transferTool } from "./tool.ts";
import type { World } from "./world.ts";

/** Yields one line for each thing that is wrong with the world's tasks. */
export type Check = (world: World) => Iterable<string>;

/** Runs calls in a fresh environment and scores them, with what the task wants told having been said. */
function run(
  world: World,
  task: Task,
  calls: readonly Call[],
  said = task.communicate,
  mode: RewardMode = "evaluation",
) {
  using environment = world.open({ task });
  for (const call of calls) environment.call(call.requestor, call.name, call.arguments);
  return { reward: reward(world, task, environment, { said }, mode), failed: failures(environment) };
}

function failures({ calls }: Environment): string[] {
  return calls.flatMap(({ name, result }) => (result.ok ? [] : `${name}: ${result.error}`));
}

function why({ reasons }: Reward): string {
  return reasons.map(({ text }) => text).join("; ");
}

function isWrite(domain: Domain, { requestor, name }: Call): boolean {
  return domain.tools[requestor][name]?.effect === "write";
}

/** Indices of the reference actions that write. */
function writes(domain: Domain, task: Task): number[] {
  return task.reference_actions.flatMap((action, at) => (isWrite(domain, action) ? at : []));
}

function without<T>(list: readonly T[], at: number): T[] {
  return list.filter((_, index) => index !== at);
}

const referenceScores: Check = function* (world) {
  for (const task of world.tasks.values()) {
    const result = run(world, task, task.reference_actions);
    if (result.failed.length > 0) yield `${task.id}: a reference call fails: ${result.failed.join("; ")}`;
    if (result.reward.value !== 1)
      yield `${task.id}: the reference scores ${result.reward.value}: ${why(result.reward)}`;
    if (run(world, task, task.reference_actions, task.communicate, "training").reward.value !== 1) {
      yield `${task.id}: the reference does not score in training mode`;
    }
  }
};

const silenceScoresNothing: Check = function* (world) {
  for (const task of world.tasks.values()) {
    for (const mode of ["evaluation", "training"] as const) {
      if (run(world, task, [], [], mode).reward.value !== 0) yield `${task.id}: doing nothing scores in ${mode}`;
    }
  }
};

const transferScoresNothing: Check = function* (world) {
  if (!world.domain.tools.assistant[transferTool]) return;
  const transfer: Call = { requestor: "assistant", name: transferTool, arguments: { summary: "The user needs help." } };
  for (const task of world.tasks.values()) {
    if (task.reference_actions.some(({ name }) => name === transferTool)) continue;
    if (run(world, task, [transfer], []).reward.value !== 0) yield `${task.id}: transferring at once scores`;
  }
};

const everyWriteCounts: Check = function* (world) {
  for (const task of world.tasks.values()) {
    for (const at of writes(world.domain, task)) {
      const { value } = run(world, task, without(task.reference_actions, at)).reward;
      if (value !== 0) yield `${task.id}: without ${task.reference_actions[at]?.name} it scores ${value}`;
    }
  }
};

/** Each argument of each write replaced by another value of its kind, out of the task's own reads: item, order, card. */
const siblingsScoreNothing: Check = function* (world) {
  const random = new Random("siblings");
  for (const task of world.tasks.values()) {
    const siblings = siblingsByShape(world, task);
    for (const at of writes(world.domain, task)) {
      const action = task.reference_actions[at] as Call;
      for (const [name, value] of Object.entries(action.arguments)) {
        const swapped = swap(value, siblings, random.fork(task.id));
        if (swapped === undefined) continue;
        const call = { ...action, arguments: { ...action.arguments, [name]: swapped } };
        const result = run(world, task, task.reference_actions.with(at, call));
        if (result.reward.value !== 0)
          yield `${task.id}: ${action.name} with ${name} ${JSON.stringify(swapped)} scores`;
      }
    }
  }
};

/** "#W0012345" and "#W0099999" have one shape, as have "credit_card_1" and "gift_card_2". */
function shapeOf(text: string): string {
  return text.replace(/[A-Za-z]+/g, "a").replace(/\d+/g, (digits) => `${digits.length}`);
}

function siblingsByShape(world: World, task: Task): Map<string, string[]> {
  using environment = world.open();
  const byShape = new Map<string, Set<string>>();
  const visit = (value: Json): void => {
    if (typeof value === "string") byShape.set(shapeOf(value), (byShape.get(shapeOf(value)) ?? new Set()).add(value));
    else if (value !== null && typeof value === "object") {
      for (const key of Array.isArray(value) ? [] : Object.keys(value)) visit(key);
      Object.values(value).forEach(visit);
    }
  };
  for (const action of task.reference_actions.filter((action) => !isWrite(world.domain, action))) {
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

/** A repeat that takes effect spoils the run; one that is refused, or sets what is set, leaves the state right. */
const duplicatesScoreNothing: Check = function* (world) {
  for (const task of world.tasks.values()) {
    for (const at of writes(world.domain, task)) {
      const action = task.reference_actions[at] as Call;
      using environment = world.open();
      for (const call of task.reference_actions) environment.call(call.requestor, call.name, call.arguments);
      const before = endState(environment);
      environment.call(action.requestor, action.name, action.arguments);
      const took = endState(environment) !== before;
      const { value } = reward(world, task, environment, { said: task.communicate });
      if (value !== (took ? 0 : 1)) yield `${task.id}: ${action.name} twice scores ${value}`;
    }
  }
};

function endState(environment: Environment): string {
  return canonical(environment.changes().map(({ table, key, after }) => [table.name, key, after]));
}

const extraWritesScoreNothing: Check = function* (world) {
  const tasks = [...world.tasks.values()];
  for (const [index, task] of tasks.entries()) {
    const other = [...tasks.slice(index + 1), ...tasks.slice(0, index)].find((candidate) => {
      return candidate.split !== task.split && writes(world.domain, candidate).length > 0;
    });
    const extra = other?.reference_actions[writes(world.domain, other)[0] as number];
    if (!extra) continue;
    for (const calls of [
      [...task.reference_actions, extra],
      [extra, ...task.reference_actions],
    ]) {
      const { value } = run(world, task, calls).reward;
      if (value !== 0) yield `${task.id}: with the write of ${other?.id} besides it scores ${value}`;
    }
  }
};

const orderOfWritesIsFree: Check = function* (world) {
  for (const task of world.tasks.values()) {
    const order = writes(world.domain, task);
    if (order.length < 2) continue;
    const reads = task.reference_actions.filter((_, at) => !order.includes(at));
    const reversed = order.toReversed().map((at) => task.reference_actions[at] as Call);
    const result = run(world, task, [...reads, ...reversed]);
    if (result.failed.length === 0 && result.reward.value !== 1) {
      yield `${task.id}: its writes in reverse score ${result.reward.value}: ${why(result.reward)}`;
    }
  }
};

const extraReadsAreFree: Check = function* (world) {
  const tasks = [...world.tasks.values()];
  const reads = new Map<string, Call>();
  for (const action of tasks.flatMap((task) => task.reference_actions)) {
    const { effect } = world.domain.tools[action.requestor][action.name] ?? {};
    if (effect === "read" || effect === "none") reads.set(action.name, action);
  }
  const extra = [...reads.values()].filter(({ name }) => name !== transferTool);
  for (const task of tasks) {
    const calls = task.reference_actions.flatMap((action) => [...extra, action]);
    const { value } = run(world, task, [...calls, ...extra]).reward;
    if (value !== 1) yield `${task.id}: extra reads make it ${value}`;
  }
};

/** By name, in the order of what to mend first. */
export const battery: Readonly<Record<string, Check>> = {
  "reference actions score 1": referenceScores,
  "doing nothing scores 0": silenceScoresNothing,
  "transferring at once scores 0": transferScoresNothing,
  "a dropped write scores 0": everyWriteCounts,
  "a sibling argument scores 0": siblingsScoreNothing,
  "a duplicate that takes effect scores 0": duplicatesScoreNothing,
  "an extra write scores 0": extraWritesScoreNothing,
  "writes that commute score 1 in any order": orderOfWritesIsFree,
  "extra reads score 1": extraReadsAreFree,
};
