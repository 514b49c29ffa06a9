/** Reading and cancelling a reservation, and what every tool on reservations needs. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { checkActive, movesSeats, refundsDue, refundsReachCards } from "../quirks.ts";
import { readPaymentMethod, readReservation } from "../records.ts";
import { reservationFlights, reservations } from "../schema.ts";
import { type LegDocument, type PaymentMethodDocument, Reservation, type ReservationDocument } from "../shapes.ts";
import { reservationIdInput } from "./inputs.ts";
import { bookPayments, draw } from "./payment.ts";
import { takeSeats } from "./seats.ts";

/** @throws ToolError where there is no such reservation. */
export function requireReservation(db: DomainDatabase, reservationId: string): ReservationDocument {
  const reservation = readReservation(db, reservationId);
  if (reservation === undefined) throw new ToolError(`Reservation ${reservationId} not found`);
  return reservation;
}

const removeLegs = query((db) =>
  db
    .delete(reservationFlights)
    .where(eq(reservationFlights.reservation_id, sql.placeholder("id")))
    .prepare(),
);

const addLeg = query((db) =>
  db
    .insert(reservationFlights)
    .values({
      reservation_id: sql.placeholder("reservation_id"),
      position: sql.placeholder("position"),
      origin: sql.placeholder("origin"),
      destination: sql.placeholder("destination"),
      flight_number: sql.placeholder("flight_number"),
      date: sql.placeholder("date"),
      price: sql.placeholder("price"),
    })
    .prepare(),
);

export function replaceLegs(db: DomainDatabase, reservationId: string, legs: readonly LegDocument[]): void {
  removeLegs(db).run({ id: reservationId });
  for (const [position, { origin, destination, flight_number, date, price }] of legs.entries()) {
    const leg = { origin, destination, flight_number, date, price };
    addLeg(db).run({ ...leg, reservation_id: reservationId, position });
  }
}

export const get_reservation_details = tool({
  description:
    "Read a reservation: trip, cabin, flights and what a seat on each cost, passengers, payments and refunds, when it was booked, bags, insurance, and whether it is cancelled.",
  effect: "read",
  input: z.strictObject({ reservation_id: reservationIdInput }),
  output: Reservation,
  run({ reservation_id }, { db }) {
    return requireReservation(db, reservation_id);
  },
});

const setCancelled = query((db) =>
  db
    .update(reservations)
    .set({ status: "cancelled" })
    .where(eq(reservations.reservation_id, sql.placeholder("id")))
    .prepare(),
);

export const cancel_reservation = tool({
  description:
    "Cancel a whole reservation and refund what was paid to where it came from, but for certificates. The grounds that the domain policy asks for are not checked here. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({ reservation_id: reservationIdInput }),
  output: Reservation,
  run({ reservation_id }, { db, world }) {
    const reservation = requireReservation(db, reservation_id);
    checkActive(world, reservation);
    const { user_id, flights, cabin, passengers, payment_history } = reservation;
    const cards = new Map<string, PaymentMethodDocument>();
    for (const { payment_id } of payment_history) {
      const method = readPaymentMethod(db, user_id, payment_id);
      if (method !== undefined && method.source !== "certificate") cards.set(payment_id, method);
    }
    const refunds = refundsDue(world, payment_history, (id) => cards.has(id));
    bookPayments(db, reservation_id, payment_history.length, refunds);
    if (refundsReachCards(world)) {
      for (const { payment_id, amount } of refunds) {
        draw(db, user_id, cards.get(payment_id) as PaymentMethodDocument, amount);
      }
    }
    setCancelled(db).run({ id: reservation_id });
    if (movesSeats(world)) takeSeats(db, flights, cabin, -passengers.length);
    return requireReservation(db, reservation_id);
  },
});
