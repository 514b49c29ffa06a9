/** What the scripted user does on its own side: what it is asked to, one call at a time, and it says what came of it. */
import type { AgendaStep, Json } from "../../../domains/index.ts";
import type { Message } from "../../message.ts";
import { listing } from "../../policies/speech.ts";
import type { ToolDefinition } from "../../tool-client.ts";
import type { Ask } from "./asked-tool.ts";
import { OwnTools } from "./own-tools.ts";
import { even, holds } from "./phrases.ts";
import { AGAIN, GO_ON, LEAVE_TO_GO_ON } from "./request-wording.ts";
import { Requests, sameAsk } from "./requests.ts";
import { knownValues } from "./spoken-arguments.ts";

export interface OwnCall {
  readonly name: string;
  readonly arguments: Record<string, Json>;
}

export interface OwnResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Yields calls of the user's own tools and gets their results; returns what the user says. */
export type Doing<T = string> = Generator<OwnCall, T, OwnResult>;

type Named = Pick<OwnCall, "name">;
type Test = NonNullable<AgendaStep["test"]>;

export interface Chosen {
  /** What to do now; undefined where nothing is asked for. */
  readonly ask: Ask | undefined;
  /** The message without what asks for it. */
  readonly rest: string;
  readonly unknown: boolean;
}

const ONE_AT_A_TIME = "One step at a time, please: tell me when to go on.";

export class Hands {
  readonly #tools: OwnTools;
  readonly #requests: Requests;
  /** Asked for in one message, and still to be done. */
  #queue: readonly Ask[] = [];
  #last: Ask | undefined;
  /** Waits for an argument that was asked back for. */
  #open: Ask | undefined;
  readonly #done = new Map<string, number>();
  /** Tools that it has looked with since it last changed something. */
  readonly #seen = new Set<string>();
  /** By tool: the arguments of its last use. */
  readonly #used = new Map<string, OwnCall["arguments"]>();

  constructor(tools: readonly ToolDefinition[]) {
    this.#tools = new OwnTools(tools);
    this.#requests = new Requests(this.#tools);
  }

