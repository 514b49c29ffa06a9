/** Checked bags: how many are free by the domain policy, and what the others cost. */
import type { Cabin, memberships } from "./schema.ts";

export type Membership = (typeof memberships)[number];

/** Dollars for each bag beyond the allowance. */
export const BAG_PRICE = 50;
/** Dollars for each passenger. */
export const INSURANCE_PRICE = 30;

const cabinShare: Readonly<Record<Cabin, number>> = { basic_economy: 0, economy: 1, business: 2 };
const memberShare: Readonly<Record<Membership, number>> = { regular: 0, silver: 1, gold: 2 };

/** Free bags of one passenger. */
export function freeBags(membership: Membership, cabin: Cabin): number {
  return cabinShare[cabin] + memberShare[membership];
}

/** Of `bags`, those that have to be paid for. */
export function paidBags(membership: Membership, cabin: Cabin, passengers: number, bags: number): number {
  return Math.max(0, bags - freeBags(membership, cabin) * passengers);
}
