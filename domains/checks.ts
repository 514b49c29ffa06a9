/**
 * What every domain must do, as named functions of its built-in world. Each yields one line for each thing that is wrong.
 * The mutation battery is here: what a wrong run scores is as much a property of a task as what a right one does.
 */
import { z } from "zod";
import { createImage, openDatabase } from "./database.ts";
import type { Domain } from "./domain.ts";
import type { Environment } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import { Random } from "./random.ts";
import { type Reward, type RewardMode, reward } from "./reward.ts";
import { type Call, hasContent, type Task } from "./task.ts";
import { transferTool } from "./tool.ts";
import { builtinWorld, type World } from "./world.ts";

export type Check = (world: World) => Iterable<string>;

/** Runs calls in a fresh environment and scores them, with what the task wants told having been said. */
function run(
  world: World,
  task: Task,
  calls: readonly Call[],
  said = task.communicate,
  mode: RewardMode = "evaluation",
) {
  using environment = world.open();
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

const toolsAreDescribed: Check = function* ({ domain }) {
  for (const [side, tools] of Object.entries(domain.tools)) {
    for (const [name, { description, input, output }] of Object.entries(tools)) {
      if (description.length < 20) yield `${side} ${name}: describe when to use it`;
      for (const [argument, schema] of Object.entries(input.shape)) {
        if (!(schema as z.ZodType).description) yield `${side} ${name}: argument ${argument} has no description`;
      }
      z.toJSONSchema(output, { io: "output" });
    }
  }
};

const seedFixesWorld: Check = function* (world) {
  const again = builtinWorld(world.domain, world.seed);
  const other = builtinWorld(world.domain, world.seed + 1);
  const rows = (of: World) => {
    using environment = of.open();
    return JSON.stringify(environment.state());
  };
  const tasks = (of: World) => JSON.stringify([...of.tasks.values()]);
  if (rows(world) !== rows(again)) yield "the same seed gives other rows";
  if (tasks(world) !== tasks(again)) yield "the same seed gives other tasks";
  if (rows(world) === rows(other)) yield "another seed gives the same rows";
};

const documentHoldsAllRows: Check = function* (world) {
  using environment = world.open();
  const document = environment.state().agent;
  const parsed = world.domain.document.shape.safeParse(document);
  if (!parsed.success) yield `the document is not of its own shape: ${parsed.error.issues[0]?.message}`;
  const image = createImage(world.domain.schema, (db) => world.domain.document.write(db, document));
  const copy = openDatabase(image);
  if (canonical(world.domain.document.read(copy)) !== canonical(document)) yield "written and read again, it differs";
};

const tasksAreDistinct: Check = function* (world) {
  const seen = new Map<string, string>();
  for (const task of world.tasks.values()) {
    if (task.domain !== world.domain.name) yield `${task.id}: belongs to domain '${task.domain}'`;
    const { user, reference_actions } = task;
    const twin = seen.get(canonical([user.instructions, reference_actions]));
    if (twin) yield `${task.id}: the same as ${twin}`;
    seen.set(canonical([user.instructions, reference_actions]), task.id);
    const empty = task.reward_basis.filter((component) => !hasContent(task, component));
    if (empty.length > 0) yield `${task.id}: nothing for ${empty.join(", ")} to check`;
    const agenda = user.agenda?.steps ?? [];
    const told = agenda.flatMap((step) => step.tell);
    if (user.agenda && canonical(told.toSorted()) !== canonical(task.communicate.toSorted())) {
      yield `${task.id}: its agenda asks for other facts than communicate lists`;
    }
    for (const at of agenda.flatMap((step) => step.actions)) {
      if (!reference_actions[at]) yield `${task.id}: its agenda names action ${at}, which is none`;
    }
  }
};

const splitsAreDisjoint: Check = function* (world) {
  const owner = new Map<string, Task>();
  for (const task of world.tasks.values()) {
    using environment = world.open();
    for (const { requestor, name, arguments: args } of task.reference_actions) environment.call(requestor, name, args);
    const values = new Set<string>();
    for (const { arguments: args, result } of environment.calls) {
      collect(args, world.domain.heldOut, values);
      if (result.ok) collect(result.value, world.domain.heldOut, values);
    }
    for (const value of values) {
      const first = owner.get(value);
      if (first === undefined) owner.set(value, task);
      else if (first.split !== task.split)
        yield `${task.id} (${task.split}) shares ${value} with ${first.id} (${first.split})`;
    }
  }
};

function collect(value: Json, names: readonly string[], into: Set<string>): void {
  if (value === null || typeof value !== "object") return;
  for (const [key, child] of Object.entries(value)) {
    if (names.includes(key) && typeof child === "string") into.add(`${key} ${child}`);
    collect(child, names, into);
  }
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
export const checks: Readonly<Record<string, Check>> = {
  "tools and their arguments are described": toolsAreDescribed,
  "a seed fixes rows and tasks": seedFixesWorld,
  "the document holds all rows": documentHoldsAllRows,
  "tasks are distinct and whole": tasksAreDistinct,
  "splits share no subject": splitsAreDisjoint,
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
