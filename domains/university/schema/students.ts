/** Who studies, what they have finished and take, and what they owe, are kept from and allowed. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { courses, departments, sections, terms } from "./catalogue.ts";
import {
  enrollmentStatuses,
  grades,
  holdKinds,
  levels,
  modes,
  oneOf,
  overrideKinds,
  refundPercents,
  standings,
} from "./values.ts";

export const students = sqliteTable(
  "students",
  {
    student_id: text().primaryKey(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    date_of_birth: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    address1: text().notNull(),
    address2: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    level: text({ enum: levels }).notNull(),
    standing: text({ enum: standings }).notNull(),
    major: text()
      .notNull()
      .references(() => departments.department_id),
    residency: text({ enum: ["resident", "nonresident"] }).notNull(),
    aid: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    check("students_level", sql`${table.level} in ${oneOf(levels)}`),
    check("students_standing", sql`${table.standing} in ${oneOf(standings)}`),
    check("students_residency", sql`${table.residency} in ('resident', 'nonresident')`),
    index("students_by_email").on(sql`lower(${table.email})`),
    index("students_by_birth").on(table.date_of_birth),
  ],
);

/** What was finished in terms gone by, of which the calendar keeps the last. An audited course has no grade. */
export const transcript = sqliteTable(
  "transcript",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    course_id: text()
      .notNull()
      .references(() => courses.course_id),
    term: text().notNull(),
    grade: text({ enum: [...grades, "AU"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.course_id, table.term] }),
    check("transcript_grade", sql`${table.grade} in ${oneOf([...grades, "AU"])}`),
  ],
);

/** Seats in the sections of terms that are not over. A section left keeps its row, so that it can be told. */
export const enrollments = sqliteTable(
  "enrollments",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    section_id: text()
      .notNull()
      .references(() => sections.section_id),
    mode: text({ enum: modes }).notNull(),
    status: text({ enum: enrollmentStatuses }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.section_id] }),
    check("enrollments_mode", sql`${table.mode} in ${oneOf(modes)}`),
    check("enrollments_status", sql`${table.status} in ${oneOf(enrollmentStatuses)}`),
    index("enrollments_of_section").on(table.section_id, table.status),
  ],
);

/** Who waits for a seat: served by `place`, lowest first; places are not closed up. An offer holds a seat. */
export const waitlist = sqliteTable(
  "waitlist",
  {
    section_id: text()
      .notNull()
      .references(() => sections.section_id),
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    place: integer().notNull(),
    status: text({ enum: ["waiting", "offered"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.section_id, table.student_id] }),
    check("waitlist_status", sql`${table.status} in ('waiting', 'offered')`),
    index("waitlist_of_student").on(table.student_id),
  ],
);

export const holds = sqliteTable(
  "holds",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    kind: text({ enum: holdKinds }).notNull(),
    status: text({ enum: ["active", "cleared"] }).notNull(),
    placed_on: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.kind] }),
    check("holds_kind", sql`${table.kind} in ${oneOf(holdKinds)}`),
    check("holds_status", sql`${table.status} in ('active', 'cleared')`),
  ],
);

/** What is billed besides the tuition of the present terms. The unpaid ones are the student's balance. */
export const charges = sqliteTable(
  "charges",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    description: text().notNull(),
    amount: real().notNull(),
    due_on: text().notNull(),
    paid: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.description] }),
    check("charges_amount", sql`${table.amount} > 0`),
  ],
);

/** One for each enrollment that was dropped or withdrawn, also where it is of nothing. */
export const refunds = sqliteTable(
  "refunds",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    section_id: text()
      .notNull()
      .references(() => sections.section_id),
    percent: integer().notNull(),
    amount: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.section_id] }),
    check("refunds_percent", sql`${table.percent} in ${oneOf(refundPercents)}`),
  ],
);

/** `target`: of a consent the section, of a credit limit the term. A consent is requested until the student signs. */
export const overrides = sqliteTable(
  "overrides",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    kind: text({ enum: overrideKinds }).notNull(),
    target: text().notNull(),
    status: text({ enum: ["requested", "granted"] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.student_id, table.kind, table.target] }),
    check("overrides_kind", sql`${table.kind} in ${oneOf(overrideKinds)}`),
    check("overrides_status", sql`${table.status} in ('requested', 'granted')`),
  ],
);

/** Students with aid who acknowledged that they fall below full time in a term. */
export const acknowledgements = sqliteTable(
  "acknowledgements",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    term_id: text()
      .notNull()
      .references(() => terms.term_id),
  },
  (table) => [primaryKey({ columns: [table.student_id, table.term_id] })],
);

/** Every write that a tool made, in order. Not compared. */
export const auditLog = sqliteTable("audit_log", {
  entry: integer().primaryKey(),
  actor: text({ enum: ["registrar", "student"] }).notNull(),
  student_id: text().notNull(),
  action: text().notNull(),
});
