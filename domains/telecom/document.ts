/** The carrier's rows <-> the nested document of tau2-bench's telecom `db.toml`. */
import { z } from "zod";
import type { DomainDatabase } from "../database.ts";
import type { JsonObject } from "../json.ts";
import { Bill, billOf, Customer, customerOf, Device, deviceOf, Line, lineOf, Plan, planOf } from "./records.ts";
import { billItems, bills, customers, devices, lines, paymentMethods, plans } from "./schema.ts";

export const CarrierDocument = z.object({
  plans: z.array(Plan),
  customers: z.array(Customer),
  lines: z.array(Line),
  bills: z.array(Bill),
  devices: z.array(Device),
});

/** The whole document, with one query a table. */
export function readDocument(db: DomainDatabase): JsonObject {
  const inOrder = <Row extends { position: number }>(rows: Row[]) => rows.sort((a, b) => a.position - b.position);
  const lineRows = inOrder(db.select().from(lines).all());
  const billRows = inOrder(db.select().from(bills).all());
  const methodsOf = Map.groupBy(inOrder(db.select().from(paymentMethods).all()), (row) => row.customer_id);
  const itemsOf = Map.groupBy(inOrder(db.select().from(billItems).all()), (row) => row.bill_id);
  const linesOf = Map.groupBy(lineRows, (row) => row.customer_id);
  const billsOf = Map.groupBy(billRows, (row) => row.customer_id);
  return {
    plans: inOrder(db.select().from(plans).all()).map(planOf),
    customers: inOrder(db.select().from(customers).all()).map((row) => {
      const lineIds = (linesOf.get(row.customer_id) ?? []).map(({ line_id }) => line_id);
      const billIds = (billsOf.get(row.customer_id) ?? []).map(({ bill_id }) => bill_id);
      return customerOf(row, methodsOf.get(row.customer_id) ?? [], lineIds, billIds);
    }),
    lines: lineRows.map(lineOf),
    bills: billRows.map((row) => billOf(row, itemsOf.get(row.bill_id) ?? [])),
    devices: inOrder(db.select().from(devices).all()).map(deviceOf),
  };
}

/** @throws Error when a line or bill is not exactly one customer's, is listed out of order, or a reference leads nowhere. */
export function writeDocument(db: DomainDatabase, json: JsonObject): void {
  const document = json as unknown as z.output<typeof CarrierDocument>;
  const numbered = <Row extends object>(rows: readonly Row[]) => rows.map((row, position) => ({ ...row, position }));
  const lineOwners = ownersOf("line", document.customers, ({ line_ids }) => line_ids, document.lines, "line_id");
  const billOwners = ownersOf("bill", document.customers, ({ bill_ids }) => bill_ids, document.bills, "bill_id");
  for (const plan of numbered(document.plans)) db.insert(plans).values(plan).run();
  for (const device of numbered(document.devices)) db.insert(devices).values(device).run();
  for (const { address, payment_methods, line_ids: _, bill_ids: __, ...customer } of numbered(document.customers)) {
    db.insert(customers)
      .values({ ...customer, ...address })
      .run();
    for (const method of numbered(payment_methods)) {
      db.insert(paymentMethods)
        .values({ ...method, customer_id: customer.customer_id })
        .run();
    }
  }
  for (const line of numbered(document.lines)) {
    const customer_id = lineOwners.get(line.line_id) as string;
    db.insert(lines)
      .values({ ...line, customer_id })
      .run();
  }
  for (const { line_items, ...bill } of numbered(document.bills)) {
    if (billOwners.get(bill.bill_id) !== bill.customer_id) {
      throw new Error(`bill ${bill.bill_id} is ${bill.customer_id}'s, who does not list it`);
    }
    db.insert(bills).values(bill).run();
    for (const item of numbered(line_items)) {
      db.insert(billItems)
        .values({ ...item, bill_id: bill.bill_id })
        .run();
    }
  }
}

/** Who lists what. The customers' lists are the list of all, shared out: only so do rows keep their order. */
function ownersOf<Key extends string>(
  noun: string,
  all: readonly z.output<typeof Customer>[],
  listed: (customer: z.output<typeof Customer>) => readonly string[],
  items: readonly Readonly<Record<Key, string>>[],
  key: Key,
): Map<string, string> {
  const order = items.map((item) => item[key]);
  const owners = new Map<string, string>();
  for (const customer of all) {
    let last = -1;
    for (const id of listed(customer)) {
      const at = order.indexOf(id);
      if (at < 0) throw new Error(`customer ${customer.customer_id} lists ${noun} ${id}, which does not exist`);
      if (owners.has(id)) throw new Error(`${noun} ${id} is listed by two customers`);
      if (at < last) throw new Error(`customer ${customer.customer_id} lists ${noun} ${id} out of order`);
      last = at;
      owners.set(id, customer.customer_id);
    }
  }
  const stray = order.find((id) => !owners.has(id));
  if (stray !== undefined) throw new Error(`${noun} ${stray} is no customer's`);
  return owners;
}
