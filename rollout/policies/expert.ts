/**
 * Knows the task, and talks it through as a good agent does: identifies the user, asks what it has not been told, looks
 * things up, confirms before each write, tells the facts. With slips it makes the mistakes that models make.
 */
import { type Agenda, type AgendaStep, type Call, type Random, type Task, tells } from "../../domains/index.ts";
import { type Message, said, type Utterance } from "../message.ts";
import type { Policy, PolicyInput, PolicyKind, Slip } from "../policy.ts";
import type { ToolDefinition } from "../tool-client.ts";
import { replayReference } from "./replay.ts";
import { withSibling } from "./sibling.ts";
import { chooseSlip } from "./slips.ts";
import {
  ANYTHING_ELSE,
  askFor,
  askToDo,
  calling,
  handoverTool,
  lastOf,
  listing,
  propose,
  say,
  TRANSFERRED,
  transferCall,
} from "./speech.ts";

/** `slip`: the chance that a step of the agenda goes wrong. */
export function expert(slip = 0): PolicyKind {
  return {
    kind: "expert",
    options: slip > 0 ? { slip } : {},
    play: (task, random) => new Expert(task, slip, random),
  };
}

const NO_SLIP = { kind: undefined, target: undefined, wrong: undefined };

const isAgents = ({ requestor }: Partial<Pick<Call, "requestor">>) => requestor !== "user";

/** Talks where there is someone to talk to: not where the task has no agenda, or its instructions or ticket came as a message. */
class Expert implements Policy {
  readonly #task: Task;
  readonly #slip: number;
  readonly #random: Random;
  #played: Policy | undefined;

  constructor(task: Task, slip: number, random: Random) {
    this.#task = task;
    this.#slip = slip;
    this.#random = random;
  }

  get slips(): readonly Slip[] {
    return this.#played?.slips ?? [];
  }

  act(input: PolicyInput) {
    this.#played ??= this.#choose(lastOf(input.messages, "user"));
    return this.#played.act(input);
  }

  #choose(firstWords: string): Policy {
    const { ticket, user } = this.#task;
    const { agenda, instructions } = user;
    if (agenda === undefined || firstWords === instructions || firstWords === ticket)
      return replayReference(this.#task);
    return new Conversation(this.#task, agenda, this.#slip, this.#random);
  }
}

/** Yields what to say or do; gets the conversation that it led to. */
type Script = Generator<Utterance, void, PolicyInput>;

class Conversation implements Policy {
  readonly slips: Slip[] = [];
  readonly #task: Task;
  readonly #agenda: Agenda;
  readonly #slip: number;
  readonly #random: Random;
  readonly #script: Script;
  /** Facts that a slip keeps from the user. */
  readonly #withheld = new Set<string>();
  #calls = 0;
  #now: PolicyInput = { messages: [], tools: [] };

  constructor(task: Task, agenda: Agenda, slip: number, random: Random) {
    this.#task = task;
    this.#agenda = agenda;
    this.#slip = slip;
    this.#random = random;
    this.#script = this.#play();
  }

  act(input: PolicyInput): { message: Utterance } {
    this.#now = input;
    const { value } = this.#script.next(input);
    return { message: value ?? say(ANYTHING_ELSE) };
  }

  *#play(): Script {
    const { identity, steps } = this.#agenda;
    const unknown = identity.filter((fact) => fact.disclosure !== "secret" && !this.#wasTold(fact.say));
    if (unknown.length > 0 && !this.#canIdentify()) {
      yield say("I am happy to help. First I need to know who you are.", askFor(unknown));
    }
    const inSteps = new Set(steps.flatMap((step) => step.actions));
    for (const [index, action] of this.#task.reference_actions.entries()) {
      if (!inSteps.has(index)) yield this.#do(action);
    }
    for (const [index, step] of steps.entries()) {
      const transferred = yield* this.#serve(step, index);
      if (transferred) return;
    }
  }

