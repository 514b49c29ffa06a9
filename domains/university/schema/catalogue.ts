/** What is taught, when and where. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { grades, levels, oneOf } from "./values.ts";

export const departments = sqliteTable("departments", {
  department_id: text().primaryKey(),
  name: text().notNull(),
});

/** A deadline's day still counts. Tuition is per credit. */
export const terms = sqliteTable("terms", {
  term_id: text().primaryKey(),
  name: text().notNull(),
  starts_on: text().notNull(),
  ends_on: text().notNull(),
  add_deadline: text().notNull(),
  audit_deadline: text().notNull(),
  drop_deadline: text().notNull(),
  withdraw_deadline: text().notNull(),
  resident_tuition: integer().notNull(),
  nonresident_tuition: integer().notNull(),
});

export const courses = sqliteTable(
  "courses",
  {
    course_id: text().primaryKey(),
    department_id: text()
      .notNull()
      .references(() => departments.department_id),
    title: text().notNull(),
    credits: integer().notNull(),
    level_minimum: text({ enum: levels }).notNull(),
    repeatable: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    check("courses_credits", sql`${table.credits} between 1 and 5`),
    check("courses_level", sql`${table.level_minimum} in ${oneOf(levels)}`),
    index("courses_of_department").on(table.department_id),
  ],
);

/** A prerequisite is passed before, with the minimum grade; a corequisite is taken in the same term, or passed before. */
export const prerequisites = sqliteTable(
  "prerequisites",
  {
    course_id: text()
      .notNull()
      .references(() => courses.course_id),
    required_course_id: text()
      .notNull()
      .references(() => courses.course_id),
    corequisite: integer({ mode: "boolean" }).notNull(),
    minimum_grade: text({ enum: grades }),
  },
  (table) => [
    primaryKey({ columns: [table.course_id, table.required_course_id] }),
    check("prerequisites_grade", sql`${table.corequisite} = (${table.minimum_grade} is null)`),
    index("prerequisites_by_required").on(table.required_course_id),
  ],
);

/** Courses that a major requires. A major is named by its department. */
export const requirements = sqliteTable(
  "requirements",
  {
    course_id: text()
      .notNull()
      .references(() => courses.course_id),
    major: text()
      .notNull()
      .references(() => departments.department_id),
  },
  (table) => [primaryKey({ columns: [table.course_id, table.major] })],
);

/** `days` is of the letters M T W R F, and empty where a section does not meet, as online; then it has no times. */
export const sections = sqliteTable(
  "sections",
  {
    section_id: text().primaryKey(),
    course_id: text()
      .notNull()
      .references(() => courses.course_id),
    term_id: text()
      .notNull()
      .references(() => terms.term_id),
    days: text().notNull(),
    start_time: text(),
    end_time: text(),
    room: text().notNull(),
    instructor: text().notNull(),
    capacity: integer().notNull(),
    waitlist_capacity: integer().notNull(),
    consent_required: integer({ mode: "boolean" }).notNull(),
  },
  (table) => [
    check("sections_capacity", sql`${table.capacity} > 0 and ${table.waitlist_capacity} >= 0`),
    check(
      "sections_times",
      sql`(${table.days} = '') = (${table.start_time} is null) and (${table.days} = '') = (${table.end_time} is null) and coalesce(${table.start_time} < ${table.end_time}, 1)`,
    ),
    index("sections_of_course").on(table.course_id),
  ],
);
