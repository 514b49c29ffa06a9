/** Seats that the domain policy does not allow, each for one reason, and what is asked for instead. */
import { refused } from "../../draft.ts";
import { isOpen } from "../academics.ts";
import type { Section, Student } from "./campus.ts";
import { audit, enroll, enrollTogether } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { swappable } from "./moves.ts";
import { anotherCourse, aPerson, aQuestion, auditInstead, declined, type Settle } from "./refusal.ts";
import { enrollCall, type Request, readsFor, swapCall } from "./request.ts";
import {
  bestGrade,
  conflicts,
  creditLimit,
  creditsIn,
  dependents,
  endangersAid,
  isAtLeast,
  mayExceed,
  type Obstacle,
  seatsIn,
} from "./rules.ts";
import { type Desk, type Draft, isNews, sectionBehind, sectionsBehind, stands } from "./template.ts";
import { descriptions, isTellable, siblings } from "./words.ts";

const wish = (desk: Desk, student: Student, section: Section): Request =>
  enroll(desk.random, student, mention(desk.random, section, "told"));

/** How far the student is with what a course asks for. */
type Gap = "missing" | "grade" | "in progress" | "audited";

const reasons: Readonly<Record<Gap, string>> = {
  missing: "a prerequisite of the course is not on your transcript.",
  grade: "your grade in one of its prerequisites is below the minimum.",
  "in progress": "you are still taking one of its prerequisites, and only finished courses count.",
  audited: "you audited one of its prerequisites, and audited courses don't count.",
};

/** The one prerequisite that is not met, and how; undefined where several are not. */
function gapOf(student: Student, { course, term }: Section): Gap | undefined {
  const unmet = course.needs.filter(({ course: needed, corequisite, minimum }) => {
    return !corequisite && !isAtLeast(bestGrade(student, needed), minimum ?? "D");
  });
  const [need] = unmet;
  if (need === undefined || unmet.length > 1) return undefined;
  if (seatsIn(student, term).some(({ section }) => section.course === need.course)) return "in progress";
  if (bestGrade(student, need.course)) return "grade";
  return student.past.some((one) => one.course === need.course) ? "audited" : "missing";
}

export const refuseGap =
  (gap: Gap): Draft =>
  (desk, student) => {
    const section = sectionBehind(desk, student, ["prerequisite"], (one) => gapOf(student, one) === gap);
    if (section === undefined) return undefined;
    const about = "a prerequisite is not met";
    return declined(desk, student, wish(desk, student, section), reasons[gap], [
      auditInstead(section),
      anotherCourse(section),
      aQuestion,
      aPerson(about),
    ]);
  };

const behind =
  (obstacle: Obstacle, because: string, fits: (section: Section, student: Student) => boolean = () => true): Draft =>
  (desk, student) => {
    const section = sectionBehind(desk, student, [obstacle], (one) => fits(one, student));
    if (section === undefined) return undefined;
    return declined(desk, student, wish(desk, student, section), because, [
      auditInstead(section),
      anotherCourse(section),
      aQuestion,
      aPerson(`condition '${obstacle}' of enrolling does not hold`),
    ]);
  };

/** Gives up what is in the way. */
const swapFor =
  (section: Section, fits: (old: Section) => boolean): Settle =>
  (desk, student) => {
    const olds = student.seats.filter(({ section: old, mode }) => {
      const kept = dependents(student, old).length === 0;
      const safe = !endangersAid(student, old.term, old.course.credits - section.course.credits);
      return mode === "credit" && old.term === section.term && kept && safe && fits(old);
    });
    const old = desk.leastUsed(
      olds.map((seat) => seat.section).filter((one) => swappable(desk, student, one, [section]).length > 0),
    );
    if (old === undefined) return undefined;
    const name = courseWords(desk.random, old.course);
    return {
      say: desk.random.pick([
        `Then take it in place of ${name}.`,
        `Then I'd rather give up ${name} for it. Swap the two, please.`,
      ]),
      calls: [...readsFor(student, [old, section]), swapCall(student, old, section)],
      traps: ["swap"],
    };
  };

