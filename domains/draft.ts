/**
 * What a domain's task templates draft: requests of one user, each with the calls that serve it. A template makes a plain
 * request first; `refused`, `changed` and `together` make a harder one of it. `compose.ts` makes a task of the requests.
 */
import type { JsonObject } from "./json.ts";
import type { Random } from "./random.ts";
import { type Requestor, transferTool } from "./tool.ts";

export interface DraftFact {
  /** As an agent would name it in a question: "reason for cancelling". */
  readonly name: string;
  /** Beginnings of words, any one of which asks for it. */
  readonly asks: readonly string[];
  /** The user's answer. */
  readonly say: string;
  /** `known`: part of the request, repeated on demand; `asked`: told only when asked; `secret`: never told, `say` declines. */
  readonly disclosure: "known" | "asked" | "secret";
  /** After "asked", for a model that plays the user, where "for the <name>" would not be English. */
  readonly when?: string;
  /** Told when asked, and of no use to what is done in the end: its request is refused or withdrawn. */
  readonly idle?: boolean;
}

export interface DraftCall {
  /** Absent: the assistant. */
  readonly requestor?: Requestor;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** `Used`: the domain's rows that a request can be about, as its templates read them: an order, a reservation. */
export interface Request<Used extends object = object> {
  /** In the user's words. */
  readonly say: string;
  /** For a model that plays the user: what it wants, in the second person. */
  readonly brief: string;
  /** What the user tells besides, other than who it is. */
  readonly facts: readonly DraftFact[];
  /** Reads and writes of both sides, in an order that works. Those that an earlier request made are not repeated. */
  readonly calls: readonly DraftCall[];
  /** The rows it is about, which other tasks had better not be about too. The user's own row is not listed. */
  readonly used: readonly Used[];
  /** Said when the first choice can't be had. The calls are those of the second choice. */
  readonly fallback?: string;
  /** The calls are those of what the user wants in the end. */
  readonly changeOfMind?: { readonly say: string; readonly withdrawn: DraftCall };
  /** `facts`: what the user tells only about what it settles for. */
  readonly refusal?: { readonly say: string; readonly because: string; readonly facts: readonly DraftFact[] };
  /** Facts to tell that stand in what an agent reads. */
  readonly tell?: readonly string[];
  /** Facts to tell that stand in nothing it reads: they have to be counted or computed. */
  readonly compute?: readonly string[];
  readonly traps?: readonly string[];
  /** What the user tries on its own side before it is content: its result must hold `says`, or else it complains. */
  readonly test?: { readonly call: DraftCall; readonly says: string; readonly complaint: string };
  /** Setups, or tools, that make the world such that there is something to ask for: a fault, a full section. */
  readonly initial?: readonly DraftCall[];
  /** What must hold in the end. */
  readonly assertions?: readonly DraftAssertion[];
  /** The case in the third person, for an agent that has no user to talk to. */
  readonly ticket?: string;
}

/** The call of an assertion, and what it must come to: true, unless `expected` says false. */
export interface DraftAssertion {
  readonly requestor: Requestor;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly expected?: boolean;
  readonly message?: string;
}

/** All that the user tells in the course of the request. */
export function factsOf({ facts, refusal }: Request): DraftFact[] {
  return [...facts, ...(refusal?.facts ?? [])];
}

export function idle(facts: readonly DraftFact[]): DraftFact[] {
  return facts.map((fact) => ({ ...fact, idle: true }));
}

export function transferCall(summary: string): DraftCall {
  return { name: transferTool, arguments: { summary } };
}

/** A matter that no tool handles and the domain policy gives to a person. */
export function handover(say: string, brief: string, summary: string): Request<never> {
  return { say, brief, facts: [], calls: [transferCall(summary)], used: [], traps: ["transfer"] };
}

/** What the user makes do with after a refusal. */
export interface Settlement {
  readonly say: string;
  readonly calls?: readonly DraftCall[];
  readonly facts?: readonly DraftFact[];
  readonly tell?: readonly string[];
  readonly compute?: readonly string[];
  readonly traps?: readonly string[];
}

/**
 * A request that the domain policy forbids: its calls are those that show it, and the settlement's. What was told for the
 * request itself is of no use any more, except for `useful` facts, which are added.
 */
export function refused<R extends Request>(
  request: R,
  because: string,
  { say, calls = [], facts = [], tell = [], compute = [], traps = [] }: Settlement,
  useful: readonly DraftFact[] = [],
): R {
  return {
    ...request,
    facts: [...idle(request.facts), ...useful],
    calls: [...request.calls, ...calls],
    refusal: { say, because, facts },
    tell,
    compute,
    traps: [...(request.traps ?? []), "refusal", ...traps],
  };
}

/**
 * `request` up to its last call, which the user withdraws when first asked to confirm, for other calls. Its facts are of no
 * more use, unless `more` keeps them. Undefined where there is nothing to withdraw.
 */
export function changed<R extends Request>(
  request: R | undefined,
  say: string,
  calls: readonly DraftCall[],
  more: Partial<R> = {},
): R | undefined {
  const withdrawn = request?.calls.at(-1);
  if (request === undefined || withdrawn === undefined) return undefined;
  return {
    ...request,
    facts: idle(request.facts),
    calls: [...request.calls.slice(0, -1), ...calls],
    changeOfMind: { say, withdrawn },
    traps: [...(request.traps ?? []), "change of mind"],
    ...more,
  };
}

/** Whether answers and transfers come last: nothing that is done afterwards can make an answer wrong or come too late. */
export function endsLast(requests: readonly Request[]): boolean {
  const ends = ({ tell = [], compute = [], calls }: Request) =>
    tell.length + compute.length > 0 || calls.some(({ name }) => name === transferTool);
  return requests.every((request, at) => at === requests.length - 1 || !ends(request));
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** Where two requests have facts of one name, each says which request it is about. */
export function tellApart<R extends Request>(requests: readonly R[]): R[] {
  return requests.map((request, at) => {
    const others = requests.filter((other) => other !== request).flatMap(factsOf);
    const apart = (fact: DraftFact): DraftFact => {
      if (!others.some(({ name }) => name === fact.name)) return fact;
      const which = `${ordinals[at]} request`;
      return { ...fact, name: `${fact.name} (${which})`, say: `For my ${which}: ${fact.say}` };
    };
    const { refusal } = request;
    return {
      ...request,
      facts: request.facts.map(apart),
      ...(refusal ? { refusal: { ...refusal, facts: refusal.facts.map(apart) } } : {}),
    };
  });
}

/**
 * Two requests in one message: what `request` is about, and an errand besides, which is done first.
 * @throws Error when the errand is not a plain one: there is one detour, one test and one ticket to a message.
 */
export function together<R extends Request>(random: Random, request: R, errand: R): R {
  if (errand.fallback ?? errand.changeOfMind ?? errand.refusal ?? errand.test ?? errand.ticket ?? request.ticket) {
    throw new Error(`not a plain errand: ${errand.say}`);
  }
  const link = random.pick([
    "Apart from that:",
    "And there is something else:",
    "And while I'm here:",
    "One more thing:",
  ]);
  const [first, second] = tellApart([request, errand]) as [R, R];
  const both = <Key extends "tell" | "compute" | "traps" | "initial" | "assertions">(key: Key) =>
    [...(request[key] ?? []), ...(errand[key] ?? [])] as unknown as NonNullable<R[Key]>;
  return {
    ...request,
    say: `${request.say} ${link} ${errand.say}`,
    brief: `${request.brief} You bring up another matter in the same message, and want both. ${errand.brief}`,
    facts: [...first.facts, ...second.facts],
    calls: [...errand.calls, ...request.calls],
    used: [...request.used, ...errand.used],
    tell: both("tell"),
    compute: both("compute"),
    traps: both("traps"),
    initial: both("initial"),
    assertions: both("assertions"),
  };
}
