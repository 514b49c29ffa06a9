/** What an agent's message does, told from its wording: written for models of any make, not for one phrasing. */

export interface SpeechActs {
  /** Hands the user over to a person. */
  readonly transfers: boolean;
  /** Asks to confirm something, or for leave to do it. */
  readonly confirms: boolean;
  /** Reports that something can't be had. */
  readonly unavailable: boolean;
  /** Says that it may not or can't do it. */
  readonly declines: boolean;
  /** Asks whether there is anything else. */
  readonly offersMore: boolean;
  /** Reports that something has been done. */
  readonly reportsDone: boolean;
  /** The sentences that ask for something. */
  readonly questions: readonly string[];
}

const TRANSFERS =
  /\b(transferr?(ed|ing)|connect(ed|ing)|hand(ed|ing)( you)? over|escalat(ed|ing))\b.*\b(human|person|agent|representative|specialist|colleague|team)\b/i;
const OFFERS_MORE =
  /\banything (else|more|further)\b|\b(something|any other (questions?|requests?|issues?|way|concerns?)|other) .{0,30}\b(help|assist|can do)\b|\bfurther assistance\b|\bhelp you with (anything|something) else\b/i;
const ASKS =
  /\?|\b(please|could you|can you|may i|i(['’]ll| will| would|['’]d)? (also |still |first )?need( to know)?|let me know|tell me|provide|share|reply with)\b/i;
const CONFIRMS =
  /\b(confirm|confirmation|proceed|go ahead|is (that|this) (all )?(correct|right|ok|okay|acceptable)|shall i|should i|(do|would) you (want|like) me to|do you (agree|approve|authorize|accept)|are you sure|yes ?(\/|or) ?no|(reply|respond|answer|say) (with )?["'“*]*yes)\b/i;
const UNAVAILABLE =
  /\b(out of stock|sold out|unavailable|(not|isn['’]t|aren['’]t|no longer) (currently |presently )?(available|in stock)|fully booked|none (left|available))\b/i;
const DECLINES =
  /\b(can['’]?t|cannot|can not|unable to|not able to|(not|isn['’]t|aren['’]t) (allowed|permitted|possible|eligible|supported)|ineligible|against (our|the|my) polic|polic(y|ies) (does not|doesn['’]t|do not|don['’]t|prohibits?|prevents?|forbids?|only)|have to decline|must decline|won['’]t be able)\b/i;
/** Not being able to find, to go on yet, or to undo something later is no refusal. */
const NO_REFUSAL =
  /\b(find|locate|verify|see|access|pull up|look up|without|until|unless|before|undo(ne)?|revers(ed?|ible)|again|once|afterwards?|later|further|second time)\b/i;
const DONE =
  /\b((has|have) (now )?(been|also been)|(is|are) now|was|were|i['’]ve|i have|successfully|all (set|done)|done|completed?)\b/i;
/** "Please confirm your email": a question for a fact, not for leave. */
const CONFIRM_FACT = /\b(confirm|confirmation of|provide|verify) (your|the|me your)\b/i;
const CONFIRM_DEED = /\b(proceed|go ahead|yes|shall i|should i|me to)\b/i;

/** `facts`: words that ask for something the user knows, to tell "confirm your email" from "confirm the change". */
export function recognise(text: string, facts: readonly string[]): SpeechActs {
  const sentences = inSentences(text);
  const questions: string[] = [];
  let confirms = false;
  let declines = false;
  let listing = false;
  for (const sentence of sentences) {
    const asks: boolean = ASKS.test(sentence) || (listing && /^\s*([-*•]|\d+[.)])/.test(sentence));
    listing = asks && (/:\**$/.test(sentence) || listing);
    if (asks && !OFFERS_MORE.test(sentence)) questions.push(sentence);
    const forFact =
      CONFIRM_FACT.test(sentence) && !CONFIRM_DEED.test(sentence) && facts.some((w) => mentions(sentence, w));
    if (asks && CONFIRMS.test(sentence) && !forFact) confirms = true;
    if (DECLINES.test(sentence) && !NO_REFUSAL.test(sentence)) declines = true;
  }
  return {
    transfers: sentences.some((sentence) => TRANSFERS.test(sentence) && !/\?|\b(would|could|can|if)\b/i.test(sentence)),
    confirms,
    unavailable: UNAVAILABLE.test(text),
    declines,
    offersMore: OFFERS_MORE.test(text),
    reportsDone: DONE.test(text),
    questions,
  };
}

/** Whether a sentence has the word, at the start of a word: "zip" is in "zipcode", "age" is not in "package". */
export function mentions(sentence: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, "iu").test(sentence);
}

/** Sentences, and items of lists: "1." at the head of a line ends no sentence. */
function inSentences(text: string): string[] {
  const sentences = text.split(/\n+/).flatMap((line) => line.split(/(?<=[.?!])(?<!^\s*\d+\.)\s+/));
  return sentences.filter((sentence) => sentence.trim() !== "");
}
