/** The carrier's records as tools return them and as tau2-bench's telecom `db.toml` has them: shapes, and one at a time. */
import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../database.ts";
import * as tables from "./schema.ts";

const optional = z.string().nullable().default(null);

export const Plan = z.object({
  plan_id: z.string(),
  name: z.string(),
  data_limit_gb: z.number(),
  price_per_month: z.number(),
  data_refueling_price_per_gb: z.number(),
});

export const Customer = z.object({
  customer_id: z.string(),
  full_name: z.string(),
  date_of_birth: z.string(),
  email: z.string(),
  phone_number: z.string(),
  address: z.object({ street: z.string(), city: z.string(), state: z.string(), zip_code: z.string() }),
  account_status: z.enum(tables.accountStatuses),
  payment_methods: z.array(
    z.object({
      method_type: z.enum(tables.methodTypes),
      account_number_last_4: z.string(),
      expiration_date: z.string(),
    }),
  ),
  line_ids: z.array(z.string()),
  bill_ids: z.array(z.string()),
  created_at: z.string(),
  last_extension_date: optional,
  goodwill_credit_used_this_year: z.number().default(0),
});

export const Line = z.object({
  line_id: z.string(),
  phone_number: z.string(),
  status: z.enum(tables.lineStatuses),
  plan_id: z.string(),
  device_id: optional,
  data_used_gb: z.number().default(0),
  data_refueling_gb: z.number().default(0),
  roaming_enabled: z.boolean().default(false),
  contract_end_date: optional,
  last_plan_change_date: optional,
  last_sim_replacement_date: optional,
  suspension_start_date: optional,
});

export const Bill = z.object({
  bill_id: z.string(),
  customer_id: z.string(),
  period_start: z.string(),
  period_end: z.string(),
  issue_date: z.string(),
  total_due: z.number(),
  due_date: z.string(),
  line_items: z
    .array(z.object({ description: z.string(), amount: z.number(), date: z.string(), item_type: z.string() }))
    .default([]),
  status: z.enum(tables.billStatuses),
});

export const Device = z.object({
  device_id: z.string(),
  device_type: z.enum(tables.deviceTypes),
  model: z.string(),
  imei: optional,
  is_esim_capable: z.boolean().default(false),
  activated: z.boolean().default(false),
  activation_date: optional,
  last_esim_transfer_date: optional,
});

export type PlanDocument = z.output<typeof Plan>;
export type CustomerDocument = z.output<typeof Customer>;
export type LineDocument = z.output<typeof Line>;
export type BillDocument = z.output<typeof Bill>;
export type DeviceDocument = z.output<typeof Device>;

const { plans, customers, paymentMethods, lines, bills, billItems, devices } = tables;
const id = sql.placeholder("id");

const planById = query((db) => db.select().from(plans).where(eq(plans.plan_id, id)).prepare());
const customerById = query((db) => db.select().from(customers).where(eq(customers.customer_id, id)).prepare());
const methodsOfCustomer = query((db) =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.customer_id, id))
    .orderBy(asc(paymentMethods.position))
    .prepare(),
);
const linesOfCustomer = query((db) =>
  db.select().from(lines).where(eq(lines.customer_id, id)).orderBy(asc(lines.position)).prepare(),
);
const billsOfCustomer = query((db) =>
  db.select().from(bills).where(eq(bills.customer_id, id)).orderBy(asc(bills.position)).prepare(),
);
const lineById = query((db) => db.select().from(lines).where(eq(lines.line_id, id)).prepare());
const billById = query((db) => db.select().from(bills).where(eq(bills.bill_id, id)).prepare());
const itemsOfBill = query((db) =>
  db.select().from(billItems).where(eq(billItems.bill_id, id)).orderBy(asc(billItems.position)).prepare(),
);
const deviceById = query((db) => db.select().from(devices).where(eq(devices.device_id, id)).prepare());

export function planOf({ position: _, ...plan }: typeof plans.$inferSelect): PlanDocument {
  return plan;
}

export function lineOf({ position: _, customer_id: __, ...line }: typeof lines.$inferSelect): LineDocument {
  return line;
}

export function deviceOf({ position: _, ...device }: typeof devices.$inferSelect): DeviceDocument {
  return device;
}

export function billOf(bill: typeof bills.$inferSelect, items: (typeof billItems.$inferSelect)[]): BillDocument {
  return {
    bill_id: bill.bill_id,
    customer_id: bill.customer_id,
    period_start: bill.period_start,
    period_end: bill.period_end,
    issue_date: bill.issue_date,
    total_due: bill.total_due,
    due_date: bill.due_date,
    line_items: items.map(({ description, amount, date, item_type }) => ({ description, amount, date, item_type })),
    status: bill.status,
  };
}

export function customerOf(
  row: typeof customers.$inferSelect,
  methods: (typeof paymentMethods.$inferSelect)[],
  line_ids: string[],
  bill_ids: string[],
): CustomerDocument {
  const { street, city, state, zip_code } = row;
  return {
    customer_id: row.customer_id,
    full_name: row.full_name,
    date_of_birth: row.date_of_birth,
    email: row.email,
    phone_number: row.phone_number,
    address: { street, city, state, zip_code },
    account_status: row.account_status,
    payment_methods: methods.map(({ method_type, account_number_last_4, expiration_date }) => {
      return { method_type, account_number_last_4, expiration_date };
    }),
    line_ids,
    bill_ids,
    created_at: row.created_at,
    last_extension_date: row.last_extension_date,
    goodwill_credit_used_this_year: row.goodwill_credit_used_this_year,
  };
}

export function readPlan(db: DomainDatabase, id: string): PlanDocument | undefined {
  const row = planById(db).get({ id });
  return row && planOf(row);
}

export function readCustomer(db: DomainDatabase, id: string): CustomerDocument | undefined {
  const row = customerById(db).get({ id });
  if (row === undefined) return undefined;
  const lineIds = linesOfCustomer(db)
    .all({ id })
    .map(({ line_id }) => line_id);
  const billIds = billsOfCustomer(db)
    .all({ id })
    .map(({ bill_id }) => bill_id);
  return customerOf(row, methodsOfCustomer(db).all({ id }), lineIds, billIds);
}

export function readLine(db: DomainDatabase, id: string): LineDocument | undefined {
  const row = lineById(db).get({ id });
  return row && lineOf(row);
}

export function readBill(db: DomainDatabase, id: string): BillDocument | undefined {
  const row = billById(db).get({ id });
  return row && billOf(row, itemsOfBill(db).all({ id }));
}

/** In the order in which they were made out. */
export function readBills(db: DomainDatabase, customerId: string): BillDocument[] {
  const rows = billsOfCustomer(db).all({ id: customerId });
  return rows.map((row) => billOf(row, itemsOfBill(db).all({ id: row.bill_id })));
}

export function readDevice(db: DomainDatabase, id: string): DeviceDocument | undefined {
  const row = deviceById(db).get({ id });
  return row && deviceOf(row);
}
