/** Proves of a trouble that it is one, and that each of its fixes is needed: on the world's own rows, put back afterwards. */
import { sql } from "drizzle-orm";
import type { DraftAssertion, DraftCall } from "../../draft.ts";
import { type Assertion, parseArguments, type Requestor, type Setup, type Tool, type ToolContext } from "../../tool.ts";
import * as assertions from "../assertions/index.ts";
import { settle } from "../settle.ts";
import * as setups from "../setups/index.ts";
import * as tools from "../tools/index.ts";
import * as userTools from "../user-tools/index.ts";

/** From `before`, a start where all is well, the faults spoil the goal, and the fixes restore it. */
export interface Proof {
  readonly before: readonly DraftCall[];
  readonly faults: readonly {
    readonly name: string;
    readonly initial: readonly DraftCall[];
    readonly sound: readonly DraftAssertion[];
    readonly mendable: boolean;
  }[];
  readonly goal: readonly DraftAssertion[];
  readonly fixes: readonly DraftCall[];
}

const judges: Readonly<Record<Requestor, Readonly<Record<string, Assertion>>>> = {
  assistant: assertions.assistant,
  user: assertions.user,
};
const known: Readonly<Record<Requestor, Readonly<Record<string, Tool | Setup>>>> = {
  assistant: { ...tools, ...setups.assistant },
  user: { ...userTools, ...setups.user },
};

/** @throws Error naming the first step that does not hold. */
export function prove(id: string, proof: Proof, context: ToolContext): void {
  const { db } = context;
  db.run(sql`savepoint proof`);
  try {
    const broken = firstBroken(proof, context);
    if (broken !== undefined) throw new Error(`task ${id} proves nothing: ${broken}`);
  } finally {
    db.run(sql`rollback to proof`);
    db.run(sql`release proof`);
  }
}

function firstBroken({ before, faults, goal, fixes }: Proof, context: ToolContext): string | undefined {
  const act = (calls: readonly DraftCall[]) => {
    for (const call of calls) perform(call, context);
  };
  const good = (all: readonly DraftAssertion[]) => all.every((assertion) => isTrue(assertion, context));
  const hopeless = faults.some(({ mendable }) => !mendable);
  const mendable = faults.filter((fault) => fault.mendable).flatMap(({ sound }) => sound);
  const end = hopeless ? mendable : goal;
  act(before);
  if (!good(goal)) return "the goal does not hold without the faults";
  for (const { name, sound } of faults) if (!good(sound)) return `${name} is there before it is brought about`;
  for (const { initial } of faults) act(initial);
  for (const { name, sound } of faults) if (good(sound)) return `${name} did not take`;
  if (good(goal)) return "the goal holds in spite of the faults";
  for (const fix of fixes) {
    if (isWrite(fix) && good(end)) return `${fix.name} is not needed`;
    act([fix]);
  }
  if (!good(end)) return "the fixes mend not all";
  return hopeless && good(goal) ? "the goal holds, though a fault can't be mended" : undefined;
}

function perform({ requestor = "assistant", name, arguments: args }: DraftCall, context: ToolContext): void {
  const action = known[requestor][name];
  if (action === undefined) throw new Error(`there is no ${requestor} ${name}`);
  action.run(parseArguments(name, action, args) as never, context);
  settle(context);
}

function isTrue({ requestor, name, arguments: args, expected = true }: DraftAssertion, context: ToolContext): boolean {
  const assertion = judges[requestor][name];
  if (assertion === undefined) throw new Error(`there is no ${requestor} ${name}`);
  return assertion.holds(parseArguments(name, assertion, args) as never, context) === expected;
}

function isWrite({ requestor = "assistant", name }: DraftCall): boolean {
  const action = known[requestor][name];
  return action !== undefined && "effect" in action && action.effect === "write";
}
