/** The built-in world's rows: what the carrier sells, its customers with their lines and bills, and one phone in order. */
import type { DomainDatabase } from "../database.ts";
import { Ids } from "../ids.ts";
import { insertRows } from "../insert.ts";
import type { JsonObject } from "../json.ts";
import type { Random } from "../random.ts";
import * as tables from "./schema.ts";
import { someDay, twoDigits } from "./seed/calendar.ts";
import { cities, firstNames, lastNames, streetKinds, streets } from "./seed/catalogue/people.ts";
import { Ledger } from "./seed/ledger.ts";
import { LineBook, plansOnSale } from "./seed/line-book.ts";
import { phoneNumber } from "./seed/phone-number.ts";
import { UserDocument, writeUserDocument } from "./user-document.ts";

type CustomerRow = typeof tables.customers.$inferInsert;
type MethodRow = typeof tables.paymentMethods.$inferInsert;

const customerCount = 280;

export function seed(db: DomainDatabase, random: Random): void {
  const ids = new Ids(random.fork("ids"));
  const plans = plansOnSale(ids);
  const book = new LineBook(random.fork("lines"), ids, plans);
  const ledger = new Ledger(random.fork("bills"), ids, plans);
  const customers = people(random.fork("customers"), ids);
  for (const customer of customers) {
    const lines = book.subscribe(customer.customer_id);
    customer.phone_number = reachedAt(random.fork(customer.customer_id), lines, ids);
    ledger.bill(customer.customer_id, lines);
  }
  insertRows(db, tables.plans, plans);
  insertRows(db, tables.customers, customers);
  insertRows(
    db,
    tables.paymentMethods,
    customers.flatMap(({ customer_id }) => wallet(random.fork(`wallet ${customer_id}`), customer_id)),
  );
  insertRows(db, tables.devices, book.devices);
  insertRows(db, tables.lines, book.lines);
  insertRows(db, tables.bills, ledger.bills);
  insertRows(db, tables.billItems, ledger.items);
  writeUserDocument(db, phoneInOrder);
}

/** Customers who each have a name of their own. Where they are reached is settled once they have lines. */
function people(random: Random, ids: Ids): CustomerRow[] {
  const rows: CustomerRow[] = [];
  const taken = new Set<string>();
  while (rows.length < customerCount) {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)];
    const full_name = `${first} ${last}`;
    if (taken.has(full_name)) continue;
    taken.add(full_name);
    const [city, state, zipPrefix] = random.pick(cities);
    rows.push({
      customer_id: ids.fresh("C", 6),
      position: rows.length,
      full_name,
      date_of_birth: someDay(random, 1941, 2005),
      email: `${first}.${last}${random.int(2, 98)}@example.${random.pick(["com", "net", "org"])}`.toLowerCase(),
      phone_number: "",
      street: `${random.int(12, 988)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
      city,
      state,
      zip_code: zipPrefix + twoDigits(random.int(1, 99)),
      account_status: "Active",
      created_at: `${someDay(random, 2016, 2020)}T${twoDigits(random.int(8, 19))}:${twoDigits(random.int(0, 59))}:00`,
      last_extension_date: random.chance(0.15) ? someDay(random, 2024, 2024) : null,
      goodwill_credit_used_this_year: random.chance(0.12) ? random.pick([5, 10, 15]) : 0,
    });
  }
  return rows;
}

/** On the first line, or on a number of their own that is no line of this carrier's. */
function reachedAt(random: Random, lines: readonly { phone_number: string }[], ids: Ids): string {
  const [first] = lines;
  return first && random.chance(0.75) ? first.phone_number : ids.distinct(phoneNumber);
}

function wallet(random: Random, customer_id: string): MethodRow[] {
  const kinds = random.shuffle([...tables.methodTypes]).slice(0, random.pick([1, 1, 2]));
  return kinds.map((method_type, position) => ({
    customer_id,
    position,
    method_type,
    account_number_last_4: random.digits(4),
    expiration_date: `${twoDigits(random.int(1, 12))}/${random.int(2026, 2029)}`,
  }));
}

/** On no line until a task gives it to someone, at home, all its settings as they should be. */
const phoneInOrder = UserDocument.parse({ device: { network_signal_strength: "excellent" } }) as JsonObject;
