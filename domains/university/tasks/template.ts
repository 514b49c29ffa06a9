/** Templates of this domain: a student's requests, and how to find sections that they can be about. */
import type * as templates from "../../templates.ts";
import { isOpen } from "../academics.ts";
import type { Mode } from "../schema.ts";
import type { Campus, Section, Student } from "./campus.ts";
import type { Request } from "./request.ts";
import { type Circumstances, type Obstacle, obstacles } from "./rules.ts";
import { descriptions } from "./words.ts";

export type Desk = templates.Desk<Campus>;
export type Draft = templates.Draft<Campus, Student, Request>;
export type Template = templates.Template<Campus, Student, Request>;

/** What stands in the way of each section, by student and mode: the same for every template that looks. */
const judged = new WeakMap<Student, Map<Mode, Map<Section, readonly Obstacle[]>>>();

function judge({ today, sections }: Campus, student: Student, mode: Mode): ReadonlyMap<Section, readonly Obstacle[]> {
  const byMode = judged.get(student) ?? new Map<Mode, Map<Section, readonly Obstacle[]>>();
  judged.set(student, byMode);
  let found = byMode.get(mode);
  if (found === undefined) {
    found = new Map(sections.map((section) => [section, obstacles(today, student, section, { mode })]));
    byMode.set(mode, found);
  }
  return found;
}

/** Sections, new to the student, in whose way stand exactly these obstacles, and that can be told from their like. */
export function sectionsBehind(
  { rows }: Pick<Desk, "rows">,
  student: Student,
  expected: readonly Obstacle[],
  mode: Mode = "credit",
): Section[] {
  const fits = (found: readonly Obstacle[]) =>
    found.length === expected.length && expected.every((obstacle) => found.includes(obstacle));
  return [...judge(rows, student, mode)]
    .filter(([section, found]) => fits(found) && isNews(student, section) && descriptions(section).length > 0)
    .map(([section]) => section);
}

/** The least used of them. */
export function sectionBehind(
  desk: Desk,
  student: Student,
  expected: readonly Obstacle[],
  fits: (section: Section) => boolean = () => true,
  mode: Mode = "credit",
): Section | undefined {
  return desk.leastUsed(sectionsBehind(desk, student, expected, mode).filter(fits));
}

export function stands(desk: Desk, student: Student, section: Section, plan: Circumstances = {}): Obstacle[] {
  return obstacles(desk.rows.today, student, section, plan);
}

/** The student neither has, had nor waits for a seat in any section of the course. */
export function isNews({ seats, left, waits }: Student, { course }: Section): boolean {
  const known = [...seats.map(({ section }) => section), ...left, ...waits.map(({ section }) => section)];
  return !known.some((section) => section.course === course);
}

/** The term in which sections can be added now. */
export function isAddable({ today }: Campus, { term }: Section): boolean {
  return isOpen(term.add_deadline, today);
}

export const isForCredit = ({ mode }: Student["seats"][number]): boolean => mode === "credit";