  /** Returns whether the user was handed over to a person, which ends all. */
  *#serve(step: AgendaStep, index: number): Generator<Utterance, boolean, PolicyInput> {
    const random = this.#random.fork(index);
    const goesWrong = random.chance(this.#slip);
    const asked = step.facts.filter((fact) => fact.disclosure === "asked" && !this.#wasTold(fact.say));
    if (asked.length > 0) yield say("I can look into that.", askFor(asked));
    const actions = step.actions.flatMap((at) => this.#task.reference_actions[at] ?? []);
    const handover = handoverTool(this.#now.tools);
    const transfer = actions.find((action) => isAgents(action) && action.name === handover?.name);
    const isRead = (action: Call) => isAgents(action) && this.#isRead(action.name) && action !== transfer;
    const acts = actions.filter((action) => !isAgents(action));
    // What is read after the user has done something may tell what came of it.
    const others = actions.findIndex((action) => !isRead(action));
    const reads = acts.length === 0 ? actions.filter(isRead) : actions.slice(0, others);
    for (const action of reads) yield this.#do(action);
    const rest = actions.filter((action) => !reads.includes(action) && action !== transfer);
    const writes = rest.filter((action) => isAgents(action) && !isRead(action));
    const service = { step, writes, acts, transfers: transfer !== undefined };
    const { kind, target, wrong } = (goesWrong && chooseSlip(service, random, this.#now)) || NO_SLIP;
    if (kind) this.slips.push({ step: index, kind });
    if (kind === "early_transfer" && handover) {
      yield this.#do(transferCall(handover, "The request could not be completed."));
      yield say(TRANSFERRED);
      return true;
    }
    if (step.fallback) yield say("I am sorry, your first choice is not available. What would you like instead?");
    if (step.refusal) yield say(`I am sorry, I can't do that: ${step.refusal.because}`, "What would you like to do?");
    const withdrawn = step.change_of_mind?.withdrawn;
    if (withdrawn && kind === "no_confirmation") {
      // Done before the user could change its mind; what it would have wanted instead never comes up.
      yield this.#do(withdrawn);
      if (writes[0]) rest.splice(rest.indexOf(writes[0]), 1);
    } else if (withdrawn) yield say(propose(withdrawn, this.#now.tools));
    for (const action of rest) {
      const slip = action === target ? kind : undefined;
      if (slip === "missed_act") continue;
      const made = slip === "wrong_argument" && wrong ? wrong : action;
      const confirmed = !writes.includes(action) || slip === "no_confirmation" || (yield* this.#confirm(made));
      if (!confirmed) continue;
      if (slip === "extra_write") yield* this.#writeElsewhere(action, random);
      if (slip !== "missed_write") yield this.#do(made);
    }
    const last = index === this.#agenda.steps.length - 1;
    if (kind === "untold_fact") for (const fact of step.tell) this.#withheld.add(fact);
    const owed = last ? this.#untold(this.#task.communicate) : [];
    const facts = [...new Set([...step.tell, ...owed])].filter((fact) => !this.#withheld.has(fact));
    const told = facts.length > 0 ? `Here is what you need to know: ${listing(facts)}.` : undefined;
    if (transfer) {
      yield this.#do(transfer);
      yield say(told, TRANSFERRED);
      return true;
    }
    const closing =
      writes.length > 0 ? "That has been done." : acts.length > 0 ? "That is all there is to do." : undefined;
    yield say(closing, told, ANYTHING_ELSE);
    return false;
  }

  /** Whether the user has already said all that the first call, which finds out who it is, needs. */
  #canIdentify(): boolean {
    const first = this.#task.reference_actions.find(isAgents);
    const needed = Object.values(first?.arguments ?? {});
    return needed.length > 0 && needed.every((value) => typeof value === "string" && this.#wasTold(value));
  }

  /** Asks twice at most; whether the user said yes. */
  *#confirm(call: Call): Generator<Utterance, boolean, PolicyInput> {
    for (let tries = 0; tries < 2; tries++) {
      const { messages } = yield say(propose(call, this.#now.tools));
      if (/\b(yes|confirm|go ahead|please do|sure|correct)\b/i.test(lastOf(messages, "user"))) return true;
    }
    return false;
  }

  /** Tries siblings until one goes through, three at most. */
  *#writeElsewhere(action: Call, random: Random): Script {
    for (let tries = 0; tries < 3; tries++) {
      const { messages, tools } = this.#now;
      const wrong = withSibling(action, messages, tools, random.fork(tries));
      if (wrong === undefined) return;
      const after = yield this.#do(wrong);
      if (after.messages.at(-1)?.is_error !== true) return;
    }
  }

  /** A call of its own, or a request to the user for one of the user's. */
  #do(call: Pick<Call, "name" | "arguments"> & Partial<Call>): Utterance {
    return isAgents(call) ? calling(call, `call_${this.#calls++}`) : say(askToDo(call));
  }

  #isRead(name: string): boolean {
    return this.#now.tools.find((tool: ToolDefinition) => tool.name === name)?.readOnly ?? false;
  }

  #wasTold(text: string): boolean {
    return this.#now.messages.some(({ role, content }: Message) => role === "user" && content?.includes(text));
  }

  /** The facts that no message to the user has told yet. */
  #untold(facts: readonly string[]): string[] {
    const spoken = said(this.#now.messages);
    return facts.filter((fact) => !spoken.some((text) => tells(text, fact)));
  }
}
