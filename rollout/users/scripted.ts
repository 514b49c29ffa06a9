/** A user with no model behind it: works through the task's agenda, answers what it understands, tells no secret. */
import type { Agenda, AgendaStep, Fact, Task } from "../../domains/index.ts";
import { lastHeard } from "../message.ts";
import { calling } from "../policies/speech.ts";
import type { ToolDefinition } from "../tool-client.ts";
import { stopTokens, type UserInput, type UserKind, type UserReply, type UserSimulator } from "../user.ts";
import { type Chosen, type Doing, Hands, lastResult } from "./acting/hands.ts";
import { callings } from "./acting/own-tools.ts";
import { asksWhetherItWorks, asksWish, saysSolved } from "./acting/request-wording.ts";
import type { HandingOver } from "./handing-over.ts";
import { asksFor, KnownFacts } from "./known-facts.ts";
import { Progress } from "./progress.ts";
import { recognise, type SpeechActs } from "./speech-act.ts";
import { wantedCalls } from "./wanted-calls.ts";
import { OPEN } from "./wording.ts";

/** So many messages of the agent that lead nowhere, one after the other, and the user gives up. */
const PATIENCE = 4;

/** The user reads so many characters of a message: a model lost in line ends must not keep the other episodes waiting. */
const ATTENTION = 6000;

const GO_AHEAD = "Yes, please go ahead.";
const ALL_RIGHT = "All right, thank you.";

export const scripted: UserKind = {
  kind: "scripted",
  play: (task, _random, agentTools) => {
    const { agenda } = task.user;
    if (agenda === undefined) throw new Error(`task ${task.id} has no agenda for the scripted user`);
    return new ScriptedUser(task, agenda, agentTools);
  },
};

class ScriptedUser implements UserSimulator {
  readonly #task: Task;
  readonly #agenda: Agenda;
  readonly #agentTools: readonly ToolDefinition[];
  readonly #facts: KnownFacts;
  /** Undefined where the user has no tools. */
  #hands: Hands | undefined;
  #at = 0;
  #now: Progress;
  #idle = 0;
  #begun = false;
  /** The agent has said that it is about to hand the user over, and has asked nothing since. */
  #leaving = false;
  /** An answer that waits for the result of a call. */
  #answering: Doing | undefined;
  #calls = 0;

  constructor(task: Task, agenda: Agenda, agentTools: readonly ToolDefinition[]) {
    this.#task = task;
    this.#agenda = agenda;
    this.#agentTools = agentTools;
    this.#facts = new KnownFacts(agenda);
    this.#now = this.#begin();
  }

  reply({ messages, tools }: UserInput): UserReply {
    if (!this.#begun) {
      this.#begun = true;
      if (tools.length > 0) this.#hands = new Hands(tools);
      this.#now = this.#begin();
      return { content: `${this.#agenda.greeting} ${this.#step.say}` };
    }
    this.#answering ??= this.#answer(lastHeard(messages).slice(0, ATTENTION));
    const { done, value } = this.#answering.next(lastResult(messages));
    if (!done) return calling(value, `user_${this.#calls++}`);
    this.#answering = undefined;
    return { content: value };
  }

  #begin(): Progress {
    const step = this.#step;
    return new Progress(step, wantedCalls(this.#task, step, this.#agentTools), this.#hands);
  }

  get #step(): AgendaStep {
    const step = this.#agenda.steps[this.#at];
    if (step === undefined) throw new Error("the agenda is at its end");
    return step;
  }

