/** Requests for other flights in a reservation. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { dates, dateWords, shiftDate } from "../calendar.ts";
import type { Cabin } from "../schema.ts";
import { flightsCall, readStatuses } from "./calls.ts";
import { priceOf } from "./choice.ts";
import { changePaymentFact, flightFact } from "./facts.ts";
import type { Reference } from "./reference.ts";
import type { Customer, Leg, Method, Reservation, Seat, Way } from "./rows.ts";
import { type Desk, legsOf, type Request } from "./template.ts";
import { type Found, findWay } from "./trip.ts";
import { place } from "./words.ts";

/** Methods that can take a payment of `due` dollars, or a refund where it is below zero. */
export function ableMethods({ cards, giftCards }: Customer, due: number): Method[] {
  return [...cards, ...giftCards.filter(({ worth }) => worth >= due)];
}

/** What all passengers together pay more: flights that stay, in the same cabin, keep their price. */
export function priceChange(reservation: Reservation, legs: Way, cabin: Cabin): number {
  const booked = legsOf(reservation);
  const costOf = (seat: Seat) => {
    const kept = booked.find(({ flight, date }) => flight.number === seat.flight.number && date === seat.date);
    return kept && cabin === reservation.cabin ? kept.price : priceOf([seat], cabin);
  };
  const now = legs.reduce((sum, seat) => sum + costOf(seat), 0);
  return (now - booked.reduce((sum, { price }) => sum + price, 0)) * reservation.passengers.length;
}

export type Part = "there" | "back";

/** New flights for one part of a trip. */
export interface Rebooking {
  readonly part: Part;
  readonly found: Found;
  /** All flights of the reservation as they will be. */
  readonly legs: Way;
  readonly due: number;
}

interface Aim {
  readonly part: Part;
  readonly date: string;
  readonly cabin?: Cabin;
  readonly byTime?: boolean;
  /** Only flights without a stop, or connections only where there are none. */
  readonly nonstop?: boolean;
}

export function findRebooking(desk: Desk, reservation: Reservation, aim: Aim): Rebooking | undefined {
  const { rows } = desk;
  const { part, date, cabin = reservation.cabin, byTime, nonstop = false } = aim;
  const route = ends(reservation, part);
  const direct = rows.direct(...route, date).length > 0;
  if (nonstop && !direct) return undefined;
  const found = findWay(desk, {
    ...{ kind: direct ? "nonstop" : "one stop", route, date, cabin, seats: reservation.passengers.length, byTime },
    except: reservation[part],
  });
  if (found === undefined) return undefined;
  const legs = part === "there" ? [...found.way, ...reservation.back] : [...reservation.there, ...found.way];
  if (!inOrder(legs)) return undefined;
  const due = priceChange(reservation, legs, cabin);
  // A change that costs nothing leaves no trace of what would have paid for it.
  return due === 0 ? undefined : { part, found, legs, due };
}

export function ends({ origin, destination }: Reservation, part: Part): readonly [string, string] {
  return part === "there" ? [origin, destination] : [destination, origin];
}

function inOrder(legs: Way): boolean {
  return legs.every((seat, at) => at === 0 || seat.date >= (legs[at - 1] as Seat).date);
}

/** Days by which those hit by a delay want to be there. */
export const SOON = "2026-05-19";

/** A day on which that part of the trip can go instead, `latest` at the latest. */
export function otherDate(
  random: Random,
  reservation: Reservation,
  part: Part,
  latest = dates.at(-1) as string,
): string | undefined {
  const { there, back } = reservation;
  const present = (part === "there" ? there : back)[0]?.date;
  const [first, last] = [there.at(-1)?.date, back[0]?.date];
  if (present === undefined || first === undefined) return undefined;
  const from = part === "there" ? "2026-05-17" : shiftDate(first, 1);
  const to = part === "there" && last ? shiftDate(last, -1) : latest;
  const possible = dates.filter((date) => {
    return date >= from && date >= "2026-05-17" && date <= to && date <= latest && date !== present;
  });
  return possible.length > 0 ? random.pick(possible) : undefined;
}