  /** Of these calls, those that change something. */
  changing(calls: readonly Named[]): Named[] {
    return calls.filter(({ name }) => this.#tools.named(name)?.readOnly === false);
  }

  /** How often each tool has done what it was asked for, or found it done. */
  tally(): ReadonlyMap<string, number> {
    return new Map(this.#done);
  }

  /** Of these, those that change something and have not been asked for as often since a tally. */
  undone(calls: readonly Named[], since: ReadonlyMap<string, number>): Named[] {
    const wanted = Map.groupBy(this.changing(calls), ({ name }) => name);
    return [...wanted].flatMap(([name, all]) => {
      return all.slice((this.#done.get(name) ?? 0) - (since.get(name) ?? 0));
    });
  }

  /** Something has been done elsewhere, so that what it saw may be so no more. */
  forget(): void {
    this.#seen.clear();
  }

  /** Takes in a message, and chooses what to do first. `asksNews`: whether it asks for something that the user has not told. */
  hear(text: string, asksNews: () => boolean): Chosen {
    const { asks: heard, rest, unknown } = this.#requests.hear(text);
    const fresh = heard.filter(({ kind, tool }) => kind !== "look" || !this.#seen.has(tool.name));
    // "Which of them do you want?", "pick one and confirm it": what it sees already need not be looked at again.
    const repeats = heard.length > 0 && fresh.length === 0 && !AGAIN.test(even(text));
    if (repeats && asksNews()) return { ask: undefined, rest: text, unknown };
    const act = heard.findIndex(({ kind }) => kind === "act");
    const asks = heard.filter((ask, at) => at >= act || fresh.includes(ask));
    const open = this.#open;
    this.#open = undefined;
    if (asks.length > 0) {
      const [first, second] = asks;
      const isRepeated = second && first && this.#last && sameAsk(first, this.#last) && this.#isQueued(second);
      return { ask: this.#take(isRepeated ? asks.slice(1) : asks), rest, unknown };
    }
    const completed = open && this.#requests.completed(open, text);
    if (completed && completed.missing.length < (open?.missing.length ?? 0)) {
      return { ask: this.#take([completed, ...this.#queue]), rest: "", unknown: false };
    }
    const plain = even(text);
    const goesOn = this.#queue.length > 0 && GO_ON.test(plain) && !LEAVE_TO_GO_ON.test(plain);
    return { ask: goesOn ? this.#take(this.#queue) : undefined, rest, unknown };
  }

  /** `wanted`: the calls that the user expects to make itself. */
  *serve(ask: Ask, wanted: readonly OwnCall[]): Doing {
    const said = yield* this.#do(ask, wanted);
    return this.#queue.length > 0 && this.#open === undefined ? `${said} ${ONE_AT_A_TIME}` : said;
  }

  /** Makes a call of its own accord, and says what it saw: whether that holds the text, and with `complaint` before it if not. */
  *test({ call, says, complaint }: Test): Doing<{ passed: boolean; said: string }> {
    const { text, isError } = yield* this.#use(call);
    const passed = !isError && text.includes(says);
    return { passed, said: `${passed ? "Yes, it works now." : complaint} It says: ${text}` };
  }

  /** Where nothing says when all is well: what the last of these calls shows that only look; undefined where none does. */
  *lookAt(calls: readonly OwnCall[]): Doing<string | undefined> {
    const look = calls.findLast(({ name }) => this.#tools.named(name)?.readOnly);
    return look && `I looked. It says: ${(yield* this.#use(look)).text}`;
  }

  *#use({ name, arguments: args }: OwnCall): Doing<OwnResult> {
    const result = yield { name, arguments: args };
    const tool = this.#tools.named(name);
    if (tool) this.#requests.used(tool);
    if (tool?.readOnly) this.#seen.add(name);
    else this.#seen.clear();
    return result;
  }

  *#do(asked: Ask, wanted: readonly OwnCall[]): Doing {
    const ask = meant(this.#filled(asked), wanted);
    const { tool, kind, target, args, missing, weak } = ask;
    if (kind === "recall") return this.#done.has(tool.name) ? "Yes, I have done that." : "No, I haven't done that yet.";
    if (missing.length > 0) {
      this.#open = ask;
      return askBack(ask);
    }
    const { switched } = tool.asked ?? {};
    if (target && switched) {
      const { text } = yield { name: switched.look, arguments: {} };
      const stands = text.includes(switched.on) ? "on" : text.includes(switched.off) ? "off" : undefined;
      this.#requests.used(tool);
      if (stands === target) {
        this.#count(tool.name);
        return `It is already ${target}.`;
      }
    }
    const { text, isError } = yield* this.#use({ name: tool.name, arguments: args });
    this.#used.set(tool.name, args);
    if (isError) return `That did not work. It says: ${text}`;
    this.#count(tool.name);
    // What the page shows besides need not be looked at by itself.
    this.#queue = this.#queue.filter((next) => next.kind !== "look" || kind !== "look" || !shows(text, next.tool));
    if (weak === "unable") return `I don't know how to do that. What I see is this: ${text}`;
    return `${kind === "act" ? "Done." : "I looked."} It says: ${text}`;
  }

  /** "Also grant storage": what it does not say is as it was the last time. */
  #filled(ask: Ask): Ask {
    const before = this.#used.get(ask.tool.name) ?? {};
    const known = ask.missing.filter((name) => Object.hasOwn(before, name) && Object.keys(ask.args).length > 0);
    const args = { ...ask.args, ...Object.fromEntries(known.map((name) => [name, before[name] as Json])) };
    return { ...ask, args, missing: ask.missing.filter((name) => !known.includes(name)) };
  }

  /** The first that can be done as it is, before one that takes a question back. */
  #take(asks: readonly Ask[]): Ask | undefined {
    const first = asks.find(({ missing }) => missing.length === 0) ?? asks[0];
    this.#queue = asks.filter((ask) => ask !== first);
    this.#last = first;
    return first;
  }

  #count(name: string): void {
    this.#done.set(name, (this.#done.get(name) ?? 0) + 1);
  }

  #isQueued(ask: Ask): boolean {
    return this.#queue.some((waiting) => sameAsk(waiting, ask));
  }
}

/** Whether a result tells what the tool is for looking at. */
function shows(result: string, { nouns }: Ask["tool"]): boolean {
  return nouns.length > 1 && holds(even(result), nouns.join(" "));
}

/** Where it is the user's own affair, the one wanted call that agrees with what was said. */
function meant(ask: Ask, wanted: readonly OwnCall[]): Ask {
  if (!ask.tool.asked?.own || ask.missing.length === 0) return ask;
  const fitting = wanted.filter(({ name, arguments: args }) => {
    return name === ask.tool.name && Object.entries(ask.args).every(([key, value]) => args[key] === value);
  });
  const [call] = fitting;
  return call && fitting.length === 1 ? { ...ask, args: call.arguments, missing: [] } : ask;
}

function askBack({ tool, missing }: Ask): string {
  const names = missing.map((name) => {
    const values = knownValues(tool, name);
    return `the ${name.replaceAll("_", " ")}${values.length > 0 ? ` (${values.join(", ")})` : ""}`;
  });
  return `What should I choose for ${listing(names)}?`;
}

/** What the call said that the user has just made. */
export function lastResult(messages: readonly Message[]): OwnResult {
  const last = messages.at(-1);
  const text = last?.role === "tool" ? (last.content ?? "") : "";
  return { text: text.replace(/^Error: /, ""), isError: last?.is_error === true };
}
