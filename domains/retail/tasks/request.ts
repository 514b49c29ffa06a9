/** What a template drafts: one request of a customer; and the calls it is made of. */
import type * as draft from "../../draft.ts";
import type { DraftCall, DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import { orderNumberFact } from "./facts.ts";
import type { Address, Customer, Method, Order, Product, Variant } from "./shop.ts";
import { noun } from "./words.ts";

/** `used`: the orders that it is about. */
export type Request = draft.Request<Order>;

/** How a customer refers to an order, and what an agent must read to find it. */
export interface Reference {
  readonly order: Order;
  /** After "my" or "your": "order #W0012345", "order with the reading lamp". */
  readonly phrase: string;
  /** The products that single the order out; none where it is named by its number. */
  readonly content: readonly Product[];
  readonly facts: readonly DraftFact[];
  readonly reads: readonly DraftCall[];
  readonly traps: readonly string[];
}

export const readUser = ({ id }: Customer): DraftCall => ({ name: "get_user_details", arguments: { user_id: id } });
export const readOrder = ({ id }: Order): DraftCall => ({ name: "get_order_details", arguments: { order_id: id } });
export const readProduct = ({ id }: Product): DraftCall => {
  return { name: "get_product_details", arguments: { product_id: id } };
};
/** For products that are named out of the blue, not found in an order. */
export const readCatalogue: DraftCall = { name: "list_all_product_types", arguments: {} };
export const readAllOrders = (customer: Customer): DraftCall[] => {
  return [readUser(customer), ...customer.orders.map(readOrder)];
};

export const cancelCall = ({ id }: Order, reason: string): DraftCall => {
  return { name: "cancel_pending_order", arguments: { order_id: id, reason } };
};
export const addressCall = ({ id }: Order, address: Address): DraftCall => {
  return { name: "modify_pending_order_address", arguments: { order_id: id, ...address } };
};
export const paymentCall = ({ id }: Order, method: Method): DraftCall => {
  return {
    name: "modify_pending_order_payment",
    arguments: { order_id: id, payment_method_id: method.payment_method_id },
  };
};
export const profileCall = ({ id }: Customer, address: Address): DraftCall => {
  return { name: "modify_user_address", arguments: { user_id: id, ...address } };
};
export const returnCall = ({ id }: Order, lines: readonly Variant[], method: Method): DraftCall => {
  const item_ids = lines.map((line) => line.id);
  return {
    name: "return_delivered_order_items",
    arguments: { order_id: id, item_ids, payment_method_id: method.payment_method_id },
  };
};

export interface Swap {
  readonly present: Variant;
  readonly wanted: Variant;
}

/** Of a pending order's items it is a modification, of a delivered order's an exchange. */
export const swapCall = ({ id, status }: Order, swaps: readonly Swap[], method: Method): DraftCall => {
  const item_ids = swaps.map(({ present }) => present.id);
  const new_item_ids = swaps.map(({ wanted }) => wanted.id);
  return {
    name: status === "delivered" ? "exchange_delivered_order_items" : "modify_pending_order_items",
    arguments: { order_id: id, item_ids, new_item_ids, payment_method_id: method.payment_method_id },
  };
};

/** Products of the order that none of the customer's other orders has. */
export function tellingProducts(order: Order): Product[] {
  const elsewhere = order.customer.orders.filter((other) => other !== order).flatMap(({ lines }) => lines);
  const names = new Set(elsewhere.map(({ product }) => product));
  return [...new Set(order.lines.map(({ product }) => product))].filter((product) => !names.has(product));
}

/** By its number or, where the content singles it out, as often by that. */
export function refer(random: Random, order: Order, how?: "number" | "content"): Reference {
  const telling = tellingProducts(order);
  if (telling.length > 0 && (how ?? (random.chance(0.5) ? "content" : "number")) === "content") {
    const { length } = order.customer.orders;
    const shown = random.shuffle(telling).slice(0, random.int(1, 2));
    const content = listed(shown.map((product) => `the ${noun(product)}`));
    const say = random.pick([
      `I don't have the order number at hand. It's the one with ${content}.`,
      `Sorry, I don't know the number. It's the order that has ${content} in it.`,
    ]);
    return {
      order,
      phrase: `order with ${content}`,
      content: shown,
      facts: [orderNumberFact(say, "secret")],
      reads: readAllOrders(order.customer),
      traps: length > 1 ? ["order number unknown"] : [],
    };
  }
  const say = random.pick([`The order number is ${order.id}.`, `It's ${order.id}.`]);
  return {
    order,
    phrase: `order ${order.id}`,
    content: [],
    facts: [orderNumberFact(say, "known")],
    reads: [readOrder(order)],
    traps: [],
  };
}

/** Items and the order they are in: "the reading lamp from my order #W0012345", "the reading lamp that I ordered". */
export function itemsIn({ phrase, content, order }: Reference, lines: readonly Variant[], person: "I" | "you"): string {
  const items = listed(lines.map(({ product }) => `the ${noun(product)}`));
  if (lines.some(({ product }) => content.includes(product))) {
    return `${items} that ${person} ordered${lines.length > 1 ? " together" : ""}`;
  }
  return `${items} ${order.status.startsWith("pending") ? "in" : "from"} ${person === "I" ? "my" : "your"} ${phrase}`;
}
