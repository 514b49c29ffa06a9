/** Money: whose payment method it is, what it holds, and what a reservation's history says. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError } from "../../tool.ts";
import { readPaymentMethod } from "../records.ts";
import { paymentMethods, payments } from "../schema.ts";
import type { PaymentDocument, PaymentMethodDocument, ReservationDocument } from "../shapes.ts";

export const paymentIdInput = z
  .string()
  .describe("One of the user's credit cards or gift cards, for example 'gift_card_1234567'; it gets refunds too");

const method = and(
  eq(paymentMethods.user_id, sql.placeholder("user_id")),
  eq(paymentMethods.payment_method_id, sql.placeholder("id")),
);

const addToAmount = query((db) =>
  db
    .update(paymentMethods)
    .set({ amount: sql`${paymentMethods.amount} + ${sql.placeholder("amount")}` })
    .where(method)
    .prepare(),
);

const removeMethod = query((db) => db.delete(paymentMethods).where(method).prepare());

/**
 * Takes `amount` dollars, or gives them where it is below zero. A certificate that pays is used up, whatever is left.
 * @throws ToolError for a certificate that has been used up already.
 */
export function draw(db: DomainDatabase, userId: string, { id, source }: PaymentMethodDocument, amount: number): void {
  if (source === "gift_card") addToAmount(db).run({ user_id: userId, id, amount: -amount });
  if (source === "certificate" && removeMethod(db).run({ user_id: userId, id }).changes === 0) {
    throw new ToolError(`Payment method ${id} not found`);
  }
}

const appendPayment = query((db) =>
  db
    .insert(payments)
    .values({
      reservation_id: sql.placeholder("reservation_id"),
      position: sql.placeholder("position"),
      payment_id: sql.placeholder("payment_id"),
      amount: sql.placeholder("amount"),
    })
    .prepare(),
);

/**
 * Writes entries at the end of a history that has `length` entries.
 * @throws ToolError for an amount that dollars can't be counted to: SQLite's integers end not far above.
 */
export function bookPayments(
  db: DomainDatabase,
  reservationId: string,
  length: number,
  entries: readonly PaymentDocument[],
): void {
  for (const [at, { payment_id, amount }] of entries.entries()) {
    if (!Number.isSafeInteger(amount)) throw new ToolError("Amounts are too large");
    appendPayment(db).run({ reservation_id: reservationId, position: length + at, payment_id, amount });
  }
}

/**
 * Pays `amount` dollars for a change of the reservation, or refunds them where it is below zero.
 * @throws ToolError unless the method is a card of the reservation's user that covers it.
 */
export function settleChange(
  db: DomainDatabase,
  { user_id, reservation_id, payment_history }: ReservationDocument,
  paymentId: string,
  amount: number,
): void {
  const card = readPaymentMethod(db, user_id, paymentId);
  if (card === undefined) throw new ToolError("Payment method not found");
  if (card.source === "certificate") throw new ToolError("Certificate cannot be used to update reservation");
  if (card.source === "gift_card" && card.amount < amount) throw new ToolError("Gift card balance is not enough");
  if (amount === 0) return;
  draw(db, user_id, card, amount);
  bookPayments(db, reservation_id, payment_history.length, [{ payment_id: paymentId, amount }]);
}
