/** Templates of a student who thinks better of it when first asked to confirm. */
import { changed, idle } from "../../draft.ts";
import { alone } from "../../templates.ts";
import { changeContact, someContact, someEmail, somePhone } from "./contacts.ts";
import { enroll } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { drop, modeOf } from "./leaving.ts";
import { freeSeats, swapSection } from "./moves.ts";
import { anyQuestion } from "./questions.ts";
import { contactCall, dropCall, enrollCall, modeCall, readsFor, readsForLeaving } from "./request.ts";
import { refundPercent } from "./rules.ts";
import { auditPlain, enrollPlain, joinLine } from "./seats.ts";
import { type Draft, isAddable, sectionBehind, sectionsBehind, stands, type Template } from "./template.ts";
import { descriptions, siblings } from "./words.ts";

/** Another section of the course after all. */
const otherSection: Draft = (desk, student) => {
  for (const first of desk.random.shuffle(sectionsBehind(desk, student, []))) {
    const second = desk.leastUsed(
      siblings(first).filter((one) => one !== first && stands(desk, student, one).length === 0),
    );
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) continue;
    const request = enroll(desk.random, student, mention(desk.random, first, "told"));
    const say = desk.random.pick([
      `Wait, let me look at my week again. I'd rather have ${which}.`,
      `Sorry, I've changed my mind: make it ${which}.`,
    ]);
    return changed(request, say, [enrollCall(student, second)], { used: [first, second] });
  }
  return undefined;
};

const otherCourse: Draft = (desk, student) => {
  const first = sectionBehind(desk, student, []);
  const second = first && sectionBehind(desk, student, [], ({ course }) => course !== first.course);
  if (first === undefined || second === undefined) return undefined;
  const request = enroll(desk.random, student, mention(desk.random, first, "told"));
  const { phrase } = mention(desk.random, second, "told");
  const say = desk.random.pick([
    `Hm, no. I'd rather take ${phrase}. Leave the other one.`,
    `Hold on, forget that one. Instead, put me in ${phrase}.`,
  ]);
  const calls = [...readsFor(student, [second]), enrollCall(student, second)];
  return changed(request, say, calls, { used: [first, second] });
};

const dropTheOther: Draft = (desk, student) => {
  const free = freeSeats(student);
  const second = desk.leastUsed(free);
  const [first] = desk.random.shuffle(free.filter((one) => one !== second));
  if (first === undefined || second === undefined) return undefined;
  const request = drop(desk.random, student, [first], desk.rows.today);
  const percent = refundPercent(desk.rows.today, second, modeOf(student, second));
  if (percent === undefined) return undefined;
  const [keep, leave] = [first.course.title, courseWords(desk.random, second.course)];
  const say = desk.random.pick([
    `Sorry, I mixed that up! I'm keeping ${keep}. It's ${leave} that I want to drop.`,
    `Wait, no, not ${keep}. Drop ${leave} instead.`,
  ]);
  const calls = [...readsForLeaving(student, [second]), dropCall(student, second, percent)];
  return changed(request, say, calls, { used: [first, second] });
};

const dropToAudit: Draft = (desk, student) => {
  const section = desk.leastUsed(
    freeSeats(student).filter((one) => {
      return (
        modeOf(student, one) === "credit" && isAddable(desk.rows, one) && !one.course.requiredBy.has(student.major)
      );
    }),
  );
  const request = section && drop(desk.random, student, [section], desk.rows.today);
  if (section === undefined || request === undefined) return undefined;
  const say = desk.random.pick([
    "Actually, don't drop it. I'd like to stay in it as an auditor.",
    "Hm, wait. I'd rather keep sitting in. Change it to audit instead.",
  ]);
  const calls = [...readsFor(student, [section]), modeCall(student, section, "audit")];
  return changed(request, say, calls);
};

const creditToAudit: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, [], ({ course }) => !course.requiredBy.has(student.major));
  if (section === undefined) return undefined;
  const request = enroll(desk.random, student, mention(desk.random, section, "told"));
  const say = desk.random.pick([
    "On second thought, I have enough credits. Only as an auditor, please.",
    "Wait, not for credit. I'd rather just audit it.",
  ]);
  return changed(request, say, [enrollCall(student, section, "audit")], {
    facts: idle(request.facts.filter(({ name }) => !name.startsWith("credit or audit"))),
  });
};

const keepWaiting: Draft = (desk, student) => {
  const request = joinLine(desk, student);
  const first = request?.used[0];
  const second = first && sectionBehind(desk, student, [], ({ course }) => course !== first.course);
  if (request === undefined || second === undefined) return undefined;
  const { phrase } = mention(desk.random, second, "told");
  const say = `Actually, waiting is no use to me. Forget the waitlist, and enroll me in ${phrase}.`;
  const calls = [...readsFor(student, [second]), enrollCall(student, second)];
  return changed(request, say, calls, { used: [...request.used, second] });
};

/** A digit was wrong, or the other mailbox is meant. */
const otherContact: Draft = ({ random }, student) => {
  const kind = random.pick(["phone", "email"] as const);
  const request = changeContact(random, student, [kind]);
  const better = kind === "phone" ? somePhone(random.fork("better")) : someEmail(random.fork("better"), student);
  const old = someContact(random, student, [kind])[kind];
  if (better === old) return undefined;
  const say = random.pick([
    `No, wait, that's wrong. It has to be ${better}.`,
    `Oh, I gave you the wrong one, sorry. The right one is ${better}.`,
  ]);
  return changed(request, say, [contactCall(student, { [kind]: better })], { facts: request.facts });
};

/** In the end nothing is written, and something is asked. */
const leaveIt: Draft = (desk, student) => {
  const request = desk.random.pick([enrollPlain, auditPlain, swapSection])(desk, student);
  const question = anyQuestion(desk, student);
  if (request === undefined || question === undefined) return undefined;
  const lead = desk.random.pick([
    "You know what, leave everything as it is. Just tell me one thing.",
    "No, I've changed my mind, I'd rather not. But I have a question.",
    "Hm, no. Let's not do that. I only want to know one thing.",
  ]);
  const { tell = [], compute = [], traps = [] } = question;
  const left = changed(request, `${lead} ${question.say}`, question.calls, { tell, compute });
  return left && { ...left, traps: [...(left.traps ?? []), ...traps] };
};

export const changesOfMind = {
  "other-section": otherSection,
  "other-course": otherCourse,
  "drop-the-other": dropTheOther,
  "drop-to-audit": dropToAudit,
  "credit-to-audit": creditToAudit,
  "keep-waiting": keepWaiting,
  contact: otherContact,
  "leave-it": leaveIt,
} as const;

const counts: Readonly<Record<keyof typeof changesOfMind, number>> = {
  "other-section": 4,
  "other-course": 4,
  "drop-the-other": 4,
  "drop-to-audit": 4,
  "credit-to-audit": 4,
  "keep-waiting": 4,
  contact: 4,
  "leave-it": 5,
};

export const mindTemplates: readonly Template[] = Object.entries<Draft>(changesOfMind).map(([kind, draft]) =>
  alone(`mind-${kind}`, counts[kind as keyof typeof changesOfMind], draft),
);
