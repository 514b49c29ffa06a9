/** The built-in world's rows: a catalogue, three terms, students with what lies behind them, their seats, and what is in their way. */
import type { DomainDatabase } from "../database.ts";
import { insertRows } from "../insert.ts";
import type { Random } from "../random.ts";
import { terms } from "./catalogue/calendar.ts";
import { departments } from "./catalogue/courses.ts";
import { cities, firstNames, lastNames, streetKinds, streets } from "./catalogue/people.ts";
import * as tables from "./schema.ts";
import { Affairs } from "./seed/affairs.ts";
import { lines } from "./seed/lines.ts";
import { Registration, standingOf } from "./seed/registrations.ts";
import { creditsTaken, type Scholar } from "./seed/scholar.ts";
import { newScholar } from "./seed/studies.ts";
import { timetable } from "./seed/timetable.ts";

type StudentRow = typeof tables.students.$inferInsert;
type Person = Omit<StudentRow, "level" | "standing" | "major" | "aid">;

const studentCount = 500;

export function seed(db: DomainDatabase, random: Random): void {
  seedCatalogue(db);
  const sections = timetable(random.fork("timetable"));
  const registration = new Registration(random.fork("registration"), sections);
  const enrolled = people(random.fork("people")).map((person) => {
    const own = random.fork(person.student_id);
    const scholar = newScholar(own.fork("studies"), person.student_id);
    const standing = standingOf(own.fork("standing"), scholar);
    registration.register(scholar, standing);
    const fullTime = creditsTaken(scholar, "2025SP") >= 12;
    const { level, major } = scholar;
    const row: StudentRow = { ...person, level, standing, major: major.id, aid: fullTime && own.chance(0.6) };
    return { row, scholar };
  });
  const good = enrolled.filter(({ row }) => row.standing !== "suspended").map(({ scholar }) => scholar);
  const waiting = lines(random.fork("lines"), sections, registration, good);
  const affairs = new Affairs(random.fork("affairs"), sections, registration, waiting);
  for (const { row, scholar } of enrolled) affairs.add(row, scholar);

  insertRows(db, tables.sections, sections);
  insertRows(
    db,
    tables.students,
    enrolled.map(({ row }) => row),
  );
  insertRows(
    db,
    tables.transcript,
    enrolled.flatMap(({ scholar }) => transcriptOf(scholar)),
  );
  insertRows(db, tables.enrollments, [...enrolled.flatMap(({ scholar }) => seatsOf(scholar)), ...affairs.dropped]);
  insertRows(db, tables.waitlist, waiting);
  insertRows(db, tables.holds, affairs.holds);
  insertRows(db, tables.charges, affairs.charges);
  insertRows(db, tables.refunds, affairs.refunds);
  insertRows(db, tables.overrides, [
    ...affairs.overrides,
    ...registration.raised.map(({ id }) => {
      return { student_id: id, kind: "credit_limit" as const, target: "2025SP", status: "granted" as const };
    }),
  ]);
  insertRows(db, tables.portalAccounts, affairs.accounts);
  insertRows(db, tables.advisingMeetings, affairs.meetings);
  insertRows(db, tables.notifications, [...affairs.messages, ...offers(waiting)]);
}

function seedCatalogue(db: DomainDatabase): void {
  insertRows(db, tables.terms, terms);
  insertRows(
    db,
    tables.departments,
    departments.map(({ id, name }) => ({ department_id: id, name })),
  );
  const all = departments.flatMap(({ id, courses }) => courses.map((course) => ({ department_id: id, course })));
  insertRows(
    db,
    tables.courses,
    all.map(({ department_id, course: { id, title, credits, level, repeatable } }) => {
      return { course_id: id, department_id, title, credits, level_minimum: level, repeatable };
    }),
  );
  insertRows(
    db,
    tables.prerequisites,
    all.flatMap(({ course: { id, after, pair } }) => [
      ...Object.entries(after).map(([required_course_id, minimum_grade]) => {
        return { course_id: id, required_course_id, corequisite: false, minimum_grade };
      }),
      ...(pair === undefined ? [] : [{ course_id: id, required_course_id: pair, corequisite: true }]),
    ]),
  );
  insertRows(
    db,
    tables.requirements,
    departments.flatMap(({ id, requires }) => requires.map((course_id) => ({ course_id, major: id }))),
  );
}

function transcriptOf({ id, past }: Scholar): (typeof tables.transcript.$inferInsert)[] {
  return past.map(({ course, term, grade }) => ({ student_id: id, course_id: course.id, term, grade }));
}

function seatsOf({ id, seats }: Scholar): (typeof tables.enrollments.$inferInsert)[] {
  return seats.map(({ section, mode }) => {
    return { student_id: id, section_id: section.section_id, mode, status: "enrolled" };
  });
}

function offers(
  waiting: readonly (typeof tables.waitlist.$inferInsert)[],
): (typeof tables.notifications.$inferInsert)[] {
  return waiting.flatMap(({ student_id, section_id, status }) => {
    const text = `A seat in section ${section_id} is held for you. Accept the offer to be enrolled.`;
    return status === "offered" ? [{ student_id, subject: `offer ${section_id}`, text }] : [];
  });
}

/** Students whose ids, emails and (first name, last name, date of birth) are all their own. */
function people(random: Random): Person[] {
  const rows: Person[] = [];
  const taken = new Set<string>();
  while (rows.length < studentCount) {
    const first_name = random.pick(firstNames);
    const last_name = random.pick(lastNames);
    const two = (low: number, high: number) => String(random.int(low, high)).padStart(2, "0");
    const date_of_birth = `${random.int(2001, 2006)}-${two(1, 12)}-${two(1, 28)}`;
    const handle = `${first_name}${random.pick([".", "_", ""])}${last_name}${random.int(2, 98)}`.toLowerCase();
    const email = `${handle}@example.${random.pick(["com", "net", "org"])}`;
    const student_id = `S${random.digits(6)}`;
    const keys = [student_id, email, `${first_name} ${last_name} ${date_of_birth}`];
    if (keys.some((key) => taken.has(key))) continue;
    for (const key of keys) taken.add(key);
    const [city, state, prefix] = random.pick(cities);
    rows.push({
      student_id,
      first_name,
      last_name,
      date_of_birth,
      email,
      phone: `${random.int(2, 9)}${two(10, 99)}-555-01${two(0, 99)}`,
      address1: `${random.int(2, 980)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
      address2: random.chance(0.4) ? `Apt ${random.int(1, 40)}` : "",
      city,
      state,
      zip: `${prefix}${two(1, 99)}`,
      residency: random.chance(0.65) ? "resident" : "nonresident",
    });
  }
  return rows;
}
