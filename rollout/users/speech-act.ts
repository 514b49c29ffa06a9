/** What an agent's message does, told from its wording: written for models of any make, not for one phrasing. */
import { asksOnlyToHandOver, asksToHold, type HandingOver, handingOver } from "./handing-over.ts";
import { hasNegation, isObjection, leavesAsIs, saysNo, saysUnavailable, statesRule } from "./refusal-wording.ts";
import {
  ACKNOWLEDGES,
  ALTERNATIVE,
  ASKS_TO_NAME,
  asksWhat,
  asksYes,
  DEED,
  guesses,
  IDENTITY,
  IF_SO,
  INSTEAD,
  inSentences,
  isItem,
  MORE_OF_THIS,
  mentions,
  offersMore,
  offersToLook,
  PENDING,
  plain,
  reports,
  reportsAll,
  requests,
  SUMS,
} from "./wording.ts";

export interface SpeechActs {
  /** How far it is with handing the user over to a person. */
  readonly handsOver: HandingOver | undefined;
  /** Asks for leave to do that, and nothing else. */
  readonly asksHandover: boolean;
  /** Asks for patience. */
  readonly holds: boolean;
  /** Asks for leave to do something, or to confirm that it shall be done. */
  readonly asksLeave: boolean;
  /** Asks whether it is right about something that is no deed. */
  readonly checks: boolean;
  /** Asks whether it should look something up. */
  readonly offersToLook: boolean;
  /** Guesses which thing the user means. */
  readonly guesses: boolean;
  /** Reports that something can't be had. */
  readonly unavailable: boolean;
  /** Says that it may not or can't do it. */
  readonly declines: boolean;
  /** States a rule, or how things are, that may stand in the way: worth as much as declining where that is due. */
  readonly objects: boolean;
  /** Says that it leaves things as they are. */
  readonly leaves: boolean;
  /** There is a "not" or a "but" in what it states. */
  readonly negative: boolean;
  /** Names or asks for something else than what the user wanted. */
  readonly alternative: boolean;
  /** Asks whether there is another request, or more to the same one. */
  readonly offersMore: "request" | "same" | undefined;
  /** Reports that something has been done. */
  readonly reportsDone: boolean;
  /** … and that it is all. */
  readonly reportsAll: boolean;
  /** Tells how things are, with nothing refused, put off, or asked but for more: after a yes, that reports the deed. */
  readonly impliesDone: boolean;
  /** The sentences that ask for something other than leave. */
  readonly questions: readonly string[];
  /** The sentences that ask for leave. */
  readonly confirmations: readonly string[];
}

/** Words that ask for what the user knows. */
export interface Known {
  readonly identity: readonly string[];
  /** Not told yet. */
  readonly untold: readonly string[];
  /** Not told yet, and what it says is no. */
  readonly denied: readonly string[];
}

export function recognise(message: string, known: Known): SpeechActs {
  const text = plain(message);
  const sentences = inSentences(text);
  const stated = sentences.filter((sentence) => !sentence.includes("?") && !IDENTITY.test(sentence));
  const { questions, confirmations, checks } = sortAsked(sentences, known);
  const more = sentences.filter(offersMore);
  const asksIdentity = questions.some((sentence) => names(sentence, known.identity));
  const summed = sentences.filter(isItem).length > 1 && !names(text, known.identity);
  const sums = summed || (!asksIdentity && stated.some((sentence) => SUMS.test(sentence)));
  const asksLeave = confirmations.length > 0 || (checks.length > 0 && (sums || DEED.test(text)));
  const objections = asksIdentity ? [] : stated.filter((sentence) => isObjection(sentence, asksLeave));
  const reminders = asksLeave && !INSTEAD.test(text);
  const alternative = sentences.some((sentence) => ALTERNATIVE.test(sentence));
  const asking = questions.length + confirmations.length + checks.length > 0;
  const unavailable = !asksIdentity && sentences.some(saysUnavailable);
  const objects = objections.some((sentence) => statesRule(sentence, reminders));
  const says = sentences.some((sentence) => !more.includes(sentence) && !ACKNOWLEDGES.test(sentence));
  return {
    handsOver: handingOver(sentences, asking || more.length > 0),
    asksHandover: asksLeave && asksOnlyToHandOver(sentences, [...confirmations, ...checks]),
    holds: asksToHold(sentences),
    asksLeave,
    checks: checks.length > 0,
    offersToLook: sentences.some(offersToLook),
    guesses: sentences.some(guesses),
    unavailable,
    declines: objections.some(saysNo),
    objects,
    leaves: stated.some(leavesAsIs),
    negative: objections.some(hasNegation),
    alternative,
    offersMore:
      more.length === 0 ? undefined : more.every((sentence) => MORE_OF_THIS.test(sentence)) ? "same" : "request",
    reportsDone: sentences.some(reports),
    reportsAll: sentences.some(reportsAll),
    impliesDone: says && !asking && !objects && !unavailable && !PENDING.test(text),
    questions,
    confirmations,
  };
}

/** What is asked for, by what would answer it. */
function sortAsked(sentences: readonly string[], { identity, untold, denied }: Known) {
  const questions: string[] = [];
  const confirmations: string[] = [];
  const checks: string[] = [];
  const summed =
    sentences.filter(isItem).length > 1 ||
    sentences.some((sentence) => /^[^?]*\bi(?:'ll| will| am about to)\b/i.test(sentence) && DEED.test(sentence));
  let list: string[] | undefined;
  for (const [at, sentence] of sentences.entries()) {
    if (list !== undefined && isItem(sentence)) {
      // "Please confirm: - Order: #1" sums up; "Please confirm: - Your email" asks.
      if (list === questions || !/:\s*\S/.test(sentence)) list.push(sentence);
      continue;
    }
    list = undefined;
    if (!requests(sentence) || offersMore(sentence)) continue;
    // "Would you like more? If so, how much?"
    if (IF_SO.test(sentence) && confirmations.at(-1) === sentences[at - 1]) confirmations.pop();
    const yes = offersToLook(sentence) || guesses(sentence) || asksWhat(sentence) ? undefined : asksYes(sentence);
    const items = /:\s*$/.test(sentence) ? itemsAfter(sentences, at) : [];
    const toName =
      (ASKS_TO_NAME.test(sentence) || yes !== "leave") &&
      [sentence, ...items].some((part) => names(part, [...identity, ...untold]));
    if (yes === undefined || toName || names(sentence, denied)) list = questions;
    else if (yes === "leave") list = confirmations;
    else if (yes === "check") list = checks;
    else list = DEED.test(sentence) || summed ? confirmations : questions;
    list.push(sentence);
    if (!/:\s*$/.test(sentence)) list = undefined;
  }
  return { questions, confirmations, checks };
}

/** The bare items of the list below a sentence: not "Order: #1". */
function itemsAfter(sentences: readonly string[], at: number): string[] {
  const rest = sentences.slice(at + 1);
  const end = rest.findIndex((line) => !isItem(line));
  return rest.slice(0, end < 0 ? undefined : end).filter((line) => !/:\s*\S/.test(line));
}

function names(sentence: string, words: readonly string[]): boolean {
  return words.some((word) => mentions(sentence, word));
}
