/** What has happened in a step of the agenda, as far as the scripted user can tell, and whether that is the end of it. */
import { type AgendaStep, tells } from "../../domains/index.ts";
import type { Ask } from "./acting/asked-tool.ts";
import type { Hands } from "./acting/hands.ts";
import type { SpeechActs } from "./speech-act.ts";
import type { WantedCalls } from "./wanted-calls.ts";

const SIGH =
  /^(?:i see|oh|a pity|what a pity|that's a pity|too bad|that's too bad|never mind|all right|very well|ok(?:ay)?)[.!] /i;

export class Progress {
  readonly step: AgendaStep;
  readonly wanted: WantedCalls;
  /** What the user wants now: the request, until something else is said in its place. */
  wish: string;
  fellBack = false;
  settled = false;
  changed = false;
  insisted = false;
  /** The agent has said something with a "not" or a "but". */
  explained = false;
  /** How often leave was given, and how often a deed was reported after that. */
  confirmed = 0;
  reported = 0;
  /** All that the agent said. */
  heard = "";
  /** What was answered to the agent's reports and questions, facts apart. */
  readonly #reactions = new Set<string>();
  readonly #hands: Hands | undefined;
  /** What the user had done before the step. */
  readonly #before: ReadonlyMap<string, number>;

  constructor(step: AgendaStep, wanted: WantedCalls, hands: Hands | undefined) {
    this.step = step;
    this.wanted = wanted;
    this.wish = step.say;
    this.#hands = hands;
    this.#before = hands?.tally() ?? new Map();
  }

  /** Whether a reaction takes the step further, as no repetition does unless it is another deed's yes. */
  isNew(reaction: string, another: boolean): boolean {
    const isFirst = !this.#reactions.has(reaction);
    this.#reactions.add(reaction);
    return isFirst || another;
  }

  /**
   * Whether the agent takes the first choice for impossible, in so many words or by what it offers in its place.
   * @param news it asks for something that the user has not told: what is out of stock among other things need not be refused yet
   */
  isRefused(acts: SpeechActs, news: boolean): boolean {
    const { refusal } = this.step;
    if (acts.declines || (acts.leaves && !acts.asksLeave)) return true;
    if (acts.unavailable && !(news && refusal)) return true;
    if (news) return false;
    const dropped = acts.alternative || acts.offersMore === "request";
    if (this.explained && dropped && !acts.reportsDone && this.confirmed === 0) return true;
    return refusal !== undefined && acts.objects && acts.offersMore !== "same";
  }

  /** What the user wants instead; a yes where that is what it has just been asked. */
  turnTo(wish: string, acts?: SpeechActs): string {
    if (acts && [...acts.confirmations, ...acts.questions].some((sentence) => isAskedFor(wish, sentence)))
      this.confirmed += 1;
    this.wish = wish;
    return wish;
  }

  /** The agent has reported a deed, or that there are no more to do. */
  hearDone(all: boolean): void {
    this.reported = all ? Math.max(this.wanted.writes, this.reported + 1) : this.reported + 1;
  }

  /** The wish as it is said again: not with the sigh that it began with. */
  get again(): string {
    return this.wish.replace(SIGH, "");
  }

  /** Whether nothing else is asked for than what the step's own test shows. */
  isTest(ask: Ask | undefined): boolean {
    return ask === undefined || (ask.kind === "look" && ask.tool.name === this.step.test?.call.name);
  }

  /** Whether something is still to be told. */
  get untold(): boolean {
    return this.step.tell.some((fact) => !tells(this.heard, fact));
  }

  /** Whether the user wants something done now, by whomever, be it what will be refused. */
  get wantsDeed(): boolean {
    const { writes, handsOver, own } = this.wanted;
    const acts = this.#hands?.changing(own) ?? [];
    const open = this.step.refusal !== undefined && !this.settled;
    return writes > 0 || acts.length > 0 || handsOver || open || this.step.test !== undefined;
  }

  /**
   * Whether the step is at its end: all done and told, as far as the user can hear.
   * @param done the agent has just said that something is done
   * @param solved or that all is well now
   */
  isOver({ offersMore, questions }: SpeechActs, done: boolean, solved: boolean): boolean {
    const { tell, test } = this.step;
    const { writes, handsOver, own } = this.wanted;
    if (handsOver) return false;
    // Where the user can try it, that decides; else it waits to be asked for what it expects to do.
    if (test && solved && (this.confirmed > 0 || writes === 0 || done)) return true;
    if (!test && this.#hands?.undone(own, this.#before).length) return false;
    if (writes > 0) {
      if (this.confirmed === 0) return done && offersMore === "request";
      const all = this.reported > 0 && (this.reported >= writes || this.confirmed >= writes);
      return offersMore === "request" || (offersMore === "same" && this.reported > 0) || (done && all);
    }
    if (offersMore === "request") return true;
    if (test) return false;
    const content = (tell.length > 0 || this.settled) && !this.untold;
    return content && (offersMore === "same" || questions.length === 0);
  }
}

/** Whether a question names all that the wish says: its numbers, and its longer words. */
function isAskedFor(wish: string, question: string): boolean {
  const telling = wish.toLowerCase().match(/\d+|\b(?!please|alright|right\b|would|could)[a-z]{5,}/g) ?? [];
  const said = new Set<string>(question.toLowerCase().match(/(?<![$.\d])\d+(?![.\d])|[a-z]+/g));
  return question.includes("?") && telling.length > 0 && telling.every((word) => said.has(word));
}
