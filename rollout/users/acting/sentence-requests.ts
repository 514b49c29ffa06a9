/** What one sentence asks of the user's own hands, clause by clause, whoever each of them speaks of. */
import { type Ask, askedTools, type Mode } from "./asked-tool.ts";
import { type Mention, namedMost, type OwnTool, type OwnTools } from "./own-tools.ts";
import { even } from "./phrases.ts";
import { askedOf, lookedAt } from "./pronoun.ts";
import {
  COMPANYS,
  direction,
  ELSEWHERE,
  EXAMPLES,
  goesOn,
  HOW_IT_IS,
  hasVerb,
  isAside,
  isCondition,
  isOrder,
  joins,
  LATER,
  MEANS,
  NEEDED,
  NEEDS,
  NEXT_VERB,
  ONCE_DONE,
  POLITE,
  PRONOUN,
  stanceBefore,
  TO_THE_USER,
} from "./request-wording.ts";
import type { Spoken } from "./spoken-arguments.ts";

/**
 * `firm` counts always; an `order` without a word to the user, unless the agent asks for leave to do such things itself; a
 * `condition` where something hangs on it; the others where nothing firmer is asked for.
 */
export type Weight = "firm" | "order" | "condition" | "implied" | "once";

export interface FoundAsk {
  readonly ask: Ask;
  readonly weight: Weight;
}

/** What a clause is to the user, if anything. */
interface Standing {
  readonly mode: Mode | undefined;
  readonly weight: Weight;
}

/** What the clauses before hand on. */
interface Carried {
  /** How firmly the clauses so far ask for something. */
  asking: "firm" | "order" | undefined;
  /** The agent speaks of what it does itself: "I'll do this: …". */
  own: boolean;
  readonly isQuestion: boolean;
  /** It waits for something to be done. */
  readonly isOnce: boolean;
}

/** So many things back. */
const REMEMBERED = 4;

const NOTHING: Standing = { mode: undefined, weight: "firm" };

export class SentenceRequests {
  readonly #tools: OwnTools;
  readonly #verbs: readonly string[];
  /** What "it" may stand for: what was named last, in this message or an earlier one, or used; the latest first. */
  #subjects: readonly (readonly OwnTool[])[] = [];

  constructor(tools: OwnTools) {
    this.#tools = tools;
    this.#verbs = tools.all.map(({ verb }) => verb).filter((verb) => verb.length > 3);
  }

