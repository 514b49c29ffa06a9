/** Writing to the carrier's books: bills, and what stands on them. */
import { eq, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../database.ts";
import { type ToolContext, ToolError } from "../tool.ts";
import { billingMonth, today } from "./billing-month.ts";
import { addUp } from "./quirks.ts";
import { type BillDocument, readBill, readBills } from "./records.ts";
import { billItems, bills } from "./schema.ts";

const nextBill = query((db) =>
  db
    .select({ position: sql<number>`coalesce(max(${bills.position}) + 1, 0)` })
    .from(bills)
    .prepare(),
);
const setStatus = query((db) =>
  db
    .update(bills)
    .set({ status: sql`${sql.placeholder("status")}` })
    .where(eq(bills.bill_id, sql.placeholder("id")))
    .prepare(),
);
const setTotal = query((db) =>
  db
    .update(bills)
    .set({ total_due: sql`${sql.placeholder("total")}` })
    .where(eq(bills.bill_id, sql.placeholder("id")))
    .prepare(),
);

const insertItem = query((db) =>
  db
    .insert(billItems)
    .values({
      bill_id: sql.placeholder("bill_id"),
      position: sql.placeholder("position"),
      description: sql.placeholder("description"),
      amount: sql.placeholder("amount"),
      date: sql.placeholder("date"),
      item_type: sql.placeholder("item_type"),
    })
    .prepare(),
);

export function setBillStatus(db: DomainDatabase, billId: string, status: BillDocument["status"]): void {
  setStatus(db).run({ id: billId, status });
}

/** A bill with nothing on it yet. */
export function addBill(db: DomainDatabase, bill: Omit<BillDocument, "line_items" | "total_due">): void {
  const position = nextBill(db).get()?.position ?? 0;
  db.insert(bills)
    .values({ ...bill, total_due: 0, position })
    .run();
}

/** Puts a charge, as of today, on a bill. @throws ToolError where the bill's total would be no number any more. */
export function charge({ db, now, world }: ToolContext, billId: string, description: string, amount: number): void {
  const bill = readBill(db, billId) as BillDocument;
  const total = addUp(world, bill.total_due, amount);
  if (!Number.isFinite(total)) throw new ToolError(`The total of bill ${billId} would be too large`);
  const position = bill.line_items.length;
  insertItem(db).run({ bill_id: billId, position, description, amount, date: today(now), item_type: "Charge" });
  setTotal(db).run({ id: billId, total });
}

/**
 * The bill that a customer's charges go to: their draft, else a new one for the month after this one. Its id follows from
 * the customer and the month, so that it is the same in whatever order things are done.
 */
export function draftBill({ db, now }: ToolContext, customerId: string): string {
  const all = readBills(db, customerId);
  const draft = all.find(({ status }) => status === "Draft");
  if (draft) return draft.bill_id;
  const { period_start, period_end, due_date } = billingMonth(today(now), 1);
  const base = `B${customerId.slice(1)}${period_start.slice(0, 7).replace("-", "")}`;
  const earlier = all.filter(({ bill_id }) => bill_id.startsWith(base)).length;
  const bill_id = earlier === 0 ? base : `${base}-${earlier + 1}`;
  addBill(db, {
    bill_id,
    customer_id: customerId,
    period_start,
    period_end,
    issue_date: period_start,
    due_date,
    status: "Draft",
  });
  return bill_id;
}
