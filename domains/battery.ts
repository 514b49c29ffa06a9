/**
 * What right and unfinished runs of a task score: the reference scores 1; doing nothing, transferring, and the reference
 * with a write left out or not yet made score 0. Runs that go wrong: `mutations.ts`.
 */

import { compared, countedActions, type RewardMode } from "./reward.ts";
import type { Call, Task } from "./task.ts";
import { transferTool } from "./tool.ts";
import { isWrite, Trial, writesOf } from "./trial.ts";
import type { World } from "./world.ts";

/** Yields one line for each thing that is wrong with the world's tasks. */
export type Check = (world: World) => Iterable<string>;

const MODES: readonly RewardMode[] = ["evaluation", "training"];

/** Also by one agent that has both sides' tools, where the task has a ticket for it. */
const referenceScores: Check = function* (world) {
  for (const task of world.tasks.values()) {
    yield* runReference(world, task, false);
    if (task.ticket !== undefined) yield* runReference(world, task, true);
  }
};

function* runReference(world: World, task: Task, solo: boolean): Iterable<string> {
  using trial = new Trial(world, task, { solo });
  const who = solo ? `${task.id}, solo` : task.id;
  const calls = task.reference_actions.map((call) => (solo ? { ...call, requestor: "assistant" as const } : call));
  const failed = trial.make(calls);
  if (failed.length > 0) yield `${who}: a reference call fails: ${failed.join("; ")}`;
  for (const mode of MODES) {
    const { value, reasons } = trial.score(undefined, mode);
    const why = reasons.map(({ text }) => text).join("; ");
    if (value !== 1) yield `${who}: the reference scores ${value} in ${mode}: ${why}`;
  }
}

const silenceScoresNothing: Check = function* (world) {
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    for (const mode of MODES) {
      if (trial.score({ said: [] }, mode).value !== 0) yield `${task.id}: doing nothing scores in ${mode}`;
    }
  }
};

/** Where the reference does nothing but look and transfer, that is the right answer. */
const transferScoresNothing: Check = function* (world) {
  if (!world.domain.tools.assistant[transferTool]) return;
  const transfer: Call = { requestor: "assistant", name: transferTool, arguments: { summary: "The user needs help." } };
  for (const task of world.tasks.values()) {
    const transfers = task.reference_actions.some(({ name }) => name === transferTool);
    if (transfers && writesOf(world.domain, task).length === 0) continue;
    using trial = new Trial(world, task);
    if (trial.worth([transfer], { said: [] }) !== 0) yield `${task.id}: transferring at once scores`;
  }
};

const everyWriteCounts: Check = function* (world) {
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    for (const at of writesOf(world.domain, task)) {
      const value = trial.worth(task.reference_actions.toSpliced(at, 1));
      if (value !== 0) yield `${task.id}: without ${task.reference_actions[at]?.name} it scores ${value}`;
    }
  }
};

/** Each beginning of the reference that lacks a write, with all having been told: no fix may come after success. */
const unfinishedScoresNothing: Check = function* (world) {
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    const last = writesOf(world.domain, task).at(-1) ?? -1;
    for (const [at, action] of task.reference_actions.slice(0, last + 1).entries()) {
      const { value } = trial.score();
      if (value !== 0) yield `${task.id}: scores ${value} before action ${at}, ${action.name}`;
      trial.environment.call(action.requestor, action.name, action.arguments);
    }
  }
};

/** Elsewhere silence is told from success by rows or by actions that are called for. */
const assertionsFailAtStart: Check = function* (world) {
  for (const task of world.tasks.values()) {
    const { env_assertions: assertions, reward_basis: basis } = task;
    if (!basis.includes("env_assertions") || assertions.length === 0) continue;
    if (basis.includes("actions") && countedActions(task, world).length > 0) continue;
    using trial = new Trial(world, task);
    const { environment } = trial;
    if (basis.includes("db") && compared(world.expected(task), world).length > 0) continue;
    if (assertions.every((asserted) => environment.holds(asserted) === asserted.expected)) {
      yield `${task.id}: all it asserts holds before anything is done`;
    }
  }
};

/** Whatever is looked up besides, on both sides, before each write and in the end. */
const extraReadsAreFree: Check = function* (world) {
  const tasks = [...world.tasks.values()];
  const reads = new Map<string, Call>();
  for (const action of tasks.flatMap((task) => task.reference_actions)) {
    if (!isWrite(world.domain, action) && action.name !== transferTool) reads.set(action.name, action);
  }
  const extra = [...reads.values()];
  for (const task of tasks) {
    using trial = new Trial(world, task);
    trial.make(extra);
    if (trial.environment.changes().length > 0) yield `${task.id}: reads change its rows`;
    const calls = task.reference_actions.flatMap((action) => {
      return isWrite(world.domain, action) ? [...extra, action] : action;
    });
    const value = trial.worth([...calls, ...extra]);
    if (value !== 1) yield `${task.id}: extra reads make it ${value}`;
  }
};

/** By name, in the order of what to mend first. */
export const battery: Readonly<Record<string, Check>> = {
  "reference actions score 1": referenceScores,
  "assertions fail at the start": assertionsFailAtStart,
  "doing nothing scores 0": silenceScoresNothing,
  "transferring at once scores 0": transferScoresNothing,
  "a dropped write scores 0": everyWriteCounts,
  "an unfinished run scores 0": unfinishedScoresNothing,
  "extra reads score 1": extraReadsAreFree,
};
