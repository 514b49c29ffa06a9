/** A customer's bills, and asking for their payment. */
import { z } from "zod";
import { ToolError, tool } from "../../tool.ts";
import { setBillStatus } from "../books.ts";
import { whyNotPayable } from "../quirks.ts";
import { Bill, readBills } from "../records.ts";
import { customerIdInput, requireCustomer } from "./accounts.ts";

export const get_bills_for_customer = tool({
  description: "List a customer's bills, the latest first.",
  effect: "read",
  input: z.strictObject({
    customer_id: customerIdInput,
    limit: z.int().default(12).describe("How many bills at most"),
  }),
  output: z.array(Bill),
  run({ customer_id, limit }, { db }) {
    requireCustomer(db, customer_id);
    const latestFirst = readBills(db, customer_id).sort((a, b) =>
      a.issue_date < b.issue_date ? 1 : a.issue_date > b.issue_date ? -1 : 0,
    );
    return latestFirst.slice(0, limit);
  },
});

export const send_payment_request = tool({
  description:
    "Ask a customer, on their phone, to pay a bill; it awaits payment from then on. One bill at a time. Whether the bill is overdue is for you to check first.",
  effect: "write",
  input: z.strictObject({
    customer_id: customerIdInput,
    bill_id: z.string().describe("One of the customer's bills, for example 'B1002'"),
  }),
  output: z.string(),
  run({ customer_id, bill_id }, { db, world }) {
    requireCustomer(db, customer_id);
    const bills = readBills(db, customer_id);
    if (bills.some(({ status }) => status === "Awaiting Payment")) {
      throw new ToolError("A bill is already awaiting payment for this customer");
    }
    const bill = bills.find((candidate) => candidate.bill_id === bill_id);
    if (bill === undefined) throw new ToolError(`Bill ${bill_id} not found for customer ${customer_id}`);
    const obstacle = whyNotPayable(world, bill);
    if (obstacle) throw new ToolError(obstacle);
    setBillStatus(db, bill_id, "Awaiting Payment");
    return `Payment request sent to the customer for bill ${bill_id}`;
  },
});
