/** The built-in world's reservations: who flies where with whom, and how it was paid for, to the dollar. */

import type { Ids } from "../ids.ts";
import type { Random } from "../random.ts";
import { BAG_PRICE, freeBags, INSURANCE_PRICE, paidBags } from "./allowance.ts";
import { dates, minuteOf, nowMinute, shiftDate, stamp, today } from "./calendar.ts";
import { miles } from "./catalogue/map.ts";
import type * as tables from "./schema.ts";
import type { Cabin } from "./schema.ts";
import type { Flight, Instance, Timetable } from "./timetable.ts";
import { misdated, misspelt } from "./typos.ts";

type ReservationRow = typeof tables.reservations.$inferInsert;
type LegRow = typeof tables.reservationFlights.$inferInsert;
type PassengerRow = typeof tables.passengers.$inferInsert;
type PaymentRow = typeof tables.payments.$inferInsert;
type UserRow = typeof tables.users.$inferInsert;
type MethodRow = typeof tables.paymentMethods.$inferInsert;
export type Person = Pick<PassengerRow, "first_name" | "last_name" | "dob">;

/** What a reservation is like, and how many are so among a hundred. */
const kinds = {
  upcoming: 45,
  past: 22,
  /** The way there is flown, the way back is to come. */
  begun: 8,
  /** The airline has cancelled a flight that was to come. */
  "called off": 9,
  delayed: 8,
  /** The airline cancelled the only flight, some days ago. */
  "never flown": 2,
  /** By the customer, some time ago. */
  cancelled: 6,
} as const;
type Kind = keyof typeof kinds;
const kindOf = (Object.keys(kinds) as Kind[]).flatMap((kind) => Array<Kind>(kinds[kind]).fill(kind));

/** Minutes that a passenger needs between two flights, and is ready to wait. */
const STOP = [40, 420] as const;
const DAY = 1440;
/** Miles below which nobody changes planes, and how much longer than the straight way a way with a stop may be. */
const WORTH_A_STOP = 300;
const DETOUR = 1.9;

export class ReservationBook {
  readonly reservations: ReservationRow[] = [];
  readonly legs: LegRow[] = [];
  readonly passengers: PassengerRow[] = [];
  readonly payments: PaymentRow[] = [];
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #timetable: Timetable;
  /** What a kind of reservation is built around. */
  readonly #anchors: Readonly<Record<Kind, readonly Instance[]>>;

