/** What an agent says of handing the user over to a person. Its tool calls are not heard: only words tell how far it is. */
import { DEED, isItem, NO_WAY, reports } from "./wording.ts";

/** `offered`: it would or could; `announced`: it is about to, or at it; `done`: it has. */
export type HandingOver = "offered" | "announced" | "done";

const WHO = "(?:you|conversation|chat|call|case|request|issue|matter)";
const PAST = "(?:transferred|connected|handed (?:over|off)|passed (?:on|along)|escalated|forwarded)";
const WHOM =
  "\\b.*\\b(?:human|person|live|agent|representative|specialist|colleague|supervisor|team|someone|department)\\b";
const THEM = "(?:you|this|it|that|things|(?:the|your) [\\w']+)";

const DONE = new RegExp(
  `\\b${WHO}(?:'re| are| is| have| has|'ve) (?:now |just )?(?:been )?${PAST}${WHOM}|(?:\\bhave|'ve) (?:now |just )?(?:transferred|connected|handed|passed|escalated|forwarded|put) ${THEM}${WHOM}`,
  "i",
);
const BEING = new RegExp(`\\b${WHO}(?:'re| are| is) (?:now |just )?being (?:now )?${PAST}${WHOM}`, "i");
const DOING = new RegExp(
  `(?:transferring|connecting|handing|passing|escalating|forwarding|putting|getting) ${THEM}${WHOM}|^\\W*(?:transferring|connecting)${WHOM}|\\b(?:while|as) i (?:transfer|connect|hand|pass|escalate|forward|put)\\b${WHOM}`,
  "i",
);
const OFFER =
  /\b(?:transfer|connect|hand|pass|escalate|forward|put|get)(?:red|ed|ing|ting)?\b(?: (?:you|this|it|your \w+|over|off|through|on|along))*.{0,20}\b(?:human|person|live|agent|representative|specialist|colleague|supervisor)\b|\b(?:speak|talk) (?:to|with) (?:a|an|one of our|another|someone)\b|\bhand[- ]?(?:off|over)\b/i;
const WILL = new RegExp(
  `\\b(?:i'll|i will|i'm going to|i am going to|i'm about to|i am about to|let me) (?:now |just |go ahead and |also |have to |need to )*(?:transfer|connect|hand|pass|escalate|forward|put|get)\\b${WHOM}|\\b${WHO}(?:'ll| will) (?:now )?be (?:now )?${PAST}${WHOM}|\\binitiat\\w+ (?:the|a|your) (?:transfer|hand-?over)${WHOM}`,
  "i",
);
const HYPOTHETICAL =
  /\b(?:would|could|can|if|unable|not|\w+n't|should|may|might|before|once|after|first|then|afterwards?|want|like)\b/i;
/** Not yet: something else comes before. */
const LATER = /\b(?:first|then|after|afterwards?|once|before|next|when|as soon as|finally|later|unless|if)\b/i;
const HOLD = /\b(?:hold(?: on)?|stand by|stay (?:on the line|connected|with us|here))\b/i;
/** The clause that tells of it, to its end or to where another begins. */
const CLAUSE =
  /\b(?:(?:transfer|connect|hand|pass|escalat|forward|put|get)\w* (?:you|this|it|over|on|through|your \w+)|speak (?:to|with)|talk (?:to|with)).*?(?=[,;:.!?]|\b(?:and|then|after|before|once)\b|$)/gi;
const GENERIC =
  /\b(?:keep|proceed|go(?:ing)? ahead|about to|process(?:ing)?|complet\w+|clos\w+|submit\w*|address (?:your|the|this))\b/gi;

const stated = (sentence: string, pattern: RegExp) => {
  const found = sentence.includes("?") ? null : pattern.exec(sentence);
  return found !== null && !HYPOTHETICAL.test(sentence.slice(0, found.index));
};

export const asksToHold = (sentences: readonly string[]) => sentences.some((sentence) => HOLD.test(sentence));

/** How far it is by its own words; where it asks something, it is not yet about to. */
export function handingOver(sentences: readonly string[], asking: boolean): HandingOver | undefined {
  if (sentences.some((sentence) => stated(sentence, DONE))) return "done";
  const being = sentences.some((sentence) => stated(sentence, BEING));
  if (being && !asking && asksToHold(sentences)) return "done";
  const doing = sentences.some((sentence) => stated(sentence, DOING));
  const will = sentences.some((sentence) => stated(sentence, WILL) && !LATER.test(sentence));
  if (being || doing || will) return asking ? "offered" : "announced";
  return sentences.some((sentence) => OFFER.test(sentence)) ? "offered" : undefined;
}

/** Whether the leave asked for is for handing over, and for no other deed. */
export function asksOnlyToHandOver(sentences: readonly string[], confirmations: readonly string[]): boolean {
  const first = sentences.findIndex((sentence) => OFFER.test(sentence));
  if (first < 0) return false;
  const bare = confirmations.filter((sentence) => !OFFER.test(sentence));
  if (confirmations.some(hasOtherDeed)) return false;
  if (bare.some((sentence) => sentences.indexOf(sentence) < first)) return false;
  const proposed = sentences.filter((sentence) => !confirmations.includes(sentence) && !reports(sentence));
  const summed = proposed.filter((sentence) => isItem(sentence) && !OFFER.test(sentence)).length > 1;
  return (
    bare.length === 0 || !(summed || proposed.some((sentence) => !NO_WAY.test(sentence) && hasOtherDeed(sentence)))
  );
}

function hasOtherDeed(sentence: string): boolean {
  return DEED.test(sentence.replace(CLAUSE, " ").replace(GENERIC, " "));
}
