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

/** One request, or none where the customer's rows don't fit. */
export type Draft = (desk: Desk, customer: Customer) => Request | undefined;

/** A draft about one order that fits. */
export function onOne(
  draft: (desk: Desk, order: Order) => Request | undefined,
  fits: (order: Order) => boolean,
): Draft {
  return (desk, customer) => {
    const order = desk.order(customer, fits);
    return order && draft(desk, order);
  };
}

/** A template of nothing but the one request. */
export function alone(name: string, count: number, draft: Draft): Template {
  return {
    name,
    count,
    draft(desk, customer) {
      const request = draft(desk, customer);
      return request && [request];
    },
  };
}

export interface Template {
  /** First part of its tasks' ids. */
  readonly name: string;
  readonly count: number;
  /** All its tasks are test tasks, so that tests meet what training never showed. */
  readonly heldOut?: boolean;
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