  constructor(random: Random, ids: Ids, timetable: Timetable) {
    this.#random = random;
    this.#ids = ids;
    this.#timetable = timetable;
    const all = (fits: (instance: Instance) => boolean) => timetable.instances.filter(fits);
    const open = all(({ status }) => status === "available");
    const flown = all(({ status, date }) => status === "landed" && date < today);
    this.#anchors = {
      upcoming: open,
      past: flown,
      begun: all(({ status, date }) => status === "flying" || (status === "landed" && date >= shiftDate(today, -5))),
      "called off": all(({ status, date }) => status === "cancelled" && date >= today),
      delayed: all(({ status }) => status === "delayed"),
      "never flown": all(({ status, date }) => status === "cancelled" && date < today),
      cancelled: [...open, ...flown],
    };
  }

  /** All reservations of a user. `company`: with whom they fly. */
  fly(user: UserRow, methods: readonly MethodRow[], company: readonly Person[]): void {
    const count = this.#random.pick([2, 3, 3, 4, 4, 4, 5, 5, 6]);
    const known: Flight[] = [];
    for (let position = 0; position < count; position++) this.#reserve(user, methods, company, position, known);
  }

  #reserve(
    user: UserRow,
    methods: readonly MethodRow[],
    company: readonly Person[],
    position: number,
    known: Flight[],
  ): void {
    const random = this.#random;
    const kind = random.pick(kindOf);
    const { ways, round } = this.#travel(kind, known);
    const instances = ways.flat();
    const [first, turn] = [ways[0]?.at(0), ways[0]?.at(-1)];
    if (first === undefined || turn === undefined) return;
    known.push(first.flight);
    const reservation_id = this.#ids.distinct(reservationNumber);
    const cabin: Cabin = random.pick(["basic_economy", "economy", "economy", "business"]);
    const travellers = withTypo(random.fork(`typo ${this.reservations.length}`), party(random, user, company));
    const insured = random.chance(0.35);
    const free = freeBags(user.membership, cabin) * travellers.length;
    const bags = random.chance(0.3) ? 0 : random.int(0, Math.min(free + 1, 2 * travellers.length));
    const nonfree = paidBags(user.membership, cabin, travellers.length, bags);
    const fare = instances.reduce((sum, { prices }) => sum + prices[cabin], 0);
    const extras = nonfree * BAG_PRICE + (insured ? INSURANCE_PRICE * travellers.length : 0);
    this.reservations.push({
      reservation_id,
      user_id: user.user_id,
      position,
      origin: first.flight.origin,
      destination: turn.flight.destination,
      flight_type: round ? "round_trip" : "one_way",
      cabin,
      created_at: this.#bookedAt(kind, minuteOf(first.date, first.flight.departure)),
      total_baggages: bags,
      nonfree_baggages: nonfree,
      insurance: insured ? "yes" : "no",
      status: kind === "cancelled" ? "cancelled" : null,
    });
    for (const [at, { flight, date, prices }] of instances.entries()) {
      const { number: flight_number, origin, destination } = flight;
      this.legs.push({ reservation_id, position: at, origin, destination, flight_number, date, price: prices[cabin] });
    }
    this.passengers.push(...travellers.map((one, at) => ({ ...one, reservation_id, position: at })));
    const paid = this.#pay(methods, fare * travellers.length + extras);
    // As the tool leaves it: what a certificate has paid is lost.
    const back = paid
      .filter(({ payment_id }) => !payment_id.startsWith("certificate_"))
      .map(({ payment_id, amount }) => ({ payment_id, amount: -amount }));
    const history = kind === "cancelled" ? [...paid, ...back] : paid;
    this.payments.push(...history.map((payment, at) => ({ ...payment, reservation_id, position: at })));
  }

  /** The way there and, for a round trip, the way back. Some go where they have gone before. */
  #travel(kind: Kind, known: readonly Flight[]): { ways: Instance[][]; round: boolean } {
    const random = this.#random;
    const anchors = this.#anchors[kind];
    for (;;) {
      const way = known.length > 0 && random.chance(0.3) ? random.pick(known) : undefined;
      const again = way ? anchors.filter(({ flight }) => isSameWay(flight, way)) : [];
      const anchor = random.pick(again.length > 0 ? again : anchors);
      const there = this.#extend(anchor, kind);
      if (kind !== "begun" && (kind === "never flown" || random.chance(0.45))) return { ways: [there], round: false };
      const back = this.#back(there, kind);
      if (back) return { ways: [there, back], round: true };
    }
  }

  /** The flight alone, or as one of two with a stop between. */
  #extend(anchor: Instance, kind: Kind): Instance[] {
    const random = this.#random;
    if (kind === "never flown" || random.chance(0.68)) return [anchor];
    const { flight, date } = anchor;
    const onward = this.#timetable.leaving(flight.destination, date).filter((next) => connects(anchor, next));
    const before = this.#timetable.arriving(flight.origin, date).filter((previous) => connects(previous, anchor));
    const fits = (instance: Instance) => fitsWith(kind, anchor, instance);
    const ways = [...onward.map((next) => [anchor, next]), ...before.map((previous) => [previous, anchor])];
    const possible = ways.filter((way) => way.every((leg) => leg === anchor || fits(leg)));
    return possible.length > 0 ? random.pick(possible) : [anchor];
  }

  #back(there: readonly Instance[], kind: Kind): Instance[] | undefined {
    const random = this.#random;
    const [first, last] = [there[0], there.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const [from, to] = [last.flight.destination, first.flight.origin];
    const date = shiftDate(last.date, random.int(2, 9));
    if (!dates.includes(date)) return undefined;
    const fits = (instance: Instance | undefined): instance is Instance => {
      if (kind === "begun" || kind === "delayed" || kind === "called off") return instance?.status === "available";
      return instance !== undefined && fitsWith(kind, first, instance);
    };
    const direct = this.#timetable.direct(from, to).map((flight) => this.#timetable.on(flight, date));
    const found = direct.filter(fits);
    if (found.length > 0 && random.chance(0.85)) return [random.pick(found)];
    const stops = this.#timetable
      .leaving(from, date)
      .filter(fits)
      .flatMap((one) => {
        const onward = this.#timetable.leaving(one.flight.destination, date).filter(fits);
        return onward
          .filter((next) => next.flight.destination === to && connects(one, next))
          .map((next) => [one, next]);
      });
    return stops.length > 0 ? random.pick(stops) : undefined;
  }

  /** Some within the last day, some a little earlier, most long before they leave. */
  #bookedAt(kind: Kind, departure: number): string {
    const random = this.#random;
    const latest = Math.min(nowMinute, departure - 90);
    const recent = kind === "upcoming" || kind === "called off" || kind === "delayed" ? random.next() : 1;
    const before = () => {
      if (recent < 0.1) return random.int(15, DAY - 30);
      if (recent < 0.2) return random.int(DAY + 60, 3 * DAY);
      return random.int(3 * DAY + 60, 40 * DAY);
    };
    const seconds = `:${String(random.int(0, 59)).padStart(2, "0")}`;
    return stamp(latest - before()).slice(0, 16) + seconds;
  }

  /** Mostly with one card; else with a gift card, or a certificate that is used up, and a card for the rest. */
  #pay(methods: readonly MethodRow[], total: number): { payment_id: string; amount: number }[] {
    const random = this.#random;
    const cards = methods.filter(({ source }) => source === "credit_card");
    const giftCards = methods.filter(({ source }) => source === "gift_card");
    const main = random.pick(cards.length > 0 && random.chance(0.85) ? cards : [...cards, ...giftCards]);
    const whole = [{ payment_id: main.payment_method_id, amount: total }];
    const part = 25 * random.int(2, 14);
    if (main.source !== "credit_card" || part >= total) return whole;
    const rest = { payment_id: main.payment_method_id, amount: total - part };
    if (random.chance(0.15)) return [{ payment_id: this.#ids.fresh("certificate_", 7), amount: part }, rest];
    if (giftCards.length > 0 && random.chance(0.12)) {
      return [{ payment_id: random.pick(giftCards).payment_method_id, amount: part }, rest];
    }
    return whole;
  }
}

