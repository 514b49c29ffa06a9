/** The registrar's tables, then the student portal's. Money is in dollars, dates are ISO. What can be counted is not stored. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** In order: each may take what asks for one before it. */
export const levels = ["freshman", "sophomore", "junior", "senior", "graduate"] as const;
export const standings = ["good", "probation", "suspended"] as const;
/** From best to worst, each with its grade points. Only these count; "AU" stands for an audited course. */
export const gradePoints = {
  A: 4,
  "A-": 3.7,
  "B+": 3.3,
  B: 3,
  "B-": 2.7,
  "C+": 2.3,
  C: 2,
  "C-": 1.7,
  "D+": 1.3,
  D: 1,
  F: 0,
} as const;
export type Grade = keyof typeof gradePoints;
export const grades = Object.keys(gradePoints) as [Grade, ...Grade[]];
export const modes = ["credit", "audit"] as const;
export const enrollmentStatuses = ["enrolled", "dropped", "withdrawn"] as const;
export const holdKinds = ["financial", "advising", "immunization", "conduct"] as const;
export const overrideKinds = ["consent", "credit_limit"] as const;
export const refundPercents = [100, 50, 0] as const;

export type Level = (typeof levels)[number];
export type Mode = (typeof modes)[number];
export type HoldKind = (typeof holdKinds)[number];

const oneOf = (values: readonly (string | number)[]) =>
  sql.raw(`(${values.map((value) => (typeof value === "number" ? value : `'${value}'`)).join(", ")})`);

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

/** What was finished in terms gone by. `term` is a name, as "Fall 2023". An audited course has no grade. */
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

/** Appointments that advisors propose in the portal; confirming one clears an advising hold. */
export const advisingMeetings = sqliteTable(
  "advising_meetings",
  {
    meeting_id: text().primaryKey(),
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    advisor: text().notNull(),
    starts_at: text().notNull(),
    status: text({ enum: ["proposed", "confirmed"] }).notNull(),
  },
  (table) => [
    check("advising_meetings_status", sql`${table.status} in ('proposed', 'confirmed')`),
    index("advising_meetings_of_student").on(table.student_id),
  ],
);

export const portalAccounts = sqliteTable("portal_accounts", {
  student_id: text()
    .primaryKey()
    .references(() => students.student_id),
  verification_code: text().notNull(),
});

/** The student who is signed in: one row, or none. All that the user's tools do is done for that student. */
export const portalSession = sqliteTable(
  "portal_session",
  {
    session: integer().primaryKey(),
    student_id: text()
      .notNull()
      .references(() => students.student_id),
  },
  (table) => [check("portal_session_one", sql`${table.session} = 1`)],
);

/** What the portal has told a student of. Not compared. */
export const notifications = sqliteTable(
  "notifications",
  {
    student_id: text()
      .notNull()
      .references(() => students.student_id),
    subject: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.student_id, table.subject] })],
);
