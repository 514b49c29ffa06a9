/** The wordings by which an agent asks a user to look at something, or to do something, on its own side. Even text only. */

import { inSentences, offersMore, plain } from "../wording.ts";
import { even } from "./phrases.ts";

const any = (...alternatives: string[]) => `(?:${alternatives.join("|")})`;
const FILLER = "(?: (?:also|now|then|just|first|still|only|next|simply|please|kindly|both|all|again|quickly))*";

/** What makes the words after it a request to the user. */
const ASK = any(
  "\\bplease\\b(?! (?:hold|wait|note|bear|stand by|allow me|give me (?:moment|minute|second|few|one|some)|be (?:aware|patient|advised)|stay|rest assured|keep in mind|know|remember that|excuse|forgive|accept our))",
  `\\b(?:can|could|would|will) you\\b`,
  "\\byou to\\b",
  "\\bhave you (?=tried\\b)",
  "\\b(?:like to|i'll|i will|going to|let me) have you\\b",
  "\\b(?:do|would|did) you (?:want|like|mind|care)(?: to)?\\b",
  "\\bare you (?:able|willing|ready|in position)(?: to)?\\b",
  "\\bi(?:'d| would)? (?:suggest|recommend|advise|propose|ask)\\b",
  `\\bi(?:'d|'ll| would| will)?${FILLER} (?:need|like|want) to (?:know|see|hear|understand|find out|confirm with you)\\b`,
  `\\bi(?:'ll| will)?${FILLER} need\\b(?! to\\b)`,
  `\\byou(?:'ll|'d| will)?${FILLER} (?:need to|have to|want to|should|can|could|may|might|must|ought to)\\b`,
  `\\bwe(?:'ll| will)?${FILLER} (?:need to|have to|should|ought to|must)\\b`,
  "\\b(?:shall|should|can|could) we\\b",
  "\\blet's\\b|\\blet us\\b",
  "\\bmind (?=\\w+ing\\b)",
  "\\byou(?:'ll| will) want\\b",
  "\\b(?:if|whether) you(?:'re| are) able to\\b|\\b(?:if|whether) you can\\b",
  "\\b(?:important|necessary|essential|best|advisable|helpful|recommended|required)(?: that)? you\\b",
  "\\btime to\\b",
  "\\b(?:try|kindly|make sure|be sure|ensure|remember to|feel free to|go ahead and|how about|what about)\\b",
  "\\b(?:next|first|last|second|third|other) (?:step|thing)(?: \\w+){0,3} (?:is|would be) to\\b",
  "\\bit would (?:help|be (?:great|helpful|good)) if you\\b",
);
/** What makes them the agent's own business. */
const OWN = any(
  "\\b(?:i|we)(?:'ll|'ve|'m|'re|'d)?\\b",
  "\\blet me\\b(?! know)",
  "\\b(?:want|like|need|prefer|for) (?:me|us) to\\b",
  "\\ballow me\\b",
);
const NOT = "\\b(?:don't|do not|never|not|without|avoid|no need to|needn't|instead of|rather than|refrain from)\\b";
/** What follows says when, why or how things are: nothing that is to be done now. */
const ASIDE = any(
  "\\b(?:before|after|once(?! more| again)|until|till|unless|as soon as|when|whenever|while|because|since|why|due to|caused by|so that|in order to|although|than|such as|in case)\\b",
  "\\b(?:so|see|check|know) (?:if|whether) (?:that|this|it)\\b",
);
/** Tells which thing is meant: "the phone that can't send pictures". */
const WHICH =
  "(?<=\\w )(?:that|which) (?:(?:can't|cannot|doesn't|does not|don't|won't|isn't|fails?|failed)\\b|(?:has|is having|have) (?:\\w+ )?(?:trouble|problems?|issues?)\\b)";

const MARKER = new RegExp(`(?<ask>${ASK})|(?<own>${OWN})|(?<not>${NOT}|${WHICH})|(?<aside>${ASIDE})`, "g");

export type Stance = "ask" | "own" | "not" | "aside";

/** The last word before `end` on who does what comes next, and where it ends. */
export function stanceBefore(clause: string, end: number): { stance: Stance; at: number } | undefined {
  let last: { stance: Stance; at: number } | undefined;
  for (const match of clause.matchAll(MARKER)) {
    if (match.index >= end) break;
    const [stance] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    last = { stance: stance as Stance, at: Math.min(end, match.index + match[0].length) };
  }
  return last;
}

