/** Sending items of a delivered order back: for money, or for other variants. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { roundCents } from "../../money.ts";
import { ToolError, tool } from "../../tool.ts";
import { Order } from "../document.ts";
import { orders } from "../schema.ts";
import {
  itemIdsInput,
  orderIdInput,
  paymentMethodIdInput,
  requireOrder,
  requirePaymentMethod,
  surplusItem,
} from "./orders.ts";
import { replacement, replacementInput } from "./replacement.ts";

const setReturn = query((db) =>
  db
    .update(orders)
    .set({
      status: "return requested",
      return_items: sql`${sql.placeholder("items")}`,
      return_payment_method_id: sql`${sql.placeholder("method")}`,
    })
    .where(eq(orders.order_id, sql.placeholder("id")))
    .prepare(),
);

export const return_delivered_order_items = tool({
  description:
    "Request the return of items of a delivered order; the refund goes to the method first paid with, or to one of the user's gift cards. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({
    order_id: orderIdInput,
    item_ids: itemIdsInput,
    payment_method_id: paymentMethodIdInput,
  }),
  output: Order,
  run({ order_id, item_ids, payment_method_id }, { db }) {
    const order = requireOrder(db, order_id);
    if (order.status !== "delivered") throw new ToolError("Non-delivered order cannot be returned");
    const method = requirePaymentMethod(db, order.user_id, payment_method_id);
    if (method.source !== "gift_card" && method.id !== order.payment_history[0]?.payment_method_id) {
      throw new ToolError("Payment method should be the original payment method");
    }
    if (surplusItem(order, item_ids) !== undefined) throw new ToolError("Some item not found");
    setReturn(db).run({ id: order_id, items: JSON.stringify([...item_ids].sort()), method: payment_method_id });
    return requireOrder(db, order_id);
  },
});

const setExchange = query((db) =>
  db
    .update(orders)
    .set({
      status: "exchange requested",
      exchange_items: sql`${sql.placeholder("items")}`,
      exchange_new_items: sql`${sql.placeholder("newItems")}`,
      exchange_payment_method_id: sql`${sql.placeholder("method")}`,
      exchange_price_difference: sql`${sql.placeholder("difference")}`,
    })
    .where(eq(orders.order_id, sql.placeholder("id")))
    .prepare(),
);

export const exchange_delivered_order_items = tool({
  description:
    "Request the exchange of items of a delivered order for other variants of the same products, once per order. The price difference is paid or refunded by one payment method. The user must have confirmed all items.",
  effect: "write",
  input: replacementInput,
  output: Order,
  run({ order_id, item_ids, new_item_ids, payment_method_id }, { db }) {
    const order = requireOrder(db, order_id);
    if (order.status !== "delivered") throw new ToolError("Non-delivered order cannot be exchanged");
    const surplus = surplusItem(order, item_ids);
    if (surplus !== undefined) throw new ToolError(`Number of ${surplus} not found.`);
    if (item_ids.length !== new_item_ids.length) {
      throw new ToolError("The number of items to be exchanged should match.");
    }
    let unrounded = 0;
    for (const [at, itemId] of item_ids.entries()) {
      unrounded += replacement(db, order, itemId, new_item_ids[at] as string).difference;
    }
    const difference = roundCents(unrounded);
    const method = requirePaymentMethod(db, order.user_id, payment_method_id);
    if (method.source === "gift_card" && method.balance < difference) {
      throw new ToolError("Insufficient gift card balance to pay for the price difference");
    }
    setExchange(db).run({
      id: order_id,
      items: JSON.stringify([...item_ids].sort()),
      newItems: JSON.stringify([...new_item_ids].sort()),
      method: payment_method_id,
      difference,
    });
    return requireOrder(db, order_id);
  },
});
