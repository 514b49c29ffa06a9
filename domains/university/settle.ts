/** What a student does in the portal carries over to the registrar: a hold clears once its cause is gone. */
import { and, eq, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../database.ts";
import type { ToolContext } from "../tool.ts";
import { readMeetings, readSession } from "./portal.ts";
import { readAccount } from "./records.ts";
import { type HoldKind, holds } from "./schema.ts";
import { notify } from "./seats.ts";

const studentId = sql.placeholder("student");

const activeHolds = query((db) =>
  db
    .select({ kind: holds.kind })
    .from(holds)
    .where(and(eq(holds.student_id, studentId), eq(holds.status, "active")))
    .prepare(),
);
const clearHold = query((db) =>
  db
    .update(holds)
    .set({ status: "cleared" })
    .where(and(eq(holds.student_id, studentId), eq(holds.kind, sql.placeholder("kind"))))
    .prepare(),
);

/** Runs after every call, so that it asks only for the one student whose portal can have changed. */
export function settle(context: ToolContext): void {
  const { db } = context;
  const student = readSession(db);
  if (student === undefined) return;
  for (const { kind } of activeHolds(db).all({ student })) {
    if (!isSpent(db, student, kind)) continue;
    clearHold(db).run({ student, kind });
    notify(context, student, `${kind} hold`, `The ${kind} hold on your record has been cleared.`);
  }
}

function isSpent(db: DomainDatabase, student: string, kind: HoldKind): boolean {
  if (kind === "financial") return readAccount(db, student).unpaid.length === 0;
  return kind === "advising" && readMeetings(db, student).some(({ status }) => status === "confirmed");
}
