/** Finding customers, and looking at any one record. */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import {
  Bill,
  Customer,
  type CustomerDocument,
  Device,
  Line,
  Plan,
  readBill,
  readCustomer,
  readDevice,
  readLine,
  readPlan,
} from "../records.ts";
import { customers, lines } from "../schema.ts";
import { customerIdInput, requireCustomer } from "./accounts.ts";

/** The first customer who is reached at the number, or has a line of it. */
const byPhone = query((db) =>
  db
    .select({ customer_id: customers.customer_id })
    .from(customers)
    .where(
      sql`${customers.phone_number} = ${sql.placeholder("phone")} or ${customers.customer_id} in (
        select ${lines.customer_id} from ${lines} where ${lines.phone_number} = ${sql.placeholder("phone")})`,
    )
    .orderBy(asc(customers.position))
    .limit(1)
    .prepare(),
);

const byName = query((db) =>
  db
    .select({ customer_id: customers.customer_id })
    .from(customers)
    .where(
      and(
        eq(customers.date_of_birth, sql.placeholder("dob")),
        eq(sql`lower(${customers.full_name})`, sql.placeholder("name")),
      ),
    )
    .orderBy(asc(customers.position))
    .prepare(),
);

export const get_customer_by_phone = tool({
  description: "Find a customer by phone number: the one to reach them at, or that of any of their lines.",
  effect: "read",
  input: z.strictObject({ phone_number: z.string().describe("For example '555-123-2002'") }),
  output: Customer,
  run({ phone_number }, { db }) {
    const found = byPhone(db).get({ phone: phone_number });
    if (found === undefined) throw new ToolError(`Customer with phone number ${phone_number} not found`);
    return requireCustomer(db, found.customer_id);
  },
});

export const get_customer_by_id = tool({
  description: "Read a customer's profile: contact, payment methods, and the ids of their lines and bills.",
  effect: "read",
  input: z.strictObject({ customer_id: customerIdInput }),
  output: Customer,
  run({ customer_id }, { db }) {
    return requireCustomer(db, customer_id);
  },
});

export const get_customer_by_name = tool({
  description:
    "Find customers by full name and date of birth: for those who don't have a number at hand. There may be none.",
  effect: "read",
  input: z.strictObject({
    full_name: z.string().describe("For example 'Jo Doe'; case does not matter"),
    dob: z.string().describe("Date of birth, YYYY-MM-DD"),
  }),
  output: z.array(Customer),
  run({ full_name, dob }, { db }) {
    const found = byName(db).all({ name: full_name.toLowerCase(), dob });
    return found.map(({ customer_id }) => readCustomer(db, customer_id) as CustomerDocument);
  },
});

const records = [
  { prefix: "L", noun: "Line", read: readLine },
  { prefix: "D", noun: "Device", read: readDevice },
  { prefix: "B", noun: "Bill", read: readBill },
  { prefix: "C", noun: "Customer", read: readCustomer },
  { prefix: "P", noun: "Plan", read: readPlan },
] as const;

export const get_details_by_id = tool({
  description: "Read a line, device, bill, customer or plan by its id; the id's first letter says which it is.",
  effect: "read",
  input: z.strictObject({ id: z.string().describe("For example 'L1002', 'D1002', 'B1003', 'C1001' or 'P1002'") }),
  output: z.union([Line, Device, Bill, Customer, Plan]),
  run({ id }, { db }) {
    const kind = records.find(({ prefix }) => id.startsWith(prefix));
    if (kind === undefined) throw new ToolError(`Unknown ID format or type: ${id}`);
    const record = kind.read(db, id);
    if (record === undefined) throw new ToolError(`${kind.noun} with ID ${id} not found`);
    return record;
  },
});
