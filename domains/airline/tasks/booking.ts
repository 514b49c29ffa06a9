/** Requests for a new reservation. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { freeBags } from "../allowance.ts";
import { dateWords, shiftDate } from "../calendar.ts";
import type { Cabin } from "../schema.ts";
import { readUser } from "./calls.ts";
import { bagsFact, cabinFact, dateFact, flightFact, insuranceFact, passengersFact, paymentFact } from "./facts.ts";
import type { Customer, Method } from "./rows.ts";
import type { Desk, Request } from "./template.ts";
import {
  bookCall,
  everyone,
  type Found,
  findWay,
  type Kind,
  type Party,
  type Payment,
  paidOf,
  someDate,
  someParty,
  someRoute,
  split,
  type Trip,
  totalOf,
} from "./trip.ts";
import { place } from "./words.ts";

/** A trip that can be booked, and which of its flights were wanted. */
export interface Plan {
  readonly trip: Trip;
  readonly there: Found;
  readonly back?: Found;
}

export interface Wanted {
  readonly kind: Kind;
  readonly round?: boolean;
  readonly cabin?: Cabin;
  readonly party: Party;
  readonly bags?: number;
  readonly insured?: boolean;
  /** The flights are wanted for their hours, not their price. */
  readonly byTime?: boolean;
}

/** Somewhere, some day. */
export function planTrip(desk: Desk, customer: Customer, wanted: Wanted): Plan | undefined {
  const { random } = desk;
  const { kind, round = false, party, byTime } = wanted;
  const cabin = wanted.cabin ?? random.pick(["basic_economy", "economy", "economy", "business"] as const);
  const seats = everyone({ customer, party }).length;
  const [origin, destination] = someRoute(desk, kind);
  const date = someDate(random, round ? "2026-05-24" : undefined);
  const there = findWay(desk, { kind, route: [origin, destination], date, cabin, seats, byTime });
  if (there === undefined) return undefined;
  const home = shiftDate(date, random.int(2, 6));
  const sought = { kind, route: [destination, origin], date: home, cabin, seats, byTime } as const;
  const back = round ? findWay(desk, sought) : undefined;
  if (round && back === undefined) return undefined;
  const free = freeBags(customer.membership, cabin) * seats;
  const trip: Trip = {
    ...{ customer, origin, destination, cabin, party, there: there.way, back: back?.way ?? [] },
    bags: wanted.bags ?? random.pick([0, 0, 1, seats, Math.min(free + 1, 2 * seats)]),
    insured: wanted.insured ?? random.chance(0.35),
  };
  return { trip, there, ...(back ? { back } : {}) };
}

/** A card, or a gift card that covers it. */
export function oneMethod(random: Random, { cards, giftCards }: Customer, total: number): Method | undefined {
  const able = [...cards, ...giftCards.filter(({ worth }) => worth >= total)];
  return able.length > 0 ? random.pick(able) : undefined;
}

/** After "the cheapest nonstop flight, of those that still have enough seats". */
const comma = (words: string) => (words.includes(", ") ? "," : "");

/** "the cheapest nonstop flight each way" */
function flightsWanted({ there, back }: Pick<Plan, "there" | "back">): string {
  if (back === undefined) return there.words;
  if (there.words === back.words) return `${there.words}, both ways`;
  return `${there.words}${comma(there.words)} on the way there, and ${back.words}${comma(back.words)} on the way back`;
}

function bookingWords(random: Random, { trip, there, back }: Plan, dated: boolean): { say: string; brief: string } {
  const route = `from ${place(trip.origin)} to ${place(trip.destination)}`;
  const way = back ? "round trip" : "one-way trip";
  const dates = back
    ? `, out on ${dateWords(there.date)} and back on ${dateWords(back.date)}`
    : ` on ${dateWords(there.date)}`;
  const when = dated ? dates : "";
  const one = back ? "a round trip" : "a one-way flight";
  return {
    say: random.pick([
      `I'd like to book ${one} ${route}${when}.`,
      `Please book me ${one} ${route}${when}.`,
      `I need ${one} ${route}${when}. Can you book that for me?`,
    ]),
    brief: `You want to book a ${way} ${route}${when}.`,
  };
}

interface Booking {
  readonly plan: Plan;
  readonly payments: readonly Payment[];
  readonly traps?: readonly string[];
}

/** Some of what is wanted comes with the request; the rest has to be asked for. */
export function book(random: Random, { plan, payments, traps = [] }: Booking): Request {
  const { trip, there, back } = plan;
  const [dated, choosy] = [random.chance(0.5), random.chance(0.5)];
  const { say, brief } = bookingWords(random, plan, dated);
  const flights = flightFact(random, flightsWanted(plan), choosy ? "known" : "asked");
  const date = dateFact(random, there.date, back?.date);
  const { self, saved, others } = trip.party;
  const facts: DraftFact[] = [
    dated ? { ...date, disclosure: "known" } : date,
    flights,
    cabinFact(random, trip.cabin),
    passengersFact(random, self, saved, others),
    bagsFact(random, trip.bags),
    insuranceFact(random, trip.insured),
    paymentFact(
      random,
      payments.map(({ method }) => method),
    ),
  ];
  return {
    say: choosy ? `${say} ${flights.say}` : say,
    brief,
    facts,
    calls: [readUser(trip.customer), ...there.reads, ...(back?.reads ?? []), bookCall(trip, payments)],
    used: [],
    traps: [
      ...traps,
      ...(paidOf(trip) > 0 ? ["bags beyond the allowance"] : []),
      ...(payments.length > 1 ? ["several payment methods"] : []),
    ],
  };
}

/** A trip of its own for so many people, paid with one method. */
export function simpleBooking(
  desk: Desk,
  customer: Customer,
  wanted: Omit<Wanted, "party"> & { readonly size?: number },
): Request | undefined {
  const { random } = desk;
  const party = someParty(random, customer, wanted.size ?? random.pick([1, 1, 2]));
  const plan = party && planTrip(desk, customer, { ...wanted, party });
  const total = plan && totalOf(plan.trip);
  const method = total === undefined ? undefined : oneMethod(random, customer, total);
  const payments = method && total !== undefined ? split([method], total) : undefined;
  return plan && payments && book(random, { plan, payments });
}
