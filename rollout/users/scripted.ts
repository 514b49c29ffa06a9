/** A user with no model behind it: works through the task's agenda, answers what it understands, tells no secret. */
import { type Agenda, type AgendaStep, type Fact, tells } from "../../domains/index.ts";
import { lastHeard } from "../message.ts";
import { stopTokens, type UserInput, type UserKind, type UserReply, type UserSimulator } from "../user.ts";
import { mentions, recognise, type SpeechActs } from "./speech-act.ts";

/** So many messages of the agent that lead nowhere, one after the other, and the user gives up. */
const PATIENCE = 4;

export const scripted: UserKind = {
  kind: "scripted",
  play: ({ id, user }) => {
    if (user.agenda === undefined) throw new Error(`task ${id} has no agenda for the scripted user`);
    return new ScriptedUser(user.agenda);
  },
};

class ScriptedUser implements UserSimulator {
  readonly #agenda: Agenda;
  #at = 0;
  #idle = 0;
  #begun = false;
  readonly #told = new Set<Fact>();
  /** What has happened in the step: each is said once a step. */
  readonly #state = { fellBack: false, settled: false, changed: false, confirmed: false, insisted: false };
  /** All that the agent said in this step. */
  #heard = "";

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  reply({ messages }: UserInput): UserReply {
    if (!this.#begun) {
      this.#begun = true;
      return { content: `${this.#agenda.greeting} ${this.#step.say}` };
    }
    const text = lastHeard(messages);
    this.#heard += `\n${text}`;
    return { content: this.#answer(text) };
  }

  get #step(): AgendaStep {
    const step = this.#agenda.steps[this.#at];
    if (step === undefined) throw new Error("the agenda is at its end");
    return step;
  }

  #answer(text: string): string {
    const known = this.#facts();
    const acts = recognise(
      text,
      known.flatMap(({ asks }) => asks),
    );
    if (acts.transfers) return `All right, thank you. ${stopTokens.transfer}`;
    const asked = (texts: readonly string[]) =>
      known.filter(({ asks }) => texts.some((sentence) => asks.some((word) => mentions(sentence, word))));
    const reaction = this.#react(acts);
    const over = reaction === undefined && this.#isOver(acts);
    let facts = asked(acts.questions);
    // "I need your zip code. Could you share it?"
    if (facts.length === 0 && acts.questions.length > 0 && reaction === undefined && !over) facts = asked([text]);
    const fresh = facts.some((fact) => !this.#told.has(fact));
    for (const fact of facts) this.#told.add(fact);
    const sayings = facts.map(({ say }) => say);
    if (reaction !== undefined) return this.#progress([...sayings, reaction].join(" "));
    if (facts.length > 0) return fresh ? this.#progress(sayings.join(" ")) : this.#stall(sayings.join(" "));
    if (over) return this.#untold() ? this.#insist() : this.#moveOn();
    if (acts.declines) return this.#state.insisted ? this.#moveOn() : this.#insist();
    return acts.questions.length > 0
      ? this.#stall("I am sorry, I can't tell you that.")
      : this.#stall(`I see. To be clear: ${this.#step.say}`);
  }

  /** What the agent's report or question makes the user say, apart from facts. */
  #react({ confirms, unavailable, declines }: SpeechActs): string | undefined {
    const { fallback, refusal, change_of_mind, actions } = this.#step;
    const state = this.#state;
    if (fallback && !state.fellBack && (unavailable || (declines && !refusal))) {
      state.fellBack = true;
      return fallback;
    }
    if (refusal && !state.settled && (declines || unavailable)) {
      state.settled = true;
      return refusal.say;
    }
    if (!confirms) return undefined;
    if (change_of_mind && !state.changed) {
      state.changed = true;
      return change_of_mind.say;
    }
    if (state.settled && actions.length === 0) return "No, thank you. Leave it as it is.";
    state.confirmed = true;
    return "Yes, please go ahead.";
  }

  /** Whether the agent takes the step for done: it offers more, reports a deed the user agreed to, or has told all. */
  #isOver({ offersMore, reportsDone, questions }: SpeechActs): boolean {
    const { tell, actions } = this.#step;
    if (offersMore || (reportsDone && this.#state.confirmed)) return true;
    const settled = this.#state.settled && actions.length === 0;
    return questions.length === 0 && (tell.length > 0 || settled) && !this.#untold();
  }

  #untold(): boolean {
    return this.#step.tell.some((fact) => !tells(this.#heard, fact));
  }

  #insist(): string {
    this.#state.insisted = true;
    return this.#stall(`That does not answer my request yet. ${this.#step.say}`);
  }

  #moveOn(): string {
    this.#at += 1;
    this.#heard = "";
    Object.assign(this.#state, { fellBack: false, settled: false, changed: false, confirmed: false, insisted: false });
    if (this.#at < this.#agenda.steps.length) return this.#progress(`Yes, one more thing. ${this.#step.say}`);
    return `No, that is all. Thank you. ${stopTokens.user_stop}`;
  }

  #progress(content: string): string {
    this.#idle = 0;
    return content;
  }

  #stall(content: string): string {
    this.#idle += 1;
    return this.#idle < PATIENCE ? content : `This leads nowhere, I will try another time. ${stopTokens.user_stop}`;
  }

  /** Who the user is, and what the steps so far are about. */
  #facts(): Fact[] {
    return [...this.#agenda.identity, ...this.#agenda.steps.slice(0, this.#at + 1).flatMap(({ facts }) => facts)];
  }
}
