/** What a task's initial state may do on the carrier's side, besides the agent's tools. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { setup, ToolError } from "../../tool.ts";
import { billingMonth, today } from "../billing-month.ts";
import { addBill, charge } from "../books.ts";
import { readBills } from "../records.ts";
import { lines } from "../schema.ts";
import { planOfLine, requireLine } from "../tools/accounts.ts";
import { suspendLine } from "../tools/lines.ts";

const setUsage = query((db) =>
  db
    .update(lines)
    .set({ data_used_gb: sql`${sql.placeholder("gb")}` })
    .where(eq(lines.line_id, sql.placeholder("id")))
    .prepare(),
);

const setContractEnd = query((db) =>
  db
    .update(lines)
    .set({ contract_end_date: sql`${sql.placeholder("date")}` })
    .where(eq(lines.line_id, sql.placeholder("id")))
    .prepare(),
);

const lineInput = { customer_id: z.string(), line_id: z.string() };

export const set_data_usage = setup({
  input: z.strictObject({ ...lineInput, data_used_gb: z.number() }),
  run({ customer_id, line_id, data_used_gb }, { db }) {
    requireLine(db, customer_id, line_id);
    setUsage(db).run({ id: line_id, gb: data_used_gb });
  },
});

/** Last month's price of the line's plan was not paid; `contract_ended` has the contract run out with that month. */
export const suspend_line_for_overdue_bill = setup({
  input: z.strictObject({ ...lineInput, new_bill_id: z.string(), contract_ended: z.boolean() }),
  run({ customer_id, line_id, new_bill_id, contract_ended }, context) {
    const { db, now } = context;
    const line = requireLine(db, customer_id, line_id);
    if (line.status !== "Active") throw new ToolError("Line must be active to suspend for unpaid bill");
    if (readBills(db, customer_id).some(({ status }) => status === "Overdue")) {
      throw new ToolError("Customer already has an overdue bill");
    }
    const { period_start, period_end, due_date } = billingMonth(today(now), -1);
    addBill(db, {
      bill_id: new_bill_id,
      customer_id,
      period_start,
      period_end,
      issue_date: period_start,
      due_date,
      status: "Overdue",
    });
    charge(context, new_bill_id, `Charge for line ${line_id}`, planOfLine(db, line).price_per_month);
    suspendLine(db, line_id, today(now));
    if (contract_ended) setContractEnd(db).run({ id: line_id, date: period_end });
  },
});
