/** The built-in world's lines, each with a plan and a device: most in order, some suspended, closed or not begun. */

import type { Ids } from "../../ids.ts";
import type { Random } from "../../random.ts";
import type * as tables from "../schema.ts";
import { someDay, twoDigits } from "./calendar.ts";
import {
  type Model,
  type Offer,
  phonePlans,
  phones,
  tabletPlans,
  tablets,
  thingPlans,
  things,
  UNLIMITED,
} from "./catalogue/offers.ts";
import { phoneNumber } from "./phone-number.ts";

export type PlanRow = typeof tables.plans.$inferInsert;
type LineRow = typeof tables.lines.$inferInsert;
type DeviceRow = typeof tables.devices.$inferInsert;

/** What became of a line: two ways to be suspended, by the carrier for a bill and by the customer's wish. */
type Fate = "active" | "unpaid" | "paused" | "expired" | "pending" | "closed";

/** How often each comes up among a hundred lines after a customer's first, which is active. */
const shares: Readonly<Record<Fate, number>> = { active: 72, unpaid: 12, paused: 7, expired: 3, pending: 3, closed: 3 };
const fates = (Object.keys(shares) as Fate[]).flatMap((fate) => Array<Fate>(shares[fate]).fill(fate));

/** A line as it was sold. `apart`: it is not on the customer's joint bill. */
export interface Subscription extends LineRow {
  readonly fate: Fate;
  readonly apart: boolean;
}

export function plansOnSale(ids: Ids): PlanRow[] {
  return [...phonePlans, ...tabletPlans, ...thingPlans].map(({ name, limit, price, refueling }, position) => ({
    plan_id: ids.fresh("P", 4),
    position,
    name,
    data_limit_gb: limit,
    price_per_month: price,
    data_refueling_price_per_gb: refueling,
  }));
}

export class LineBook {
  readonly lines: LineRow[] = [];
  readonly devices: DeviceRow[] = [];
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #plans: readonly PlanRow[];

  constructor(random: Random, ids: Ids, plans: readonly PlanRow[]) {
    this.#random = random;
    this.#ids = ids;
    this.#plans = plans;
  }

  /** Two to four lines, two phones at least, no two devices of one model; one line at most has its bills apart. */
  subscribe(customer_id: string): Subscription[] {
    const random = this.#random;
    const models = [
      ...random.shuffle(phones).slice(0, 3),
      ...random.shuffle([random.pick(tablets), random.pick(things)]),
    ];
    const [one, two, three, four, five] = models as [Model, Model, Model, Model, Model];
    const chosen = random.pick([
      [one, two],
      [one, two, three],
      [one, two, four],
      [one, two, four],
      [one, two, three, four],
      [one, two, four, five],
    ]);
    let apart = random.chance(0.75);
    return chosen.map((model, at) => {
      const fate = at === 0 ? "active" : random.pick(fates);
      const isApart: boolean = apart && (fate === "unpaid" || (fate === "active" && model.type === "phone" && at > 0));
      if (isApart) apart = false;
      const usual = fate === "unpaid" && !isApart ? "active" : fate;
      return this.#sell(customer_id, model, usual, isApart);
    });
  }

  #sell(customer_id: string, { type, model, esim }: Model, fate: Fate, apart: boolean): Subscription {
    const random = this.#random;
    const offers: readonly Offer[] = type === "phone" ? phonePlans : type === "tablet" ? tabletPlans : thingPlans;
    const offer = random.pick(offers);
    const plan = this.#plans.find(({ name }) => name === offer.name) as PlanRow;
    const device_id = this.#ids.fresh("D", 6);
    const begun = fate !== "pending";
    this.devices.push({
      device_id,
      position: this.devices.length,
      device_type: type,
      model,
      imei: random.digits(15),
      is_esim_capable: esim,
      activated: begun,
      activation_date: begun ? someDay(random, 2021, 2024) : null,
      last_esim_transfer_date: esim && begun && random.chance(0.2) ? someDay(random, 2024, 2024) : null,
    });
    const line: LineRow = {
      line_id: this.#ids.fresh("L", 6),
      customer_id,
      position: this.lines.length,
      phone_number: this.#ids.distinct(phoneNumber),
      status: statusOf(fate),
      plan_id: plan.plan_id,
      device_id,
      ...this.#usage(offer, type, begun),
      roaming_enabled: begun && random.chance(0.4),
      contract_end_date: this.#contractEnd(fate),
      last_plan_change_date: begun && random.chance(0.25) ? someDay(random, 2023, 2024) : null,
      last_sim_replacement_date: begun && random.chance(0.15) ? someDay(random, 2022, 2024) : null,
      suspension_start_date: this.#suspendedSince(fate),
    };
    this.lines.push(line);
    return { ...line, fate, apart };
  }

  /** Below the allowance, but for some devices that are no phones. */
  #usage({ limit }: Offer, type: Model["type"], begun: boolean) {
    const random = this.#random;
    if (!begun) return { data_used_gb: 0, data_refueling_gb: 0 };
    const data_refueling_gb = random.chance(0.08) && limit < UNLIMITED ? random.int(1, 2) : 0;
    const allowed = limit === UNLIMITED ? 60 : limit + data_refueling_gb;
    const share = type === "tablet" && random.chance(0.2) ? 1 + random.int(1, 5) / 100 : random.int(6, 93) / 100;
    return { data_used_gb: Math.round(allowed * share * 10) / 10, data_refueling_gb };
  }

  #contractEnd(fate: Fate): string | null {
    if (fate === "expired") return `2025-0${this.#random.int(1, 2)}-${twoDigits(this.#random.int(1, 20))}`;
    if (fate === "closed") return someDay(this.#random, 2023, 2024);
    return this.#random.chance(0.3) ? null : someDay(this.#random, 2026, 2027);
  }

  #suspendedSince(fate: Fate): string | null {
    if (fate === "unpaid") return `2025-02-${twoDigits(this.#random.int(5, 22))}`;
    if (fate === "paused") return `2025-02-${twoDigits(this.#random.int(1, 23))}`;
    return fate === "expired" ? `2025-02-${twoDigits(this.#random.int(21, 24))}` : null;
  }
}

function statusOf(fate: Fate): LineRow["status"] {
  if (fate === "active") return "Active";
  if (fate === "pending") return "Pending Activation";
  return fate === "closed" ? "Closed" : "Suspended";
}
