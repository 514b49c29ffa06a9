/** The wordings by which speech acts are told: patterns for text that `plain` has made even, and its sentences. */

const words = (...alternatives: string[]) => new RegExp(`\\b(?:${alternatives.join("|")})\\b`, "i");

const DO_VERBS =
  "cancel|return|exchang|refund|chang|updat|modif|swap|replac|switch|submit|process|book|rebook|mov|remov|add|send|ship|redirect|charg|plac|appl|renew|enrol|register|drop|withdraw|lend|borrow|activat|enabl|disabl|suspend|resum|refuel|top up|complet|finali[sz]|(?:i'll|i will|i'd) request|set up|keep|proceed|go ahead|about to";
const DONE_VERBS =
  "cancell?ed|returned|exchanged|refunded|changed|updated|modified|swapped|replaced|switched|requested|processed|submitted|initiated|started|filed|placed|booked|rebooked|moved|transferred|removed|added|applied|completed|finali[sz]ed|approved|corrected|redirected|registered|enrolled|renewed|lent|withdrawn|scheduled|done|taken care of|set up";
/** Done to what lasts: "is enabled" says how it stands, "has been enabled" and "is now enabled" what was done. */
const SWITCHED_VERBS =
  "enabled|disabled|activated|deactivated|reactivated|suspended|resumed|restored|refuell?ed|topped up|credited|dropped|joined";
const FILLERS = "(?:(?:now|also|just|both|all|already|successfully|gone ahead and|officially|then) )*";

/** A word for something that changes things. */
export const DEED = new RegExp(`\\b(?:${DO_VERBS})`, "i");

