/** Whether facts that a task wants computed stand in nothing that an agent reads on the way to them. */
import { tells } from "../../told.ts";
import type { DraftCall, Request } from "./request.ts";
import type { Shop } from "./shop.ts";

export function needsWork({ compute = [], calls }: Request, shop: Shop): boolean {
  if (compute.length === 0) return true;
  const text = calls.map((call) => numbersRead(call, shop)).join(" ");
  return !compute.some((fact) => tells(text, fact));
}

/** What the result of a read holds that can pass for a number to tell. */
function numbersRead({ arguments: args }: DraftCall, { customers, products }: Shop): string {
  const product = products.find(({ id }) => id === args.product_id);
  const order = customers.flatMap(({ orders }) => orders).find(({ id }) => id === args.order_id);
  const customer = customers.find(({ id }) => id === args.user_id);
  return JSON.stringify([
    (product?.variants ?? order?.lines ?? []).map(({ options, price }) => [options, price]),
    [order?.payments, order?.address, customer?.address, customer?.methods],
  ]);
}
