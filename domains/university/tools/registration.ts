/** Taking, leaving, swapping and auditing sections. These refuse what can't be; what may not be is the domain policy's. */
import { z } from "zod";
import type { DomainDatabase } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import {
  enrollmentOf,
  lineOf,
  readSchedule,
  requireSeat,
  requireSection,
  requireStudent,
  type SectionRow,
  seatsOf,
} from "../records.ts";
import { modes, refundPercents } from "../schema.ts";
import { acknowledge, leaveSeat, log, takeSeat } from "../seats.ts";
import { studentIdInput } from "./students.ts";
import { Schedule } from "./studies.ts";

export const sectionIdInput = z.string().describe("For example 'CS201-02'");
const modeInput = z.enum(modes).describe("'credit', or 'audit' where the student asks to audit");
const aidInput = z
  .boolean()
  .default(false)
  .describe("true only where a student with aid has acknowledged falling below 12 credits; else leave it out");

/** @throws ToolError unless the student can be given a seat: there is an open one, and none of theirs yet. */
function requireOpenSeat(db: DomainDatabase, student: string, section: SectionRow): void {
  const { section_id, capacity } = section;
  if (enrollmentOf(db, student, section_id)?.status === "enrolled") {
    throw new ToolError(`Student ${student} is already enrolled in section ${section_id}`);
  }
  const waiter = lineOf(db, section_id).find(({ student_id }) => student_id === student);
  if (waiter?.status === "offered") {
    throw new ToolError(`A seat in section ${section_id} is offered to the student, who accepts it in the portal`);
  }
  if (seatsOf(db, section).open <= 0) {
    throw new ToolError(
      `Section ${section_id} has no open seat (capacity ${capacity}): choose another section or join its waitlist`,
    );
  }
}

export const enroll_in_section = tool({
  description:
    "Give a student a seat in a section, for credit or as an auditor. Checks seats alone: check the domain policy's conditions first. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({ student_id: studentIdInput, section_id: sectionIdInput, mode: modeInput }),
  output: Schedule,
  run({ student_id, section_id, mode }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const section = requireSection(db, section_id);
    requireOpenSeat(db, student_id, section);
    takeSeat(context, student_id, section_id, mode);
    log(context, "registrar", student_id, `enroll ${section_id} (${mode})`);
    return readSchedule(db, student_id, section.term_id);
  },
});

export const drop_section = tool({
  description:
    "Give up a student's seat in a section, with the refund that the domain policy gives; after the drop deadline this is a withdrawal. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({
    student_id: studentIdInput,
    section_id: sectionIdInput,
    refund_percent: z
      .literal(refundPercents)
      .describe("Percentage of the section's tuition that is refunded: 100, 50 or 0"),
    aid_acknowledged: aidInput,
  }),
  output: Schedule,
  run({ student_id, section_id, refund_percent, aid_acknowledged }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const { term_id } = requireSection(db, section_id);
    const { mode } = requireSeat(db, student_id, section_id);
    leaveSeat(context, student_id, section_id, mode, refund_percent);
    if (aid_acknowledged) acknowledge(context, student_id, term_id);
    log(context, "registrar", student_id, `drop ${section_id} (${refund_percent} %)`);
    return readSchedule(db, student_id, term_id);
  },
});

export const swap_sections = tool({
  description:
    "Give up one section for another in one step: if the new one can't be had, the old one is kept. The mode stays, and tuition for credit is refunded in full. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({
    student_id: studentIdInput,
    drop_section_id: z.string().describe("The section to give up, for example 'CS201-02'"),
    add_section_id: z.string().describe("The section to take instead, for example 'CS201-01'"),
    aid_acknowledged: aidInput,
  }),
  output: Schedule,
  run({ student_id, drop_section_id, add_section_id, aid_acknowledged }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const old = requireSection(db, drop_section_id);
    const wanted = requireSection(db, add_section_id);
    if (old.section_id === wanted.section_id) throw new ToolError("The two sections are the same: nothing to swap");
    if (old.term_id !== wanted.term_id) {
      throw new ToolError("The two sections are in different terms: a swap stays in one term");
    }
    const { mode } = requireSeat(db, student_id, drop_section_id);
    requireOpenSeat(db, student_id, wanted);
    leaveSeat(context, student_id, drop_section_id, mode, mode === "credit" ? 100 : 0);
    takeSeat(context, student_id, add_section_id, mode);
    if (aid_acknowledged) acknowledge(context, student_id, old.term_id);
    log(context, "registrar", student_id, `swap ${drop_section_id} for ${add_section_id}`);
    return readSchedule(db, student_id, old.term_id);
  },
});

export const change_enrollment_mode = tool({
  description: "Change a seat from credit to audit or back. The student must have confirmed.",
  effect: "write",
  input: z.strictObject({
    student_id: studentIdInput,
    section_id: sectionIdInput,
    mode: z.enum(modes).describe("The new mode: 'audit' or 'credit'"),
    aid_acknowledged: aidInput,
  }),
  output: Schedule,
  run({ student_id, section_id, mode, aid_acknowledged }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    const { term_id } = requireSection(db, section_id);
    const seat = requireSeat(db, student_id, section_id);
    if (seat.mode === mode) throw new ToolError(`Section ${section_id} is already taken in mode ${mode}`);
    takeSeat(context, student_id, section_id, mode);
    if (aid_acknowledged) acknowledge(context, student_id, term_id);
    log(context, "registrar", student_id, `change ${section_id} to ${mode}`);
    return readSchedule(db, student_id, term_id);
  },
});