const MORE = new RegExp(
  [
    "\\b(?:any|some)thing (?:else|more|further|other)\\b",
    "\\b(?:what|who|where) else\\b",
    "\\b(?:any|some) (?:other|more|further|additional) \\w+",
    "\\b(?:what|which) other \\w+ (?:would|do|should|can|may)\\b",
    "\\b(?:further|additional|more|other) (?:assistance|help|questions?|requests?|concerns?|needs?)\\b",
    "\\b(?:is|was) (?:that|this|it) (?:all|everything)\\b(?! (?:correct|right|ok|okay|accurate|good|fine))",
    "\\bwill (?:that|this) be (?:all|everything)\\b",
    "\\bdoes (?:that|this) (?:help|answer|cover|take care of) ?(?!.*\\b(?:correct|look|you confirm))",
    "\\b(?:assist|help)(?: you)?(?: any)? further\\b",
    "\\bof (?:any )?(?:further|more|other|additional) (?:help|service|assistance)\\b",
    "\\bmore (?:that )?(?:i|we) can (?:do|help|assist)\\b",
    "\\bare (?:you|we) all set\\b",
    "\\banything (?:you'd|you would) like to add\\b",
  ].join("|"),
  "i",
);
const OFFER =
  /\?|\b(?:let me know|if you|if there|feel free|reach out|happy to|glad to|here (?:to|if|for)|should you|please|do not hesitate|don't hesitate)\b/i;
/** More of the same request, not another one. */
export const MORE_OF_THIS =
  /\b(?:before|first|prior|everything|(?:other|more|further|additional) (?:items?|products?|articles?|changes?|modifications?|things? to|details?|adjustments?)|to (?:exchange|return|change|modify|update|add|include|cancel|swap|replace|send back|adjust|be )|(?:in|to|from|on|about|with|for|of) (?:this|that|the same|the|your) (?:order|exchange|return|request|change|booking|reservation|cancellation|shipment|one|summary|purchase))\b/i;

const REQUEST = new RegExp(
  [
    "\\?",
    "(?<!(?:moment|minute|second|sec|while),? )\\bplease\\b(?! (?:note|hold|watch|expect|ship|pack|make sure|be sure|remember|feel free|check your (?:e-?mail|inbox|mail|spam)|wait|be aware|be advised|allow|bear|keep|rest|know|give me (?:a|one)|stand by|don't|do not|accept))",
    "\\b(?:could|can|would|will) you\\b",
    "\\bmay i\\b",
    "\\b(?:i|we)(?:'ll| will|'d| would)? (?:also |still |just |first |only |then )*(?:need|require)\\b(?! to (?:check|look|see|review|process|transfer|make|do)\\b)",
    "\\b(?:let me know|tell me)\\b(?! if you (?:have|need))",
    "^(?:\\W|and |also |then |just |or |kindly )*(?:provide|share|tell|give|send|state|specify|enter|type|choose|select|pick|reply|respond|answer|say|confirm|approve|indicate|describe|name)\\b",
    "\\b(?:if|once|as soon as|when|until|unless|after|by) (?:you )?(?:can |could |would |have )?(?:please )?(?:provid|shar|tell|give|confirm|send|reply|approve)",
    "\\byou(?:'ll| will)? (?:need|have) to (?:provide|share|tell|give|confirm|choose)",
    "\\b(?:is|are|'s) (?:also |still )?(?:required|needed|missing)\\b",
    "\\byour (?:\\w+ )?(?:confirmation|approval|consent|permission|go-ahead|okay|ok)\\b",
    "\\b(?:reply|respond|answer|say|type)\\b.{0,20}\\byes\\b",
    "\\bsay the word\\b",
    "\\bgreen light\\b",
    "\\b(?:start|begin) (?:with|by)\\b",
    "^\\W*(?:or |and |alternatively,? )*(?:your|either|both)\\b[^.?!]*\\b(?:would|will|works?|is|are) (?:also |both )?(?:work|do|fine|help|enough|sufficient|okay|ok)\\b",
  ].join("|"),
  "i",
);
const AUXILIARY =
  "shall|should|do|does|did|is|are|was|were|would|could|can|may|will|have|has|am|want|ready|ok|okay|sound|look|good";
const LEAD =
  "^(?:\\W|and |so |also |but |then |okay |ok |great |sure |perfect |thanks |thank you |now |please |just |lastly |finally |alright |first |next |or |in that case |if so |if not |to (?:be sure|be clear|confirm|clarify|double-check) )*";
const CLOSED = new RegExp(`${LEAD}(?:[^?]*, )?(?:${AUXILIARY})\\b`, "i");
const WH = words("what", "what's", "which", "who", "whom", "whose", "where", "when", "why", "how");
const WH_EMBEDDED =
  /\b(?:tell me|let me know|know|confirm|share|specify|clarify|provide|explain|say|choose|state|indicate|remind me|decide|give me|ask|on|about|for) (?:exactly |me |of )*(?:what|which|who|whom|whose|where|why|how|when)\b/i;
/** "…, which is pending, …" and "… when it ships" ask nothing. */
const RELATIVE =
  /[,(] ?(?:which|who|where|when) (?:is|are|was|were|has|have|had|will|would|can|costs?|contains?|includes?|means?|you)\b[^,?)]*[,)]?/gi;
/** What the agent asks for the sake of, at the head or the tail: "Before I proceed, …", "… so that I can go ahead". */
const PURPOSE =
  /^(?:\W|and |so |but |also )*(?:before|to|in order to|so that i can) (?!confirm)[^,?]*, |\b(?:so that|so|before) (?:i|we)(?: can)? (?:proceed|continue|go ahead|move forward|submit|process|do)\b[^,?]*/gi;
const TELLING =
  /\b(?:tell|give|share|provide|specify|send|choose|select|pick|name|clarify|explain|describe|let me know|need|require|have|know)\b(?! (?:me )?(?:if|whether|and i|your (?:explicit |final |clear )?(?:confirmation|approval|consent|permission|go-ahead|ok|okay)))/i;

