/** A template turns a customer into the requests of one task, or passes where the customer's rows don't fit. */
import type { Random } from "../../random.ts";
import type { Request } from "./request.ts";
import type { Customer, Order, Product, Shop } from "./shop.ts";

export interface Desk {
  readonly random: Random;
  readonly shop: Shop;
  /** The order that the fewest tasks use so far, among those that fit. */
  order(customer: Customer, fits: (order: Order) => boolean): Order | undefined;
}

export interface Template {
  /** First part of its tasks' ids. */
  readonly name: string;
  readonly count: number;
  draft(desk: Desk, customer: Customer): readonly Request[] | undefined;
}

export const isPending = ({ status }: Order) => status === "pending";
export const isDelivered = ({ status }: Order) => status === "delivered";
export const isProcessed = ({ status }: Order) => status === "processed";
export const isModified = ({ status }: Order) => status === "pending (item modified)";
export const hasSeveral = ({ lines }: Order) => new Set(lines).size > 1;

export function available(product: Product): Product["variants"] {
  return product.variants.filter((variant) => variant.available);
}
