/** Requests for a seat: one section, a corequisite pair, as an auditor; with a consent, an override or a hold on the way. */
import type { DraftAssertion, DraftCall, DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import type { Mode } from "../schema.ts";
import type { Section, Student } from "./campus.ts";
import { type Mention, meetingFact, modeFact, termFact } from "./facts.ts";
import {
  checkPortal,
  confirmMeeting,
  consentCall,
  enrollCall,
  limitCall,
  payBalance,
  type Request,
  readsFor,
  signConsent,
} from "./request.ts";
import { season } from "./words.ts";

export function enroll(random: Random, student: Student, { section, phrase, facts, traps }: Mention): Request {
  const term = season(section.term);
  return {
    say: random.pick([
      `I'd like to take ${phrase}.`,
      `Please enroll me in ${phrase}.`,
      `Can you get me a seat in ${phrase}?`,
      `I want to add a course for the ${term}: ${phrase}.`,
      `I need one more course this ${term}. Please sign me up for ${phrase}.`,
      `Could you register me for ${phrase}?`,
    ]),
    brief: `You want to be enrolled, for credit and in the ${term}, in ${phrase}.`,
    facts: [...facts, termFact(section), modeFact(section, "credit")],
    calls: [...readsFor(student, [section]), enrollCall(student, section)],
    used: [section],
    traps,
  };
}

export function audit(random: Random, student: Student, { section, phrase, facts, traps }: Mention): Request {
  const term = season(section.term);
  return {
    say: random.pick([
      `I'd like to audit ${phrase}.`,
      `As an auditor, without credit: could I sit in on ${phrase}?`,
      `I don't need the credits, but I'd love to audit ${phrase}.`,
      `Please put me down as an auditor for ${phrase}.`,
    ]),
    brief: `You want a seat as an auditor, not for credit, in the ${term}, in ${phrase}.`,
    facts: [...facts, termFact(section), modeFact(section, "audit")],
    calls: [...readsFor(student, [section]), enrollCall(student, section, "audit")],
    used: [section],
    traps: [...traps, "audit"],
  };
}

/** Two sections in one message, as corequisites are. */
export function enrollTogether(random: Random, student: Student, first: Mention, second: Mention): Request {
  const phrases = `${first.phrase}, and ${second.phrase}`;
  return {
    say: random.pick([
      `I'd like to take two courses: ${phrases}.`,
      `Please enroll me in both of these: ${phrases}.`,
      `I want to add two courses, please. They are ${phrases}.`,
    ]),
    brief: `You want to be enrolled, for credit and in the ${season(first.section.term)}, in two courses: ${phrases}.`,
    facts: [...first.facts, ...second.facts, termFact(first.section), modeFact(first.section, "credit")],
    calls: [
      ...readsFor(student, [first.section, second.section]),
      enrollCall(student, first.section),
      enrollCall(student, second.section),
    ],
    used: [first.section, second.section],
    traps: [...first.traps, ...second.traps, "several sections at once"],
  };
}

/** The calls with others put in just before the last, which needs them. */
function before(
  request: Request,
  calls: readonly DraftCall[],
  trap: string,
  facts: readonly DraftFact[] = [],
): Request {
  return {
    ...request,
    facts: [...request.facts, ...facts],
    calls: [...request.calls.slice(0, -1), ...calls, ...request.calls.slice(-1)],
    traps: [...(request.traps ?? []), trap],
  };
}

function demanding(request: Request, assertion: DraftAssertion): Request {
  return { ...request, assertions: [...(request.assertions ?? []), assertion] };
}

/** The student signs before it is enrolled, by the last call; where the form is there already, it is not requested again. */
export function withConsent(student: Student, section: Section, request: Request, isRequested: boolean): Request {
  const calls = [...(isRequested ? [] : [consentCall(student, section)]), signConsent(section)];
  const harder = before(request, calls, isRequested ? "consent requested before" : "consent");
  const args = { student_id: student.id, section_id: section.id };
  return demanding(harder, { requestor: "assistant", name: "has_signed_consent", arguments: args });
}

export function withHigherLimit(student: Student, section: Section, request: Request): Request {
  return before(request, [limitCall(student, section.term)], "credit limit override");
}

/** The student clears all its holds, which it can, before the last call. */
export function withHoldsCleared(random: Random, student: Student, request: Request): Request {
  let harder = request;
  if (student.holds.includes("financial")) harder = before(harder, [payBalance], "financial hold");
  if (student.holds.includes("advising")) {
    const meeting = random.pick(student.meetings);
    const fact = meetingFact(random, meeting, student.meetings.length === 1);
    harder = before(harder, [checkPortal, confirmMeeting(meeting.id)], "advising hold", [fact]);
  }
  for (const kind of student.holds) {
    const args = { student_id: student.id, kind };
    harder = demanding(harder, { requestor: "assistant", name: "has_active_hold", arguments: args, expected: false });
  }
  return random.chance(0.5) ? { ...harder, test: holdTest(student.holds.at(-1) ?? "") } : harder;
}

/** The student looks into the portal by itself. */
function holdTest(kind: string): NonNullable<Request["test"]> {
  return {
    call: checkPortal,
    says: `The ${kind} hold on your record has been cleared.`,
    complaint: `My portal doesn't say that the ${kind} hold is gone.`,
  };
}

export type Seating = (random: Random, student: Student, mention: Mention) => Request;
export const seating: Readonly<Record<Mode, Seating>> = { credit: enroll, audit };
