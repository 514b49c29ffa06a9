/** What a student takes now, and what they have finished. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { readSchedule, readTranscript, requireStudent, requireTerm } from "../records.ts";
import { enrollmentStatuses, grades, modes } from "../schema.ts";
import { termIdInput } from "./catalogue.ts";
import { studentIdInput } from "./students.ts";

const Meeting = z.object({
  section_id: z.string(),
  course_id: z.string(),
  title: z.string(),
  credits: z.number(),
  days: z.string(),
  start_time: z.string().nullable(),
  end_time: z.string().nullable(),
  room: z.string(),
  instructor: z.string(),
});

export const Schedule = z.object({
  student_id: z.string(),
  term_id: z.string(),
  credits: z.number(),
  sections: z.array(
    Meeting.extend({
      mode: z.enum(modes),
      status: z.enum(enrollmentStatuses),
      refund: z.object({ percent: z.number(), amount: z.number() }).nullable(),
    }),
  ),
  waitlists: z.array(Meeting.extend({ status: z.enum(["waiting", "offered"]), line: z.number() })),
});

export const get_student_schedule = tool({
  description:
    "Read a student's schedule in a term: credits taken, sections with days, times, mode and status, and waitlists with the place in line.",
  effect: "read",
  input: z.strictObject({ student_id: studentIdInput, term_id: termIdInput }),
  output: Schedule,
  run({ student_id, term_id }, { db }) {
    requireStudent(db, student_id);
    requireTerm(db, term_id);
    return readSchedule(db, student_id, term_id);
  },
});

export const get_transcript = tool({
  description:
    "Read a student's transcript: every finished course with term and grade (AU: audited), GPA, credits earned.",
  effect: "read",
  input: z.strictObject({ student_id: studentIdInput }),
  output: z.object({
    student_id: z.string(),
    gpa: z.number().nullable(),
    credits_earned: z.number(),
    entries: z.array(
      z.object({
        course_id: z.string(),
        title: z.string(),
        credits: z.number(),
        term: z.string(),
        grade: z.enum([...grades, "AU"]),
      }),
    ),
  }),
  run({ student_id }, { db }) {
    requireStudent(db, student_id);
    return readTranscript(db, student_id);
  },
});
