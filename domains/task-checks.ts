/** What tasks must be before they are run: whole, distinct, of what the domain has, and each of one split. */

import type { Check } from "./battery.ts";
import type { CallRecord } from "./environment.ts";
import { canonical, type Json } from "./json.ts";
import { type Call, hasContent, type Task } from "./task.ts";
import { asError } from "./thrown.ts";
import { tells } from "./told.ts";
import { Trial } from "./trial.ts";
import type { World } from "./world.ts";

const tasksAreDistinct: Check = function* (world) {
  const seen = new Map<string, string>();
  for (const task of world.tasks.values()) {
    if (task.domain !== world.domain.name) yield `${task.id}: belongs to domain '${task.domain}'`;
    const { user, reference_actions, initial_state } = task;
    const key = canonical([user.instructions, reference_actions, initial_state]);
    const twin = seen.get(key);
    if (twin) yield `${task.id}: the same as ${twin}`;
    seen.set(key, task.id);
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
    const asked = new Set(agenda.flatMap((step) => step.actions));
    for (const [at, { requestor, name }] of reference_actions.entries()) {
      const isWrite = world.domain.tools[requestor][name]?.effect === "write";
      if (user.agenda && isWrite && !asked.has(at)) yield `${task.id}: no step of its agenda has action ${at}, ${name}`;
    }
  }
};

/** Setups and assertions are looked for when tasks are made. */
const toolsExist: Check = function* ({ domain, tasks }) {
  const unknown = ({ requestor, name }: Call) => !Object.hasOwn(domain.tools[requestor], name);
  for (const { id, reference_actions, user } of tasks.values()) {
    const steps = user.agenda?.steps ?? [];
    const withdrawn = steps.flatMap(({ change_of_mind }) => change_of_mind?.withdrawn ?? []);
    const tests = steps.flatMap(({ test }) => test?.call ?? []);
    for (const call of [...reference_actions, ...withdrawn, ...tests].filter(unknown)) {
      yield `${id}: the ${call.requestor} has no tool '${call.name}'`;
    }
    for (const { requestor, name } of tests) {
      if (requestor !== "user") yield `${id}: its user tests with ${name}, which is no tool of the user's`;
      if (domain.tools[requestor][name]?.effect === "write") yield `${id}: its user tests with ${name}, which writes`;
    }
    for (const { requestor, name, compare_args } of reference_actions) {
      const takes = domain.tools[requestor][name]?.input.shape ?? {};
      const stray = compare_args?.filter((argument) => !Object.hasOwn(takes, argument)) ?? [];
      if (stray.length > 0) yield `${id}: compares ${stray.join(", ")}, which ${name} does not take`;
    }
  }
};

const startsCanBeReached: Check = function* (world) {
  for (const task of world.tasks.values()) {
    try {
      world.open({ task }).close();
    } catch (error) {
      yield `${task.id}: ${asError(error).message}`;
    }
  }
};

/** At the start and after the reference: of the right arguments, and without a write. */
const assertionsCanBeAsked: Check = function* (world) {
  for (const task of world.tasks.values()) {
    if (task.env_assertions.length === 0) continue;
    using trial = new Trial(world, task);
    for (const calls of [[], task.reference_actions]) {
      trial.make(calls);
      for (const asserted of task.env_assertions) {
        try {
          trial.environment.holds(asserted);
        } catch (error) {
          yield `${task.id}: ${asError(error).message}`;
        }
      }
    }
  }
};

/** What a user tries before it is content fails at the start, and passes once the step's actions are done. */
const testsTell: Check = function* (world) {
  for (const task of world.tasks.values()) {
    for (const { test, actions } of task.user.agenda?.steps ?? []) {
      if (test === undefined) continue;
      using trial = new Trial(world, task);
      if (passes(trial, test)) yield `${task.id}: its user's test, ${test.call.name}, passes at the start`;
      trial.make(task.reference_actions.slice(0, Math.max(-1, ...actions) + 1));
      if (!passes(trial, test)) yield `${task.id}: its user's test, ${test.call.name}, does not pass in the end`;
    }
  }
};