const refuseConflict: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["conflict"]);
  if (section === undefined) return undefined;
  const other: Settle = () => {
    const fit = siblings(section).filter((one) => stands(desk, student, one).length === 0);
    const second = desk.leastUsed(fit);
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) return undefined;
    return { say: `Then I'd like ${which} instead.`, calls: [enrollCall(student, second)] };
  };
  return declined(desk, student, wish(desk, student, section), "it is at the same time as another course of yours.", [
    other,
    swapFor(section, (old) => conflicts(old, section)),
    anotherCourse(section),
    aQuestion,
  ]);
};

const refuseCredits: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["credits"], ({ course, term }) => {
    const credits = creditsIn(student, term) + course.credits;
    return !mayExceed(student) || credits > 21 || creditLimit(student, term) === 21;
  });
  if (section === undefined) return undefined;
  return declined(desk, student, wish(desk, student, section), "with it you would be over your credit limit.", [
    auditInstead(section),
    swapFor(section, () => true),
    swapFor(section, () => true),
    aQuestion,
  ]);
};

/** A second section of a course, to choose later. */
const refuseSecond: Draft = (desk, student) => {
  for (const { section: old, mode } of desk.random.shuffle(student.seats)) {
    const wanted = desk.leastUsed(
      siblings(old).filter((one) => {
        const found = stands(desk, student, one).join();
        return mode === "credit" && one !== old && isTellable(one) && found === "second section";
      }),
    );
    if (wanted === undefined) continue;
    const { random } = desk;
    const among = siblings(old).filter((one) => one !== old);
    const named = mention(random, wanted, "told", among);
    const request = enroll(random, student, named);
    const name = courseWords(random, old.course);
    const which = named.which ?? "the other one";
    return declined(
      desk,
      student,
      {
        ...request,
        say: `I'm in ${name} already, but I'd like a seat in another section of it too, so that I can choose later: ${which}.`,
        brief: `You have a seat in ${name} and want one in another section of it besides, to choose later: ${which}.`,
        used: [old, wanted],
      },
      "you can have a seat in one section of a course only.",
      [
        () => ({
          say: random.pick(["Then move me over to that one.", "In that case swap the one I have for it."]),
          calls: [swapCall(student, old, wanted)],
          traps: ["swap"],
        }),
        aQuestion,
      ],
    );
  }
  return undefined;
};

/** Of two corequisites one can't be had: neither is taken. */
const refusePair: Draft = (desk, student) => {
  for (const section of desk.random.shuffle(sectionsBehind(desk, student, ["corequisite"]))) {
    const halves = desk.rows.sections
      .filter((half) => half.term === section.term && isNews(student, half))
      .filter((half) => section.course.needs.some(({ course, corequisite }) => corequisite && course === half.course));
    const along = (half: Section) => stands(desk, student, half, { along: [section] }).join();
    if (halves.length === 0 || halves.some((half) => along(half) === "")) continue;
    const [half] = desk.random.shuffle(halves.filter((one) => along(one) === "full" || along(one) === "conflict"));
    if (half === undefined || descriptions(half).length === 0) continue;
    const named = [section, half].map((one) => mention(desk.random, one, "told"));
    const [first, second] = named;
    if (first === undefined || second === undefined) continue;
    const request = enrollTogether(desk.random, student, first, second);
    return declined(
      desk,
      student,
      { ...request, calls: request.calls.slice(0, -1), traps: [...(request.traps ?? []), "corequisite"] },
      "one of the two can't be had, and they can only be taken together.",
      [anotherCourse(section), aQuestion],
    );
  }
  return undefined;
};

const refuseLate: Draft = (desk, student) => {
  const late = ({ term }: Section) => !isOpen(term.add_deadline, desk.rows.today);
  const section = sectionBehind(desk, student, ["deadline"], late);
  if (section === undefined) return undefined;
  const phrase = `${section.course.title} in the winter session`;
  const request = enroll(desk.random, student, { ...mention(desk.random, section), phrase });
  return declined(desk, student, request, "the add deadline of the winter session has passed.", [
    anotherCourse(section),
    aQuestion,
    aPerson("the add deadline has passed"),
  ]);
};

