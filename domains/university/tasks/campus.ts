/** The world's rows as task templates read them: courses with their sections, students with what they take and took. */
import { asc } from "drizzle-orm";
import type { DomainDatabase } from "../../database.ts";
import { splitOf } from "../../templates.ts";
import { readAccount, readTranscript, seatsOf } from "../records.ts";
import type { Grade, HoldKind, Level, Mode } from "../schema.ts";
import * as tables from "../schema.ts";

export type Term = typeof tables.terms.$inferSelect;

/** What a course asks for before it, or along with it. */
export interface Need {
  readonly course: Course;
  readonly corequisite: boolean;
  readonly minimum: Grade | null;
}

export interface Course {
  readonly id: string;
  readonly title: string;
  readonly department: string;
  readonly credits: number;
  readonly level: Level;
  readonly repeatable: boolean;
  readonly needs: readonly Need[];
  /** Majors that require it. */
  readonly requiredBy: ReadonlySet<string>;
  readonly sections: readonly Section[];
}

export interface Section {
  readonly id: string;
  readonly course: Course;
  readonly term: Term;
  readonly days: string;
  readonly start: string | null;
  readonly end: string | null;
  readonly room: string;
  readonly instructor: string;
  readonly open: number;
  readonly waiting: number;
  readonly waitlistCapacity: number;
  readonly consent: boolean;
}

export interface Seat {
  readonly section: Section;
  readonly mode: Mode;
}

export interface Past {
  readonly course: Course;
  readonly grade: Grade | "AU";
  readonly term: string;
}

export interface Meeting {
  readonly id: string;
  readonly advisor: string;
  /** ISO, without a zone. */
  readonly starts: string;
}

type StudentRow = typeof tables.students.$inferSelect;

export interface Student
  extends Pick<StudentRow, "level" | "standing" | "major" | "residency" | "aid" | "email" | "phone"> {
  readonly id: string;
  readonly split: "train" | "test";
  readonly first: string;
  readonly last: string;
  readonly born: string;
  readonly address: Address;
  readonly gpa: number | null;
  readonly past: readonly Past[];
  /** What the student has a seat in. */
  readonly seats: readonly Seat[];
  /** What the student had a seat in, in a term that is not over. */
  readonly left: readonly Section[];
  readonly waits: readonly { readonly section: Section; readonly status: "waiting" | "offered" }[];
  readonly holds: readonly HoldKind[];
  readonly balance: number;
  /** Proposed, not confirmed. */
  readonly meetings: readonly Meeting[];
  readonly overrides: readonly { readonly kind: string; readonly target: string; readonly status: string }[];
  readonly code: string;
}

export type Address = Pick<StudentRow, "address1" | "address2" | "city" | "state" | "zip">;

export interface Campus {
  /** The date, ISO. */
  readonly today: string;
  /** Names by ids. */
  readonly departments: ReadonlyMap<string, string>;
  readonly terms: readonly Term[];
  readonly courses: readonly Course[];
  readonly sections: readonly Section[];
  readonly students: readonly Student[];
}

export function readCampus(db: DomainDatabase, now: string): Campus {
  const terms = db.select().from(tables.terms).orderBy(asc(tables.terms.starts_on)).all();
  const departments = db.select().from(tables.departments).orderBy(asc(tables.departments.department_id)).all();
  const courses = readCourses(db);
  const sections = readSections(db, terms, courses);
  return {
    today: now.slice(0, 10),
    departments: new Map(departments.map(({ department_id, name }) => [department_id, name])),
    terms,
    courses: [...courses.values()],
    sections: [...sections.values()],
    students: readStudents(db, courses, sections),
  };
}

type Open<Thing> = { -readonly [Key in keyof Thing]: Thing[Key] extends readonly (infer One)[] ? One[] : Thing[Key] };

function readCourses(db: DomainDatabase): Map<string, Open<Course>> {
  const requirements = Map.groupBy(db.select().from(tables.requirements).all(), (row) => row.course_id);
  const courses = new Map<string, Open<Course>>();
  for (const row of db.select().from(tables.courses).orderBy(asc(tables.courses.course_id)).all()) {
    courses.set(row.course_id, {
      id: row.course_id,
      title: row.title,
      department: row.department_id,
      credits: row.credits,
      level: row.level_minimum,
      repeatable: row.repeatable,
      needs: [],
      requiredBy: new Set(requirements.get(row.course_id)?.map(({ major }) => major)),
      sections: [],
    });
  }
  const { course_id, required_course_id } = tables.prerequisites;
  const needs = db.select().from(tables.prerequisites).orderBy(asc(course_id), asc(required_course_id)).all();
  for (const row of needs) {
    const { corequisite, minimum_grade: minimum } = row;
    known(courses, row.course_id).needs.push({ course: known(courses, row.required_course_id), corequisite, minimum });
  }
  return courses;
}

