/** What follows from a call on either side: holds clear once their cause is gone, and open seats go to those who wait. */
import { and, asc, eq, sql } from "drizzle-orm";
import { query } from "../database.ts";
import type { ToolContext } from "../tool.ts";
import { lineOf, requireSection, seatsOf } from "./records.ts";
import { holds, waitlist } from "./schema.ts";
import { notify } from "./seats.ts";

const studentId = sql.placeholder("student");

/** Active financial holds of students who owe nothing, and advising holds of those with a confirmed meeting. */
const spentHolds = query((db) =>
  db
    .select({ student_id: holds.student_id, kind: holds.kind })
    .from(holds)
    .where(
      and(
        eq(holds.status, "active"),
        sql`(${holds.kind} = 'financial' and not exists (
              select 1 from charges where charges.student_id = ${holds.student_id} and not charges.paid)
          or ${holds.kind} = 'advising' and exists (
              select 1 from advising_meetings as meeting
              where meeting.student_id = ${holds.student_id} and meeting.status = 'confirmed'))`,
      ),
    )
    .prepare(),
);
const clearHold = query((db) =>
  db
    .update(holds)
    .set({ status: "cleared" })
    .where(and(eq(holds.student_id, studentId), eq(holds.kind, sql.placeholder("kind"))))
    .prepare(),
);

/** Sections with someone waiting who has no offer yet. */
const waitedFor = query((db) =>
  db
    .selectDistinct({ section_id: waitlist.section_id })
    .from(waitlist)
    .where(eq(waitlist.status, "waiting"))
    .orderBy(asc(waitlist.section_id))
    .prepare(),
);
const offerSeat = query((db) =>
  db
    .update(waitlist)
    .set({ status: "offered" })
    .where(and(eq(waitlist.student_id, studentId), eq(waitlist.section_id, sql.placeholder("section"))))
    .prepare(),
);

export function settle(context: ToolContext): void {
  const { db } = context;
  for (const { student_id, kind } of spentHolds(db).all()) {
    clearHold(db).run({ student: student_id, kind });
    notify(context, student_id, `${kind} hold`, `The ${kind} hold on your record has been cleared.`);
  }
  for (const { section_id } of waitedFor(db).all()) {
    const { open } = seatsOf(db, requireSection(db, section_id));
    if (open <= 0) continue;
    const waiting = lineOf(db, section_id).filter(({ status }) => status === "waiting");
    for (const { student_id } of waiting.slice(0, open)) {
      offerSeat(db).run({ student: student_id, section: section_id });
      const text = `A seat in section ${section_id} is held for you. Accept the offer to be enrolled.`;
      notify(context, student_id, `offer ${section_id}`, text);
    }
  }
}
