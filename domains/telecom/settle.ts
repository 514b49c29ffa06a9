/** What the carrier does reaches the phone, and a payment on the phone reaches the carrier's books. */
import { and, asc, eq, sql } from "drizzle-orm";
import { query } from "../database.ts";
import { type ToolContext, ToolError } from "../tool.ts";
import { setBillStatus } from "./books.ts";
import { readSurroundings, type Surroundings, saveSurroundings } from "./phone/state.ts";
import { bills, lines, plans } from "./schema.ts";

const lineOnPhone = query((db) =>
  db
    .select({
      customer_id: lines.customer_id,
      status: lines.status,
      roaming_enabled: lines.roaming_enabled,
      isUsedUp: sql<number>`${lines.data_used_gb} >= ${plans.data_limit_gb} + ${lines.data_refueling_gb}`,
    })
    .from(lines)
    .innerJoin(plans, eq(plans.plan_id, lines.plan_id))
    .where(eq(lines.phone_number, sql.placeholder("phone")))
    .prepare(),
);

const awaitingBill = query((db) =>
  db
    .select({ bill_id: bills.bill_id, total_due: bills.total_due })
    .from(bills)
    .where(and(eq(bills.customer_id, sql.placeholder("customer")), eq(bills.status, "Awaiting Payment")))
    .orderBy(asc(bills.position))
    .limit(1)
    .prepare(),
);

/**
 * Brings the phone's surroundings up to date with the line that it is on. The phone itself looks for a network only when
 * something makes it look. @throws ToolError where the carrier has no such line.
 */
export function settle({ db }: ToolContext): void {
  const around = readSurroundings(db);
  if (around.phone_number === null) return;
  const line = lineOnPhone(db).get({ phone: around.phone_number });
  if (line === undefined) throw new ToolError(`Line with phone number ${around.phone_number} not found`);
  const settled: Surroundings = {
    ...around,
    line_active: line.status === "Active",
    roaming_allowed: line.roaming_enabled,
    mobile_data_usage_exceeded: line.isUsedUp === 1,
  };
  if (settled.payment_bill_id !== null && settled.payment_paid) {
    setBillStatus(db, settled.payment_bill_id, "Paid");
    Object.assign(settled, { payment_bill_id: null, payment_amount_due: null, payment_paid: null });
  }
  const bill = settled.payment_bill_id === null ? awaitingBill(db).get({ customer: line.customer_id }) : undefined;
  if (bill) {
    const { bill_id, total_due } = bill;
    Object.assign(settled, { payment_bill_id: bill_id, payment_amount_due: total_due, payment_paid: false });
  }
  if (!isSame(around, settled)) saveSurroundings(db, settled);
}

function isSame(a: Surroundings, b: Surroundings): boolean {
  return Object.entries(a).every(([column, value]) => b[column as keyof Surroundings] === value);
}
