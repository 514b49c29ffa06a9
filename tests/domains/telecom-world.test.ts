/** The built-in telecom world: its size, its bills, its references, and that the seed alone decides it. */
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createImage, type DomainDatabase, openDatabase } from "../../domains/database.ts";
import { Random } from "../../domains/random.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { seed as fill } from "../../domains/telecom/seed.ts";
import { builtinWorld } from "../../domains/world.ts";

function rowsOf(seed: number): DomainDatabase {
  return openDatabase(createImage(telecom.schema, (db) => fill(db, new Random(`rows of ${seed}`))));
}

const count = (db: DomainDatabase, query: string) =>
  db.get<{ n: number }>(sql.raw(`select count(*) as n from ${query}`)).n;

/** Each query finds the rows that break the rule. */
const invariants: Readonly<Record<string, string>> = {
  "a bill comes to the sum of its items":
    "select bill_id from bills where abs(total_due - (select sum(amount) from bill_items i where i.bill_id = bills.bill_id)) > 0.001",
  "amounts are positive and in whole cents":
    "select * from bill_items where amount <= 0 or abs(amount * 100 - round(amount * 100)) > 1e-6",
  "a bill is of one whole month, made out on its first day and due within it":
    "select * from bills where issue_date <> period_start or substr(period_start, 9) <> '01' or substr(due_date, 1, 7) <> substr(period_start, 1, 7)",
  "only next month's bill is a draft, and each customer has one":
    "select c.customer_id from customers c where 1 <> (select count(*) from bills b where b.customer_id = c.customer_id and status = 'Draft') union select bill_id from bills where (status = 'Draft') <> (period_start > '2025-02-25')",
  "what is overdue is past its due date, and what is issued is not":
    "select * from bills where (status = 'Overdue' and due_date >= '2025-02-25') or (status = 'Issued' and due_date < '2025-02-25')",
  "a bill charges the customer's own lines":
    "select i.* from bill_items i join bills b using (bill_id) where not exists (select 1 from lines l where l.customer_id = b.customer_id and instr(i.description, l.line_id))",
  "one bill at most awaits payment, and one at most is overdue":
    "select customer_id from bills where status in ('Awaiting Payment', 'Overdue') group by customer_id, status having count(*) > 1",
  "a line's plan is for its kind of device":
    "select l.line_id from lines l join devices d using (device_id) join plans p using (plan_id) where (p.name like 'Slate%') <> (d.device_type = 'tablet') or (p.name like 'Gadget%') <> (d.device_type in ('watch', 'router', 'other'))",
  "a device is on one line":
    "select device_id from devices where 1 <> (select count(*) from lines l where l.device_id = devices.device_id)",
  "a customer's devices are told apart by their models":
    "select customer_id from lines join devices using (device_id) group by customer_id, model having count(*) > 1",
  "a customer's first line is an active phone":
    "select l.* from lines l join devices using (device_id) where l.position = (select min(position) from lines o where o.customer_id = l.customer_id) and (l.status <> 'Active' or device_type <> 'phone')",
  "customers have two to four lines, two phones at least":
    "select customer_id from lines join devices using (device_id) group by customer_id having count(*) not between 2 and 4 or sum(device_type = 'phone') < 2",
  "a line is suspended since some day, and only a suspended one":
    "select * from lines where (status = 'Suspended') <> (suspension_start_date is not null) or suspension_start_date > '2025-02-25'",
  "no active line's contract has ended":
    "select * from lines where status = 'Active' and contract_end_date < '2025-02-25'",
  "a closed line's contract has ended":
    "select * from lines where status = 'Closed' and (contract_end_date is null or contract_end_date > '2025-02-25')",
  "no phone's data is used up":
    "select l.* from lines l join devices using (device_id) join plans using (plan_id) where device_type = 'phone' and data_used_gb >= data_limit_gb + data_refueling_gb",
  "half a gigabyte costs whole cents":
    "select * from plans where abs(data_refueling_price_per_gb * 50 - round(data_refueling_price_per_gb * 50)) > 1e-6",
  "a customer is reached at a line of their own or at no line":
    "select c.* from customers c join lines l on l.phone_number = c.phone_number where l.customer_id <> c.customer_id",
  "customers have names and numbers of their own":
    "select full_name from customers group by full_name having count(*) > 1 union all select phone_number from customers group by phone_number having count(*) > 1",
};

describe.each([0, 1])("the built-in telecom world of seed %i", (seed) => {
  const db = rowsOf(seed);

  it.each(Object.entries(invariants))("keeps the rule: %s", (_, query) => {
    expect(db.all(sql.raw(query))).toEqual([]);
  });

  it("is as large as promised, and small enough to be copied a thousand times", () => {
    expect(count(db, "customers")).toBeGreaterThanOrEqual(200);
    expect(count(db, "lines")).toBeGreaterThanOrEqual(600);
    expect(count(db, "bills")).toBeGreaterThanOrEqual(1000);
    expect(builtinWorld(telecom, seed).imageSize).toBeLessThan(1_000_000);
  });

  it("has lines and bills in every state, and lines whose contract has ended", () => {
    const states = (table: string) =>
      db
        .all<{ status: string }>(sql.raw(`select distinct status from ${table} order by status`))
        .map(({ status }) => status);
    expect(states("lines")).toEqual(["Active", "Closed", "Pending Activation", "Suspended"]);
    expect(states("bills")).toEqual(["Awaiting Payment", "Disputed", "Draft", "Issued", "Overdue", "Paid"]);
    expect(count(db, "lines where status = 'Suspended' and contract_end_date < '2025-02-25'")).toBeGreaterThan(5);
    expect(count(db, "lines where status = 'Active'") / count(db, "lines")).toBeGreaterThan(0.75);
  });

  it("has some that have fallen behind, with a line suspended for it or not", () => {
    const overdue = "bills b where status = 'Overdue' and";
    const suspended =
      "exists (select 1 from lines l where status = 'Suspended' and exists (select 1 from bill_items i where i.bill_id = b.bill_id and i.description = 'Charge for line ' || l.line_id))";
    expect(count(db, `${overdue} ${suspended}`)).toBeGreaterThan(8);
    expect(count(db, `${overdue} not ${suspended}`)).toBeGreaterThan(8);
  });

  it("has a phone in order and in nobody's hands", () => {
    using environment = builtinWorld(telecom, seed).open();
    const works = (name: string, args = {}) => environment.holds({ requestor: "user", name, arguments: args });
    expect(works("assert_service_status", { expected_status: "connected" })).toBe(true);
    expect(works("assert_internet_speed", { expected_speed: 200, expected_desc: "excellent" })).toBe(true);
    expect(works("assert_can_send_mms", { expected_status: true })).toBe(true);
    expect(environment.state().user).toMatchObject({ surroundings: { name: null, phone_number: null } });
  });
});

describe("the seed", () => {
  const customersOf = (seed: number) =>
    rowsOf(seed)
      .all<{ customer_id: string }>(sql.raw("select customer_id from customers"))
      .map((row) => row.customer_id);

  it("makes another world of another number", () => {
    const [some, others] = [customersOf(0), customersOf(1)];
    expect(some.filter((id) => others.includes(id)).length).toBeLessThan(10);
  });
});
