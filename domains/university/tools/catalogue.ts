/** The course catalogue, this term's sections, and the calendar. */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { requireCourse, requireTerm, seatsOf } from "../records.ts";
import { courses, departments, grades, levels, prerequisites, requirements, sections, terms } from "../schema.ts";

const id = sql.placeholder("id");

export const courseIdInput = z.string().describe("For example 'CS201'");
export const termIdInput = z.string().describe("For example '2025SP'; get_term_calendar gives them");

const found = query((db) =>
  db
    .select({ course_id: courses.course_id, title: courses.title, credits: courses.credits })
    .from(courses)
    .where(
      sql`(${courses.department_id} = ${sql.placeholder("department")} or ${sql.placeholder("department")} = '')
        and instr(lower(${courses.course_id} || ' ' || ${courses.title}), ${sql.placeholder("text")}) > 0`,
    )
    .orderBy(asc(courses.course_id))
    .prepare(),
);
const departmentById = query((db) => db.select().from(departments).where(eq(departments.department_id, id)).prepare());

export const search_courses = tool({
  description: "Find courses by words of their title or id, within one department if given: ids, titles, credits.",
  effect: "read",
  input: z.strictObject({
    text: z.string().optional().describe("Part of the title or of the course id, for example 'data struct'"),
    department_id: z.string().optional().describe("For example 'CS'"),
  }),
  output: z.array(z.object({ course_id: z.string(), title: z.string(), credits: z.number() })),
  run({ text = "", department_id = "" }, { db }) {
    if (text.trim() === "" && department_id === "") throw new ToolError("Give a text or a department_id to search by");
    if (department_id !== "" && departmentById(db).get({ id: department_id }) === undefined) {
      throw new ToolError(`Department ${department_id} not found: search by text instead`);
    }
    return found(db).all({ text: text.trim().toLowerCase(), department: department_id });
  },
});

const requiredBy = query((db) =>
  db
    .select()
    .from(prerequisites)
    .where(eq(prerequisites.course_id, id))
    .orderBy(asc(prerequisites.required_course_id))
    .prepare(),
);
const majorsOf = query((db) =>
  db
    .select({ major: requirements.major })
    .from(requirements)
    .where(eq(requirements.course_id, id))
    .orderBy(asc(requirements.major))
    .prepare(),
);

export const get_course_details = tool({
  description:
    "Read a course: credits, level minimum, whether it is repeatable, prerequisites with minimum grades, corequisites, and the majors that require it.",
  effect: "read",
  input: z.strictObject({ course_id: courseIdInput }),
  output: z.object({
    course_id: z.string(),
    department_id: z.string(),
    title: z.string(),
    credits: z.number(),
    level_minimum: z.enum(levels),
    repeatable: z.boolean(),
    prerequisites: z.array(z.object({ course_id: z.string(), minimum_grade: z.enum(grades) })),
    corequisites: z.array(z.string()),
    required_for_majors: z.array(z.string()),
  }),
  run({ course_id }, { db }) {
    const course = requireCourse(db, course_id);
    const required = requiredBy(db).all({ id: course_id });
    return {
      ...course,
      prerequisites: required.flatMap(({ required_course_id, minimum_grade }) =>
        minimum_grade === null ? [] : [{ course_id: required_course_id, minimum_grade }],
      ),
      corequisites: required.filter((row) => row.corequisite).map((row) => row.required_course_id),
      required_for_majors: majorsOf(db)
        .all({ id: course_id })
        .map(({ major }) => major),
    };
  },
});

const sectionsOf = query((db) =>
  db
    .select()
    .from(sections)
    .where(and(eq(sections.course_id, id), eq(sections.term_id, sql.placeholder("term"))))
    .orderBy(asc(sections.section_id))
    .prepare(),
);

export const list_sections = tool({
  description:
    "List a course's sections in a term: days (M T W R F) and times, room, instructor, seats, waitlist, and whether consent is required.",
  effect: "read",
  input: z.strictObject({ course_id: courseIdInput, term_id: termIdInput }),
  output: z.array(
    z.object({
      section_id: z.string(),
      days: z.string(),
      start_time: z.string().nullable(),
      end_time: z.string().nullable(),
      room: z.string(),
      instructor: z.string(),
      capacity: z.number(),
      enrolled: z.number(),
      held_for_offers: z.number(),
      open_seats: z.number(),
      waitlist_capacity: z.number(),
      waiting: z.number(),
      consent_required: z.boolean(),
    }),
  ),
  run({ course_id, term_id }, { db }) {
    requireCourse(db, course_id);
    requireTerm(db, term_id);
    return sectionsOf(db)
      .all({ id: course_id, term: term_id })
      .map((section) => {
        const { course_id: _, term_id: __, capacity, waitlist_capacity, consent_required, ...rest } = section;
        const { enrolled, held, open, waiting } = seatsOf(db, section);
        const seats = { capacity, enrolled, held_for_offers: held, open_seats: open, waitlist_capacity, waiting };
        return { ...rest, ...seats, consent_required };
      });
  },
});

const allTerms = query((db) => db.select().from(terms).orderBy(asc(terms.starts_on)).prepare());

export const get_term_calendar = tool({
  description: "Read today's date, and each term's dates, deadlines and tuition per credit in dollars.",
  effect: "read",
  input: z.strictObject({}),
  output: z.object({
    today: z.string(),
    terms: z.array(
      z.object({
        term_id: z.string(),
        name: z.string(),
        starts_on: z.string(),
        ends_on: z.string(),
        add_deadline: z.string(),
        audit_deadline: z.string(),
        drop_deadline: z.string(),
        withdraw_deadline: z.string(),
        tuition_per_credit: z.object({ resident: z.number(), nonresident: z.number() }),
      }),
    ),
  }),
  run(_, { db, now }) {
    return {
      today: now.slice(0, 10),
      terms: allTerms(db)
        .all()
        .map(({ resident_tuition, nonresident_tuition, ...term }) => ({
          ...term,
          tuition_per_credit: { resident: resident_tuition, nonresident: nonresident_tuition },
        })),
    };
  },
});
