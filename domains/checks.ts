/** What every domain must do, as named functions of its built-in world; each yields one line for each thing that is wrong. */
import { z } from "zod";
import { battery, type Check } from "./battery.ts";
import { createImage, openDatabase } from "./database.ts";
import type { DomainDocument } from "./domain.ts";
import { canonical, type Json, type JsonObject } from "./json.ts";
import { hasContent, type Task } from "./task.ts";
import { builtinWorld, type World } from "./world.ts";

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

const documentsHoldAllRows: Check = function* (world) {
  using environment = world.open();
  const state = environment.state();
  const { documents, schema } = world.domain;
  const sides = Object.entries(documents) as ["agent" | "user", DomainDocument][];
  const image = createImage(schema, (db) => {
    for (const [side, { write }] of sides) write(db, state[side] as JsonObject);
  });
  const copy = openDatabase(image);
  for (const [side, { shape, read }] of sides) {
    const parsed = shape.safeParse(state[side]);
    if (!parsed.success) yield `the ${side} document is not of its own shape: ${parsed.error.issues[0]?.message}`;
    if (canonical(read(copy)) !== canonical(state[side])) yield `the ${side} document, written and read again, differs`;
  }
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
    using environment = world.open({ task });
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

/** By name, in the order of what to mend first. */
export const checks: Readonly<Record<string, Check>> = {
  "tools and their arguments are described": toolsAreDescribed,
  "a seed fixes rows and tasks": seedFixesWorld,
  "the documents hold all rows": documentsHoldAllRows,
  "tasks are distinct and whole": tasksAreDistinct,
  "splits share no subject": splitsAreDisjoint,
  ...battery,
};
