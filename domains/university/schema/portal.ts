/** What is the students' own: meetings, codes, messages, and who is signed in. */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { students } from "./students.ts";

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
