/** Templates of dropping, swapping and auditing what the student has, and of leaving a line, that can be done as asked for. */
import { alone } from "../../templates.ts";
import type { Section, Student } from "./campus.ts";
import { mention } from "./facts.ts";
import { changeMode, drop, dropAndAsk, modeOf, needsAid, swap } from "./leaving.ts";
import { dependents, endangersAid } from "./rules.ts";
import { type Desk, type Draft, isAddable, isChoice, sectionsBehind, stands, type Template } from "./template.ts";
import { leave } from "./waiting.ts";
import { isTellable, siblings } from "./words.ts";

/** Of the seats for credit or audit, those whose leaving touches nothing else and needs no acknowledgement. */
export function freeSeats(student: Student): Section[] {
  return student.seats
    .map(({ section }) => section)
    .filter((section) => dependents(student, section).length === 0 && !needsAid(student, [section]));
}

export const dropPlain: Draft = (desk, student) => {
  const section = desk.leastUsed(freeSeats(student));
  return section && drop(desk.random, student, [section], desk.rows.today);
};

const dropKnowing =
  (fits: (section: Section) => boolean): Draft =>
  (desk, student) => {
    const section = desk.leastUsed(freeSeats(student).filter(fits));
    return section && dropAndAsk(desk.random, student, section, desk.rows.today);
  };

const isWinter = ({ term }: Section) => /winter/i.test(term.name);

const dropAudited: Draft = (desk, student) => {
  const section = desk.leastUsed(freeSeats(student).filter((one) => modeOf(student, one) === "audit"));
  return section && drop(desk.random, student, [section], desk.rows.today);
};

const dropTwo: Draft = (desk, student) => {
  const sections = desk.random.shuffle(freeSeats(student).filter((one) => !isWinter(one))).slice(0, 2);
  if (sections.length < 2 || needsAid(student, sections)) return undefined;
  return drop(desk.random, student, sections, desk.rows.today);
};

/** With aid, and below full time afterwards. */
const dropRisking: Draft = (desk, student) => {
  const risky = student.seats.map(({ section }) => section).filter((one) => needsAid(student, [one]));
  const section = desk.leastUsed(risky.filter((one) => dependents(student, one).length === 0));
  return section && drop(desk.random, student, [section], desk.rows.today);
};

const dropPair: Draft = (desk, student) => {
  const pairs = student.seats.flatMap(({ section }) => dependents(student, section).map((other) => [section, other]));
  const pair = desk.random.shuffle(pairs)[0];
  const request = pair && drop(desk.random, student, pair, desk.rows.today);
  return request && { ...request, traps: [...(request.traps ?? []), "corequisite"] };
};

/** Another section of a course that the student is in. */
export const swapSection: Draft = (desk, student) => {
  for (const { section: old } of desk.random.shuffle(student.seats)) {
    const wanted = desk.leastUsed(swappable(desk, student, old, siblings(old)));
    if (!wanted) continue;
    const among = siblings(old).filter((one) => one !== old);
    return swap(desk.random, student, old, mention(desk.random, wanted, undefined, among));
  }
  return undefined;
};

/** Sections that can take the place of the seat. */
export function swappable(desk: Desk, student: Student, old: Section, sections: readonly Section[]): Section[] {
  const mode = modeOf(student, old);
  return sections.filter((section) => {
    return (
      section !== old && isTellable(section) && stands(desk, student, section, { mode, without: [old] }).length === 0
    );
  });
}

/** Another course; `obstacle` stood in its way but for the swap. */
const swapCourse =
  (obstacle?: "conflict" | "credits", isRisky = false): Draft =>
  (desk, student) => {
    const seats = student.seats.filter(({ section, mode }) => {
      return mode === "credit" && isAddable(desk.rows, section) && dependents(student, section).length === 0;
    });
    for (const { section: old } of desk.random.shuffle(seats)) {
      const found = sectionsBehind(desk, student, obstacle ? [obstacle] : []).filter(({ term }) => term === old.term);
      const able = swappable(desk, student, old, found).filter(({ course }) => {
        return endangersAid(student, old.term, old.course.credits - course.credits) === isRisky;
      });
      const wanted = isChoice(able) ? desk.leastUsed(able) : undefined;
      if (!wanted) continue;
      const request = swap(desk.random, student, old, mention(desk.random, wanted));
      return obstacle ? { ...request, traps: [...(request.traps ?? []), `${obstacle} but for the swap`] } : request;
    }
    return undefined;
  };

const toAudit =
  (isRisky: boolean): Draft =>
  (desk, student) => {
    const seats = student.seats.filter(({ section, mode }) => {
      const plain = mode === "credit" && isAddable(desk.rows, section) && dependents(student, section).length === 0;
      return plain && !section.course.requiredBy.has(student.major) && needsAid(student, [section]) === isRisky;
    });
    const section = desk.leastUsed(seats.map((seat) => seat.section));
    return section && changeMode(desk.random, student, section);
  };

/** Conditions 1 to 7 and 10 hold: the seat itself is the student's already. */
export const toCredit: Draft = (desk, student) => {
  const able = student.seats.filter(({ section, mode }) => {
    return mode === "audit" && judgeToCredit(desk, student, section).length === 0;
  });
  const section = desk.leastUsed(able.map((seat) => seat.section));
  return section && changeMode(desk.random, student, section);
};

export function judgeToCredit(desk: Desk, student: Student, section: Section): string[] {
  const apart = ["second section", "conflict", "consent", "full"];
  return stands(desk, student, section, { without: [section] }).filter((obstacle) => !apart.includes(obstacle));
}

/** A hold keeps nobody from dropping. */
const dropDespiteHold: Draft = (desk, student) => {
  const request = student.holds.length > 0 ? dropPlain(desk, student) : undefined;
  return request && { ...request, traps: [...(request.traps ?? []), "hold that does not matter"] };
};

export const leaveLine: Draft = (desk, student) => {
  const waits = student.waits.filter(({ status }) => status === "waiting");
  const section = desk.leastUsed(waits.map((wait) => wait.section));
  return section && leave(desk.random, student, section, false);
};

const declineOffer: Draft = (desk, student) => {
  const section = student.waits.find(({ status }) => status === "offered")?.section;
  return section && leave(desk.random, student, section, true);
};

export const moveTemplates: readonly Template[] = [
  alone("drop", 8, dropPlain),
  alone(
    "drop-and-ask",
    8,
    dropKnowing((section) => !isWinter(section)),
  ),
  alone("drop-winter", 8, dropKnowing(isWinter)),
  alone("drop-audited", 4, dropAudited),
  alone("drop-two", 5, dropTwo),
  alone("drop-risking-aid", 9, dropRisking),
  alone("drop-pair", 6, dropPair),
  alone("drop-despite-hold", 5, dropDespiteHold),
  alone("swap-section", 10, swapSection),
  alone("swap-course", 7, swapCourse()),
  alone("swap-risking-aid", 4, swapCourse(undefined, true)),
  alone("swap-conflicting", 6, swapCourse("conflict")),
  alone("swap-at-limit", 6, swapCourse("credits")),
  alone("to-audit", 6, toAudit(false)),
  alone("to-audit-risking-aid", 5, toAudit(true)),
  alone("to-credit", 6, toCredit),
  alone("leave-waitlist", 5, leaveLine),
  alone("decline-offer", 5, declineOffer),
];
