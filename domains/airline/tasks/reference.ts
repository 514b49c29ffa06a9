/** How a customer refers to a reservation, and what an agent must read to find it. */
import type { DraftCall, DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { dateWords } from "../calendar.ts";
import { readAllReservations, readReservation, readUser } from "./calls.ts";
import { reservationFact } from "./facts.ts";
import type { Reservation } from "./rows.ts";
import { place } from "./words.ts";

export interface Reference {
  readonly reservation: Reservation;
  /** After "my" or "your": "reservation Q4K7RM", "trip to Denver". */
  readonly phrase: string;
  readonly facts: readonly DraftFact[];
  readonly reads: readonly DraftCall[];
  readonly traps: readonly string[];
}

/** Both airports of no other reservation of the customer: then the destination alone singles it out. */
function isOnlyTrip({ customer, destination, id }: Reservation): boolean {
  return customer.reservations.every((other) => {
    return other.id === id || (other.destination !== destination && other.origin !== destination);
  });
}

/** By its number or, where that singles it out, as often by where and when it goes. */
export function refer(random: Random, reservation: Reservation, how?: "number" | "content"): Reference {
  const { id, customer, destination, there } = reservation;
  const by = how ?? (random.chance(0.5) ? "content" : "number");
  const date = there[0]?.date ?? "";
  const sameDay = customer.reservations.some((other) => {
    return other.id !== id && other.destination === destination && other.there[0]?.date === date;
  });
  if (by === "content" && !sameDay) {
    const when = isOnlyTrip(reservation) && random.chance(0.6) ? "" : ` on ${dateWords(date)}`;
    const phrase = `trip to ${place(destination)}${when}`;
    const say = random.pick([
      `I don't have the reservation number at hand. It's the trip to ${place(destination)}${when}.`,
      `Sorry, I don't know the number. It's my trip to ${place(destination)}${when}.`,
    ]);
    return {
      reservation,
      phrase,
      facts: [reservationFact(say, "secret")],
      reads: readAllReservations(customer),
      traps: customer.reservations.length > 1 ? ["reservation number unknown"] : [],
    };
  }
  const say = random.pick([`The reservation number is ${id}.`, `It's ${id}.`]);
  return {
    reservation,
    phrase: `reservation ${id}`,
    facts: [reservationFact(say, "known")],
    reads: [readUser(customer), readReservation(reservation)],
    traps: [],
  };
}
