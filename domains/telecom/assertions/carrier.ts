/** What a task may demand of the carrier's books in the end. */
import { z } from "zod";
import { assertion } from "../../tool.ts";
import { readBill } from "../records.ts";
import { lineStatuses } from "../schema.ts";
import { requireCustomer, requireLine } from "../tools/accounts.ts";

const lineInput = { customer_id: z.string(), line_id: z.string() };

export const assert_data_refueling_amount = assertion({
  input: z.strictObject({ ...lineInput, expected_amount: z.number() }),
  holds({ customer_id, line_id, expected_amount }, { db }) {
    return Math.abs(requireLine(db, customer_id, line_id).data_refueling_gb - expected_amount) < 1e-6;
  },
});

export const assert_line_status = assertion({
  input: z.strictObject({ ...lineInput, expected_status: z.enum(lineStatuses) }),
  holds({ customer_id, line_id, expected_status }, { db }) {
    return requireLine(db, customer_id, line_id).status === expected_status;
  },
});

export const assert_line_roaming = assertion({
  input: z.strictObject({ ...lineInput, expected_status: z.boolean() }),
  holds({ customer_id, line_id, expected_status }, { db }) {
    return requireLine(db, customer_id, line_id).roaming_enabled === expected_status;
  },
});

export const assert_overdue_bill_exists = assertion({
  input: z.strictObject({ customer_id: z.string(), overdue_bill_id: z.string() }),
  holds({ customer_id, overdue_bill_id }, { db }) {
    const { bill_ids } = requireCustomer(db, customer_id);
    return bill_ids.includes(overdue_bill_id) && readBill(db, overdue_bill_id)?.status === "Overdue";
  },
});

/** Holds where there is no such bill. */
export const assert_no_overdue_bill = assertion({
  input: z.strictObject({ overdue_bill_id: z.string() }),
  holds({ overdue_bill_id }, { db }) {
    const status = readBill(db, overdue_bill_id)?.status ?? "Paid";
    return status === "Paid";
  },
});
