/** Templates of a first choice that is full: the student makes do with another section, or waits. */
import { alone } from "../../templates.ts";
import { capitalized } from "../../wording.ts";
import type { Section, Student } from "./campus.ts";
import { enroll } from "./enrolling.ts";
import { mention } from "./facts.ts";
import { swap } from "./leaving.ts";
import { enrollCall, joinCall, readsFor, swapCall } from "./request.ts";
import { isJoinable } from "./seats.ts";
import { type Desk, type Draft, sectionBehind, sectionsBehind, stands, type Template } from "./template.ts";
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

export const detourTemplates: readonly Template[] = [
  alone("full-then-other", 9, fullThenOther),
  alone("full-then-wait", 7, fullThenWait),
  alone("swap-full-then-wait", 7, swapThenWait),
  alone("swap-full-then-other", 6, swapThenOther),
];