function passes({ environment }: Trial, { call, says }: { call: Call; says: string }): boolean {
  const result = environment.call(call.requestor, call.name, call.arguments);
  if (!result.ok) return false;
  return (typeof result.value === "string" ? result.value : JSON.stringify(result.value)).includes(says);
}

/** What the reference needs and the user would have told stands in the ticket too, or in what was looked up before. */
const ticketsAreWhole: Check = function* (world) {
  for (const task of world.tasks.values()) {
    if (task.ticket === undefined) continue;
    using trial = new Trial(world, task);
    trial.make(task.reference_actions);
    const told = userKnows(task);
    let known = task.ticket;
    for (const { name, arguments: args, result } of trial.environment.calls) {
      const missing = leaves(args).filter((leaf) => tells(told, leaf) && !tells(known, leaf));
      if (missing.length > 0) yield `${task.id}: its ticket lacks ${missing.join(", ")}, which ${name} needs`;
      if (result.ok) known += `\n${leaves(result.value).join("\n")}`;
    }
  }
};

function userKnows({ user: { agenda, instructions } }: Task): string {
  if (agenda === undefined) return instructions;
  const facts = [...agenda.identity, ...agenda.steps.flatMap((step) => step.facts)];
  return [...facts, ...agenda.steps].map(({ say }) => say).join("\n");
}

function leaves(value: Json): string[] {
  if (typeof value === "string" || typeof value === "number") return value === "" ? [] : [String(value)];
  if (value === null || typeof value === "boolean") return [];
  return Object.values(value).flatMap(leaves);
}

const splitsAreDisjoint: Check = function* (world) {
  const owner = new Map<string, Task>();
  for (const task of world.tasks.values()) {
    using trial = new Trial(world, task);
    trial.make(task.reference_actions);
    for (const value of subjects(world, task, trial.environment.calls)) {
      const first = owner.get(value);
      if (first === undefined) owner.set(value, task);
      else if (first.split !== task.split)
        yield `${task.id} (${task.split}) shares ${value} with ${first.id} (${first.split})`;
    }
  }
  const names = new Set([...owner.keys()].map((value) => value.slice(0, value.indexOf(" "))));
  for (const name of world.domain.heldOut) {
    if (!names.has(name)) yield `heldOut names '${name}', and no task has an argument or field of that name`;
  }
};

/** All held-out values that a task's start, its reference with what it reads, and its assertions name: "user_id ann_1". */
export function subjects({ domain }: World, task: Task, calls: readonly CallRecord[]): Set<string> {
  const values = new Set<string>();
  const collect = (value: Json) => collectNamed(value, domain.heldOut, values);
  for (const { arguments: args } of [...(task.initial_state?.actions ?? []), ...task.env_assertions]) collect(args);
  for (const { arguments: args, result } of calls) {
    collect(args);
    if (result.ok) collect(result.value);
  }
  return values;
}

function collectNamed(value: Json, names: readonly string[], into: Set<string>): void {
  if (value === null || typeof value !== "object") return;
  for (const [key, child] of Object.entries(value)) {
    if (names.includes(key))
      for (const item of [child].flat()) if (typeof item === "string") into.add(`${key} ${item}`);
    collectNamed(child, names, into);
  }
}

/** By name, in the order of what to mend first. */
export const taskChecks: Readonly<Record<string, Check>> = {
  "tasks are distinct and whole": tasksAreDistinct,
  "tasks call tools that there are": toolsExist,
  "initial states can be reached": startsCanBeReached,
  "assertions can be asked": assertionsCanBeAsked,
  "users' tests tell": testsTell,
  "tickets are whole": ticketsAreWhole,
  "splits share no subject": splitsAreDisjoint,
};
