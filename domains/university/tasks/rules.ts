/** The domain policy as functions of a student's rows: what stands in the way of a wish, beyond what the tools refuse. */
import { creditsEarned, isOpen } from "../academics.ts";
import { type Grade, gradePoints, grades, levels, type Mode } from "../schema.ts";
import type { Course, Section, Student, Term } from "./campus.ts";

/** One for each condition of the domain policy, in its order. */
export const allObstacles = [
  ...(["hold", "standing", "deadline", "level", "prerequisite", "corequisite"] as const),
  ...(["repeat", "second section", "conflict", "credits", "consent", "full"] as const),
] as const;
export type Obstacle = (typeof allObstacles)[number];

/** What is done along with the wish. */
export interface Circumstances {
  readonly mode?: Mode;
  /** Sections that are enrolled in along with this one. */
  readonly along?: readonly Section[];
  /** Seats that are given up for it. */
  readonly without?: readonly Section[];
}

/** All conditions of enrolling that do not hold, in the order of the domain policy. */
export function obstacles(today: string, student: Student, section: Section, plan: Circumstances = {}): Obstacle[] {
  const { mode = "credit", along = [], without = [] } = plan;
  const { course, term } = section;
  const others = seatsIn(student, term).flatMap((seat) => (without.includes(seat.section) ? [] : seat.section));
  for (const other of along) if (other.term === term) others.push(other);
  const found: Obstacle[] = [];
  if (student.holds.length > 0) found.push("hold");
  if (student.standing === "suspended") found.push("standing");
  if (!isOpen(mode === "credit" ? term.add_deadline : term.audit_deadline, today)) found.push("deadline");
  if (mode === "credit") {
    if (levels.indexOf(student.level) < levels.indexOf(course.level)) found.push("level");
    if (!hasPrerequisites(student, course)) found.push("prerequisite");
    if (missingCorequisites(student, section, plan).length > 0) found.push("corequisite");
    if (isSettled(student, course)) found.push("repeat");
  }
  if (others.some((other) => other.course === course)) found.push("second section");
  if (others.some((other) => conflicts(section, other))) found.push("conflict");
  if (mode === "credit" && creditsIn(student, term, plan) + course.credits > creditLimit(student, term)) {
    found.push("credits");
  }
  if (section.consent && !isGranted(student, "consent", section.id)) found.push("consent");
  if (section.open < 1) found.push("full");
  return found;
}

export function seatsIn(student: Student, term: Term) {
  return student.seats.filter(({ section }) => section.term === term);
}

/** Credits of the seats for credit, and of what is enrolled in along. */
export function creditsIn(student: Student, term: Term, { along = [], without = [] }: Circumstances = {}): number {
  const seats = seatsIn(student, term).filter(({ mode, section }) => mode === "credit" && !without.includes(section));
  const taken = [...seats.map(({ section }) => section), ...along.filter((other) => other.term === term)];
  return taken.reduce((sum, { course }) => sum + course.credits, 0);
}

export function creditLimit(student: Student, term: Term): number {
  if (student.standing === "probation") return 12;
  return isGranted(student, "credit_limit", term.term_id) ? 21 : 18;
}

/** Whether the limit of 18 can be raised to 21. */
export function mayExceed({ standing, gpa }: Student): boolean {
  return standing === "good" && (gpa ?? 0) >= 3.3;
}

function isGranted({ overrides }: Student, kind: string, target: string): boolean {
  return overrides.some((one) => one.kind === kind && one.target === target && one.status === "granted");
}

const bestGrades = new WeakMap<Student["past"], ReadonlyMap<Course, Grade>>();

/** The best of all graded attempts. */
export function bestGrade({ past }: Student, course: Course): Grade | undefined {
  let best = bestGrades.get(past);
  if (best === undefined) {
    const graded = past.flatMap((one) => (one.grade === "AU" ? [] : [[one.course, one.grade] as const]));
    best = new Map(graded.toSorted(([, a], [, b]) => grades.indexOf(b) - grades.indexOf(a)));
    bestGrades.set(past, best);
  }
  return best.get(course);
}

export function isAtLeast(grade: Grade | undefined, minimum: Grade): boolean {
  return grade !== undefined && gradePoints[grade] >= gradePoints[minimum];
}

function hasPrerequisites(student: Student, { needs }: Course): boolean {
  return needs.every(({ course, corequisite, minimum }) => {
    return corequisite || isAtLeast(bestGrade(student, course), minimum ?? "D");
  });
}

/** Corequisites that are neither passed nor taken in the term. */
function missingCorequisites(student: Student, { course, term }: Section, plan: Circumstances = {}): Course[] {
  const needed = course.needs.filter(({ corequisite }) => corequisite);
  if (needed.length === 0) return [];
  const { along = [], without = [] } = plan;
  const taken = [
    ...seatsIn(student, term).flatMap(({ mode, section }) =>
      mode === "credit" && !without.includes(section) ? section.course : [],
    ),
    ...along.map((other) => other.course),
  ];
  return needed
    .map((need) => need.course)
    .filter((other) => !isAtLeast(bestGrade(student, other), "D") && !taken.includes(other));
}

/** Not to be taken again. */
function isSettled(student: Student, course: Course): boolean {
  return !course.repeatable && isAtLeast(bestGrade(student, course), "C");
}

export function conflicts(a: Section, b: Section): boolean {
  if (a.term !== b.term || a.start === null || b.start === null || a.end === null || b.end === null) return false;
  return [...a.days].some((day) => b.days.includes(day)) && a.start < b.end && b.start < a.end;
}

/** Seats for credit that can't go on for credit once the section is left. */
export function dependents(student: Student, section: Section): Section[] {
  const counts = student.seats.some((seat) => seat.section === section && seat.mode === "credit");
  if (!counts || isAtLeast(bestGrade(student, section.course), "D")) return [];
  return seatsIn(student, section.term)
    .filter(({ mode }) => mode === "credit")
    .map((seat) => seat.section)
    .filter(
      (other) =>
        other !== section &&
        other.course.needs.some(({ course, corequisite }) => corequisite && course === section.course),
    );
}

/** Percentage of the tuition that dropping the seat gives back; undefined where it is too late. */
export function refundPercent(today: string, { term }: Section, mode: Mode): 100 | 50 | 0 | undefined {
  if (!isOpen(term.withdraw_deadline, today)) return undefined;
  if (mode === "audit") return 0;
  return isOpen(term.drop_deadline, today) ? 100 : 50;
}

export function tuitionPerCredit({ residency }: Student, term: Term): number {
  return residency === "resident" ? term.resident_tuition : term.nonresident_tuition;
}

/** Whether giving up these seats for credit takes a student with aid below full time. */
export function endangersAid(student: Student, term: Term, credits: number): boolean {
  const before = creditsIn(student, term);
  return student.aid && !/winter/i.test(term.name) && before >= 12 && before - credits < 12;
}

export function earned({ past }: Student): number {
  return creditsEarned(
    past.map(({ course, grade }) => ({
      course_id: course.id,
      grade,
      credits: course.credits,
      repeatable: course.repeatable,
    })),
  );
}
