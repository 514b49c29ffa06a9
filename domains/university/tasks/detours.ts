/** Templates of two kinds of detour: the first choice can't be had, or the student thinks better of it when asked to confirm. */
import { changed, idle } from "../../draft.ts";
import { alone } from "../../templates.ts";
import { capitalized } from "../../wording.ts";
import type { Section, Student } from "./campus.ts";
import { changeContact, someContact, someEmail, somePhone } from "./contacts.ts";
import { enroll } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { drop, modeOf, swap } from "./leaving.ts";
import { freeSeats, swapSection } from "./moves.ts";
import { anyQuestion } from "./questions.ts";
import {
  contactCall,
  dropCall,
  enrollCall,
  joinCall,
  modeCall,
  readsFor,
  readsForLeaving,
  swapCall,
} from "./request.ts";
import { refundPercent } from "./rules.ts";
import { auditPlain, enrollPlain, isJoinable, joinLine } from "./seats.ts";
import { type Desk, type Draft, isAddable, sectionBehind, sectionsBehind, stands, type Template } from "./template.ts";
import { descriptions, isTellable, siblings } from "./words.ts";

/** Wants a full section, and names another one of the course to make do with. */
const fullThenOther: Draft = (desk, student) => {
  for (const section of desk.random.shuffle(sectionsBehind(desk, student, ["full"]))) {
    const second = desk.leastUsed(siblings(section).filter((one) => stands(desk, student, one).length === 0));
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) continue;
    return {
      ...enroll(desk.random, student, mention(desk.random, section, "told")),
      calls: [...readsFor(student, [section]), enrollCall(student, second)],
      used: [section, second],
      fallback: desk.random.pick([
        `What a pity. Then I'd like ${which}.`,
        `In that case, put me in ${which}.`,
        `Oh. My second choice is ${which}.`,
      ]),
      traps: ["first choice full"],
    };
  }
  return undefined;
};

/** Wants a full section and no other: it will wait. */
const fullThenWait: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["full"], isJoinable);
  if (section === undefined) return undefined;
  return {
    ...enroll(desk.random, student, mention(desk.random, section, "told")),
    calls: [...readsFor(student, [section]), joinCall(student, section)],
    fallback: desk.random.pick([
      "I don't want any other one. Then put me on its waitlist, please.",
      "Then I'd rather wait. Is there a waitlist? Put me on it.",
      "It has to be that one, so I'll go on the waitlist.",
    ]),
    traps: ["first choice full", "waitlist"],
  };
};

/** Sections of the course that the student would swap for, were they not full. */
function swapBlocked(desk: Desk, student: Student): { old: Section; wanted: Section } | undefined {
  for (const { section: old, mode } of desk.random.shuffle(student.seats)) {
    const wanted = siblings(old).filter((one) => {
      const waits = student.waits.some(({ section }) => section === one);
      return (
        one !== old &&
        !waits &&
        isTellable(one) &&
        mode === "credit" &&
        stands(desk, student, one, { without: [old] }).join() === "full"
      );
    });
    const [first] = desk.random.shuffle(wanted);
    if (first) return { old, wanted: first };
  }
  return undefined;
}

const wantsSwap = (desk: Desk, student: Student, old: Section, wanted: Section) => {
  const among = siblings(old).filter((one) => one !== old);
  return swap(desk.random, student, old, mention(desk.random, wanted, "told", among));
};

/** The seat is kept, and a swap waits for its time. */
const swapThenWait: Draft = (desk, student) => {
  const found = swapBlocked(desk, student);
  if (found === undefined || !isJoinable(found.wanted)) return undefined;
  const { old, wanted } = found;
  const request = wantsSwap(desk, student, old, wanted);
  return {
    ...request,
    calls: [...readsFor(student, [old, wanted]), joinCall(student, wanted)],
    fallback: desk.random.pick([
      "Then I'll keep my seat for now, and you put me on the waitlist for the other one.",
      "Too bad. I'll stay where I am, but please put me on the waitlist of the one that I asked for.",
    ]),
    traps: ["swap", "first choice full", "waitlist"],
  };
};

const swapThenOther: Draft = (desk, student) => {
  const found = swapBlocked(desk, student);
  if (found === undefined) return undefined;
  const { old, wanted } = found;
  const among = siblings(old).filter((one) => one !== old);
  const open = among.filter((one) => stands(desk, student, one, { without: [old] }).length === 0);
  const second = desk.leastUsed(open);
  const which = second && descriptions(second, among)[0];
  if (second === undefined || which === undefined) return undefined;
  return {
    ...wantsSwap(desk, student, old, wanted),
    calls: [...readsFor(student, [old]), swapCall(student, old, second)],
    used: [old, wanted, second],
    fallback: desk.random.pick([`Then move me to ${which} instead.`, `${capitalized(which)} would do as well.`]),
    traps: ["swap", "first choice full"],
  };
};

export const firstChoiceGone = { fullThenOther, fullThenWait, swapThenWait, swapThenOther } as const;

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
    `Hold on, forget that one. Put me in ${phrase} instead.`,
  ]);
  const calls = [...readsFor(student, [second]), enrollCall(student, second)];
  return changed(request, say, calls, { used: [first, second] });
};

const dropTheOther: Draft = (desk, student) => {
  const [first, second] = desk.random.shuffle(freeSeats(student));
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
    facts: idle(request.facts.filter(({ name }) => name !== "credit or audit")),
  });
};

const keepWaiting: Draft = (desk, student) => {
  const request = joinLine(desk, student);
  const first = request?.used[0];
  const second = first && sectionBehind(desk, student, [], ({ course }) => course !== first.course);
  if (request === undefined || second === undefined) return undefined;
  const { phrase } = mention(desk.random, second, "told");
  const say = `Actually, waiting is no use to me. Enroll me in ${phrase} instead, and forget the waitlist.`;
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
    "Hm, no. Let's not do that. I only want to know this:",
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

export const detourTemplates: readonly Template[] = [
  alone("full-then-other", 9, fullThenOther),
  alone("full-then-wait", 7, fullThenWait),
  alone("swap-full-then-wait", 7, swapThenWait),
  alone("swap-full-then-other", 6, swapThenOther),
  ...Object.entries<Draft>(changesOfMind).map(([kind, draft]) =>
    alone(`mind-${kind}`, counts[kind as keyof typeof changesOfMind], draft),
  ),
];