const LEAVE = new RegExp(
  [
    "\\b(?:shall|should|may|can|could) (?:i|we) (?!have\\b|ask\\b|get\\b|know\\b|help\\b|assist\\b|take\\b|see\\b|do for\\b|please have\\b|please get\\b)",
    "\\b(?:do|would|did) you (?:still |also |really |now |both )*(?:want|like|wish|need|prefer)(?: for)? (?:me|us) to\\b",
    "\\b(?:do|would) you (?:still |also |really )*(?:want|like|wish)(?: for)? (?:that|this|it)\\W*\\?",
    "\\bwant (?:me|us) to\\b",
    "\\bwould (?:it be|that be|this be) (?:ok|okay|fine|alright|all right)\\b",
    "\\b(?:would you (?:still )?like|do you (?:still |really )?(?:want|wish)) to (?!know|provide|share|tell|see|choose|pick|select|give|get|do\\b|hear|discuss|add|receive)",
    "\\b(?:do|can|could|would|will) you (?:please |kindly |also |all |hereby )*(?:confirm|agree|approve|authori[sz]e|consent|accept)\\b",
    "\\b(?:please|kindly|just|to|need you to|if you|once you|you can|and|not,|then) (?:also |kindly |explicitly )*(?:confirm|approve|authori[sz]e|acknowledge)\\b",
    "\\b(?:shall|should|may|can) (?:i|we) ?\\?",
    "^\\W*(?:#\\w+\\W+)?(?:confirm|approve|agree|proceed|go ahead|submit|cancel|return|exchange|continue|send|ship|set|update|change|switch|swap|replace|modify|move|refund|withdraw|drop|enroll?|register|book|add|put|request|renew|save)\\b(?!(?: \\w+){0,3} (?:method|reason|to|number|for)\\W*\\?)[^?]*\\?",
    "^\\W*(?:confirm|approve)\\b",
    "\\byour (?:\\w+ )?(?:confirmation|approval|consent|permission|go-ahead|authori[sz]ation|okay|ok)\\b",
    "\\by(?:es)? ?(?:/|or|\\\\) ?no?\\b",
    "\\b(?:reply|respond|answer|say|type|write|send)(?: me| back)?(?: with)?(?: a)?(?: simple| clear| quick)? ?[\"'(]*(?:yes|ok|okay|y|confirm|proceed|go ahead)\\b",
    "\\b(?:a|clear|explicit|simple) [\"'(]*yes\\b",
    "\\bare you (?:all |absolutely |quite )?(?:sure|certain|ok|okay|happy|fine|good|ready|comfortable|alright|agreed)\\b",
    "\\b(?:ready|okay|ok|alright|fine|good|all right)(?: with you| to you)? (?:for me|if i|if we|to (?:proceed|go|submit|continue))\\b",
    "\\b(?:proceed|go ahead|continue|go forward|move forward)\\b[^.]*\\?",
    "\\b(?:let me know|tell me) (?:if|whether) (?:that|this|everything|it|these|all|the above|you agree|you'd like (?:me )?to|you would like (?:me )?to|you want (?:me )?to|i (?:should|can|may|have your))\\b",
    "\\bgive (?:me|us) (?:the|your|a) (?:green light|go-ahead|thumbs up|ok|okay)\\b",
    "\\bsay the word\\b",
  ].join("|"),
  "i",
);
const CHECK =
  /\b(?:is|are|does|do|did|have|am)\b[^?]{0,90}\b(?:correct(?:ly)?|right|ok|okay|accurate|alright|fine|good|acceptable|works?|match|sound|look|what you(?:'d like|'re looking for| want(?:ed)?| would like| had in mind| meant| need| asked for))\b[^?]*\?|\b(?:ok|okay|correct|right|agreed|yes|good|deal|alright|all right|confirmed|fine|sound good)\W*\?|\bhow does (?:that|this|it) (?:sound|look)\b/i;
const LOOKING =
  /\b(?:me to|shall i|should i|can i|may i)(?: go ahead and| also| now)? (?:check|look|search|find|show|list|tell|share|provide|give|explain|calculate|compute|see|pull|walk|read)\b/i;
const NOT_WEAK =
  /^(?:\W|and |so |also )*(?:did|was|were|have|has|had|do you (?:have|know|remember|recall|see|own|mean|happen)|can you|could you|will you|would you (?:be able|mind|prefer|rather))\b/i;
const MEANS =
  /\b(?:do|did|would) you mean\b(?! (?:that )?you)|\b(?:are|were) you (?:referring|talking|asking|thinking)\b|\b(?:is|was|would) (?:it|that|this|yours)(?: be)? (?:the|your|one|order|maybe|perhaps)\b(?! (?:correct|right|ok|all))/i;
