/** The world's rows as task templates read them: customers with their lines and bills. */
import { asc } from "drizzle-orm";
import type { DomainDatabase } from "../../database.ts";
import { type Subject, splitOf } from "../../templates.ts";
import * as tables from "../schema.ts";
import { TODAY } from "../seed/calendar.ts";
import { UNLIMITED } from "../seed/catalogue/offers.ts";

export interface Plan {
  readonly id: string;
  readonly name: string;
  readonly limit: number;
  readonly price: number;
  /** Of a gigabyte that is added. */
  readonly refueling: number;
}

export interface Device {
  readonly id: string;
  readonly type: (typeof tables.deviceTypes)[number];
  readonly model: string;
}

export interface Line {
  readonly id: string;
  readonly customer: Customer;
  readonly number: string;
  readonly status: (typeof tables.lineStatuses)[number];
  readonly plan: Plan;
  readonly device: Device;
  readonly used: number;
  readonly refueled: number;
  readonly roaming: boolean;
  readonly contractEnd: string | null;
  /** It is on none of the customer's joint bills. */
  readonly apart: boolean;
}

export interface Bill {
  readonly id: string;
  readonly status: (typeof tables.billStatuses)[number];
  readonly start: string;
  readonly total: number;
  /** The line that it is of, where it is not of several. */
  readonly line: string | undefined;
}

export interface Customer extends Subject {
  readonly name: string;
  readonly birth: string;
  /** Where the customer is reached: the number of a line, or another. */
  readonly phone: string;
  readonly lines: readonly Line[];
  readonly bills: readonly Bill[];
}

export interface Carrier {
  readonly customers: readonly Customer[];
  readonly billIds: ReadonlySet<string>;
}

export function readCarrier(db: DomainDatabase): Carrier {
  const plans = new Map<string, Plan>();
  for (const row of db.select().from(tables.plans).all()) {
    const { plan_id: id, name, data_limit_gb: limit, price_per_month: price } = row;
    plans.set(id, { id, name, limit, price, refueling: row.data_refueling_price_per_gb });
  }
  const devices = new Map<string, Device>();
  for (const { device_id: id, device_type: type, model } of db.select().from(tables.devices).all()) {
    devices.set(id, { id, type, model });
  }
  const ofCustomer = <Row extends { customer_id: string }>(rows: Row[]) => Map.groupBy(rows, (row) => row.customer_id);
  const lineRows = ofCustomer(db.select().from(tables.lines).orderBy(asc(tables.lines.position)).all());
  const bills = billsOf(db);
  const customerRows = db.select().from(tables.customers).orderBy(asc(tables.customers.position)).all();
  const customers = customerRows.map((row): Customer => {
    const lines: Line[] = [];
    const { customer_id: id, full_name: name, date_of_birth: birth, phone_number: phone } = row;
    const own = bills.get(id) ?? [];
    const customer = { id, split: splitOf(id), name, birth, phone, lines, bills: own };
    for (const line of lineRows.get(id) ?? []) {
      const [plan, device] = [plans.get(line.plan_id), devices.get(line.device_id ?? "")];
      if (plan === undefined || device === undefined) throw new Error(`line ${line.line_id} has no plan or no device`);
      lines.push({
        id: line.line_id,
        customer,
        number: line.phone_number,
        status: line.status,
        plan,
        device,
        used: line.data_used_gb,
        refueled: line.data_refueling_gb,
        roaming: line.roaming_enabled,
        contractEnd: line.contract_end_date,
        apart: own.some((bill) => bill.line === line.line_id),
      });
    }
    return customer;
  });
  return { customers, billIds: new Set(customers.flatMap((customer) => customer.bills.map(({ id }) => id))) };
}

function billsOf(db: DomainDatabase): Map<string, Bill[]> {
  const items = Map.groupBy(db.select().from(tables.billItems).all(), (item) => item.bill_id);
  const bills = new Map<string, Bill[]>();
  for (const row of db.select().from(tables.bills).orderBy(asc(tables.bills.position)).all()) {
    const { bill_id: id, customer_id, status, period_start: start, total_due: total } = row;
    const line = (items.get(id) ?? []).map(({ description }) => /^Charge for line (\w+)$/.exec(description)?.[1])[0];
    bills.set(customer_id, [...(bills.get(customer_id) ?? []), { id, status, start, total, line }]);
  }
  return bills;
}

export const isActive = ({ status }: Line) => status === "Active";
export const isPhone = ({ device }: Line) => device.type === "phone";

export const hasAllowance = ({ plan }: Line) => plan.limit < UNLIMITED;
export const contractHasEnded = ({ contractEnd }: Line) => contractEnd !== null && contractEnd < TODAY;
/** And can be resumed, in so far. */
export const isSuspended = (line: Line) => line.status === "Suspended" && !contractHasEnded(line);

export function overdueOf({ id, customer }: Line): Bill | undefined {
  return customer.bills.find(({ line, status }) => line === id && status === "Overdue");
}

/** No payment request lies on the phone that would have to be paid first. */
export function canBeAskedToPay({ bills }: Customer): boolean {
  return bills.every(({ status }) => status !== "Awaiting Payment");
}

/** None of the customer's bills is late, asked for or in dispute. */
export function owesNothing({ bills }: Customer): boolean {
  return bills.every(({ status }) => ["Paid", "Issued", "Draft"].includes(status));
}
