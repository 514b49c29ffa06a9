/** Courses that the student may not take, whatever the section, each for one reason; and what is asked for instead. */
import { refused } from "../../draft.ts";
import { isOpen } from "../academics.ts";
import type { Mode } from "../schema.ts";
import type { Section, Student } from "./campus.ts";
import { audit, enroll, seating } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { anotherCourse, aPerson, aQuestion, auditInstead, declined, onlyReads } from "./refusal.ts";
import { enrollCall, type Request } from "./request.ts";
import { bestGrade, isAtLeast, type Obstacle, seatsIn } from "./rules.ts";
import { type Desk, type Draft, sectionBehind, stands } from "./template.ts";

export const wish = (desk: Desk, student: Student, section: Section): Request =>
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

const refuseGap =
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

const refuseLate: Draft = (desk, student) => {
  const { random } = desk;
  const mode = random.pick(["credit", "credit", "audit"] as const);
  const late = ({ term }: Section) => !isOpen(term.add_deadline, desk.rows.today);
  const section = sectionBehind(desk, student, ["deadline"], late, mode);
  if (section === undefined) return undefined;
  const name = courseWords(random, section.course);
  const says: Readonly<Record<Mode, readonly string[]>> = {
    credit: [
      `I'd like to take ${name} in the winter session, as it is online anyway.`,
      `Please enroll me in ${name} for the winter session.`,
      `Can I still get into the winter session's ${name}?`,
    ],
    audit: [
      `I'd like to audit ${name} in the winter session, as it is online anyway.`,
      `Can I still join the winter session's ${name}, just as an auditor?`,
    ],
  };
  const request = { ...seating[mode](random, student, mention(random, section)), say: random.pick(says[mode]) };
  const deadline = mode === "credit" ? "add" : "audit";
  return declined(desk, student, request, `the ${deadline} deadline of the winter session has passed.`, [
    anotherCourse(section),
    aQuestion,
    aPerson(`the ${deadline} deadline has passed`),
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
      facts: request.facts.filter(({ name }) => !name.startsWith("credit or audit")),
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

export const refusedCourses: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["conduct", 4, refuseHeld("conduct")],
  ["immunization", 6, refuseHeld("immunization")],
  ["standing", 4, behind("standing", "you are suspended.")],
  ["in-progress", 5, refuseGap("in progress")],
  ["audited-before", 4, refuseGap("audited")],
  ["low-grade", 8, refuseGap("grade")],
  ["prerequisite", 6, refuseGap("missing")],
  ["level", 5, behind("level", "the course is for students of a higher level.")],
  ["repeat", 5, behind("repeat", "you passed it with a C or better, and it can't be repeated.")],
  ["late", 5, refuseLate],
  ["consent", 4, refuseConsent],
  ["counting", 5, refuseCounting],
];