  *#answer(text: string): Doing {
    const now = this.#now;
    now.heard += `\n${text}`;
    const { ask, rest, unknown } = this.#listen(text);
    const acts = recognise(rest, this.#facts.words());
    if (this.#hands && now.isTest(ask) && asksWhetherItWorks(text)) return yield* this.#tryIt(this.#hands);
    if (this.#isHandedOver(acts)) return `${ALL_RIGHT} ${stopTokens.transfer}`;
    if (acts.negative) now.explained = true;
    const done = acts.reportsDone || (acts.impliesDone && now.confirmed > now.reported);
    if (done && now.confirmed > 0) now.hearDone(acts.reportsAll);
    const against = ask?.kind === "act" ? this.#facts.against(callings(ask.tool)) : undefined;
    const asked = [...this.#facts.asked(acts, rest), ...(against ? [against] : [])];
    const reaction = this.#react(acts, asked, ask !== undefined);
    const over = reaction === undefined && ask === undefined && now.isOver(acts, done, saysSolved(rest));
    const answers = this.#say(asked, reaction);
    const fresh = this.#facts.tell(asked);
    const unwanted = reaction === now.wish && ask?.kind === "act" && asksWish(text);
    const report =
      ask && this.#hands && !against && !unwanted ? yield* this.#hands.serve(ask, now.wanted.own) : undefined;
    if (reaction !== undefined || report !== undefined) {
      const content = [...answers, reaction, report].filter((part) => part !== undefined).join(" ");
      const another = reaction === GO_AHEAD && now.confirmed <= now.wanted.writes;
      return now.isNew(report ?? reaction ?? "", another) || fresh ? this.#progress(content) : this.#stall(content);
    }
    if (fresh) return this.#progress(answers.join(" "));
    if (over) return now.untold ? this.#insist() : yield* this.#finish();
    if (asked.length > 0) return this.#stall(answers.join(" "));
    return this.#stay(acts, unknown);
  }

  /** What the user is asked to do itself, and the message without that. */
  #listen(text: string): Chosen {
    const nothing: Chosen = { ask: undefined, rest: text, unknown: false };
    if (this.#hands === undefined) return nothing;
    const { confirmed, reported, wanted } = this.#now;
    if (confirmed > reported || recognise(text, this.#facts.words()).reportsDone) this.#hands.forget();
    const heard = this.#hands.hear(text, () => this.#facts.asksNews(text));
    // Asked whether it wants to, before what must come first is done, it has only to say so.
    const isEarly = heard.ask?.kind === "act" && confirmed < wanted.writesBefore(heard.ask.tool.name);
    return isEarly && asksWish(text) ? nothing : heard;
  }

  /** Words of an agent that is about to do it don't tell whether it has: the second time they do. */
  #isHandedOver({ handsOver, holds, asksLeave, questions }: SpeechActs): boolean {
    if (handsOver === "done" || (this.#leaving && (handsOver === "announced" || holds))) return true;
    if (handsOver === "announced") this.#leaving = true;
    else if (asksLeave || questions.length > 0) this.#leaving = false;
    return false;
  }

  /** A fact told for the request as it was may have been withdrawn with it: what is wanted now has the last word. */
  #say(asked: readonly Fact[], reaction: string | undefined): string[] {
    const { wish } = this.#now;
    if (wish === this.#step.say) return asked.map(({ say }) => say);
    const isSaid = (fact: Fact) => this.#facts.isTold(fact) || (reaction === wish && fact.disclosure === "known");
    const valid = asked.filter((fact) => !isSaid(fact) || (reaction !== wish && !asksFor([wish], fact)));
    const isSuperseded = asked.some((fact) => this.#step.facts.includes(fact) && asksFor([wish], fact));
    return [...valid.map(({ say }) => say), ...(reaction === undefined && isSuperseded ? [wish] : [])];
  }

  /** What the agent's report or question makes the user say, apart from facts. */
  #react(acts: SpeechActs, asked: readonly Fact[], acting: boolean): string | undefined {
    const { fallback, refusal } = this.#step;
    const now = this.#now;
    const news = asked.some((fact) => !this.#facts.isTold(fact));
    if (fallback && !now.fellBack && (acts.unavailable || (!refusal && now.isRefused(acts, news)))) {
      now.fellBack = true;
      return now.turnTo(fallback, acts);
    }
    if (refusal && !now.settled && now.isRefused(acts, news)) {
      now.settled = true;
      return now.turnTo(refusal.say, acts);
    }
    // What it might do later is no matter while there is something to be done first.
    const later = acting && acts.handsOver === "offered";
    const handsOver = acts.asksHandover || !(acts.asksLeave || (acts.offersMore && now.wanted.handsOver));
    if (acts.handsOver && handsOver && !later) return this.#answerHandover(acts.handsOver);
    if (acts.asksLeave) return this.#answerLeave(acts.confirmations.length === 0);
    if (acts.offersToLook) return "Yes, please.";
    if (acts.checks) return now.wantsDeed ? "Yes, that is right." : now.wish;
    return undefined;
  }

  #answerHandover(handsOver: HandingOver): string {
    const { wish, confirmed, settled, wanted, untold } = this.#now;
    const owed = confirmed < wanted.writes;
    if (wanted.handsOver) return owed ? wish : handsOver === "announced" ? ALL_RIGHT : "Yes, please.";
    const open = owed || untold || (this.#step.refusal !== undefined && !settled);
    return handsOver === "announced" && !open ? ALL_RIGHT : `No, thank you. ${wish}`;
  }

  #answerLeave(onlyChecks: boolean): string {
    const now = this.#now;
    const change = this.#step.change_of_mind;
    if (change && !now.changed) {
      now.changed = true;
      return now.turnTo(change.say);
    }
    if (!now.wantsDeed) {
      const no = "No, thank you, leave it as it is.";
      if (!now.untold) return no;
      return onlyChecks ? now.wish : `${no} ${now.wish}`;
    }
    now.confirmed += 1;
    return GO_AHEAD;
  }

  /** The answer to what neither ends the step nor takes it further. */
  #stay({ offersMore, declines, guesses, questions }: SpeechActs, unknown: boolean): string {
    const { wish, again, confirmed, reported, insisted, wanted } = this.#now;
    if (this.#leaving) return this.#stall(ALL_RIGHT);
    if (offersMore === "same") return this.#stall("That's all for this request.");
    if (offersMore === "request") return this.#stall(`That's all, but I'm still waiting for this: ${again}`);
    if (declines && wanted.handsOver) return this.#stall(wish);
    if (declines) return insisted ? this.#moveOn() : this.#insist();
    if (unknown) return this.#stall("I am sorry, I don't know how to do that.");
    if (questions.length > 0) {
      const open = guesses || questions.some((question) => OPEN.test(question));
      return this.#stall(open ? `What I want is this: ${again}` : "I am sorry, I can't tell you that.");
    }
    if (confirmed > 0) return this.#stall(reported > 0 ? "Thanks, please go on." : "All right, please go on.");
    return this.#stall(`I see. To be clear: ${again}`);
  }

  /** Before it counts a step as solved, the user tries it. */
  *#finish(): Doing {
    const { test } = this.#step;
    const tried = test && this.#hands ? yield* this.#hands.test(test) : undefined;
    return tried && !tried.passed ? this.#stall(tried.said) : this.#moveOn();
  }

  /** Asked whether all is well, it sees for itself. */
  *#tryIt(hands: Hands): Doing {
    const { test } = this.#step;
    const said = test ? (yield* hands.test(test)).said : yield* hands.lookAt(this.#now.wanted.own);
    if (said === undefined) return this.#stall("I am sorry, I can't tell you that.");
    return this.#now.isNew(said, false) ? this.#progress(said) : this.#stall(said);
  }

  #insist(): string {
    this.#now.insisted = true;
    return this.#stall(`That does not answer my request yet. ${this.#now.again}`);
  }

  #moveOn(): string {
    this.#at += 1;
    if (this.#at >= this.#agenda.steps.length) return `No, that is all. Thank you. ${stopTokens.user_stop}`;
    this.#now = this.#begin();
    this.#facts.advance();
    return this.#progress(`Yes, one more thing. ${this.#step.say}`);
  }

  #progress(content: string): string {
    this.#idle = 0;
    return content;
  }

  #stall(content: string): string {
    this.#idle += 1;
    return this.#idle < PATIENCE ? content : `This leads nowhere, I will try another time. ${stopTokens.user_stop}`;
  }
}
