/** A student while the world is being made: what they have passed, and the seats they take. */
import { type CatalogueCourse, courses, type Department } from "../catalogue/courses.ts";
import { type Grade, grades, type Level, levels, type Mode, type sections } from "../schema.ts";

export type SectionRow = typeof sections.$inferInsert;

export interface Scholar {
  readonly id: string;
  readonly major: Department;
  readonly graduate: boolean;
  /** Terms behind them. */
  readonly terms: number;
  /** 0 to 1: what their grades are drawn around. */
  readonly ability: number;
  readonly past: { readonly course: CatalogueCourse; readonly term: string; readonly grade: Grade | "AU" }[];
  readonly best: Map<string, Grade>;
  readonly seats: { readonly section: SectionRow; readonly mode: Mode }[];
  level: Level;
}

/** Credits at which an undergraduate is of the level. */
const thresholds = [0, 30, 60, 90];

export function levelOf(credits: number): Level {
  return levels[thresholds.findLastIndex((threshold) => credits >= threshold)] as Level;
}

export function finish(scholar: Scholar, course: CatalogueCourse, term: string, grade: Grade | "AU"): void {
  scholar.past.push({ course, term, grade });
  if (grade === "AU") return;
  const best = scholar.best.get(course.id);
  if (best === undefined || grades.indexOf(grade) < grades.indexOf(best)) scholar.best.set(course.id, grade);
}

export function passed(scholar: Scholar, course: string, minimum: Grade): boolean {
  const best = scholar.best.get(course);
  return best !== undefined && grades.indexOf(best) <= grades.indexOf(minimum);
}

/** By level, prerequisites and what was passed before; the other half of a pair is the caller's to think of. */
export function mayTake(scholar: Scholar, { id, level, after, repeatable }: CatalogueCourse): boolean {
  return (
    levels.indexOf(scholar.level) >= levels.indexOf(level) &&
    (repeatable || !passed(scholar, id, "C")) &&
    Object.entries(after).every(([course, minimum]) => passed(scholar, course, minimum))
  );
}

/** The course and, where it has one that was not passed yet, its other half. */
export function withPair(scholar: Scholar, course: CatalogueCourse): CatalogueCourse[] {
  const pair = course.pair === undefined ? undefined : courses.get(course.pair);
  return pair === undefined || passed(scholar, pair.id, "D") ? [course] : [course, pair];
}

export function clash(a: SectionRow, b: SectionRow): boolean {
  if (!a.start_time || !a.end_time || !b.start_time || !b.end_time || a.term_id !== b.term_id) return false;
  return [...a.days].some((day) => b.days.includes(day)) && a.start_time < b.end_time && b.start_time < a.end_time;
}

export function creditsTaken({ seats }: Scholar, term: string): number {
  const taken = seats.filter(({ section, mode }) => section.term_id === term && mode === "credit");
  return taken.reduce((sum, { section }) => sum + (courses.get(section.course_id)?.credits ?? 0), 0);
}
