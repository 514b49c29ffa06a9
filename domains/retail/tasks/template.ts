/** Templates of this domain: a customer's requests, mostly about an order of theirs that fits. */
import type * as templates from "../../templates.ts";
import type { Request } from "./request.ts";
import type { Customer, Order, Product, Shop } from "./shop.ts";

export type Desk = templates.Desk<Shop>;
export type Draft = templates.Draft<Shop, Customer, Request>;
export type Template = templates.Template<Shop, Customer, Request>;

/** The customer's order that the fewest tasks use so far, among those that fit. */
export function orderOf(desk: Desk, customer: Customer, fits: (order: Order) => boolean): Order | undefined {
  return desk.leastUsed(customer.orders.filter(fits));
}

/** A draft about one order that fits. */
export function onOne(
  draft: (desk: Desk, order: Order) => Request | undefined,
  fits: (order: Order) => boolean,
): Draft {
  return (desk, customer) => {
    const order = orderOf(desk, customer, fits);
    return order && draft(desk, order);
  };
}

export const isPending = ({ status }: Order) => status === "pending";
export const isDelivered = ({ status }: Order) => status === "delivered";
export const isProcessed = ({ status }: Order) => status === "processed";
export const isModified = ({ status }: Order) => status === "pending (item modified)";
export const hasSeveral = ({ lines }: Order) => new Set(lines).size > 1;

export function available(product: Product): Product["variants"] {
  return product.variants.filter((variant) => variant.available);
}
