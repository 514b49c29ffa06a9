/** The student's portal: whose it is in this episode, and what stands in it. */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../database.ts";
import { setup, ToolError } from "../tool.ts";
import { readAccount, readOverrides, requireStudent } from "./records.ts";
import { advisingMeetings, notifications, portalAccounts, portalSession, waitlist } from "./schema.ts";

const id = sql.placeholder("id");

const signedIn = query((db) => db.select().from(portalSession).prepare());
const accountOf = query((db) => db.select().from(portalAccounts).where(eq(portalAccounts.student_id, id)).prepare());
const meetingsOf = query((db) =>
  db
    .select()
    .from(advisingMeetings)
    .where(eq(advisingMeetings.student_id, id))
    .orderBy(asc(advisingMeetings.starts_at))
    .prepare(),
);
const offersTo = query((db) =>
  db
    .select({ section_id: waitlist.section_id })
    .from(waitlist)
    .where(and(eq(waitlist.student_id, id), eq(waitlist.status, "offered")))
    .orderBy(asc(waitlist.section_id))
    .prepare(),
);
const messagesTo = query((db) =>
  db
    .select({ subject: notifications.subject, text: notifications.text })
    .from(notifications)
    .where(eq(notifications.student_id, id))
    .orderBy(asc(notifications.subject))
    .prepare(),
);

/** Undefined where nobody is signed in. */
export function readSession(db: DomainDatabase): string | undefined {
  return signedIn(db).get()?.student_id;
}

/** @throws ToolError where nobody is signed in: the world was opened for no task. */
export function signedInStudent(db: DomainDatabase): string {
  const student = readSession(db);
  if (student === undefined) throw new ToolError("Nobody is signed in to the portal: open a task that says who it is");
  return student;
}

export function readPortal(db: DomainDatabase, student: string) {
  return {
    student_id: student,
    balance: readAccount(db, student).balance,
    consent_forms_to_sign: readOverrides(db, student)
      .filter(({ kind, status }) => kind === "consent" && status === "requested")
      .map(({ target }) => target),
    waitlist_offers: offersTo(db)
      .all({ id: student })
      .map(({ section_id }) => section_id),
    advising_meetings: readMeetings(db, student),
    messages: messagesTo(db).all({ id: student }),
  };
}

export function readMeetings(db: DomainDatabase, student: string) {
  return meetingsOf(db)
    .all({ id: student })
    .map(({ student_id: _, ...meeting }) => meeting);
}

export function readVerificationCode(db: DomainDatabase, student: string): string {
  return accountOf(db).get({ id: student })?.verification_code ?? "";
}

const signIn = query((db) =>
  db
    .insert(portalSession)
    .values({ session: 1, student_id: id })
    .onConflictDoUpdate({ target: portalSession.session, set: { student_id: sql`excluded.student_id` } })
    .prepare(),
);

/** The student of the episode. */
export const set_student = setup({
  input: z.strictObject({ student_id: z.string() }),
  run({ student_id }, { db }) {
    requireStudent(db, student_id);
    signIn(db).run({ id: student_id });
  },
});
