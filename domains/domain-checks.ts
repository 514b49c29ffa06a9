/** What a domain must be before any task of it is looked at: tools that can be understood, rules that can be read, rows that can be kept. */
import { z } from "zod";
import type { Check } from "./battery.ts";
import { createImage, openDatabase } from "./database.ts";
import type { DomainDocument } from "./domain.ts";
import { canonical, type JsonObject } from "./json.ts";
import { asError } from "./thrown.ts";
import { type Effect, type Tool, toolTitle } from "./tool.ts";
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

/** What a scripted user listens for tells one thing to look at from another, and one thing to do from another. */
const userToolsAreToldApart: Check = function* ({ domain }) {
  const owners = new Map<string, string>();
  for (const [name, { effect, asked, input }] of Object.entries(domain.tools.user)) {
    for (const word of new Set([toolTitle(name), ...(asked?.words ?? [])].map((text) => text.toLowerCase()))) {
      const heard = `${effect === "write" ? "to do" : "to look"}: ${word}`;
      const owner = owners.get(heard);
      if (owner) yield `user ${name}: '${word}' asks for ${owner} too`;
      owners.set(heard, name);
    }
    for (const [argument, values] of Object.entries(asked?.values ?? {})) {
      if (!Object.hasOwn(input.shape, argument)) yield `user ${name}: there are words for '${argument}', no argument`;
      const schema = input.shape[argument] as z.ZodType | undefined;
      const untaken = Object.keys(values).filter((value) => schema && !takes(schema, value));
      if (untaken.length > 0) yield `user ${name}: ${argument} does not take ${untaken.join(", ")}`;
    }
  }
};

function takes(schema: z.ZodType, value: string): boolean {
  const others = [Number(value), value === "true"];
  return [value, ...others].some((candidate) => schema.safeParse(candidate).success);
}

/** Where a user looks before it toggles, what it sees says either that it is on or that it is off. */
const switchesCanBeSeen: Check = function* (world) {
  const { user } = world.domain.tools;
  for (const [name, { asked }] of Object.entries(user)) {
    if (asked?.switched === undefined) continue;
    const { look, on, off } = asked.switched;
    if (!isLook(user[look])) {
      yield `user ${name}: to see how it stands there must be a tool '${look}' that reads, without arguments`;
      continue;
    }
    let seen = 0;
    for (const task of world.tasks.values()) {
      using environment = world.open({ task });
      const result = environment.call("user", look, {});
      const text = result.ok ? JSON.stringify(result.value) : "";
      if (text.includes(on) && text.includes(off)) yield `${task.id}: ${look} says both '${on}' and '${off}'`;
      if (text.includes(on) !== text.includes(off)) seen += 1;
    }
    if (seen === 0) yield `user ${name}: ${look} never says '${on}' or '${off}'`;
  }
};

function isLook(tool: Tool | undefined): boolean {
  const reading: readonly Effect[] = ["read", "none"];
  return tool !== undefined && reading.includes(tool.effect) && tool.input.safeParse({}).success;
}

const policiesCanBeRead: Check = function* (world) {
  const hasSolo = Object.keys(world.domain.tools.user).length > 0;
  for (const form of Object.keys(world.domain.domainPolicies)) {
    for (const solo of hasSolo ? [false, true] : [false]) {
      const which = `domain policy ${form}${solo ? ", solo" : ""}`;
      try {
        const text = world.domainPolicy(form, solo);
        const empty = /<(\w+)>\s*<\/\1>/.exec(text)?.[1];
        if (text.trim() === "" || empty) yield `${which}: ${empty ?? "it"} is empty`;
      } catch (error) {
        yield `${which}: ${asError(error).message}`;
      }
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

/** As the tools' output schemas tell clients, which may refuse anything else. */
const resultsAreAsDeclared: Check = function* (world) {
  const { tools } = world.domain;
  const told = new Set<string>();
  for (const task of world.tasks.values()) {
    using environment = world.open({ task });
    for (const { requestor, name, arguments: args } of task.reference_actions) {
      const result = environment.call(requestor, name, args);
      const output = tools[requestor][name]?.output;
      if (!result.ok || output === undefined || told.has(name)) continue;
      const { data, error } = output.safeParse(result.value);
      const [issue] = error?.issues ?? [];
      const isSame = error === undefined && canonical(data) === canonical(result.value);
      if (isSame) continue;
      const fault = issue ? [...issue.path, issue.message].join(": ") : "there is something else in it";
      told.add(name);
      yield `${requestor} ${name}: its result is not as its output says, in ${task.id}: ${fault}`;
    }
  }
};

/** By name, in the order of what to mend first. */
export const domainChecks: Readonly<Record<string, Check>> = {
  "tools and their arguments are described": toolsAreDescribed,
  "user tools are told apart by their words": userToolsAreToldApart,
  "domain policies can be read": policiesCanBeRead,
  "a seed fixes rows and tasks": seedFixesWorld,
  "the documents hold all rows": documentsHoldAllRows,
  "switches can be seen": switchesCanBeSeen,
  "results are as declared": resultsAreAsDeclared,
};
