/** How much data a line has used, and adding some. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { spelled } from "../amount.ts";
import { billingMonth, today } from "../billing-month.ts";
import { charge, draftBill } from "../books.ts";
import { addUp, refuelCharge } from "../quirks.ts";
import { lines } from "../schema.ts";
import { customerIdInput, lineIdInput, planOfLine, requireLine } from "./accounts.ts";

const setRefuelled = query((db) =>
  db
    .update(lines)
    .set({ data_refueling_gb: sql`${sql.placeholder("gb")}` })
    .where(eq(lines.line_id, sql.placeholder("id")))
    .prepare(),
);

export const get_data_usage = tool({
  description:
    "Read how much data a line has used in this billing cycle, what its plan allows, what was added, and when the cycle ends.",
  effect: "read",
  input: z.strictObject({ customer_id: customerIdInput, line_id: lineIdInput }),
  output: z.object({
    line_id: z.string(),
    data_used_gb: z.string(),
    data_limit_gb: z.string(),
    data_refueling_gb: z.string(),
    cycle_end_date: z.string(),
  }),
  run({ customer_id, line_id }, { db, now }) {
    const line = requireLine(db, customer_id, line_id);
    return {
      line_id,
      data_used_gb: spelled(line.data_used_gb),
      data_limit_gb: spelled(planOfLine(db, line).data_limit_gb),
      data_refueling_gb: spelled(line.data_refueling_gb),
      cycle_end_date: billingMonth(today(now)).period_end,
    };
  },
});

export const refuel_data = tool({
  description:
    "Add data to a line for this billing cycle, at the plan's price per GB, charged on the customer's next bill. The user must have confirmed amount and price.",
  effect: "write",
  input: z.strictObject({
    customer_id: customerIdInput,
    line_id: lineIdInput,
    gb_amount: z.number().describe("Gigabytes to add"),
  }),
  output: z.object({ message: z.string(), new_data_refueling_gb: z.string(), charge: z.string() }),
  run({ customer_id, line_id, gb_amount }, context) {
    const { db, world } = context;
    const line = requireLine(db, customer_id, line_id);
    if (gb_amount <= 0) throw new ToolError("Refuel amount must be positive");
    const price = planOfLine(db, line).data_refueling_price_per_gb;
    const amount = refuelCharge(world, gb_amount, price);
    const refuelled = addUp(world, line.data_refueling_gb, gb_amount);
    if (!Number.isFinite(amount) || !Number.isFinite(refuelled)) throw new ToolError("Refuel amount is too large");
    setRefuelled(db).run({ id: line_id, gb: refuelled });
    const gb = spelled(gb_amount);
    charge(context, draftBill(context, customer_id), `Data refueling: ${gb} GB at $${spelled(price)}/GB`, amount);
    return {
      message: `Successfully added ${gb} GB of data for line ${line_id} for $${amount.toFixed(2)}`,
      new_data_refueling_gb: spelled(refuelled),
      charge: spelled(amount),
    };
  },
});
