/** What tasks may demand of the end state, besides that its rows are right: one line of progress each. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../database.ts";
import { assertion } from "../tool.ts";
import { readMeetings } from "./portal.ts";
import { enrollmentOf, lineOf, readAccount, readOverrides } from "./records.ts";
import { holdKinds, holds, modes } from "./schema.ts";

const student_id = z.string();
const section_id = z.string();

const holdOf = query((db) =>
  db
    .select({ status: holds.status })
    .from(holds)
    .where(and(eq(holds.student_id, sql.placeholder("student")), eq(holds.kind, sql.placeholder("kind"))))
    .prepare(),
);

export const is_enrolled = assertion({
  input: z.strictObject({ student_id, section_id, mode: z.enum(modes) }),
  holds({ student_id, section_id, mode }, { db }) {
    const seat = enrollmentOf(db, student_id, section_id);
    return seat?.status === "enrolled" && seat.mode === mode;
  },
});

export const is_waiting = assertion({
  input: z.strictObject({ student_id, section_id }),
  holds({ student_id, section_id }, { db }) {
    return lineOf(db, section_id).some((waiter) => waiter.student_id === student_id);
  },
});

export const has_active_hold = assertion({
  input: z.strictObject({ student_id, kind: z.enum(holdKinds) }),
  holds({ student_id, kind }, { db }) {
    return holdOf(db).get({ student: student_id, kind })?.status === "active";
  },
});

export const has_paid_balance = assertion({
  input: z.strictObject({ student_id }),
  holds({ student_id }, { db }) {
    return readAccount(db, student_id).balance === 0;
  },
});

export const has_signed_consent = assertion({
  input: z.strictObject({ student_id, section_id }),
  holds({ student_id, section_id }, { db }) {
    return readOverrides(db, student_id).some(
      ({ kind, target, status }) => kind === "consent" && target === section_id && status === "granted",
    );
  },
});

export const has_confirmed_meeting = assertion({
  input: z.strictObject({ student_id, meeting_id: z.string() }),
  holds({ student_id, meeting_id }, { db }) {
    return readMeetings(db, student_id).some(
      (meeting) => meeting.meeting_id === meeting_id && meeting.status === "confirmed",
    );
  },
});
