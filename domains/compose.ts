/** Requests of one user -> a task: the calls without repeats, the scripted user's agenda, and the same in prose for a model. */
import { type DraftCall, type DraftFact, factsOf, type Request } from "./draft.ts";
import { canonical } from "./json.ts";
import type { Component, TaskInput } from "./task.ts";
import { type Requestor, type Tool, toolTitle, transferTool } from "./tool.ts";

/** Who the user is, and how it lets itself be recognized. */
export interface Identity {
  /** What the scripted user begins with. */
  readonly greeting: string;
  /** For a model that plays the user, in the second person: "You are Ann Lee, ... Only if asked: your email is ...". */
  readonly brief: string;
  readonly facts: readonly DraftFact[];
  /** The calls by which an agent finds out who it talks to. */
  readonly calls: readonly DraftCall[];
  readonly traps?: readonly string[];
  /** The user begins with what identifies it. */
  readonly upfront?: boolean;
  /** The same in the third person, for an agent that has no user to talk to. */
  readonly ticket?: string;
}

export interface Composition {
  readonly id: string;
  /** The domain's name. */
  readonly domain: string;
  readonly split: "train" | "test";
  /** The domain's, which say what a call does. */
  readonly tools: Readonly<Record<Requestor, Readonly<Record<string, Tool>>>>;
  readonly identity: Identity;
  /** In the order in which the user brings them up. */
  readonly requests: readonly Request[];
  /** What the user could not name, after "You don't know": "the shop's item numbers or payment ids". */
  readonly unknown: string;
  /** Absent: the rows, and whatever of facts, assertions and transfers there is. */
  readonly reward_basis?: readonly Component[];
}

/** @throws Error when a request makes a call that the domain has no tool for. */
export function compose({ tools, identity, requests, ...given }: Composition): TaskInput {
  const isWrite = ({ requestor = "assistant", name }: DraftCall) => {
    const tool = tools[requestor][name];
    if (tool === undefined) throw new Error(`task ${given.id}: ${given.domain} has no ${requestor}'s tool '${name}'`);
    return tool.effect === "write";
  };
  const calls: DraftCall[] = [];
  /** The call's index, which for a read that was made before is that one's. */
  const indexOf = (call: DraftCall): number => {
    const known = isWrite(call) ? -1 : calls.findIndex((other) => sameCall(other, call));
    return known < 0 ? calls.push(call) - 1 : known;
  };
  for (const call of identity.calls) indexOf(call);
  const steps = requests.map((request) => ({ ...stepOf(request), actions: [...new Set(request.calls.map(indexOf))] }));
  const transfers = calls.some(({ name }) => name === transferTool);
  const communicate = [...new Set(steps.flatMap(({ tell }) => tell))];
  const assertions = requests.flatMap((request) => request.assertions ?? []);
  const initial = requests.flatMap((request) => request.initial ?? []);
  const tickets = [identity, ...requests].flatMap(({ ticket }) => ticket ?? []);
  const basis: Component[] = ["db"];
  if (assertions.length > 0) basis.push("env_assertions");
  if (communicate.length > 0) basis.push("communicate");
  if (transfers) basis.push("actions");
  const needed = requests.flatMap(factsOf).filter((fact) => fact.disclosure === "asked" && !fact.idle);
  return {
    id: given.id,
    domain: given.domain,
    split: given.split,
    user: {
      instructions: [identity.brief, ...requests.map(instruct), closing(requests.length, given.unknown)].join("\n\n"),
      agenda: { greeting: identity.greeting, identity: identity.facts.map(factOf), steps },
    },
    // A ticket that leaves out who it is, or one of the requests, would be wrong.
    ...(tickets.length > requests.length ? { ticket: tickets.join(" ") } : {}),
    ...(initial.length > 0 ? { initial_state: { actions: [...initial] } } : {}),
    // However its summary is put.
    reference_actions: calls.map((call) => (call.name === transferTool ? { ...call, compare_args: [] } : call)),
    ...(assertions.length > 0 ? { env_assertions: assertions } : {}),
    communicate,
    nl_assertions: [],
    reward_basis: [...(given.reward_basis ?? basis)],
    difficulty: {
      writes: calls.filter(isWrite).length,
      tools: new Set(calls.map(({ name }) => name)).size,
      facts: needed.length + (identity.upfront ? 0 : 1),
      traps: [...new Set([...(identity.traps ?? []), ...requests.flatMap(({ traps }) => traps ?? [])])],
    },
  };
}

function sameCall(a: DraftCall, b: DraftCall): boolean {
  const whole = ({ requestor = "assistant", name, arguments: args }: DraftCall) => canonical([requestor, name, args]);
  return whole(a) === whole(b);
}

function stepOf(request: Request) {
  const { say, fallback, changeOfMind, refusal, tell = [], compute = [], test } = request;
  return {
    say,
    facts: factsOf(request).map(factOf),
    ...(fallback === undefined ? {} : { fallback }),
    ...(changeOfMind === undefined ? {} : { change_of_mind: changeOfMind }),
    ...(refusal === undefined ? {} : { refusal: { say: refusal.say, because: refusal.because } }),
    tell: [...tell, ...compute],
    ...(test === undefined ? {} : { test }),
  };
}

function factOf({ name, asks, say, disclosure }: DraftFact) {
  return { name, asks: [...asks], say, disclosure };
}

/** A request as the model-played user reads it: what the scripted one does, in prose. */
function instruct(request: Request, at: number): string {
  const { brief, facts, changeOfMind, fallback, refusal, test } = request;
  const lines = [at === 0 ? brief : `When that is settled, you have another request. ${brief}`, ...facts.map(answer)];
  if (changeOfMind) {
    lines.push(
      `The first time that the agent asks you to confirm, change your mind instead of agreeing: "${changeOfMind.say}" From then on that is all you want.`,
    );
  }
  if (fallback) lines.push(`If the agent says that this can't be had, say: "${fallback}"`);
  if (refusal) {
    lines.push(
      `If the agent declines, don't argue and don't repeat it. Say: "${refusal.say}" That is all you want then.`,
      ...refusal.facts.map(answer),
    );
  }
  if (test) {
    lines.push(
      `Before you take this for solved, see for yourself with "${toolTitle(test.call.name)}". Unless the result says "${test.says}", it is not solved. Say then: "${test.complaint}" and what you saw.`,
    );
  }
  return lines.join(" ");
}

function answer({ name, when = `for the ${name}`, say, disclosure }: DraftFact): string {
  if (disclosure === "secret") return `You can't give the ${name}; if asked for it, say: "${say}"`;
  return `${disclosure === "asked" ? "Only if" : "If"} asked ${when}, say: "${say}"`;
}

function closing(requests: number, unknown: string): string {
  const order = requests > 1 ? "Bring up one request at a time, in this order. " : "";
  return `${order}You don't know ${unknown}, and you make nothing up. When the agent sums up what you want and asks whether to go on, check that it is right and say yes. When all is done and all your questions are answered, end the conversation.`;
}
