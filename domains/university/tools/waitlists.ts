/** Joining and leaving the line for a seat. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { enrollmentOf, lineOf, readSchedule, requireSection, requireStudent, seatsOf } from "../records.ts";
import { waitlist } from "../schema.ts";
import { leaveLine, log } from "../seats.ts";
import { sectionIdInput } from "./registration.ts";
import { studentIdInput } from "./students.ts";
import { Schedule } from "./studies.ts";

const append = query((db) =>
  db
    .insert(waitlist)
    .values({
      student_id: sql.placeholder("student"),
      section_id: sql.placeholder("section"),
      place: sql.placeholder("place"),
      status: "waiting",
    })
    .prepare(),
);

export const join_waitlist = tool({
  description:
    "Put a student at the end of the waitlist of a section without open seats. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({ student_id: studentIdInput, section_id: sectionIdInput }),
  output: Schedule,
  run({ student_id, section_id }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const section = requireSection(db, section_id);
    if (enrollmentOf(db, student_id, section_id)?.status === "enrolled") {
      throw new ToolError(`Student ${student_id} is already enrolled in section ${section_id}`);
    }
    const line = lineOf(db, section_id);
    if (line.some((waiter) => waiter.student_id === student_id)) {
      throw new ToolError(`Student ${student_id} is already on the waitlist of section ${section_id}`);
    }
    const { open, waiting } = seatsOf(db, section);
    if (open > 0) throw new ToolError(`Section ${section_id} has an open seat: enroll instead of waiting`);
    if (waiting >= section.waitlist_capacity) {
      throw new ToolError(
        `The waitlist of section ${section_id} is full (${section.waitlist_capacity} places): choose another section`,
      );
    }
    append(db).run({ student: student_id, section: section_id, place: 1 + (line.at(-1)?.place ?? 0) });
    log(context, "registrar", student_id, `join waitlist ${section_id}`);
    return readSchedule(db, student_id, section.term_id);
  },
});

export const leave_waitlist = tool({
  description:
    "Take a student off a section's waitlist, also when a seat has been offered and is not wanted. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({ student_id: studentIdInput, section_id: sectionIdInput }),
  output: Schedule,
  run({ student_id, section_id }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const { term_id } = requireSection(db, section_id);
    if (!lineOf(db, section_id).some((waiter) => waiter.student_id === student_id)) {
      throw new ToolError(`Student ${student_id} is not on the waitlist of section ${section_id}`);
    }
    leaveLine(context, student_id, section_id);
    log(context, "registrar", student_id, `leave waitlist ${section_id}`);
    return readSchedule(db, student_id, term_id);
  },
});
