/** The built-in university world for tests: its rows, environments with a student signed in, and calls that must succeed or fail. */
import { expect } from "vitest";
import type { Environment, Json, Requestor } from "../../domains/index.ts";
import { Task } from "../../domains/task.ts";
import type { RegistrarDocument } from "../../domains/university/document.ts";
import { university } from "../../domains/university/index.ts";
import type { PortalDocument } from "../../domains/university/portal-document.ts";
import { builtinWorld } from "../../domains/world.ts";

export const world = builtinWorld(university, 0);

export interface Campus {
  agent: RegistrarDocument;
  user: PortalDocument;
}

export function campusOf(environment: Environment): Campus {
  return environment.state() as unknown as Campus;
}

export const start: Campus = (() => {
  using environment = world.open();
  return campusOf(environment);
})();

export const students = Object.values(start.agent.students);
export const sections = Object.values(start.agent.sections);
export const spring = sections.filter(({ term_id }) => term_id === "2025SP");
export type Student = (typeof students)[number];
export type Section = (typeof sections)[number];

/** Seats that are neither taken nor held. */
export function openSeats({ section_id, capacity, waitlist }: Section): number {
  const taken = students.filter((student) => student.enrollments[section_id]?.status === "enrolled").length;
  const held = Object.values(waitlist).filter(({ status }) => status === "offered").length;
  return capacity - taken - held;
}

export function sectionOf(id: string): Section {
  const section = start.agent.sections[id];
  if (section === undefined) throw new Error(`no section ${id}`);
  return section;
}

/** A student and a section, the first for which `fits` holds. */
export function pair(fits: (student: Student, section: Section) => boolean, among = spring): [Student, Section] {
  for (const section of among) {
    const student = students.find((one) => fits(one, section));
    if (student) return [student, section];
  }
  throw new Error("the world has no such student and section");
}

export function one<Thing>(things: readonly Thing[], fits: (thing: Thing) => boolean): Thing {
  const thing = things.find(fits);
  if (thing === undefined) throw new Error("the world has no such thing");
  return thing;
}

/** Has nothing to do with the section: neither a seat nor a place in line, now or before. */
export function isStranger(student: Student, section: Section): boolean {
  return student.enrollments[section.section_id] === undefined && section.waitlist[student.student_id] === undefined;
}

/** An environment whose portal is the student's. */
export function openFor(student_id: string): Environment {
  const task = Task.parse({
    id: "portal",
    domain: "university",
    split: "train",
    user: { instructions: "Use your portal." },
    reference_actions: [],
    communicate: [],
    nl_assertions: [],
    reward_basis: ["db"],
    initial_state: { actions: [{ requestor: "user", name: "set_student", arguments: { student_id } }] },
  });
  return world.open({ task });
}

export function ok<Value = Json>(
  environment: Environment,
  name: string,
  args: Record<string, Json> = {},
  requestor: Requestor = "assistant",
): Value {
  const result = environment.call(requestor, name, args);
  if (!result.ok) throw new Error(`${name}: ${result.error}`);
  return result.value as Value;
}

/** Expects the call to be refused in one line that holds `message`, and to change nothing. */
export function refused(
  environment: Environment,
  name: string,
  args: Record<string, Json>,
  message: string,
  requestor: Requestor = "assistant",
): void {
  const before = environment.changes();
  const result = environment.call(requestor, name, args);
  expect(result).toEqual({ ok: false, error: expect.stringContaining(message) });
  expect(result.ok ? "" : result.error).not.toContain("\n");
  expect(environment.changes()).toEqual(before);
}

/** The end state of what success depends on, in an order of its own. */
export function outcome(environment: Environment): unknown[] {
  const rows = environment.changes().filter(({ table }) => !university.uncompared?.includes(table.name));
  return rows.map(({ table, key, after }) => [table.name, key, after].toString()).sort();
}