const LEAD =
  /^(?:(?:\d+|[a-z])[.)] ?|(?:step|part) \d+\W*|[-•+#\W]+|(?:and|then|now|next|first|firstly|second|secondly|third|finally|lastly|last|also|so|ok|okay|great|alright|all right|good|perfect|thanks|thank you|after that|afterwards|to begin(?: with)?|to start(?: with)?|instead|simply|again|if not|if so|once more|or|but|yes|sure|just|for now|meanwhile|in meantime|could be|please)\b[\s,:.!-]*)+/;
const IMPERATIVES =
  "turn|switch|toggle|enable|disable|activate|deactivate|reactivate|open|go|navigate|head|tap|press|hold|click|select|choose|pick|set|change|adjust|check|look|see|view|verify|confirm|run|do|perform|try|test|start|restart|reboot|power|reset|restore|remove|take|eject|reinsert|insert|put|pop|pull|reseat|connect|disconnect|reconnect|grant|allow|give|permit|accept|approve|pay|make|complete|sign|read|scroll|swipe|ensure|stop|close|launch|flip|move|keep|leave|tell|let|report|share|provide|describe|send|find|review|inspect|examine|use|exit|quit|repeat|visit|cycle|shut|note|get|bring|rerun|recheck|re-run|re-check|retry|retest|reopen|resend|log";

/** Whether the clause begins as an order does. `verbs`: of the user's own tools. */
export function isOrder(clause: string, verbs: readonly string[]): boolean {
  const bare = clause.replace(LEAD, "");
  return !NO_ORDER.test(bare) && new RegExp(`^(?:${[IMPERATIVES, ...verbs].join("|")})\\b`).test(bare);
}

/** "Let me check", "do you have", "do apps have": begins with a word that orders begin with, and is none. */
const NO_ORDER =
  /^(?:let (?:me|us)\b(?! know)|do (?:you|they|we|i|these|those)\b|do\b.{0,200}?\b(?:have|show|work|appear|seem|say|look|need)\b)/;

/** Before a clause that another verb begins. */
export const NEXT_VERB = new RegExp(
  `,? ?\\b(?:and then|and also|then|and)\\b(?= (?:(?:please|also|just|then|now) )*(?:please|can you|could you|${IMPERATIVES})\\b)`,
  "gi",
);

export const isCondition = (clause: string) =>
  /^(?:and |but |or |so |then )*(?:if|in case|should you|provided)\b/.test(clause);
export const isAside = (clause: string) =>
  /^(?:and |but |so |then )*(?:before|after|once(?! more| again)|when|whenever|as soon as|while|until|unless|since|because|as|which (?:is|are|was|were|means|can|could|may|might|will|would|has|have|limits|causes|blocks|prevents|slows|makes|keeps|should)|that|although|so that|in order to|to (?!begin|start))\b/.test(
    clause,
  );
/** Goes on with what the clause before it asks for. */
export const goesOn = (clause: string) =>
  !/^(?:this|it|that|they|there|these|those|which|as|since|because|so that|otherwise)\b/.test(clause) &&
  !/\b(?:is|are|was|were|has|have|had|will|would|may|might|isn't|aren't|won't|doesn't|does|do|can|could|i|we)\b/.test(
    clause,
  );

export const LOOKING =
  /\b(?:check|look|see|view|verif(?:y|ies)|confirm|tell|let me know|read|report|describe|find|inspect|shows?|showing|displays?|observe|notice|share|provide|give me|send me|what|which|whether|if|how|does|did|is|are|monitor|review|examine|know|says?|list|watch|state|hear|understand)\b/;
/** "Confirm" and the like with what follows them are a look, even where a tool does something of that name. */
export const LOOKS_WHETHER = /\b(?:confirm|verify|check|see|tell|know)\b(?: \w+){0,2} (?:that|whether|if|what|how)\b/;
/** Leads to a place where something is to be seen or done. */
export const GOING =
  /\b(?:open|go|navigate|head|tap|press|click|select|swipe|pull down|scroll|launch|access|visit|enter|find|log|sign in)\b/;
export const FLIPPING = /\b(?:toggl\w*|flip|cycle|press|hit)\b/;
const CHANGING = /\b(?:set|setting|change|switch|select|choose|pick|put|adjust|update|use|make|move)\b/;
export const isSetting = (verb: string) => CHANGING.test(verb);
export const changes = (region: string) => CHANGING.test(region);

const ON_OFF = "on|off";
const BEFORE = new RegExp(
  any(
    `\\b(?:turn|switch|toggl|flip|put|power|shut|mak|keep|leav|set|chang|bring|get)\\w*(?: (?:it|that|this|back|them|both))* (?<direct>${ON_OFF})\\b(?! (?:phone|screen|device|side|end)\\b)`,
    "\\b(?<on>(?:re)?enabl\\w*|(?:re)?activat\\w*|(?:re)?connect(?:ing)?|(?:put|set|go)\\w*(?: \\w+){0,2} in(?:to)?)\\b",
    "\\b(?<off>disabl\\w*|deactivat\\w*|disconnect(?:ing)?|exit\\w*|quit|stop(?: using)?|kill|(?:isn't|is not|not)(?: currently)? in|(?:out of|off of)|clos(?:e|ing))\\b",
  ),
  "g",
);
const AFTER = new RegExp(
  `^[\\s,]*(?:(?:mode|settings?|switch|toggle|option|feature|connection|icon|function|is|are|be|should|must|needs?|has|to|back|turned|switched|set|it|turn|switch|currently|still|now|both|stays?|remains?|as|phone) |on phone )*(?<state>${ON_OFF}|enabled|disabled|activated|deactivated|active|inactive|connected|disconnected)\\b(?! (?:phone|screen|device|side|end|line|settings|home|handset|top|left|right|bottom|page|account|network))`,
);

/** How something shall stand, by the words before it and, failing those, after it. */
export function direction(before: string, after: string): "on" | "off" | undefined {
  const last = [...before.matchAll(BEFORE)].at(-1)?.groups;
  const { direct, on, off } = last ?? {};
  if (direct) return direct as "on" | "off";
  if (off) return "off";
  if (on) return "on";
  const state = AFTER.exec(after)?.groups?.state;
  if (state === undefined) return undefined;
  return /^(?:on|enabled|activated|active|connected)$/.test(state) ? "on" : "off";
}

/** "… on and then off again": the second half. */
export const andBack = (after: string) =>
  /\b(?:on|off)\b(?: (?:for|wait)[^.;]*)?(?:,)? (?:and|then|and then)(?: (?:turn|switch|toggle))?(?: it)?(?: back)? (on|off)\b/.exec(
    after,
  )?.[1] as "on" | "off" | undefined;

/** The last word of a clause that has no verb: "then back off again". */
export const lastWord = (clause: string) => /\b(on|off)(?: again)?\W*$/.exec(clause)?.[1] as "on" | "off" | undefined;

/** Whether, of all its verbs, the last is one of looking. */
export function looksLast(region: string): boolean {
  const last = (pattern: RegExp) => [...region.matchAll(new RegExp(pattern, "g"))].at(-1)?.index ?? -1;
  return last(LOOKING) > Math.max(last(BEFORE), last(FLIPPING), last(CHANGING));
}

/** Changes something, in ways that no tool may have. */
export const ALTERING =
  /\b(?:remov|delet|clear|replac|reset|restor|clean|updat|upgrad|install|uninstall|repair|forget|renew|factory)\w*\b/;

/** Whether there is a verb in it, so that it does not take that of what came before. */
export const hasVerb = (words: string) =>
  direction(words, "") !== undefined || [LOOKING, GOING, FLIPPING, CHANGING, ALTERING].some((verb) => verb.test(words));

/** Goes on to another thing for the verb before. */
export const joins = (words: string) =>
  /(?:,|&|\b(?:and|plus|then|or|as well as)\b)/.test(words) &&
  !/\b(?:to|in|under|via|from|for|with|at|of|near|about|by|through|inside|within|because|next)\b/.test(words);

/** Says of what has just been named that it shall be changed: "needs to be turned off". */
export const NEEDS =
  /^[\s,]*(?:(?:mode|settings?|connection|feature|also|both|still|first) )*(?:needs? to|has to|have to|should|must|ought to)(?: be)?\b(?! (?:now |all |be )*(?:work|fix|resolv|abl|back|fine|good|okay|ok|restor|visibl|there|show|fast|help|appear|have|see)\w*)/;
/** The same before it: "your phone needs to be restarted". */
export const NEEDED = /\b(?:needs?|has|have|must|should|ought)(?: to)? be\s*$|\bneeds?(?: \w+)?\s*$/;
/** Asks how the thing stands that was named before. */
export const HOW_IT_IS =
  /\b(?:is|are) (?:it|that|this|they|those)\b.{0,200}?\b(?:on|off|enabled|disabled|active|connected|turned|switched|set|checked)\b|\bwhat(?:'s| is| does| are) (?:it|that|they)(?: currently)? (?:set|on|say|show|display)|\bhow (?:is|are) (?:it|that|they) set\b/;
/** Goes on to the means: "check it by running a speed test". */
export const MEANS = /\b(?:by|using|via|through)\b/;
/** Stands for what was named before. */
export const PRONOUN =
  /\b(?:it|that|this|them|those|these|one|setting|toggle|switch|option|feature)\b|^(?:and |then |now )*(?:(?:turn|switch)(?: \w+)? )?(?:back )?(?:on|off)(?: again)?\W*$/;
export const AGAIN = /\b(?:again|once more|one more time|re-?check|rerun|retry|another time)\b/;
/** Asks for the next of several things that were asked for before. */
export const GO_ON =
  /\b(?:next (?:one|step|thing|item)|(?:go|carry|move) on|continue|proceed|go ahead|second (?:one|step)|rest of (?:them|steps)|remaining (?:ones?|steps?)|other (?:ones?|steps?|things?))\b/;
/** … but of the agent's own next step. */
export const LEAVE_TO_GO_ON = /\b(?:shall|should|may|can|could) (?:i|we)\b|\b(?:me|us) to\b|\bi(?:'ll| will|'m| can)\b/;
/** Begins with this, wherever in the message it stands. */
export const STARTS_HERE =
  /\b(?:to (?:begin|start)|(?:let's )?(?:begin|start)(?:ing)? (?:with|by|off)|first(?:ly)?|for now|before (?:anything|that|we))\b/;
/** A "please" at the end asks for what comes before it. */
export const POLITE = /\bplease\W*$/;
/** Announces what the user will be asked for another time, or says what it had better do then. */
export const LATER =
  /\byou(?:'ll| will|'d| would)\b.{0,200}?\b(?:afterwards?|later)\b|\b(?:remember|don't forget) to\b.{0,200}?\b(?:when|whenever|once|before|next time|as soon as|while)\b/;
/** Asks the user whether it wants to. */
const WISH = /\b(?:would|do) you (?:still |also |really |now )*(?:want|like|wish|care|prefer) to\b/;
/** Names things only to show what is meant. */
export const EXAMPLES = /\b(?:such as|for example|for instance|including|e\.?g)\b/;
/** Asks for leave to do something itself: what it lists or sums up is its own to do. */
export const ASKS_FOR_LEAVE =
  /\b(?:shall|should|may|can) (?:i|we)\b|\b(?:want|like|wish|need|prefer) (?:for )?(?:me|us) to\b|\bdo you (?:hereby |also |all )?(?:confirm|agree|approve|consent|authori[sz]e)\b|\by(?:es)? or no?\b|\byes no\b|\b(?:is|does) (?:that|this|everything|it)(?: all)? (?:ok|okay|correct|right|fine|good|sound|look)\b|\bproceed\?/;
/** Not the thing in the user's hand. */
export const ELSEWHERE = /\b(?:another|different|other|second|new|spare|friend's) (?:phone|device|handset|sim)\b/;
/** Speaks to the user, even in a list of what the agent does. */
export const TO_THE_USER = /\bplease\b|\b(?:can|could|would) you\b/;
/** On the company's side, not on the user's. */
export const COMPANYS =
  /^\W*(?:(?:mode|settings?|feature|has|have|needs?|must|should|to|be|is|are|enabled|disabled|active|turned|switched|on|off) )*(?:for|on|of|to|from|under|at) (?:\w+ )?(?:line|account|plan|profile|end|network side|l\d+)\b(?<!\byou end)/;
/** "Let me know once you have …", "once you have …, I'll …": where nothing else asks for it, this does. Whole sentences. */
export const ONCE_DONE =
  /\b(?:let me know|tell me|reply|report back|come back|confirm|notify me|inform me|message me)\b.{0,200}?\b(?:once|when|after|as soon as)\b|\b(?:once|after|when|as soon as) you(?:'ve| have)?\b.{0,200}?\b(?:i'll|i will|i can|we can|we'll|we will)\b/;
/** About what the user has done, not about what it shall do. */
export const RECALLS = /\b(?:did|have|had) you\b(?! tried)|\bwere you able to\b/;
/** About the user's own device or place, whatever it is called. */
export const ON_ITS_SIDE =
  /\bon (?:phone|device|handset|side|end|screen|computer|portal)\b|\bphone\b|\bdevice\b|\bsettings\b|\bapp\b/;
/** Asks whether all is well now. */
const WORKS = new RegExp(
  any(
    "\\b(?:is|are|does|do|did|has|have|can|could|was|see if|check if|know if|whether|tell me if|confirm that|verify that|check that)\\b.{0,200}?\\b(?:work(?:s|ed|ing)?|fix(?:ed|es)?|resolv(?:ed|es)|solv(?:ed|es)|help(?:ed)?|back to normal|better|improved?|gone|persists?|still (?:there|happening|occurring|having|experiencing|slow|not)|do (?:the )?trick)\\b",
    "\\bdo you(?: now| currently)? (?:have|get|see) (?:\\w+ ){0,2}(?:service|signal|internet|connection)\\b",
    "\\b(?:do|does|are|is|have|has)\\b.{0,60}\\b(?:service|signal|internet|connection|connected|online)\\b.{0,20}\\b(?:now|again|yet|back)\\b",
    "\\b(?:do|does|are|is|have|has)\\b.{0,200}?\\b(?:still|now|yet)\\b.{0,200}?\\b(?:issues?|problems?|trouble|service|signal|internet|connection|connected|data|online)\\b",
    "\\b(?:try|test)(?:ing)? (?:it |that |this |things )?(?:again|now|out)\\b",
    "\\b(?:can|could|are|do) you(?: now)?(?: able to)?(?: now)? (?:browse|access internet|load|stream|connect|get online|make (?:and receive )?calls|call|use internet|use data)\\b",
    "\\b(?:try|open|load|visit)\\w* (?:\\w+ ){0,3}(?:web ?page|website|web ?site|page|video)\\b",
  ),
);
/** Says that it is over. */
const SOLVED =
  /\b(?:should|will) (?:now |all |be )*(?:be )?(?:working|fixed|resolved|back|good|able|fine|restored|fast|up and running)\b|\b(?:is|are|'s|'re|has been|have been) (?:now |all |fully |successfully |working )*(?:resolved|fixed|solved|restored|working|back (?:to normal|online|up|in service))\b|\b(?:issue|problem|trouble)s? (?:resolved|fixed|solved)\b|\ball (?:set|done|good)\b|\beverything (?:is|looks|should be) (?:good|fine|in order|working|set)\b|\bglad (?:it|that|everything|to hear|we)\b/;
/** Can't reach what is on the user's side, which refuses nothing. Plain text. */
export const NO_REACH =
  /\b(?:can't|cannot|can not|unable to|not able to|don't have|do not have|no way to)\b.{0,200}?\b(?:access|see|view|look|check|control|reach|touch|do (?:this|that|it)|mak(?:e|ing) changes|change (?:settings|this|that|it)|perform)\b.{0,200}?\b(?:your (?:\w+ )?(?:phone|device|screen|handset|portal|side|end)(?! (?:number|plan|bill|line|contract))|remotely)\b/i;

/** Asks whether the user wants to do something itself. */
export const asksWish = (text: string) => WISH.test(even(text));
export const asksWhetherItWorks = (text: string) =>
  sentencesOf(text).some((sentence) => !offersMore(sentence) && WORKS.test(even(sentence)) && asks(sentence));
export const saysSolved = (text: string) =>
  sentencesOf(text).some((sentence) => !sentence.includes("?") && SOLVED.test(even(sentence)) && !asks(sentence));
const sentencesOf = (text: string) => inSentences(plain(text));
const asks = (sentence: string) =>
  sentence.includes("?") || stanceBefore(even(sentence), sentence.length)?.stance === "ask";
