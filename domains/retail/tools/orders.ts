/** Reading and cancelling an order, and what every tool on orders needs. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { roundCents } from "../../money.ts";
import { ToolError, tool } from "../../tool.ts";
import { Order, type OrderDocument, type PaymentMethodDocument, readOrder, readUser } from "../document.ts";
import { refundsDue } from "../quirks.ts";
import { cancelReasons, orders, paymentMethods, payments } from "../schema.ts";

export const orderIdInput = z.string().describe("For example '#W0012345', with the '#'");
export const itemIdsInput = z
  .array(z.string())
  .describe("Item ids in the order, for example ['1008292230']; one listed twice stands for two pieces");
export const paymentMethodIdInput = z.string().describe("For example 'gift_card_1234567' or 'credit_card_1234567'");

/** @throws ToolError where there is no such order. */
export function requireOrder(db: DomainDatabase, orderId: string): OrderDocument {
  const order = readOrder(db, orderId);
  if (order === undefined) throw new ToolError("Order not found");
  return order;
}

/** @throws ToolError unless the payment method is one of the user's. */
export function requirePaymentMethod(db: DomainDatabase, userId: string, methodId: string): PaymentMethodDocument {
  const methods = readUser(db, userId)?.payment_methods ?? {};
  const method = Object.hasOwn(methods, methodId) ? methods[methodId] : undefined;
  if (method === undefined) throw new ToolError("Payment method not found");
  return method;
}

/** The first id of `ids` that stands in it more often than among the order's items. */
export function surplusItem(order: OrderDocument, ids: readonly string[]): string | undefined {
  const count = (all: readonly string[], id: string) => all.filter((other) => other === id).length;
  const inOrder = order.items.map((item) => item.item_id);
  return ids.find((id) => count(ids, id) > count(inOrder, id));
}

const setBalance = query((db) =>
  db
    .update(paymentMethods)
    .set({ balance: sql`${sql.placeholder("balance")}` })
    .where(eq(paymentMethods.payment_method_id, sql.placeholder("id")))
    .prepare(),
);

/** Adds `amount` dollars to the balance of a gift card; other methods keep none. */
export function credit(db: DomainDatabase, method: PaymentMethodDocument, amount: number): void {
  if (method.source !== "gift_card") return;
  setBalance(db).run({ id: method.id, balance: roundCents(method.balance + amount) });
}

const appendPayment = query((db) =>
  db
    .insert(payments)
    .values({
      order_id: sql.placeholder("order_id"),
      position: sql.placeholder("position"),
      transaction_type: sql.placeholder("transaction_type"),
      amount: sql.placeholder("amount"),
      payment_method_id: sql.placeholder("payment_method_id"),
    })
    .prepare(),
);

/** Books payments and refunds at the end of the order's history. */
export function book(db: DomainDatabase, order: OrderDocument, entries: OrderDocument["payment_history"]): void {
  for (const [at, entry] of entries.entries()) {
    appendPayment(db).run({ order_id: order.order_id, position: order.payment_history.length + at, ...entry });
  }
}

export const get_order_details = tool({
  description:
    "Read an order: status, address, items, parcels, payments, and what was cancelled, returned or exchanged.",
  effect: "read",
  input: z.strictObject({ order_id: orderIdInput }),
  output: Order,
  run({ order_id }, { db }) {
    return requireOrder(db, order_id);
  },
});

const setCancelled = query((db) =>
  db
    .update(orders)
    .set({ status: "cancelled", cancel_reason: sql`${sql.placeholder("reason")}` })
    .where(eq(orders.order_id, sql.placeholder("id")))
    .prepare(),
);

export const cancel_pending_order = tool({
  description:
    "Cancel a pending order and refund what was paid: a gift card at once, other methods in 5 to 7 business days. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({
    order_id: orderIdInput,
    reason: z
      .string()
      .meta({ enum: [...cancelReasons] })
      .describe("Why the user cancels: 'no longer needed' or 'ordered by mistake'"),
  }),
  output: Order,
  run({ order_id, reason }, { db, world }) {
    const order = requireOrder(db, order_id);
    if (order.status !== "pending") throw new ToolError("Non-pending order cannot be cancelled");
    if (!(cancelReasons as readonly string[]).includes(reason)) throw new ToolError("Invalid reason");
    const refunds = refundsDue(world, order.payment_history);
    for (const { payment_method_id, amount } of refunds) {
      credit(db, requirePaymentMethod(db, order.user_id, payment_method_id), amount);
    }
    book(db, order, refunds);
    setCancelled(db).run({ id: order_id, reason });
    return requireOrder(db, order_id);
  },
});
