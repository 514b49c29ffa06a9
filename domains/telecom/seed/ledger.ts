/** The built-in world's bills: one a month for a customer's lines together, others for a line that is billed apart. */

import type { Ids } from "../../ids.ts";
import { sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import type * as tables from "../schema.ts";
import { december, february, january, march, type Period } from "./calendar.ts";
import type { PlanRow, Subscription } from "./line-book.ts";

type BillRow = typeof tables.bills.$inferInsert;
type ItemRow = typeof tables.billItems.$inferInsert;
type Item = Omit<ItemRow, "bill_id" | "position">;

const HOLDING_FEE = 5;

/** What becomes of a month's joint bill that is not long due. */
const statusesOfFebruary: readonly BillRow["status"][] = [
  ...Array<"Paid">(64).fill("Paid"),
  ...Array<"Issued">(27).fill("Issued"),
  ...Array<"Disputed">(4).fill("Disputed"),
  ...Array<"Awaiting Payment">(5).fill("Awaiting Payment"),
];

export class Ledger {
  readonly bills: BillRow[] = [];
  readonly items: ItemRow[] = [];
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #plans: ReadonlyMap<string, PlanRow>;

  constructor(random: Random, ids: Ids, plans: readonly PlanRow[]) {
    this.#random = random;
    this.#ids = ids;
    this.#plans = new Map(plans.map((plan) => [plan.plan_id, plan]));
  }

  /** In the order of their months. Where a line is suspended for an unpaid bill, no other bill of the customer is overdue. */
  bill(customer_id: string, lines: readonly Subscription[]): void {
    const apart = lines.find((line) => line.apart);
    const joint = lines.filter((line) => line !== apart && ["active", "paused", "expired"].includes(line.fate));
    const late = apart?.fate !== "unpaid" && this.#random.chance(0.1);
    const newest = late ? this.#random.pick(["Paid", "Issued"] as const) : this.#random.pick(statusesOfFebruary);
    this.#joint(customer_id, december, joint, "Paid");
    if (apart) this.#own(customer_id, december, apart, "Paid");
    this.#joint(customer_id, january, joint, late ? "Overdue" : "Paid");
    if (apart?.fate === "unpaid") this.#own(customer_id, january, apart, "Overdue");
    this.#joint(customer_id, february, joint, newest);
    this.#draft(customer_id, joint);
  }

  #joint(customer_id: string, period: Period, lines: readonly Subscription[], status: BillRow["status"]): void {
    const charges = lines.map((line) => this.#charge(line, "Plan charge", period.start, "Plan Charge"));
    const fee = this.#random.chance(0.1) ? this.#refueled(this.#random.pick(lines), period.start) : [];
    this.#write(customer_id, period, status, [...charges, ...fee]);
  }

  #own(customer_id: string, period: Period, line: Subscription, status: BillRow["status"]): void {
    this.#write(customer_id, period, status, [this.#charge(line, "Charge", period.start, "Charge")]);
  }

  /** Of next month, with what is known of it by now: a paused line costs its holding fee. */
  #draft(customer_id: string, lines: readonly Subscription[]): void {
    const items = lines.map((line): Item => {
      if (line.fate !== "paused") return this.#charge(line, "Plan charge", march.start, "Plan Charge");
      const description = `Holding fee for line ${line.line_id}`;
      return { description, amount: HOLDING_FEE, date: march.start, item_type: "Fee" };
    });
    this.#write(customer_id, march, "Draft", items);
  }

  #charge(line: Subscription, what: string, date: string, item_type: string): Item {
    const { price_per_month: amount } = this.#planOf(line);
    return { description: `${what} for line ${line.line_id}`, amount, date, item_type };
  }

  /** What was bought in the month before. */
  #refueled(line: Subscription, date: string): Item[] {
    const { data_refueling_price_per_gb: price } = this.#planOf(line);
    const description = `Data refueling of line ${line.line_id}: 2 GB`;
    return [{ description, amount: 2 * price, date, item_type: "Charge" }];
  }

  #planOf({ plan_id }: Subscription): PlanRow {
    const plan = this.#plans.get(plan_id);
    if (plan === undefined) throw new Error(`no plan ${plan_id}`);
    return plan;
  }

  #write(customer_id: string, period: Period, status: BillRow["status"], items: readonly Item[]): void {
    const bill_id = this.#ids.fresh("B", 7);
    this.bills.push({
      bill_id,
      customer_id,
      position: this.bills.length,
      period_start: period.start,
      period_end: period.end,
      issue_date: period.start,
      total_due: sumOf(items.map(({ amount }) => amount)),
      due_date: period.due,
      status,
    });
    this.items.push(...items.map((item, position) => ({ ...item, bill_id, position })));
  }
}
