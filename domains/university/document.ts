/** Rows <-> the registrar's nested document: everything but what the students have in their portal. */
import { z } from "zod";
import type { DomainDatabase } from "../database.ts";
import { insertRows } from "../insert.ts";
import type { JsonObject } from "../json.ts";
import * as tables from "./schema.ts";

const { enrollmentStatuses, grades, holdKinds, levels, modes, overrideKinds, standings } = tables;

const Term = z.object({
  term_id: z.string(),
  name: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  add_deadline: z.string(),
  audit_deadline: z.string(),
  drop_deadline: z.string(),
  withdraw_deadline: z.string(),
  resident_tuition: z.number(),
  nonresident_tuition: z.number(),
});

const Course = z.object({
  course_id: z.string(),
  department_id: z.string(),
  title: z.string(),
  credits: z.number(),
  level_minimum: z.enum(levels),
  repeatable: z.boolean(),
  /** By course, the minimum grade. */
  prerequisites: z.record(z.string(), z.enum(grades)),
  corequisites: z.array(z.string()),
  required_for_majors: z.array(z.string()),
});

const Section = z.object({
  section_id: z.string(),
  course_id: z.string(),
  term_id: z.string(),
  days: z.string(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  room: z.string(),
  instructor: z.string(),
  capacity: z.number(),
  waitlist_capacity: z.number(),
  consent_required: z.boolean(),
  /** By student. */
  waitlist: z.record(z.string(), z.object({ place: z.number(), status: z.enum(["waiting", "offered"]) })),
});

const Student = z.object({
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  email: z.string(),
  phone: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  level: z.enum(levels),
  standing: z.enum(standings),
  major: z.string(),
  residency: z.enum(["resident", "nonresident"]),
  aid: z.boolean(),
  transcript: z.array(z.object({ course_id: z.string(), term: z.string(), grade: z.enum([...grades, "AU"]) })),
  /** By section. */
  enrollments: z.record(z.string(), z.object({ mode: z.enum(modes), status: z.enum(enrollmentStatuses) })),
  /** By section. */
  refunds: z.record(z.string(), z.object({ percent: z.number(), amount: z.number() })),
  /** By kind. */
  holds: z.partialRecord(z.enum(holdKinds), z.object({ status: z.enum(["active", "cleared"]), placed_on: z.string() })),
  /** By description. */
  charges: z.record(z.string(), z.object({ amount: z.number(), due_on: z.string(), paid: z.boolean() })),
  overrides: z.array(
    z.object({ kind: z.enum(overrideKinds), target: z.string(), status: z.enum(["requested", "granted"]) }),
  ),
  /** Terms in which falling below full time is acknowledged. */
  acknowledgements: z.array(z.string()),
});

export const RegistrarDocument = z.object({
  terms: z.record(z.string(), Term),
  departments: z.record(z.string(), z.string()),
  courses: z.record(z.string(), Course),
  sections: z.record(z.string(), Section),
  students: z.record(z.string(), Student),
  audit_log: z.array(z.object({ actor: z.enum(["registrar", "student"]), student_id: z.string(), action: z.string() })),
});
export type RegistrarDocument = z.output<typeof RegistrarDocument>;

/** With one query a table, in the order of the keys. */
export function readDocument(db: DomainDatabase): JsonObject {
  const grouped = <Row>(rows: Row[], by: (row: Row) => string) => {
    const groups = Map.groupBy(rows, by);
    return (id: string) => groups.get(id) ?? [];
  };
  const required = grouped(db.select().from(tables.prerequisites).all(), (row) => row.course_id);
  const majors = grouped(db.select().from(tables.requirements).all(), (row) => row.course_id);
  const lines = grouped(db.select().from(tables.waitlist).all(), (row) => row.section_id);
  const finished = grouped(db.select().from(tables.transcript).all(), (row) => row.student_id);
  const seats = grouped(db.select().from(tables.enrollments).all(), (row) => row.student_id);
  const refunds = grouped(db.select().from(tables.refunds).all(), (row) => row.student_id);
  const holds = grouped(db.select().from(tables.holds).all(), (row) => row.student_id);
  const charges = grouped(db.select().from(tables.charges).all(), (row) => row.student_id);
  const overrides = grouped(db.select().from(tables.overrides).all(), (row) => row.student_id);
  const known = grouped(db.select().from(tables.acknowledgements).all(), (row) => row.student_id);
  const log = db.select().from(tables.auditLog).orderBy(tables.auditLog.entry).all();
  return {
    terms: keyed(db.select().from(tables.terms).all(), ({ term_id, ...term }) => [term_id, { term_id, ...term }]),
    departments: keyed(db.select().from(tables.departments).all(), (row) => [row.department_id, row.name]),
    courses: keyed(db.select().from(tables.courses).all(), (course) => {
      const rows = required(course.course_id);
      const prerequisites = keyed(
        rows.filter(({ corequisite }) => !corequisite),
        (row) => [row.required_course_id, row.minimum_grade],
      );
      const corequisites = rows.filter(({ corequisite }) => corequisite).map((row) => row.required_course_id);
      const required_for_majors = majors(course.course_id).map(({ major }) => major);
      return [course.course_id, { ...course, prerequisites, corequisites, required_for_majors }];
    }),
    sections: keyed(db.select().from(tables.sections).all(), (section) => {
      const line = keyed(lines(section.section_id), ({ student_id, place, status }) => [student_id, { place, status }]);
      return [section.section_id, { ...section, waitlist: line }];
    }),
    students: keyed(db.select().from(tables.students).all(), (student) => {
      const id = student.student_id;
      return [
        id,
        {
          ...student,
          transcript: finished(id).map(({ student_id: _, ...entry }) => entry),
          enrollments: keyed(seats(id), ({ section_id, mode, status }) => [section_id, { mode, status }]),
          refunds: keyed(refunds(id), ({ section_id, percent, amount }) => [section_id, { percent, amount }]),
          holds: keyed(holds(id), ({ kind, status, placed_on }) => [kind, { status, placed_on }]),
          charges: keyed(charges(id), ({ description, amount, due_on, paid }) => [
            description,
            { amount, due_on, paid },
          ]),
          overrides: overrides(id).map(({ kind, target, status }) => ({ kind, target, status })),
          acknowledgements: known(id).map(({ term_id }) => term_id),
        },
      ];
    }),
    audit_log: log.map(({ entry: _, ...rest }) => rest),
  };
}

function keyed<Row>(rows: readonly Row[], entry: (row: Row) => [string, JsonObject[string]]): JsonObject {
  return Object.fromEntries(rows.map(entry));
}

/** @throws Error when a reference leads nowhere. */
export function writeDocument(db: DomainDatabase, json: JsonObject): void {
  const document = json as unknown as RegistrarDocument;
  const courses = Object.values(document.courses);
  const sections = Object.values(document.sections);
  const students = Object.values(document.students);
  const departments = Object.entries(document.departments).map(([department_id, name]) => ({ department_id, name }));
  insertRows(db, tables.departments, departments);
  insertRows(db, tables.terms, Object.values(document.terms));
  insertRows(db, tables.courses, courses);
  insertRows(
    db,
    tables.prerequisites,
    courses.flatMap(({ course_id, prerequisites, corequisites }) => [
      ...Object.entries(prerequisites).map(([required_course_id, minimum_grade]) => ({
        ...{ course_id, required_course_id, minimum_grade },
        corequisite: false,
      })),
      ...corequisites.map((required_course_id) => ({ course_id, required_course_id, corequisite: true })),
    ]),
  );
  insertRows(
    db,
    tables.requirements,
    courses.flatMap(({ course_id, required_for_majors }) => required_for_majors.map((major) => ({ course_id, major }))),
  );
  insertRows(db, tables.sections, sections);
  insertRows(db, tables.students, students);
  insertRows(
    db,
    tables.waitlist,
    sections.flatMap(({ section_id, waitlist }) =>
      Object.entries(waitlist).map(([student_id, waiter]) => ({ section_id, student_id, ...waiter })),
    ),
  );
  for (const student of students) writeRecord(db, student);
  insertRows(
    db,
    tables.auditLog,
    document.audit_log.map((row, at) => ({ entry: at + 1, ...row })),
  );
}

function writeRecord(db: DomainDatabase, student: RegistrarDocument["students"][string]): void {
  const { student_id } = student;
  const own = <Row extends object>(rows: readonly Row[]) => rows.map((row) => ({ student_id, ...row }));
  const bySection = <Row extends object>(rows: Record<string, Row>) =>
    own(Object.entries(rows).map(([section_id, row]) => ({ section_id, ...row })));
  insertRows(db, tables.transcript, own(student.transcript));
  insertRows(db, tables.enrollments, bySection(student.enrollments));
  insertRows(db, tables.refunds, bySection(student.refunds));
  const holds = Object.entries(student.holds) as [tables.HoldKind, NonNullable<(typeof student.holds)["conduct"]>][];
  insertRows(db, tables.holds, own(holds.map(([kind, hold]) => ({ kind, ...hold }))));
  const charges = Object.entries(student.charges).map(([description, charge]) => ({ description, ...charge }));
  insertRows(db, tables.charges, own(charges));
  insertRows(db, tables.overrides, own(student.overrides));
  insertRows(db, tables.acknowledgements, own(student.acknowledgements.map((term_id) => ({ term_id }))));
}