function isSameWay(a: Flight, b: Flight): boolean {
  return a.origin === b.origin && a.destination === b.destination;
}

function connects(one: Instance, next: Instance): boolean {
  if (one.date !== next.date || one.flight.destination !== next.flight.origin) return false;
  const wait = next.flight.departure - one.flight.arrival;
  if (wait < STOP[0] || wait > STOP[1]) return false;
  const [first, second] = [one.flight, next.flight].map(({ origin, destination }) => miles(origin, destination));
  const direct = miles(one.flight.origin, next.flight.destination);
  return direct > WORTH_A_STOP && (first as number) + (second as number) < DETOUR * direct;
}

/** Whether a second flight suits the one that a reservation is built around: flown where that was, to come where not. */
function fitsWith(kind: Kind, anchor: Instance, { status, date }: Instance): boolean {
  if (kind === "past" || (kind === "cancelled" && anchor.status === "landed"))
    return status === "landed" && date < today;
  if (kind === "begun") return status === "landed" || status === "available" || status === "on time";
  return status === "available";
}

/** Now and then a name or a date of birth is not as in the profile. */
function withTypo(random: Random, travellers: readonly Person[]): Person[] {
  const wrong = random.chance(0.16) ? random.pick(travellers) : undefined;
  return travellers.map((one) => {
    if (one !== wrong) return one;
    return random.pick([
      () => ({ ...one, last_name: misspelt(random, one.last_name) }),
      () => ({ ...one, first_name: misspelt(random, one.first_name) }),
      () => ({ ...one, dob: misdated(random, one.dob) }),
    ])();
  });
}

/** Mostly with the customer, who comes first. */
function party(random: Random, { first_name, last_name, dob }: UserRow, company: readonly Person[]): Person[] {
  const others = random.shuffle(company).slice(0, random.pick([0, 0, 0, 0, 1, 1, 1, 2, 2, 3, 4]));
  const self = { first_name, last_name, dob };
  return others.length > 0 && random.chance(0.08) ? others : [self, ...others];
}

/** Nothing that looks like something else. */
const LETTERS = [..."ABCDEFGHJKLMNPQRSTUVWXYZ"];
const DIGITS = [..."23456789"];

/** "Q4K7RM" */
function reservationNumber(random: Random): string {
  return [LETTERS, DIGITS, LETTERS, DIGITS, LETTERS, LETTERS].map((signs) => random.pick(signs)).join("");
}
