/** The wordings by which an agent refuses, or states what stands in the way. Text that `plain` has made even. */
import { IDENTITY } from "./wording.ts";

const UNAVAILABLE =
  /\b(?:out[- ]of[- ]stock|sold[- ]out|unavailable|(?:not|isn't|aren't|no longer|none \w+ \w+|never) (?:currently |presently |actually |one of )*(?:available|in stock|offered|made|listed|sold|carried|exist)|fully booked|none (?:left|available)|(?:don't|doesn't|do not|does not) (?:currently |seem to |actually )*(?:have|exist|carry|offer|sell|stock|come|make)|no (?:such|matching) \w+|at (?:full )?capacity|no room (?:on|in|left|for|there)|(?:no|0|zero) (?:\w+ ){0,2}availability|(?:no|0|zero) (?:\w+ ){0,2}(?:seats?|places?|spots?|rooms?|copies|units?) (?:are |is )?(?:left|open|free|available|remaining)|(?:not|\w+n't) enough (?:\w+ ){0,3}(?:seats?|places?|spots?|rooms?|copies|units?)|only (?:\w+ ){1,3}(?:seats?|places?|spots?|rooms?|copies|units?) (?:left|open|free|available|remaining)\b[^.?!]*(?:not|n't) enough|only (?:\w+ ){1,3}(?:seats?|places?|spots?|rooms?|copies|units?) (?:left|open|free|available|remaining)\b[^.?!]*\bbut you need|(?:seats?|places?|spots?|rooms?|copies|units?)\b[^.?!]{0,40}\b(?:not|isn't|aren't) enough|no (?:open|free|available|remaining|more|empty)(?: \w+)? (?:seats?|places?|spots?|rooms?|space)|no (?:seats?|places?|spots?|room|space) (?:left|open|free|available|remaining)|(?:is|are|'s|was) (?:already |currently |completely |now |unfortunately |also |indeed |both |all )*full\b(?! (?:price|refund|amount|name|address))|only (?:available|comes?|offered|in stock))\b/i;
const DECLINES =
  /\b(?:can't|cant|cannot|can not|unable to|not able to|(?:not|isn't|aren't) (?:allowed|permitted|possible|eligible|supported|something i)|ineligible|(?:don't|do not|doesn't|does not) (?:allow|permit|accept|support|let)|may not (?:be|use|have|split|add)|against (?:our|the|my) polic|polic(?:y|ies) (?:prohibits?|prevents?|forbids?|only)|(?:have|need) to decline|must decline|won't be able|not going to be able)\b/i;
/** A rule or a state of things that stands in the way, said without a refusing word. */
const RULES =
  /\b(?:only|at most|(?:no|not) more than|(?:a )?maximum of|must be|must go|must have|must (?:all )?\w+ (?:\w+ ){0,2}the same|entitled to (?:any|no)|(?:isn't|not|aren't) (?:entitled|owed|due)|no (?:\w+ ){1,3}(?:is|are) (?:due|owed|possible)|not both|one or the other|either .+ or|too late|(?:is|are|be) final|(?:doesn't|does not|won't|will not|wouldn't) (?:fully )?cover|not enough|insufficient|too low|less than|exceeds|(?:don't|do not|doesn't|does not) (?:qualify|offer|take|belong|have|match|meet|reach|satisfy|fulfil?l)|no longer(?! need)|(?:isn't|is not|aren't|not) (?:associated|linked|listed|under|in your|on your|yours|part of|one of|among|an option|accepted|valid|covered|offered|tied|registered|connected|a valid|an accepted|a reason)|belongs? to (?:another|someone|a different|somebody|other)|(?:another|a different|someone else's) (?:customer|account|person)|already (?:been )?\w+|has (?:been )?(?:processed|shipped|cancell?ed|delivered)|on its way|nothing (?:can|more|(?:else |that )?(?:i|we) can)|not (?:the one|covered)|beyond|outside|restricted|limited to|single|(?:never|not|\w+n't) (?:be )?count(?:s|ed)?|can't find|couldn't find|could not find|cannot find|unfortunately)\b/i;
/** Says that what was asked for is not done after all. */
const LEAVES =
  /\b(?:i'll|i will|we'll|we will|i'd|let's|i can only|have to|must) (?:then |just |therefore |only |simply )*(?:leave|keep) (?!you\b|me\b|a (?:note|message))[^.?!]*?\b(?:as (?:it|they|things|everything) (?:is|are|stands?)|in place|unchanged|untouched|alone|enrolled|for now)|\b(?:i|we)(?: won't|'ll not| will not) (?:then |therefore )*(?:make|do|drop|withdraw|cancel|change|remove|touch|go ahead|proceed)\b|\bstays? (?:exactly |just )?(?:as (?:it|they|things) (?:is|are)|in place|unchanged|put)\b|\b(?:nothing|no changes?) (?:will be|has been|have been|is|are|was|were) (?:being )?(?:changed|made|done)\b|\bnothing (?:will )?changes?\b/i;
/** Something stands in the way, if only the tone says so. */
const NEGATIVE =
  /\b(?:not|\w+n't|cannot|only|unfortunately|however|unable|either|already|must|polic(?:y|ies)|never|final|another customer|afraid|but|too)\b/i;
/** A reminder that goes with a question for leave. */
const REMINDER = /^\W*(?:please |also |just )*(?:note|keep in mind|be aware|bear in mind|remember)\b/i;
/** Not being able to find, to go on yet, or to undo something later is no refusal. */
const NO_REFUSAL =
  /\b(?:without|until|unless|before|undo(?:ne)?|revers(?:ed?|ible)|irreversible|again|once|afterwards?|later|further|second time|reinstated?|this action)\b/i;
/** Puts nothing off but the conversation. */
const GOING_ON = /\bbefore (?:i|we) (?:can )?(?:go on|proceed|continue|start|begin)\b/i;
const SEARCHING = /\b(?:find|locate|see|access|pull up|look up)\b/i;
/** How things have been, not what comes first: "once booked", "without insurance". */
const AS_IT_IS =
  /\bonce (?:(?:it|this|that|they|these|an?|the|your)(?:'s)? (?:\w+ )?(?:(?:is|are|has|have)(?: been)? )?)?(?:already )?(?:\w{2,}ed|booked|made|paid|sent|sold|taken|begun|flown)\b|\bwithout (?!your\b|you\b|it\b|that\b|this\b|these\b|those\b|them\b|the\b|an?\b|any\b|more\b|further\b|first\b|\w+ing\b|verif|confirm|consent|approv|authenti|authori|identif|permission|explicit)[\w ]*?\w/gi;
/** What is so already can't be done again. */
const DONE_ALREADY = /\balready\b/i;

/** Says that something can't be had. */
export const saysUnavailable = (sentence: string) => UNAVAILABLE.test(sentence) && !IDENTITY.test(sentence);

export const leavesAsIs = (sentence: string) => LEAVES.test(sentence);

/**
 * Whether what is stated may be a refusal.
 * @param warns it goes with a question for leave, where "once booked, it can't be undone" tells what follows from a yes
 */
export function isObjection(sentence: string, warns: boolean): boolean {
  let bare = sentence.replace(GOING_ON, "");
  if (!warns) bare = bare.replaceAll(AS_IT_IS, " ");
  if (DONE_ALREADY.test(bare)) bare = bare.replaceAll(/\bagain\b/gi, " ");
  return !NO_REFUSAL.test(bare);
}

export const hasNegation = (sentence: string) => NEGATIVE.test(sentence);

/** Not being able to find something declines nothing. */
export const saysNo = (sentence: string) => DECLINES.test(sentence) && !SEARCHING.test(sentence);

/** `reminds`: a reminder belongs to the question for leave that it goes with. */
export const statesRule = (sentence: string, reminds: boolean) =>
  (RULES.test(sentence) || DECLINES.test(sentence)) && !(reminds && REMINDER.test(sentence));
