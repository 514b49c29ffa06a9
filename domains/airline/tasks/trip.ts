/** A trip to book: where, when, with whom, and what pays for it; and the call that books it. */
import type { DraftCall } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { BAG_PRICE, INSURANCE_PRICE, paidBags } from "../allowance.ts";
import { dates } from "../calendar.ts";
import { airports, distance } from "../catalogue/map.ts";
import type { Cabin } from "../schema.ts";
import { searchDirect, searchWithStop } from "./calls.ts";
import { type Choice, choose, priceOf, type Wish } from "./choice.ts";
import type { Airline, Customer, Method, Person, Way } from "./rows.ts";
import type { Desk } from "./template.ts";

/** Those who fly: the customer, people from the profile, and people whom nobody has booked for before. */
export interface Party {
  readonly self: boolean;
  readonly saved: readonly Person[];
  readonly others: readonly Person[];
}

export interface Trip {
  readonly customer: Customer;
  readonly origin: string;
  readonly destination: string;
  readonly there: Way;
  /** Empty where it is one way. */
  readonly back: Way;
  readonly cabin: Cabin;
  readonly party: Party;
  readonly bags: number;
  readonly insured: boolean;
}

export function everyone({ customer, party }: Pick<Trip, "customer" | "party">): Person[] {
  const { first_name, last_name, dob } = customer;
  return [...(party.self ? [{ first_name, last_name, dob }] : []), ...party.saved, ...party.others];
}

/** Bags that have to be paid for. */
export function paidOf(trip: Trip): number {
  return paidBags(trip.customer.membership, trip.cabin, everyone(trip).length, trip.bags);
}

export function totalOf(trip: Trip): number {
  const count = everyone(trip).length;
  const seats = priceOf([...trip.there, ...trip.back], trip.cabin) + (trip.insured ? INSURANCE_PRICE : 0);
  return seats * count + paidOf(trip) * BAG_PRICE;
}

export interface Payment {
  readonly method: Method;
  readonly amount: number;
}

/** Each method pays what it can, in order; undefined where they don't suffice, or one of them has nothing to pay. */
export function split(methods: readonly Method[], total: number): Payment[] | undefined {
  let due = total;
  const payments = methods.map((method) => {
    const amount = Math.min(method.worth, due);
    due -= amount;
    return { method, amount };
  });
  return due === 0 && payments.every(({ amount }) => amount > 0) ? payments : undefined;
}

export function bookCall(trip: Trip, payments: readonly Payment[]): DraftCall {
  return {
    name: "book_reservation",
    arguments: {
      user_id: trip.customer.id,
      origin: trip.origin,
      destination: trip.destination,
      flight_type: trip.back.length > 0 ? "round_trip" : "one_way",
      cabin: trip.cabin,
      flights: [...trip.there, ...trip.back].map(({ flight, date }) => ({ flight_number: flight.number, date })),
      passengers: everyone(trip).map((person) => ({ ...person })),
      payment_methods: payments.map(({ method, amount }) => ({ payment_id: method.id, amount })),
      total_baggages: trip.bags,
      nonfree_baggages: paidOf(trip),
      insurance: trip.insured ? "yes" : "no",
    },
  };
}

/** How the way is to be found: by nonstop flights, by connections, or by both. */
export type Kind = "nonstop" | "one stop" | "any";

const nouns: Readonly<Record<Kind, string>> = {
  nonstop: "nonstop flight",
  "one stop": "connection",
  any: "way to get there, nonstop or with one stop",
};

export function waysOf(rows: Airline, kind: Kind, origin: string, destination: string, date: string): Way[] {
  return [
    ...(kind === "one stop" ? [] : rows.direct(origin, destination, date)),
    ...(kind === "nonstop" ? [] : rows.withStop(origin, destination, date)),
  ];
}

export function searches(kind: Kind, origin: string, destination: string, date: string): DraftCall[] {
  return [
    ...(kind === "one stop" ? [] : [searchDirect(origin, destination, date)]),
    ...(kind === "nonstop" ? [] : [searchWithStop(origin, destination, date)]),
  ];
}

export interface Found extends Choice {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly reads: readonly DraftCall[];
}

export interface Sought extends Pick<Wish, "cabin" | "seats" | "except" | "byTime"> {
  readonly kind: Kind;
  readonly route: readonly [origin: string, destination: string];
  readonly date: string;
}

/** A way that a preference picks. */
export function findWay({ random, rows }: Desk, { kind, route, date, ...wish }: Sought): Found | undefined {
  const [origin, destination] = route;
  const ways = waysOf(rows, kind, origin, destination, date);
  const choice = choose(random, { ...wish, ways, noun: nouns[kind] });
  return choice && { ...choice, origin, destination, date, reads: searches(kind, origin, destination, date) };
}

/** A day from May 18 on, so that it is not yet known what becomes of its flights. */
export function someDate(random: Random, latest = dates.at(-1) as string): string {
  const days = dates.filter((date) => date >= "2026-05-18" && date <= latest);
  return random.pick(days);
}

/** Miles below which nobody changes planes. */
const WORTH_A_STOP = 450;

/** Airports with a nonstop flight between them, or, for connections, without. */
export function someRoute({ random, rows }: Desk, kind: Kind): readonly [string, string] {
  if (kind !== "one stop") return random.pick(rows.routes);
  const isDirect = new Set(rows.routes.map(([origin, destination]) => origin + destination));
  for (;;) {
    const [from, to] = [random.pick(airports), random.pick(airports)];
    if (distance(from, to) > WORTH_A_STOP && !isDirect.has(from.iata + to.iata)) return [from.iata, to.iata];
  }
}

export function someParty(random: Random, { saved }: Customer, size: number): Party | undefined {
  return saved.length < size - 1
    ? undefined
    : { self: true, saved: random.shuffle(saved).slice(0, size - 1), others: [] };
}