const CHOICE =
  /\bor\b(?! (?:no\b|not\b|if\b|is there|are there|would you like to change|do you|should|let me|any|something|anything|more|so\b|both))/i;
const EXPLICIT = words("confirm", "confirmation", "proceed", "go ahead", "y(?:es)? ?(?:/|or) ?no?");
/** Puts one particular beside the other, a number among them, as a summary does: "AB12-01, Mondays at 9:00, 3 credits". */
export const SUMS = /^(?=[^?]*\d)[^?]*[,;–][^?]*[,;–][^?]*$/;
/** Asks for a wish, not for a fact. */
export const OPEN =
  /\b(?:how|what|which)\b.*\b(?:would you|do you|should i|shall i|can i|may i|you'd|could i)\b.*\b(?:like|want|wish|prefer|proceed|help|assist|do|go|handle|choose|mean|use|continue|change|rather)\b|\bor\b/i;
export const ALTERNATIVE =
  /\b(?:instead|alternative(?:ly|s)?|rather|prefer|another option|other options?|which option|would you like to do|do you want to do|like to proceed|want to proceed|like to handle|like me to do|can do is|could do is|however,? (?:i|you|we) can|what would you like|would you like (?:a|an|the|one|to (?:choose|keep|pick)))\b/i;
export const INSTEAD = /\b(?:instead|alternative(?:ly|s)?|rather|original|another|different|other)\b/i;

/** About who the user is. */
export const IDENTITY =
  /\b(?:identi(?:ty|fy|fied|fication)|verif(?:y|ied|ication)|authenticat\w+|(?:locate|find|access|open|look up|pull up|to) (?:your|an|the|any) (?:account|profile|record)s?|find you|look you up|user id|account with|login|log in)\b/i;

const DONE = new RegExp(
  [
    `\\b(?:i|we)(?:'ve| have| had)? ${FILLERS}(?:${DONE_VERBS})\\b`,
    `(?:'ve|\\bhave|\\bhas) ${FILLERS}been ${FILLERS}(?:${DONE_VERBS})\\b`,
    `(?:\\bis|\\bare|\\bwas|\\bwere|'s) ${FILLERS}(?:${DONE_VERBS}|complete|all set)\\b`,
    `\\bsuccessfully (?:${DONE_VERBS})\\b`,
    `\\b(?:${DONE_VERBS}) successfully\\b`,
    `^\\W*(?:[\\w#' ]{0,40} )?(?:${DONE_VERBS})(?: for you)?\\W*$`,
    `\\b(?:i|we)(?:'ve| have)? ${FILLERS}(?:${SWITCHED_VERBS})\\b`,
    `(?:'ve|\\bhave|\\bhas) ${FILLERS}been ${FILLERS}(?:${SWITCHED_VERBS})\\b`,
    `\\b(?:is|are) now (?:${SWITCHED_VERBS}|active)\\b|\\bsuccessfully (?:${SWITCHED_VERBS})\\b|\\b(?:${SWITCHED_VERBS}) successfully\\b`,
    "\\b(?:all set|all done|went through|was successful|were successful|is complete)\\b",
    "^\\W*done\\b",
  ].join("|"),
  "i",
);
/** Puts off to later what is to be done. */
export const PENDING =
  /\b(?:i'll|i will|we'll|we will|i'm going to|i am going to|let me|allow me|moment|second|sec|minute|hold on|stand by|bear with|hang on|work(?:ing)? on|shortly|right away|on it|about to|in progress|before (?:i|we)|next|(?:i'm|i am|we're|we are|now)(?: now| just| currently)* \w+ing|\w+ing (?:\w+ ){0,4}now)\b|(?:^|[,.!:;] )\W*\w+ing\b/im;
/** Says no more than that something was heard. */
export const ACKNOWLEDGES =
  /^\W*(?:(?:thanks?|thank you|understood|noted|great|perfect|okay|ok|got it|sure|certainly|of course|absolutely|alright|all right|very well|wonderful|excellent|sounds good|will do|i see|confirmed|for (?:confirming|that|the confirmation|your \w+)|you(?: very| so)? much|very much|so much)\W*)+$/i;
/** There is no way to it here. */
export const NO_WAY = /\b(?:not|\w+n't|cannot|unable|no (?:tool|way)|beyond|outside)\b/i;
/** Goes on from a yes: "If so, how many?" */
export const IF_SO = /^\W*(?:and |then )*if (?:so|yes)\b/i;
/** Of several things, that none is left out. */
const ALL = /\b(?:both|everything|all (?:of|two|three|four|the|your|are|have|were|changes|requests)\b)/i;
const NOT_YET =
  /\b(?:none|never|once|if|when|after|until|before|whether|will|would|can|only|not|\w+n't|see that|noted)\b/i;

/** Offers more, and says so in a question or an invitation. */
export const offersMore = (sentence: string) => MORE.test(sentence) && OFFER.test(sentence);

export const requests = (sentence: string) => REQUEST.test(sentence);

export const offersToLook = (sentence: string) =>
  sentence.includes("?") && LOOKING.test(sentence) && !offersMore(sentence);

/** "Is it the one with …?" */
export const guesses = (sentence: string) =>
  sentence.includes("?") && MEANS.test(sentence) && !/\bcorrect|right\b/i.test(sentence);

export function reports(sentence: string): boolean {
  const found = sentence.includes("?") ? null : DONE.exec(sentence);
  return found !== null && !NOT_YET.test(sentence.slice(0, found.index + found[0].length));
}

/** Reports all that was to be done. */
export const reportsAll = (sentence: string) => reports(sentence) && ALL.test(sentence);

/** A question that yes or no does not answer. */
export function asksWhat(sentence: string): boolean {
  const bare = sentence.replace(RELATIVE, " ");
  if (/\bhow does (?:that|this|it) (?:sound|look)\b/i.test(bare)) return false;
  if (WH_EMBEDDED.test(bare)) return true;
  return bare.includes("?") && WH.test(bare) && !new RegExp(`${LEAD}(?:${AUXILIARY})\\b`, "i").test(bare);
}

/** Whether a sentence asks for a yes: `leave` to do something, a `check` of what was said, or it just can be answered so. */
export function asksYes(sentence: string): "leave" | "check" | "closed" | undefined {
  const bare = sentence.replace(PURPOSE, " ");
  if (CHOICE.test(bare) && !EXPLICIT.test(bare)) return undefined;
  if (LEAVE.test(bare)) return "leave";
  if (TELLING.test(bare) && !CHECK.test(bare)) return undefined;
  if (CHECK.test(bare)) return "check";
  return bare.includes("?") && CLOSED.test(bare) && !NOT_WEAK.test(bare) ? "closed" : undefined;
}

/** "Please confirm your email": for a fact, where the words after it name one. */
export const ASKS_TO_NAME =
  /\b(?:confirm|confirmation of|provide|verify|tell|give|share|have|need|ask for)(?: me| with me)? (?:your|the|a|an|both)\b|\b(?:confirm|provide|share)\b[^?]*:\**$/i;

/** Markdown, curly quotes and runs of white space made even. */
export function plain(text: string): string {
  return text
    .replaceAll(/^\s*\* /gm, "- ")
    .replaceAll(/\*+|`+|__+|^\s*[>#]+ /gm, "")
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[“”]/g, '"')
    .replaceAll(/[ \t]+/g, " ");
}

export const isItem = (line: string) => /^\s*(?:[-•+]|\d+[.)])/.test(line);

/** Sentences, and items of lists: "1." at the head of a line ends no sentence. */
export function inSentences(text: string): string[] {
  const sentences = text.split(/\n+/).flatMap((line) => line.split(/(?<=[.?!])(?<!^\s*\d+\.)["')]*\s+/));
  return sentences.filter((sentence) => sentence.trim() !== "");
}

/** Whether a sentence has the word, at the start of a word: "zip" is in "zipcode", "age" is not in "package". */
export function mentions(sentence: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, "iu").test(sentence);
}
