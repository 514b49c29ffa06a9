/** What the scripted user knows: who it is, what its steps so far are about, and which of that an agent asks for. */
import type { Agenda, Fact } from "../../domains/index.ts";
import { even } from "./acting/phrases.ts";
import { type Known, recognise, type SpeechActs } from "./speech-act.ts";
import { IDENTITY, mentions } from "./wording.ts";

const WILL_NOT =
  /^(?:no\b|(?:sorry,? |i'm sorry,? )?(?:but )?i(?:'d| would)? (?:(?:don't|do not|really don't) (?:want|wish|like)|won't|will not|rather not|refuse|prefer not))/i;

export class KnownFacts {
  readonly #agenda: Agenda;
  readonly #told = new Set<Fact>();
  #at = 0;

  constructor(agenda: Agenda) {
    this.#agenda = agenda;
  }

  /** On to the next step. */
  advance(): void {
    this.#at += 1;
  }

  isTold(fact: Fact): boolean {
    return this.#told.has(fact);
  }

  words(): Known {
    const untold = this.#own.filter((fact) => !this.#told.has(fact));
    return {
      identity: wordsOf(this.#agenda.identity),
      untold: wordsOf(untold.filter(({ disclosure }) => disclosure === "asked")),
      denied: wordsOf(untold.filter(({ say }) => /^no\b/i.test(say))),
    };
  }

  /** The step's own facts and who the user is; what earlier steps were about only where nothing else is asked for. */
  asked({ questions, confirmations, guesses, asksLeave, offersMore }: SpeechActs, text: string): Fact[] {
    const asked = this.#matching(questions, confirmations, guesses);
    if (asked.length > 0 || questions.length === 0 || asksLeave || offersMore) return asked;
    const earlier = this.#earlier.filter((fact) => asksFor(questions, fact));
    if (earlier.length > 0) return earlier;
    // "I need your zip code. Could you share it?"
    const around = this.#matching([text], [], false);
    const fresh = around.filter((fact) => !this.#told.has(fact));
    return fresh.length > 0 ? fresh : around;
  }

  /** Whether the message asks for something that has not been told. */
  asksNews(text: string): boolean {
    return this.asked(recognise(text, this.words()), text).some((fact) => !this.#told.has(fact));
  }

  /** What the user has against doing something that is called by these words. */
  against(words: readonly string[]): Fact | undefined {
    const called = new Set(words.map(even));
    return [...this.#own, ...this.#agenda.identity].find(({ say, asks }) => {
      return WILL_NOT.test(say) && asks.some((word) => called.has(even(word)));
    });
  }

  /** Whether any of them has not been told before. */
  tell(facts: readonly Fact[]): boolean {
    const fresh = facts.some((fact) => !this.#told.has(fact));
    for (const fact of facts) this.#told.add(fact);
    return fresh;
  }

  #matching(questions: readonly string[], confirmations: readonly string[], guesses: boolean): Fact[] {
    const unasked = this.#own.filter((fact) => fact.disclosure === "asked" && !this.#told.has(fact));
    const own = this.#own.filter(
      (fact) => asksFor(questions, fact) || (unasked.includes(fact) && asksFor(confirmations, fact)),
    );
    const which = own.length === 0 && guesses ? this.#own.find(isWhich) : undefined;
    if (which) own.push(which);
    const identity = this.#agenda.identity.filter((fact) => {
      const asking = questions.filter((sentence) => asksFor([sentence], fact));
      // The zip code of a new address is not the user's own.
      const isForeign = (sentence: string) => {
        return !IDENTITY.test(sentence) && own.some((other) => overlap(fact, other) || isPartOf(fact, other, sentence));
      };
      return asking.length > 0 && !asking.every(isForeign);
    });
    return [...identity, ...own];
  }

  get #own(): readonly Fact[] {
    return this.#agenda.steps[this.#at]?.facts ?? [];
  }

  get #earlier(): readonly Fact[] {
    return this.#agenda.steps.slice(0, this.#at).flatMap(({ facts }) => facts);
  }
}

export function asksFor(sentences: readonly string[], { asks }: Fact): boolean {
  return sentences.some((sentence) => asks.some((word) => mentions(sentence, word)));
}

function wordsOf(facts: readonly Fact[]): string[] {
  return facts.flatMap(({ asks }) => asks);
}

/** Tells which thing a request is about. */
function isWhich({ asks }: Fact): boolean {
  return asks.some((word) => /^which (?:one|of)\b|\bnumber$|\bid$/.test(word));
}

/** The sentence asks for the one only where it asks for the other: for the email in "the new email". */
function isPartOf(one: Fact, other: Fact, sentence: string): boolean {
  const within = other.asks.filter((word) => mentions(sentence, word));
  return one.asks.every((short) => {
    const count = (words: readonly string[]) =>
      words.reduce((sum, word) => sum + sentence.toLowerCase().split(word).length - 1, 0);
    return count([short]) <= count(within.filter((word) => word !== short && mentions(word, short)));
  });
}

/** Both say a number of the same length: a zip code, and an address with one. */
function overlap(one: Fact, other: Fact): boolean {
  const lengths = (text: string) =>
    (text.match(/(?<![\p{L}\p{N}#])\d+(?![\p{L}\p{N}])/gu) ?? []).map(({ length }) => length);
  const others = lengths(other.say);
  return lengths(one.say).some((length) => length > 1 && others.includes(length));
}
