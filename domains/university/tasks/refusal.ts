/** What every refused request is made of: the ground for declining, and what the student settles for. */
import { refused, type Settlement, transferCall } from "../../draft.ts";
import type { Section, Student } from "./campus.ts";
import { somePhone } from "./contacts.ts";
import { mention } from "./facts.ts";
import { anyQuestion } from "./questions.ts";
import { contactCall, enrollCall, type Request, readCode, readsFor } from "./request.ts";
import { type Desk, sectionBehind, stands } from "./template.ts";

/** A request that leads nowhere, as an agent finds by reading. */
export function onlyReads(request: Request): Request {
  return { ...request, calls: request.calls.slice(0, -1) };
}

export type Settle = (desk: Desk, student: Student) => Settlement | undefined;

/** Refused, with the first settlement that the student's rows allow, in any order. */
export function declined(
  desk: Desk,
  student: Student,
  request: Request,
  because: string,
  settlements: readonly Settle[],
): Request | undefined {
  for (const settle of desk.random.shuffle(settlements)) {
    const settlement = settle(desk, student);
    if (settlement) return refused(onlyReads(request), because, settlement);
  }
  return undefined;
}

/** Another course, which nothing keeps the student from. */
export const anotherCourse =
  (section: Section): Settle =>
  (desk, student) => {
    const other = sectionBehind(desk, student, [], ({ course }) => course !== section.course);
    if (other === undefined) return undefined;
    const { phrase } = mention(desk.random, other, "told");
    return {
      say: desk.random.pick([
        `Okay. Then I'd like a seat in ${phrase}.`,
        `I see. In that case I'd like to take ${phrase}.`,
        `Too bad. My plan B is ${phrase}. Please enroll me there.`,
      ]),
      calls: [...readsFor(student, [other]), enrollCall(student, other)],
    };
  };

/** What matters for credit mostly does not matter for an auditor. */
export const auditInstead =
  (section: Section): Settle =>
  (desk, student) => {
    const free = stands(desk, student, section, { mode: "audit" }).length === 0;
    if (!free || section.course.requiredBy.has(student.major)) return undefined;
    return {
      say: desk.random.pick([
        "Then let me audit that section instead.",
        "Could I sit in as an auditor, then? In that same section, please.",
        "All right, then I'll just audit it. The same section, please.",
      ]),
      calls: [enrollCall(student, section, "audit")],
      traps: ["audit instead"],
    };
  };

/** An answer that silence does not give. */
export const aQuestion: Settle = (desk, student) => {
  const question = anyQuestion(desk, student);
  if (question === undefined) return undefined;
  const lead = desk.random.pick([
    "All right, then leave it. But there is something that I'd like to know.",
    "Okay, forget it. I have a question, though.",
    "Fine. Then at least answer me a question.",
    "I see. Something else, then.",
  ]);
  const { say, calls, tell = [], compute = [], traps = [] } = question;
  return { say: `${lead} ${say}`, calls, tell, compute, traps };
};

/** Seldom; and something else comes first, which a transfer at once would leave undone. */
export const aPerson =
  (about: string): Settle =>
  ({ random }, student) => {
    if (random.chance(0.5)) return undefined;
    const transfer = transferCall(`The student was declined and asked for a person: ${about}.`);
    const phone = somePhone(random);
    return {
      say: random.pick([
        `Then I'd like to speak to a person about it. But before that, please change my phone number to ${phone}.`,
        `I see. Put me through to an advisor, please, once you have changed my phone number: it is ${phone} now.`,
      ]),
      calls: [readCode, contactCall(student, { phone }), transfer],
      traps: ["transfer", "write before the transfer", "verification code"],
    };
  };
