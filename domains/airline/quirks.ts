/**
 * Where tau2-bench 1.0.1 is lax or wrong in what an airline's system would hold. A tau2 world is so too, that scores
 * compare; built-in worlds do it right. Nothing else in this domain asks which world it is in. What only the domain policy
 * says is held by neither.
 */
import type { WorldKind } from "../tool.ts";
import { ToolError } from "../tool.ts";
import { type Leg, landing, requireTrip } from "./itinerary.ts";
import { type Booking, certificateIds, reservationIds } from "./new-ids.ts";
import type { PaymentDocument, ReservationDocument } from "./shapes.ts";

/** When a booking is made, to the second. tau2: at an hour that stands in its code. */
export function bookingTime(world: WorldKind, now: string): string {
  return world === "tau2" ? "2024-05-15T15:00:00" : now.slice(0, 19);
}

/** What a new reservation may be called, first choice first. tau2: one of three names. */
export function newReservationIds(world: WorldKind, booking: Booking): Iterable<string> {
  return world === "tau2" ? ["HATHAT", "HATHAU", "HATHAV"] : reservationIds(booking);
}

/** What a user's new certificate may be called, first choice first. tau2: one of three names, the same for all users. */
export function newCertificateIds(world: WorldKind, userId: string, amount: number): Iterable<string> {
  if (world !== "tau2") return certificateIds(userId, amount);
  return ["certificate_3221322", "certificate_3221323", "certificate_3221324"];
}

/** Whether cancelling and changing give seats back, and changing takes new ones. tau2: only booking moves seats. */
export function movesSeats(world: WorldKind): boolean {
  return world !== "tau2";
}

/**
 * What cancelling refunds, as entries below zero. tau2: every entry of the history reversed, and nothing reaches a card.
 * @param refundable whether what a payment method has paid can come back: a certificate's can't
 */
export function refundsDue(
  world: WorldKind,
  history: readonly PaymentDocument[],
  refundable: (paymentId: string) => boolean,
): PaymentDocument[] {
  if (world === "tau2") return history.map(({ payment_id, amount }) => ({ payment_id, amount: -amount }));
  const paid = new Map<string, number>();
  for (const { payment_id, amount } of history) {
    if (refundable(payment_id)) paid.set(payment_id, (paid.get(payment_id) ?? 0) + amount);
  }
  // Where a change was refunded to another method than had paid, that much has come back already.
  let returned = -[...paid.values()].reduce((sum, amount) => sum + Math.min(amount, 0), 0);
  return [...paid].flatMap(([payment_id, amount]) => {
    const settled = Math.min(returned, Math.max(amount, 0));
    returned -= settled;
    return amount - settled > 0 ? { payment_id, amount: settled - amount } : [];
  });
}

/** Whether a refund reaches the balance of a gift card. tau2: cancelling only writes it down. */
export function refundsReachCards(world: WorldKind): boolean {
  return world !== "tau2";
}

/** What earlier entries for the same method leave less of its balance. tau2: each entry is looked at by itself. */
export function drawnBefore(world: WorldKind, entries: readonly PaymentDocument[], at: number): number {
  if (world === "tau2") return 0;
  const same = entries.slice(0, at).filter(({ payment_id }) => payment_id === entries[at]?.payment_id);
  return same.reduce((sum, { amount }) => sum + amount, 0);
}

/**
 * The date and the hour from which a passenger of a flight can go on. tau2: the day after is in May 2024 and has no
 * leading zero, and hours are compared with the '+1' still on them.
 */
export function onwardFrom(world: WorldKind, date: string, arrivalTime: string): { date: string; time: string } {
  if (world !== "tau2") return landing(date, arrivalTime);
  const nextDay = arrivalTime.includes("+1");
  return { date: nextDay ? `2024-05-${Number(date.slice(-2)) + 1}` : date, time: arrivalTime };
}

/** @throws ToolError where the flights are not the trip. tau2: any flights will do, even none. */
export function checkTrip(
  world: WorldKind,
  trip: Pick<ReservationDocument, "origin" | "destination" | "flight_type">,
  legs: readonly Leg[],
): void {
  if (world !== "tau2") requireTrip(trip, legs);
}

/** @throws ToolError where nobody travels. tau2: nobody may. */
export function checkPassengers(world: WorldKind, count: number): void {
  if (world !== "tau2" && count === 0) throw new ToolError("There should be at least one passenger");
}

/** @throws ToolError for bags that can't be counted. tau2: any two numbers. */
export function checkBags(world: WorldKind, total: number, nonfree: number): void {
  if (world === "tau2" || (nonfree >= 0 && nonfree <= total)) return;
  throw new ToolError("The nonfree bags should be 0 or more, and not more than all bags");
}

/** @throws ToolError for a payment of nothing or less. tau2: it is taken, and a gift card gains by it. */
export function checkAmount(world: WorldKind, amount: number): void {
  if (world !== "tau2" && amount <= 0) throw new ToolError("Amounts should be more than 0");
}

/** @throws ToolError where a second certificate pays: what is left of either would be lost. tau2: any number may. */
export function checkCertificates(world: WorldKind, count: number): void {
  if (world !== "tau2" && count > 1) throw new ToolError("A booking cannot take more than one certificate");
}

/** @throws ToolError for a reservation that is cancelled. tau2: it can be changed, and cancelled once more. */
export function checkActive(world: WorldKind, { reservation_id, status }: ReservationDocument): void {
  if (world === "tau2" || status === null) return;
  throw new ToolError(`Reservation ${reservation_id} is cancelled already: it cannot be changed or cancelled again`);
}
