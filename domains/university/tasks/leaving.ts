/** Requests about seats that the student has: dropping, swapping, auditing. */

import { money } from "../../money.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import { refundAmount } from "../academics.ts";
import type { Mode } from "../schema.ts";
import type { Section, Student } from "./campus.ts";
import { aidFact, courseWords, type Mention } from "./facts.ts";
import { dropCall, modeCall, type Request, readsFor, readsForLeaving, swapCall } from "./request.ts";
import { endangersAid, refundPercent, tuitionPerCredit } from "./rules.ts";
import { season } from "./words.ts";

/** In dollars, of a seat for credit. */
export function refundOf(student: Student, { course, term }: Section, percent: number): string {
  return money(refundAmount(percent, course.credits, tuitionPerCredit(student, term)));
}

export function modeOf({ seats }: Student, section: Section): Mode {
  return seats.find((seat) => seat.section === section)?.mode ?? "credit";
}

/** Whether giving up the seats, or what counts of them, needs the student's acknowledgement. */
export function needsAid(student: Student, sections: readonly Section[]): boolean {
  const [first] = sections;
  const counting = sections.filter((section) => modeOf(student, section) === "credit");
  const credits = counting.reduce((sum, { course }) => sum + course.credits, 0);
  return first !== undefined && endangersAid(student, first.term, credits);
}

/** A course that the student is in; at times with the term, where that is not the one that has just begun. */
function seatWords(random: Random, { course, term }: Section): string {
  const name = courseWords(random, course);
  return /winter/i.test(term.name) && random.chance(0.6) ? `${name} in the winter session` : name;
}

/** The last call carries the acknowledgement. Undefined where it is too late. */
export function drop(
  random: Random,
  student: Student,
  sections: readonly Section[],
  today: string,
): Request | undefined {
  const percents = sections.map((section) => refundPercent(today, section, modeOf(student, section)));
  const aid = needsAid(student, sections);
  const names = listed(sections.map((section) => seatWords(random, section)));
  const calls = sections.flatMap((section, at) => {
    const percent = percents[at];
    return percent === undefined ? [] : [dropCall(student, section, percent, aid && at === sections.length - 1)];
  });
  if (calls.length < sections.length) return undefined;
  return {
    say: random.pick(
      [
        `I'd like to drop ${names}.`,
        `Please take me out of ${names}.`,
        `I need to get out of ${names}. Can you drop it for me?`,
        `${names} isn't working out for me. I want to drop it.`,
      ].slice(0, sections.length > 1 ? 2 : 4),
    ),
    brief: `You want to drop ${names}.`,
    facts: aid ? [aidFact(random, true)] : [],
    calls: [...readsForLeaving(student, sections), ...calls],
    used: sections,
    traps: [...(aid ? ["aid"] : []), ...(sections.length > 1 ? ["several sections at once"] : [])],
  };
}

/** The same, and the student wants to know what it gets back. */
export function dropAndAsk(random: Random, student: Student, section: Section, today: string): Request | undefined {
  const request = drop(random, student, [section], today);
  const percent = refundPercent(today, section, modeOf(student, section));
  if (request === undefined || !percent) return undefined;
  return {
    ...request,
    say: `${request.say} ${random.pick([
      "How much money do I get back?",
      "And what will be refunded, in dollars?",
      "Please tell me the refund, too.",
    ])}`,
    brief: `${request.brief} You want to know how many dollars you get back.`,
    compute: [refundOf(student, section, percent)],
    traps: [...(request.traps ?? []), "arithmetic"],
  };
}

/** Another section, of the same course or not, in the place of one that the student has. */
export function swap(random: Random, student: Student, old: Section, wanted: Mention): Request {
  const { section, phrase, which, facts, traps } = wanted;
  const name = courseWords(random, old.course);
  const same = old.course === section.course;
  const lost = same ? 0 : old.course.credits - section.course.credits;
  const aid = modeOf(student, old) === "credit" && endangersAid(student, old.term, lost);
  return {
    say: same
      ? `${random.pick([
          `I want to change to another section of ${name}.`,
          `The section of ${name} that I'm in doesn't suit me. Can I move to another one?`,
          `Can you switch me to a different section of ${name}?`,
        ])}${which ? ` ${random.pick(["I'd like", "I want"])} ${which}.` : ""}`
      : random.pick([
          `I'd like to swap ${name} for ${phrase}.`,
          `Instead of ${name} I'd rather take ${phrase}.`,
          `Please exchange my ${name} for ${phrase}.`,
        ]),
    brief: same
      ? `You want to move from your section of ${name} to another section of it${which ? `: ${which}` : ""}.`
      : `You want to give up ${name} for ${phrase}, if and only if you get the new one.`,
    facts: [...facts, ...(aid ? [aidFact(random, true)] : [])],
    calls: [...readsFor(student, [old, section]), swapCall(student, old, section, aid)],
    used: [old, section],
    traps: [...traps, "swap", ...(aid ? ["aid"] : [])],
  };
}

export function changeMode(random: Random, student: Student, section: Section): Request {
  const mode = modeOf(student, section) === "credit" ? "audit" : "credit";
  const name = courseWords(random, section.course);
  const aid = mode === "audit" && needsAid(student, [section]);
  return {
    say:
      mode === "audit"
        ? random.pick([
            `I want to stay in ${name}, but only as an auditor.`,
            `Can I change ${name} from credit to audit?`,
            `Please switch my ${name} over to audit.`,
          ])
        : random.pick([
            `I'm auditing ${name}, and now I'd like to take it for credit.`,
            `Can I change ${name} from audit to credit?`,
            `Please turn my audit of ${name} into a seat for credit.`,
          ]),
    brief: `You want to change your seat in ${name} in the ${season(section.term)} to ${mode === "audit" ? "an auditor's" : "one for credit"}.`,
    facts: aid ? [aidFact(random, true)] : [],
    calls: [...readsFor(student, [section]), modeCall(student, section, mode, aid)],
    used: [section],
    traps: [mode === "audit" ? "to audit" : "to credit", ...(aid ? ["aid"] : [])],
  };
}
