/** Templates of one request that can be granted as it stands. */
import { alone } from "../../templates.ts";
import type { Section, Student } from "./campus.ts";
import { type ContactKind, changeContact } from "./contacts.ts";
import { audit, enroll, enrollTogether } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { changeMode, drop, dropAndAsk, modeOf, needsAid, swap } from "./leaving.ts";
import type { Request } from "./request.ts";
import { bestGrade, creditLimit, creditsIn, dependents, endangersAid, type Obstacle } from "./rules.ts";
import { type Desk, type Draft, isAddable, sectionBehind, sectionsBehind, stands, type Template } from "./template.ts";
import { join, leave } from "./waiting.ts";
import { siblings } from "./words.ts";

export const enrollPlain: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, []);
  return section && enroll(desk.random, student, mention(desk.random, section));
};

/** The best of several attempts is what counts. */
const enrollAfterRepeat: Draft = (desk, student) => {
  const repeated = (section: Section) =>
    section.course.needs.some(({ course }) => student.past.filter((one) => one.course === course).length > 1);
  const section = sectionBehind(desk, student, [], repeated);
  const request = section && enroll(desk.random, student, mention(desk.random, section));
  return request && { ...request, traps: [...(request.traps ?? []), "several attempts"] };
};

/** Once more, since the grade was below C. */
const enrollAgain: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, [], ({ course }) => bestGrade(student, course) !== undefined);
  if (section === undefined) return undefined;
  const request = enroll(desk.random, student, mention(desk.random, section));
  const name = courseWords(desk.random, section.course);
  return {
    ...request,
    say: `${desk.random.pick([
      `I took ${name} before and it didn't go well.`,
      `My grade in ${name} was poor, so I want to repeat it.`,
    ])} ${request.say}`,
    brief: `${request.brief} You took the course before and got a poor grade.`,
    traps: [...(request.traps ?? []), "repeat"],
  };
};

/** There is no way to the section, whereas a consent could still be had. */
const isOut = (found: readonly Obstacle[]) => found.includes("conflict") || found.includes("full");

/** Any section will do, and only one does. */
const enrollWhatFits: Draft = (desk, student) => {
  const fit = sectionsBehind(desk, student, []).filter((section) => {
    const all = siblings(section);
    return all.length > 1 && all.every((other) => other === section || isOut(stands(desk, student, other)));
  });
  const section = desk.leastUsed(fit);
  if (section === undefined) return undefined;
  const { random } = desk;
  const name = courseWords(random, section.course);
  const request = enroll(random, student, { ...mention(random, section, "asked"), phrase: name });
  const [fact, ...facts] = request.facts;
  return {
    ...request,
    say: `${request.say} ${random.pick([
      "Any section is fine, as long as I can actually take it.",
      "I don't care which section, it only has to fit.",
      "Whichever section works with the rest of my schedule.",
    ])}`,
    brief: `${request.brief} You don't care which section, as long as it fits your schedule and has a seat for you. You don't know which one that is.`,
    facts: fact
      ? [{ ...fact, say: "Whichever one I can take. I don't mind which.", disclosure: "known" }, ...facts]
      : [],
    traps: ["only one section fits"],
  };
};

/** A course and its corequisite, both named by the student. */
const enrollPair: Draft = (desk, student) => {
  const pair = pairFor(desk, student);
  if (pair === undefined) return undefined;
  const [one, other] = pair.map((section) => mention(desk.random, section, "told")) as [Named, Named];
  const request = enrollTogether(desk.random, student, one, other);
  return { ...request, traps: [...(request.traps ?? []), "corequisite"] };
};
type Named = ReturnType<typeof mention>;

/** A section and one of its corequisite that can only be had together. */
export function pairFor(desk: Desk, student: Student): [Section, Section] | undefined {
  const found = sectionsBehind(desk, student, ["corequisite"]);
  for (const section of desk.random.shuffle(found)) {
    const halves = found.filter((half) => {
      return (
        section.course.needs.some(({ course, corequisite }) => corequisite && course === half.course) &&
        stands(desk, student, section, { along: [half] }).length === 0 &&
        stands(desk, student, half, { along: [section] }).length === 0
      );
    });
    const half = desk.leastUsed(halves);
    if (half) return [section, half];
  }
  return undefined;
}

export const auditPlain: Draft = (desk, student) => {
  const strange = ({ course }: Section) => !course.requiredBy.has(student.major);
  const section = sectionBehind(desk, student, [], strange, "audit");
  return section && audit(desk.random, student, mention(desk.random, section));
};

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
    return section !== old && stands(desk, student, section, { mode, without: [old] }).length === 0;
  });
}

/** Another course; `obstacle` stood in its way but for the swap. */
const swapCourse =
  (obstacle?: "conflict" | "credits"): Draft =>
  (desk, student) => {
    const seats = student.seats.filter(({ section, mode }) => {
      return mode === "credit" && isAddable(desk.rows, section) && dependents(student, section).length === 0;
    });
    for (const { section: old } of desk.random.shuffle(seats)) {
      const found = sectionsBehind(desk, student, obstacle ? [obstacle] : []).filter(({ term }) => term === old.term);
      const wanted = desk.leastUsed(
        swappable(desk, student, old, found).filter(({ course }) => {
          return !endangersAid(student, old.term, old.course.credits - course.credits);
        }),
      );
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

export const leaveLine: Draft = (desk, student) => {
  const waits = student.waits.filter(({ status }) => status === "waiting");
  const section = desk.leastUsed(waits.map((wait) => wait.section));
  return section && leave(desk.random, student, section, false);
};

const declineOffer: Draft = (desk, student) => {
  const section = student.waits.find(({ status }) => status === "offered")?.section;
  return section && leave(desk.random, student, section, true);
};

export const contact =
  (...kinds: ContactKind[]): Draft =>
  ({ random }, student): Request =>
    changeContact(random, student, kinds);

/** Among the sections that are full, one whose waitlist the student may join. */
export const joinLine: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["full"], (one) => one.waiting < one.waitlistCapacity);
  return section && join(desk.random, student, mention(desk.random, section, "told"));
};

/** Takes the student to the limit, not beyond it. */
const enrollToTheLimit: Draft = (desk, student) => {
  const full = ({ course, term }: Section) => creditsIn(student, term) + course.credits === creditLimit(student, term);
  const section = sectionBehind(desk, student, [], full);
  const request = section && enroll(desk.random, student, mention(desk.random, section));
  return request && { ...request, traps: [...(request.traps ?? []), "just at the limit"] };
};

/** A hold keeps nobody from dropping. */
const dropDespiteHold: Draft = (desk, student) => {
  const request = student.holds.length > 0 ? dropPlain(desk, student) : undefined;
  return request && { ...request, traps: [...(request.traps ?? []), "hold that does not matter"] };
};

export const ordinaryTemplates: readonly Template[] = [
  alone("enroll", 18, enrollPlain),
  alone("enroll-after-repeat", 6, enrollAfterRepeat),
  alone("enroll-again", 8, enrollAgain),
  alone("enroll-what-fits", 12, enrollWhatFits),
  alone("enroll-pair", 10, enrollPair),
  alone("enroll-to-the-limit", 6, enrollToTheLimit),
  alone("audit", 10, auditPlain),
  alone("drop", 10, dropPlain),
  alone(
    "drop-and-ask",
    10,
    dropKnowing((section) => !isWinter(section)),
  ),
  alone("drop-winter", 10, dropKnowing(isWinter)),
  alone("drop-audited", 6, dropAudited),
  alone("drop-two", 7, dropTwo),
  alone("drop-risking-aid", 12, dropRisking),
  alone("drop-pair", 8, dropPair),
  alone("drop-despite-hold", 6, dropDespiteHold),
  alone("swap-section", 12, swapSection),
  alone("swap-course", 9, swapCourse()),
  alone("swap-conflicting", 8, swapCourse("conflict")),
  alone("swap-at-limit", 7, swapCourse("credits")),
  alone("to-audit", 8, toAudit(false)),
  alone("to-audit-risking-aid", 6, toAudit(true)),
  alone("to-credit", 7, toCredit),
  alone("join-waitlist", 10, joinLine),
  alone("leave-waitlist", 6, leaveLine),
  alone("decline-offer", 6, declineOffer),
];
