/** Rows <-> the students' own document: who is signed in to the portal, and what each finds there. */
import { z } from "zod";
import type { DomainDatabase } from "../database.ts";
import { insertRows } from "../insert.ts";
import type { JsonObject } from "../json.ts";
import * as tables from "./schema.ts";

export const PortalDocument = z.object({
  /** Null where nobody is signed in. */
  student_id: z.string().nullable(),
  accounts: z.record(
    z.string(),
    z.object({
      verification_code: z.string(),
      advising_meetings: z.record(
        z.string(),
        z.object({ advisor: z.string(), starts_at: z.string(), status: z.enum(["proposed", "confirmed"]) }),
      ),
      /** Texts by subject. */
      notifications: z.record(z.string(), z.string()),
    }),
  ),
});
export type PortalDocument = z.output<typeof PortalDocument>;

export function readPortalDocument(db: DomainDatabase): JsonObject {
  const meetings = Map.groupBy(db.select().from(tables.advisingMeetings).all(), (row) => row.student_id);
  const messages = Map.groupBy(db.select().from(tables.notifications).all(), (row) => row.student_id);
  const accounts = db.select().from(tables.portalAccounts).all();
  return {
    student_id: db.select().from(tables.portalSession).get()?.student_id ?? null,
    accounts: Object.fromEntries(
      accounts.map(({ student_id, verification_code }) => [
        student_id,
        {
          verification_code,
          advising_meetings: Object.fromEntries(
            (meetings.get(student_id) ?? []).map(({ meeting_id, advisor, starts_at, status }) => {
              return [meeting_id, { advisor, starts_at, status }];
            }),
          ),
          notifications: Object.fromEntries(
            (messages.get(student_id) ?? []).map(({ subject, text }) => [subject, text]),
          ),
        },
      ]),
    ),
  };
}

/** @throws Error when an account is of no student. */
export function writePortalDocument(db: DomainDatabase, json: JsonObject): void {
  const { student_id, accounts } = json as unknown as PortalDocument;
  const all = Object.entries(accounts);
  insertRows(
    db,
    tables.portalAccounts,
    all.map(([student_id, { verification_code }]) => ({ student_id, verification_code })),
  );
  insertRows(
    db,
    tables.advisingMeetings,
    all.flatMap(([student_id, { advising_meetings }]) =>
      Object.entries(advising_meetings).map(([meeting_id, meeting]) => ({ meeting_id, student_id, ...meeting })),
    ),
  );
  insertRows(
    db,
    tables.notifications,
    all.flatMap(([student_id, { notifications }]) =>
      Object.entries(notifications).map(([subject, text]) => ({ student_id, subject, text })),
    ),
  );
  if (student_id !== null) insertRows(db, tables.portalSession, [{ session: 1, student_id }]);
}
