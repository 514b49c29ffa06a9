/** What the registrar's tools read: students, courses, sections with their seats, schedules. Each @throws ToolError where there is none. */
import { and, asc, eq, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../database.ts";
import { roundCents } from "../money.ts";
import { ToolError } from "../tool.ts";
import { creditsEarned, gradeAverage } from "./academics.ts";
import * as tables from "./schema.ts";

const { charges, courses, enrollments, overrides, refunds, sections, students, terms, transcript, waitlist } = tables;
const id = sql.placeholder("id");
const studentId = sql.placeholder("student");
const sectionId = sql.placeholder("section");

export type StudentRow = typeof students.$inferSelect;
export type CourseRow = typeof courses.$inferSelect;
export type SectionRow = typeof sections.$inferSelect;
export type TermRow = typeof terms.$inferSelect;

const studentById = query((db) => db.select().from(students).where(eq(students.student_id, id)).prepare());
const courseById = query((db) => db.select().from(courses).where(eq(courses.course_id, id)).prepare());
const sectionById = query((db) => db.select().from(sections).where(eq(sections.section_id, id)).prepare());
const termById = query((db) => db.select().from(terms).where(eq(terms.term_id, id)).prepare());

export function requireStudent(db: DomainDatabase, student: string): StudentRow {
  const row = studentById(db).get({ id: student });
  if (row === undefined) {
    throw new ToolError(`Student ${student} not found: find the student by email, or by name and date of birth`);
  }
  return row;
}

export function requireCourse(db: DomainDatabase, course: string): CourseRow {
  const row = courseById(db).get({ id: course });
  if (row === undefined) throw new ToolError(`Course ${course} not found: search_courses finds course ids`);
  return row;
}

export function requireSection(db: DomainDatabase, section: string): SectionRow {
  const row = sectionById(db).get({ id: section });
  if (row === undefined) throw new ToolError(`Section ${section} not found: list_sections gives a course's sections`);
  return row;
}

export function requireTerm(db: DomainDatabase, term: string): TermRow {
  const row = termById(db).get({ id: term });
  if (row === undefined) throw new ToolError(`Term ${term} not found: get_term_calendar gives the terms`);
  return row;
}

const enrolledIn = query((db) =>
  db
    .select({ count: sql<number>`count(*)` })
    .from(enrollments)
    .where(and(eq(enrollments.section_id, id), eq(enrollments.status, "enrolled")))
    .prepare(),
);
const waitersOf = query((db) =>
  db.select().from(waitlist).where(eq(waitlist.section_id, id)).orderBy(asc(waitlist.place)).prepare(),
);

export interface Seats {
  readonly enrolled: number;
  /** Held for students who were offered them. */
  readonly held: number;
  readonly open: number;
  readonly waiting: number;
}

export function seatsOf(db: DomainDatabase, { section_id, capacity }: SectionRow): Seats {
  const enrolled = enrolledIn(db).get({ id: section_id })?.count ?? 0;
  const line = waitersOf(db).all({ id: section_id });
  const held = line.filter(({ status }) => status === "offered").length;
  return { enrolled, held, open: capacity - enrolled - held, waiting: line.length - held };
}

/** First come first. */
export function lineOf(db: DomainDatabase, section: string): (typeof waitlist.$inferSelect)[] {
  return waitersOf(db).all({ id: section });
}

const enrollmentBy = query((db) =>
  db
    .select()
    .from(enrollments)
    .where(and(eq(enrollments.student_id, studentId), eq(enrollments.section_id, sectionId)))
    .prepare(),
);

/** The row, also of a section that was left; undefined where the student never had a seat. */
export function enrollmentOf(db: DomainDatabase, student: string, section: string) {
  return enrollmentBy(db).get({ student, section });
}

export function requireSeat(db: DomainDatabase, student: string, section: string) {
  const enrollment = enrollmentOf(db, student, section);
  if (enrollment?.status !== "enrolled") {
    throw new ToolError(
      `Student ${student} has no seat in section ${section}: get_student_schedule shows their sections`,
    );
  }
  return enrollment;
}

const finishedBy = query((db) =>
  db
    .select({
      course_id: transcript.course_id,
      title: courses.title,
      credits: courses.credits,
      repeatable: courses.repeatable,
      term: transcript.term,
      grade: transcript.grade,
    })
    .from(transcript)
    .innerJoin(courses, eq(courses.course_id, transcript.course_id))
    .where(eq(transcript.student_id, id))
    .orderBy(sql`substr(${transcript.term}, 1, 4)`, sql`${transcript.term} like '%FA'`, asc(transcript.course_id))
    .prepare(),
);

export function readTranscript(db: DomainDatabase, student: string) {
  const finished = finishedBy(db).all({ id: student });
  return {
    student_id: student,
    gpa: gradeAverage(finished),
    credits_earned: creditsEarned(finished),
    entries: finished.map(({ repeatable: _, ...entry }) => entry),
  };
}

const seatsBy = query((db) =>
  db
    .select({ section: sections, course: courses, mode: enrollments.mode, status: enrollments.status, refund: refunds })
    .from(enrollments)
    .innerJoin(sections, and(eq(sections.section_id, enrollments.section_id), eq(sections.term_id, id)))
    .innerJoin(courses, eq(courses.course_id, sections.course_id))
    .leftJoin(
      refunds,
      and(eq(refunds.student_id, enrollments.student_id), eq(refunds.section_id, enrollments.section_id)),
    )
    .where(eq(enrollments.student_id, studentId))
    .orderBy(asc(enrollments.section_id))
    .prepare(),
);
const waitsBy = query((db) =>
  db
    .select({ section: sections, course: courses, place: waitlist.place, status: waitlist.status })
    .from(waitlist)
    .innerJoin(sections, and(eq(sections.section_id, waitlist.section_id), eq(sections.term_id, id)))
    .innerJoin(courses, eq(courses.course_id, sections.course_id))
    .where(eq(waitlist.student_id, studentId))
    .orderBy(asc(waitlist.section_id))
    .prepare(),
);

/** What a person wants to know of a section in which they have, had or wait for a seat. */
function meeting({ section_id, days, start_time, end_time, room, instructor }: SectionRow, course: CourseRow) {
  const { course_id, title, credits } = course;
  return { section_id, course_id, title, credits, days, start_time, end_time, room, instructor };
}

/** `credits` counts the seats for credit alone. `line` is a place in the queue: 1 is next. */
export function readSchedule(db: DomainDatabase, student: string, term: string) {
  const rows = seatsBy(db).all({ student, id: term });
  const taken = rows.filter(({ status, mode }) => status === "enrolled" && mode === "credit");
  return {
    student_id: student,
    term_id: term,
    credits: taken.reduce((sum, { course }) => sum + course.credits, 0),
    sections: rows.map(({ section, course, mode, status, refund }) => ({
      ...meeting(section, course),
      mode,
      status,
      refund: refund && { percent: refund.percent, amount: refund.amount },
    })),
    waitlists: waitsBy(db)
      .all({ student, id: term })
      .map(({ section, course, place, status }) => ({
        ...meeting(section, course),
        status,
        line: 1 + lineOf(db, section.section_id).filter((other) => other.place < place).length,
      })),
  };
}

const unpaidOf = query((db) =>
  db
    .select({ description: charges.description, amount: charges.amount, due_on: charges.due_on })
    .from(charges)
    .where(and(eq(charges.student_id, id), eq(charges.paid, false)))
    .orderBy(asc(charges.due_on), asc(charges.description))
    .prepare(),
);

export function readAccount(db: DomainDatabase, student: string) {
  const unpaid = unpaidOf(db).all({ id: student });
  return { balance: roundCents(unpaid.reduce((sum, { amount }) => sum + amount, 0)), unpaid };
}

const overridesOf = query((db) =>
  db
    .select({ kind: overrides.kind, target: overrides.target, status: overrides.status })
    .from(overrides)
    .where(eq(overrides.student_id, id))
    .orderBy(asc(overrides.kind), asc(overrides.target))
    .prepare(),
);

export function readOverrides(db: DomainDatabase, student: string) {
  return overridesOf(db).all({ id: student });
}