/** "the way back of my trip to Denver", "my trip to Denver" */
export function partWords({ phrase, reservation }: Reference, part: Part, whose: string): string {
  if (!reservation.round) return `${whose} ${phrase}`;
  return `the ${part === "there" ? "outbound flight" : "return flight"} of ${whose} ${phrase}`;
}

interface Change {
  readonly ref: Reference;
  readonly rebooking: Rebooking;
  readonly method: Method;
  readonly say: string;
  readonly brief: string;
  readonly facts?: readonly DraftFact[];
  readonly cabin?: Cabin;
  readonly traps?: readonly string[];
  /** Whether the flight comes with the request, or has to be asked for. */
  readonly choosy?: boolean;
}

export function rebook(random: Random, change: Change): Request {
  const { ref, rebooking, method, say, brief, facts = [], traps = [], choosy = random.chance(0.5) } = change;
  const { reservation } = ref;
  const flight = flightFact(random, rebooking.found.words, choosy ? "known" : "asked");
  return {
    say: choosy ? `${say} ${flight.say}` : say,
    brief,
    facts: [...ref.facts, ...facts, flight, changePaymentFact(random, method)],
    calls: [
      ...ref.reads,
      ...readStatuses(reservation),
      ...rebooking.found.reads,
      flightsCall(reservation, rebooking.legs, change.cabin ?? reservation.cabin, method),
    ],
    used: [reservation],
    traps: [
      ...ref.traps,
      ...traps,
      ...(rebooking.legs.length > rebooking.found.way.length ? ["flights that stay"] : []),
    ],
  };
}

function newDateFact(random: Random, date: string, disclosure: "known" | "asked"): DraftFact {
  const words = dateWords(date);
  return {
    name: "new date",
    asks: ["date", "when", "what day", "which day"],
    say: random.pick([`On ${words}.`, `${words}, please.`, `I'd like to fly on ${words}.`]),
    disclosure,
  };
}

/** Another day for one part of the trip. */
export function otherDay(random: Random, ref: Reference, rebooking: Rebooking, method: Method): Request {
  const { part, found } = rebooking;
  const dated = random.chance(0.6);
  const what = (whose: string) => partWords(ref, part, whose);
  const when = dated ? ` to ${dateWords(found.date)}` : " to another day";
  return rebook(random, {
    ...{ ref, rebooking, method },
    say: random.pick([
      `I need to move ${what("my")}${when}.`,
      `I'd like to change ${what("my")}${when}.`,
      `Can you move ${what("my")}${when}?`,
    ]),
    brief: `You want ${what("your")} moved${when}, between the same airports.`,
    facts: [newDateFact(random, found.date, dated ? "known" : "asked")],
  });
}

/** Another flight on the same day. */
export function sameDay(random: Random, ref: Reference, rebooking: Rebooking, method: Method): Request {
  const { part } = rebooking;
  const what = (whose: string) => partWords(ref, part, whose);
  return rebook(random, {
    ...{ ref, rebooking, method },
    say: random.pick([
      `The times of ${what("my")} don't suit me anymore. I'd like a different flight on the same day.`,
      `I want another flight on the same day for ${what("my")}.`,
      `Could you put me on a different flight, same day, for ${what("my")}?`,
    ]),
    brief: `You want a different flight on the same day for ${what("your")}.`,
  });
}

/** Without a stop, on the same day. */
export function withoutStop(random: Random, ref: Reference, rebooking: Rebooking, method: Method): Request {
  const { part, found } = rebooking;
  const [from, to] = [place(found.origin), place(found.destination)];
  const stop = (ref.reservation[part][0] as Leg).flight.destination;
  return rebook(random, {
    ...{ ref, rebooking, method },
    say: random.pick([
      `On my ${ref.phrase}, I don't want to change planes in ${place(stop)}. I'd rather fly nonstop from ${from} to ${to} on the same day.`,
      `I'd like to get rid of the stop in ${place(stop)} on my ${ref.phrase}, and fly nonstop from ${from} to ${to} on the same day.`,
    ]),
    brief: `On your ${ref.phrase} you want to fly nonstop from ${from} to ${to} instead of changing planes in ${place(stop)}, on the same day.`,
    traps: ["stop to avoid"],
  });
}