/** Holds that nobody can clear here. */
const refuseHeld =
  (kind: "immunization" | "conduct"): Draft =>
  (desk, student) => {
    if (!student.holds.includes(kind)) return undefined;
    const section = sectionBehind(desk, student, ["hold"]);
    if (section === undefined) return undefined;
    const because = `there is ${kind === "immunization" ? "an immunization" : "a conduct"} hold on your record.`;
    const traps = student.holds.length > 1 ? ["several holds"] : [];
    const request = wish(desk, student, section);
    return declined(desk, student, { ...request, traps: [...(request.traps ?? []), ...traps] }, because, [
      aQuestion,
      aQuestion,
      aPerson(`of the ${kind} hold`),
    ]);
  };

/** A consent is of no use where something else is in the way. */
const refuseConsent: Draft = (desk, student) => {
  const section =
    sectionBehind(desk, student, ["level", "consent"]) ?? sectionBehind(desk, student, ["prerequisite", "consent"]);
  if (section === undefined) return undefined;
  const because = `${stands(desk, student, section)[0] === "level" ? "your level is below the course's" : "a prerequisite of the course is not met"}, and consent does not change that.`;
  return declined(desk, student, wish(desk, student, section), because, [anotherCourse(section), aQuestion]);
};

const refuseAudit: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, [desk.random.pick(["conflict", "full"] as const)], undefined, "audit");
  if (
    section === undefined ||
    siblings(section).some((one) => stands(desk, student, one, { mode: "audit" }).length === 0)
  ) {
    return undefined;
  }
  const isFull = section.open < 1;
  const request = audit(desk.random, student, mention(desk.random, section, "told"));
  const because = isFull ? "that section is full." : "it is at the same time as another course of yours.";
  return declined(desk, student, request, because, [anotherCourse(section), aQuestion]);
};

/** An audit is hoped to count for the major, and does not. */
const refuseCounting: Draft = (desk, student) => {
  const own = ({ course }: Section) => course.requiredBy.has(student.major);
  const section = sectionBehind(desk, student, [], own);
  if (section === undefined) return undefined;
  const { random } = desk;
  const request = audit(random, student, mention(random, section, "told"));
  const hope = random.pick([
    "It will count toward my major, won't it?",
    "I want it to count for my major, of course.",
    "It's required for my major, so that takes care of it.",
  ]);
  return refused(
    {
      ...onlyReads(request),
      say: `${request.say.replace("I don't need the credits, but ", "")} ${hope}`,
      brief: `${request.brief} You believe that it will count for your major.`,
      facts: request.facts.filter(({ name }) => name !== "credit or audit"),
    },
    "an audited course never counts for a requirement of your major.",
    {
      say: random.pick([
        "Oh. Then I don't want to audit it, I'd rather take it for credit.",
        "Then auditing is no use to me. Enroll me for credit instead.",
      ]),
      calls: [enrollCall(student, section)],
      traps: ["required for the major"],
    },
  );
};

export const refusedSeats: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["conduct", 4, refuseHeld("conduct")],
  ["immunization", 6, refuseHeld("immunization")],
  ["standing", 4, behind("standing", "you are suspended.")],
  ["in-progress", 5, refuseGap("in progress")],
  ["audited-before", 4, refuseGap("audited")],
  ["low-grade", 8, refuseGap("grade")],
  ["prerequisite", 6, refuseGap("missing")],
  ["level", 5, behind("level", "the course is for students of a higher level.")],
  ["repeat", 5, behind("repeat", "you passed it with a C or better, and it can't be repeated.")],
  ["conflict", 6, refuseConflict],
  ["credits", 6, refuseCredits],
  ["second-section", 4, refuseSecond],
  ["pair", 4, refusePair],
  ["late", 5, refuseLate],
  ["consent", 4, refuseConsent],
  ["audit", 4, refuseAudit],
  ["counting", 5, refuseCounting],
];