function readSections(
  db: DomainDatabase,
  terms: readonly Term[],
  courses: ReadonlyMap<string, Open<Course>>,
): Map<string, Section> {
  const byTerm = new Map(terms.map((term) => [term.term_id, term]));
  const sections = new Map<string, Section>();
  for (const row of db.select().from(tables.sections).orderBy(asc(tables.sections.section_id)).all()) {
    const course = known(courses, row.course_id);
    const { open, waiting } = seatsOf(db, row);
    const section: Section = {
      id: row.section_id,
      course,
      term: known(byTerm, row.term_id),
      days: row.days,
      start: row.start_time,
      end: row.end_time,
      room: row.room,
      instructor: row.instructor,
      open,
      waiting,
      waitlistCapacity: row.waitlist_capacity,
      consent: row.consent_required,
    };
    sections.set(section.id, section);
    course.sections.push(section);
  }
  return sections;
}

function readStudents(
  db: DomainDatabase,
  courses: ReadonlyMap<string, Course>,
  sections: ReadonlyMap<string, Section>,
): Student[] {
  const { students, transcript, enrollments, waitlist, holds, overrides, advisingMeetings, portalAccounts } = tables;
  const by = <Row extends { student_id: string }>(rows: Row[]) => {
    const grouped = Map.groupBy(rows, (row) => row.student_id);
    return (id: string) => grouped.get(id) ?? [];
  };
  const past = by(db.select().from(transcript).orderBy(asc(transcript.course_id), asc(transcript.term)).all());
  const seats = by(db.select().from(enrollments).orderBy(asc(enrollments.section_id)).all());
  const waits = by(db.select().from(waitlist).orderBy(asc(waitlist.section_id)).all());
  const held = by(db.select().from(holds).orderBy(asc(holds.kind)).all());
  const granted = by(db.select().from(overrides).orderBy(asc(overrides.kind), asc(overrides.target)).all());
  const meetings = by(db.select().from(advisingMeetings).orderBy(asc(advisingMeetings.starts_at)).all());
  const codes = by(db.select().from(portalAccounts).all());
  const rows = db.select().from(students).orderBy(asc(students.student_id)).all();
  return rows.map((row) => {
    const { student_id: id, level, standing, major, residency, aid, email, phone } = row;
    const { address1, address2, city, state, zip } = row;
    const here = seats(id).map(({ section_id, mode, status }) => ({
      section: known(sections, section_id),
      mode,
      status,
    }));
    return {
      ...{ id, level, standing, major, residency, aid, email, phone },
      split: splitOf(id),
      first: row.first_name,
      last: row.last_name,
      born: row.date_of_birth,
      address: { address1, address2, city, state, zip },
      gpa: readTranscript(db, id).gpa,
      past: past(id).map(({ course_id, grade, term }) => ({ course: known(courses, course_id), grade, term })),
      seats: here.filter(({ status }) => status === "enrolled"),
      left: here.filter(({ status }) => status !== "enrolled").map(({ section }) => section),
      waits: waits(id).map(({ section_id, status }) => ({ section: known(sections, section_id), status })),
      holds: held(id).flatMap(({ kind, status }) => (status === "active" ? kind : [])),
      balance: readAccount(db, id).balance,
      meetings: meetings(id)
        .filter(({ status }) => status === "proposed")
        .map(({ meeting_id, advisor, starts_at }) => ({ id: meeting_id, advisor, starts: starts_at })),
      overrides: granted(id).map(({ kind, target, status }) => ({ kind, target, status })),
      code: codes(id)[0]?.verification_code ?? "",
    };
  });
}

function known<Thing>(things: ReadonlyMap<string, Thing>, id: string): Thing {
  const thing = things.get(id);
  if (thing === undefined) throw new Error(`no row '${id}'`);
  return thing;
}