  used(tool: OwnTool): void {
    if (!this.#subjects[0]?.includes(tool)) this.#name([tool]);
  }

  isOrder(text: string): boolean {
    return isOrder(text, this.#verbs);
  }

  /** `lead`: of the list that it is an item of. */
  read(spoken: Spoken, lead: "ask" | "own" | undefined): FoundAsk[] {
    const text = even(spoken.sentence);
    if (lead === "own" && !TO_THE_USER.test(text)) return [];
    const isPolite = POLITE.test(text);
    const carried: Carried = {
      asking: isPolite || lead === "ask" ? "firm" : undefined,
      own: lead === "own",
      isQuestion: spoken.sentence.includes("?"),
      isOnce: ONCE_DONE.test(text),
    };
    const found: FoundAsk[] = [];
    let region = "";
    for (const { clause, opens } of clausesOf(spoken.sentence)) {
      const here: FoundAsk[] = [];
      const mentions = this.#tools.mentions(clause);
      let end = 0;
      for (const [at, mention] of mentions.entries()) {
        const between = clause.slice(end, mention.start);
        const following = followingWords(clause, mention, mentions[at + 1]);
        const voice = stanceBefore(clause, mention.start);
        const from = Math.max(end, voice?.at ?? 0);
        end = mention.end;
        const byMeans = MEANS.test(between) && here.every(({ ask }) => ask.kind === "look");
        const through = here.at(-1)?.ask.weak === "place" && direction(between, "") !== undefined;
        if (here.length > 0 && !joins(between) && !byMeans && !through) continue;
        const { mode, weight } = this.#standing(clause, mention, following, carried);
        const words = clause.slice(from, mention.end);
        // "Turn off this and that": what has no verb of its own takes that of the thing before it.
        const ownVerb = (voice?.at ?? 0) >= from || this.isOrder(clause) || hasVerb(clause.slice(from, mention.start));
        region =
          ownVerb && at === 0 ? words : hasVerb(clause.slice(from, mention.start)) ? words : `${region} ${words}`;
        this.#name(namedMost(mention));
        if (mode === undefined || COMPANYS.test(following) || LATER.test(clause) || ELSEWHERE.test(clause)) continue;
        const asks = askedTools(this.#tools, { mention, mode, region, after: following, clause, spoken });
        if (byMeans && asks.length > 0) here.length = 0;
        here.push(...asks.map((ask) => ({ ask, weight })));
        if (mode !== "question") carried.asking ??= weight === "order" ? "order" : "firm";
      }
      if (here.length === 0) here.push(...this.#pronoun(clause, mentions, carried, spoken));
      found.push(...here);
      const { mode, weight } = this.#standing(clause, undefined, "", carried);
      if (mode === "ask") carried.asking ??= weight === "order" ? "order" : "firm";
      if (EXAMPLES.test(clause)) carried.asking = undefined;
      const stance = stanceBefore(clause, clause.length)?.stance;
      if (stance === "ask") carried.own = false;
      else if (opens && stance === "own") carried.own = true;
    }
    return found;
  }

  /** "What is your name, and which code do you see?": the questions in a sentence that name nothing of the user's own. */
  otherQuestions(sentence: string): string[] {
    const parts = sentence.split(ANOTHER_QUESTION);
    return parts.length < 2
      ? []
      : parts.filter((part) => this.#tools.mentions(even(part)).length === 0).map(asQuestion);
  }

  /** What a clause asks for that names it only by "it", or not at all. */
  #pronoun(clause: string, mentions: readonly Mention[], carried: Carried, spoken: Spoken): FoundAsk[] {
    const { mode, weight } = this.#standing(clause, undefined, "", carried);
    if (mode === "question" && HOW_IT_IS.test(clause)) {
      return lookedAt(this.#tools, this.#subjects).map((ask) => ({ ask, weight }));
    }
    const names = mentions.some((mention) => namedMost(mention).length > 0);
    if (mode !== "ask" || (names && !PRONOUN.test(clause))) return [];
    const asks = askedOf(this.#tools, this.#subjects, clause, spoken);
    return asks.map(({ looks, ...ask }) => ({ ask, weight: looks ? "implied" : weight }));
  }

  #name(tools: readonly OwnTool[]): void {
    if (tools.length > 0) this.#subjects = [tools, ...this.#subjects].slice(0, REMEMBERED);
  }

  /** Whom a clause speaks to where it names something, or as a whole. */
  #standing(clause: string, mention: Mention | undefined, following: string, carried: Carried): Standing {
    const { asking, own, isQuestion, isOnce } = carried;
    const stance = stanceBefore(clause, mention?.start ?? clause.length)?.stance;
    if (stance === "ask") return { mode: "ask", weight: "firm" };
    if (stance === "aside" || isAside(clause)) {
      return { mode: isOnce ? "ask" : isQuestion ? "question" : undefined, weight: "once" };
    }
    if (own || stance === "own" || stance === "not") return NOTHING;
    if (isCondition(clause)) return { mode: "condition", weight: "condition" };
    if (this.isOrder(clause)) return { mode: "ask", weight: asking ?? "order" };
    const isNamed = mention?.namings.some(({ by }) => by === "title") ?? false;
    if (asking && (isNamed || goesOn(clause))) return { mode: "ask", weight: asking };
    if (isQuestion) return { mode: "question", weight: "firm" };
    const needed = mention && (NEEDS.test(following) || NEEDED.test(clause.slice(0, mention.start)));
    return { mode: needed ? "ask" : undefined, weight: "implied" };
  }
}

/** Where a sentence goes on to a question of its own. */
const ANOTHER_QUESTION = /,? (?:and|or) (?=(?:also )?(?:what|which|who|where|when|how|why)\b)/i;

const asQuestion = (part: string) => (part.includes("?") ? part : `${part}?`);

/** What is said of a thing after it; a verb before the next thing is that one's. */
function followingWords(clause: string, mention: Mention, next: Mention | undefined): string {
  const words = clause.slice(mention.end, next?.start);
  return next && direction(words, "") ? words.slice(0, words.search(/\b(?:to|and|then)\b/)) : words;
}

interface Clause {
  readonly clause: string;
  /** A colon follows. */
  readonly opens: boolean;
}

/** What is in brackets only to give examples is left out. */
const BRACKETS = /\((?:e\.?g\.?|i\.?e\.?|such as|for example|for instance|like|including)\b[^)]*\)?/gi;

function clausesOf(sentence: string): Clause[] {
  const parts = sentence
    .replaceAll(BRACKETS, "")
    .replaceAll(/[()]/g, ", ")
    .replaceAll(NEXT_VERB, ", $&")
    .split(/([;:,])\s+|\s[—–-]\s|—/);
  const clauses: Clause[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const clause = even(parts[at] ?? "");
    if (clause !== "") clauses.push({ clause, opens: parts[at + 1] === ":" });
  }
  return clauses;
}
