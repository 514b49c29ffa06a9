/** How seats are taken and given up, and the log of what was done. What is allowed is the callers' to check. */
import { and, eq, sql } from "drizzle-orm";
import { query } from "../database.ts";
import type { ToolContext } from "../tool.ts";
import { isOpen, refundAmount } from "./academics.ts";
import { lineOf, requireCourse, requireSection, requireStudent, requireTerm, seatsOf } from "./records.ts";
import {
  acknowledgements,
  auditLog,
  enrollments,
  type Mode,
  notifications,
  type refundPercents,
  refunds,
  waitlist,
} from "./schema.ts";

const studentId = sql.placeholder("student");
const sectionId = sql.placeholder("section");

const putEnrollment = query((db) =>
  db
    .insert(enrollments)
    .values({
      student_id: studentId,
      section_id: sectionId,
      mode: sql.placeholder("mode"),
      status: sql.placeholder("status"),
    })
    .onConflictDoUpdate({
      target: [enrollments.student_id, enrollments.section_id],
      set: { mode: sql`excluded.mode`, status: sql`excluded.status` },
    })
    .prepare(),
);
const putRefund = query((db) =>
  db
    .insert(refunds)
    .values({
      student_id: studentId,
      section_id: sectionId,
      percent: sql.placeholder("percent"),
      amount: sql.placeholder("amount"),
    })
    .prepare(),
);
const removeRefund = query((db) =>
  db
    .delete(refunds)
    .where(and(eq(refunds.student_id, studentId), eq(refunds.section_id, sectionId)))
    .prepare(),
);
const removeWaiter = query((db) =>
  db
    .delete(waitlist)
    .where(and(eq(waitlist.student_id, studentId), eq(waitlist.section_id, sectionId)))
    .prepare(),
);
const offerSeat = query((db) =>
  db
    .update(waitlist)
    .set({ status: "offered" })
    .where(and(eq(waitlist.student_id, studentId), eq(waitlist.section_id, sectionId)))
    .prepare(),
);
const putAcknowledgement = query((db) =>
  db
    .insert(acknowledgements)
    .values({ student_id: studentId, term_id: sql.placeholder("term") })
    .onConflictDoNothing()
    .prepare(),
);
const putNotification = query((db) =>
  db
    .insert(notifications)
    .values({ student_id: studentId, subject: sql.placeholder("subject"), text: sql.placeholder("text") })
    .onConflictDoUpdate({
      target: [notifications.student_id, notifications.subject],
      set: { text: sql`excluded.text` },
    })
    .prepare(),
);
const appendEntry = query((db) =>
  db
    .insert(auditLog)
    .values({
      entry: sql`(select coalesce(max(entry), 0) + 1 from audit_log)`,
      actor: sql.placeholder("actor"),
      student_id: studentId,
      action: sql.placeholder("action"),
    })
    .prepare(),
);

/** A seat that was given up and is taken again is charged again: its refund goes. */
export function takeSeat({ db }: ToolContext, student: string, section: string, mode: Mode): void {
  removeRefund(db).run({ student, section });
  putEnrollment(db).run({ student, section, mode, status: "enrolled" });
}

/** After the drop deadline giving up a seat is a withdrawal, and the record says so. */
export function leaveSeat(
  context: ToolContext,
  student: string,
  section: string,
  mode: Mode,
  percent: (typeof refundPercents)[number],
): void {
  const { db, now } = context;
  const { course_id, term_id } = requireSection(db, section);
  const term = requireTerm(db, term_id);
  const { residency } = requireStudent(db, student);
  const tuition = residency === "resident" ? term.resident_tuition : term.nonresident_tuition;
  const amount = refundAmount(percent, requireCourse(db, course_id).credits, tuition);
  const status = isOpen(term.drop_deadline, now) ? "dropped" : "withdrawn";
  putEnrollment(db).run({ student, section, mode, status });
  putRefund(db).run({ student, section, percent, amount });
  offerOpenSeats(context, section);
}

/** Also after an offer was accepted: the seat is taken first, or the next in line would be offered it. */
export function leaveLine(context: ToolContext, student: string, section: string): void {
  removeWaiter(context.db).run({ student, section });
  offerOpenSeats(context, section);
}

/** Seats that nobody holds go to those who wait, in their order. */
function offerOpenSeats(context: ToolContext, section: string): void {
  const { db } = context;
  const waiting = lineOf(db, section).filter(({ status }) => status === "waiting");
  if (waiting.length === 0) return;
  const { open } = seatsOf(db, requireSection(db, section));
  for (const { student_id } of waiting.slice(0, Math.max(0, open))) {
    offerSeat(db).run({ student: student_id, section });
    const text = `A seat in section ${section} is held for you. Accept the offer to be enrolled.`;
    notify(context, student_id, `offer ${section}`, text);
  }
}

/** The student knows that the term's credits fall below full time. */
export function acknowledge({ db }: ToolContext, student: string, term: string): void {
  putAcknowledgement(db).run({ student, term });
}

export function notify({ db }: ToolContext, student: string, subject: string, text: string): void {
  putNotification(db).run({ student, subject, text });
}

export function log({ db }: ToolContext, actor: "registrar" | "student", student: string, action: string): void {
  appendEntry(db).run({ actor, student, action });
}
