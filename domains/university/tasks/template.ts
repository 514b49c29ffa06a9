/** Templates of this domain: a student's requests, and how to find sections that they can be about. */
import type * as templates from "../../templates.ts";
import { isOpen } from "../academics.ts";
import type { Mode } from "../schema.ts";
import type { Campus, Section, Student } from "./campus.ts";
import type { Request } from "./request.ts";
import { allObstacles, type Circumstances, type Obstacle, obstacles } from "./rules.ts";
import { isTellable } from "./words.ts";

export type Desk = templates.Desk<Campus>;
export type Draft = templates.Draft<Campus, Student, Request>;
export type Template = templates.Template<Campus, Student, Request>;

/** A student's sections by what stands in their way: the same for every template that looks. */
const judged = new WeakMap<Student, Map<Mode, ReadonlyMap<string, Section[]>>>();

function judge({ today, sections }: Campus, student: Student, mode: Mode): ReadonlyMap<string, Section[]> {
  const byMode = judged.get(student) ?? new Map<Mode, ReadonlyMap<string, Section[]>>();
  judged.set(student, byMode);
  let groups = byMode.get(mode);
  if (groups === undefined) {
    const news = sections.filter((section) => isNews(student, section) && isTellable(section));
    groups = Map.groupBy(news, (section) => obstacles(today, student, section, { mode }).join());
    byMode.set(mode, groups);
  }
  return groups;
}

/** Sections, new to the student, in whose way stand exactly these obstacles, and that can be told from their like. */
export function sectionsBehind(
  { rows }: Pick<Desk, "rows">,
  student: Student,
  expected: readonly Obstacle[],
  mode: Mode = "credit",
): readonly Section[] {
  const key = allObstacles.filter((obstacle) => expected.includes(obstacle)).join();
  return judge(rows, student, mode).get(key) ?? [];
}

/** The least used of them; none where nothing but one course is left, which would be everybody's. */
export function sectionBehind(
  desk: Desk,
  student: Student,
  expected: readonly Obstacle[],
  fits: (section: Section) => boolean = () => true,
  mode: Mode = "credit",
): Section | undefined {
  const found = sectionsBehind(desk, student, expected, mode);
  return isChoice(found) ? desk.leastUsed(found.filter(fits)) : undefined;
}

/** Whether there are several courses among the sections. */
export function isChoice(sections: readonly Section[]): boolean {
  return sections.some(({ course }) => course !== sections[0]?.course);
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
