/** Changing an order that has not been processed: its address, its payment, its items. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { Order, type OrderDocument, type VariantDocument } from "../document.ts";
import { bookedDifference, modifiedItemDetails } from "../quirks.ts";
import { orderItems, orders } from "../schema.ts";
import { addressColumns, addressInput } from "./address.ts";
import {
  book,
  credit,
  orderIdInput,
  paymentMethodIdInput,
  requireOrder,
  requirePaymentMethod,
  surplusItem,
} from "./orders.ts";
import { replacement, replacementInput } from "./replacement.ts";

/** "pending (item modified)" is still pending, but for its items. */
function requirePending({ status }: OrderDocument): void {
  if (!status.includes("pending")) throw new ToolError("Non-pending order cannot be modified");
}

const setAddress = query((db) =>
  db
    .update(orders)
    .set(addressColumns)
    .where(eq(orders.order_id, sql.placeholder("order_id")))
    .prepare(),
);

export const modify_pending_order_address = tool({
  description: "Change where a pending order is shipped. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({ order_id: orderIdInput, ...addressInput }),
  output: Order,
  run({ order_id, ...address }, { db }) {
    requirePending(requireOrder(db, order_id));
    setAddress(db).run({ order_id, ...address });
    return requireOrder(db, order_id);
  },
});

export const modify_pending_order_payment = tool({
  description:
    "Move the payment of a pending order to another of the user's payment methods; the first one is refunded. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({ order_id: orderIdInput, payment_method_id: paymentMethodIdInput }),
  output: Order,
  run({ order_id, payment_method_id }, { db }) {
    const order = requireOrder(db, order_id);
    requirePending(order);
    const method = requirePaymentMethod(db, order.user_id, payment_method_id);
    const [payment, ...others] = order.payment_history;
    if (payment?.transaction_type !== "payment" || others.length > 0) {
      throw new ToolError("There should be exactly one payment for a pending order");
    }
    if (payment.payment_method_id === payment_method_id) {
      throw new ToolError("The new payment method should be different from the current one");
    }
    const { amount } = payment;
    if (method.source === "gift_card" && method.balance < amount) {
      throw new ToolError("Insufficient gift card balance to pay for the order");
    }
    const first = requirePaymentMethod(db, order.user_id, payment.payment_method_id);
    book(db, order, [
      { transaction_type: "payment", amount, payment_method_id },
      { transaction_type: "refund", amount, payment_method_id: first.id },
    ]);
    credit(db, method, -amount);
    credit(db, first, amount);
    return requireOrder(db, order_id);
  },
});

const setItem = query((db) =>
  db
    .update(orderItems)
    .set({
      item_id: sql`${sql.placeholder("item_id")}`,
      price: sql`${sql.placeholder("price")}`,
      options: sql`${sql.placeholder("options")}`,
    })
    .where(
      and(eq(orderItems.order_id, sql.placeholder("order_id")), eq(orderItems.position, sql.placeholder("position"))),
    )
    .prepare(),
);

const setItemModified = query((db) =>
  db
    .update(orders)
    .set({ status: "pending (item modified)" })
    .where(eq(orders.order_id, sql.placeholder("id")))
    .prepare(),
);

export const modify_pending_order_items = tool({
  description:
    "Replace items of a pending order by other variants of the same products, once per order: afterwards its items are fixed and it can't be cancelled. The price difference is paid or refunded by one payment method. The user must have confirmed all items.",
  effect: "write",
  input: replacementInput,
  output: Order,
  run({ order_id, item_ids, new_item_ids, payment_method_id }, { db, world }) {
    const order = requireOrder(db, order_id);
    if (order.status !== "pending") throw new ToolError("Non-pending order cannot be modified");
    const surplus = surplusItem(order, item_ids);
    if (surplus !== undefined) throw new ToolError(`${surplus} not found`);
    if (item_ids.length !== new_item_ids.length) {
      throw new ToolError("The number of items to be exchanged should match");
    }
    const variants: VariantDocument[] = [];
    let unrounded = 0;
    for (const [at, itemId] of item_ids.entries()) {
      const newId = new_item_ids[at] as string;
      if (newId === itemId) throw new ToolError("The new item id should be different from the old item id");
      const { variant, difference } = replacement(db, order, itemId, newId);
      variants.push(variant);
      unrounded += difference;
    }
    const difference = bookedDifference(world, unrounded);
    const method = requirePaymentMethod(db, order.user_id, payment_method_id);
    if (method.source === "gift_card" && method.balance < difference) {
      throw new ToolError("Insufficient gift card balance to pay for the new item");
    }
    const transaction_type = difference > 0 ? "payment" : "refund";
    book(db, order, [{ transaction_type, amount: Math.abs(difference), payment_method_id }]);
    credit(db, method, -difference);
    const current = order.items.map((item) => item.item_id);
    for (const [at, itemId] of item_ids.entries()) {
      const position = current.indexOf(itemId);
      const item_id = new_item_ids[at] as string;
      current[position] = item_id;
      const { price, options } = modifiedItemDetails(world, variants, at);
      setItem(db).run({ order_id, position, item_id, price, options: JSON.stringify(options) });
    }
    setItemModified(db).run({ id: order_id });
    return requireOrder(db, order_id);
  },
});
