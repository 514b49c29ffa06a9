/** Suspending and resuming lines, and roaming. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { today } from "../billing-month.ts";
import { Line, type LineDocument, readLine } from "../records.ts";
import { lines } from "../schema.ts";
import { customerIdInput, lineIdInput, requireLine } from "./accounts.ts";

const setStatus = query((db) =>
  db
    .update(lines)
    .set({
      status: sql`${sql.placeholder("status")}`,
      suspension_start_date: sql`${sql.placeholder("suspended")}`,
    })
    .where(eq(lines.line_id, sql.placeholder("id")))
    .prepare(),
);

const setRoaming = query((db) =>
  db
    .update(lines)
    .set({ roaming_enabled: sql`${sql.placeholder("enabled")}` })
    .where(eq(lines.line_id, sql.placeholder("id")))
    .prepare(),
);

const LineChange = z.object({ message: z.string(), line: Line });
const lineInput = { customer_id: customerIdInput, line_id: lineIdInput };

/** A suspended line, from `day` on. */
export function suspendLine(db: DomainDatabase, lineId: string, day: string): LineDocument {
  setStatus(db).run({ id: lineId, status: "Suspended", suspended: day });
  return readLine(db, lineId) as LineDocument;
}

export const suspend_line = tool({
  description:
    "Suspend an active line as of today: it has no service until it is resumed, and costs a holding fee of $5 a month.",
  effect: "write",
  input: z.strictObject({ ...lineInput, reason: z.string().describe("Why, in a few words") }),
  output: LineChange,
  run({ customer_id, line_id }, { db, now }) {
    if (requireLine(db, customer_id, line_id).status !== "Active") {
      throw new ToolError("Line must be active to suspend");
    }
    const line = suspendLine(db, line_id, today(now));
    return { message: "Line suspended successfully. $5/month holding fee will apply.", line };
  },
});

export const resume_line = tool({
  description:
    "Put a suspended line, or one that waits for its activation, into service. The phone finds the network when it is restarted.",
  effect: "write",
  input: z.strictObject(lineInput),
  output: LineChange,
  run({ customer_id, line_id }, { db }) {
    const { status } = requireLine(db, customer_id, line_id);
    if (status !== "Suspended" && status !== "Pending Activation") {
      throw new ToolError("Line must be suspended to resume");
    }
    setStatus(db).run({ id: line_id, status: "Active", suspended: null });
    return { message: "Line resumed successfully", line: readLine(db, line_id) as LineDocument };
  },
});

export const enable_roaming = tool({
  description:
    "Let a line be used on foreign networks. The phone has a switch of its own for it, which has to be on too.",
  effect: "write",
  input: z.strictObject(lineInput),
  output: z.string(),
  run({ customer_id, line_id }, { db }) {
    if (requireLine(db, customer_id, line_id).roaming_enabled) return "Roaming was already enabled";
    setRoaming(db).run({ id: line_id, enabled: 1 });
    return "Roaming enabled successfully";
  },
});

export const disable_roaming = tool({
  description: "No longer let a line be used on foreign networks.",
  effect: "write",
  input: z.strictObject(lineInput),
  output: z.string(),
  run({ customer_id, line_id }, { db }) {
    if (!requireLine(db, customer_id, line_id).roaming_enabled) return "Roaming was already disabled";
    setRoaming(db).run({ id: line_id, enabled: 0 });
    return "Roaming disabled successfully";
  },
});
