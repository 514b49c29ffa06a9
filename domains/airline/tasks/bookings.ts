/** Templates of new reservations that can be made, if not always as they are wanted at first. */
import { alone } from "../../templates.ts";
import { freeBags } from "../allowance.ts";
import { dateWords, shiftDate } from "../calendar.ts";
import { book, oneMethod, type Plan, planTrip, simpleBooking } from "./booking.ts";
import { readReservation, readUser, searchDirect } from "./calls.ts";
import { hasSeats } from "./choice.ts";
import { bagsFact, insuranceFact, paymentFact } from "./facts.ts";
import { refer } from "./reference.ts";
import type { Customer, Method, Person } from "./rows.ts";
import { type Desk, type Draft, onOne, type Request, type Template } from "./template.ts";
import { bookCall, everyone, someDate, someParty, someRoute, split, type Trip, totalOf } from "./trip.ts";
import { cabinWords, place } from "./words.ts";

/** Paid with one method. */
function paidAtOnce(desk: Desk, customer: Customer, plan: Plan | undefined): Request | undefined {
  const total = plan && totalOf(plan.trip);
  const method = total === undefined ? undefined : oneMethod(desk.random, customer, total);
  const payments = method && total !== undefined ? split([method], total) : undefined;
  return plan && payments && book(desk.random, { plan, payments });
}

/** Certificate first, gift cards next, a card for the rest. What is left on the last one may stay: it need not be a card. */
const severalMethods: Draft = (desk, customer) => {
  const { random } = desk;
  const { certificates, giftCards, cards } = customer;
  const party = someParty(random, customer, random.pick([1, 1, 2]));
  const plan = party && planTrip(desk, customer, { kind: "nonstop", round: random.chance(0.5), party });
  if (plan === undefined) return undefined;
  const total = totalOf(plan.trip);
  const methods: Method[] = [
    ...random.shuffle(certificates).slice(0, random.pick([0, 1, 1])),
    ...random.shuffle(giftCards).slice(0, random.pick([0, 1, 1, 2])),
    ...random.shuffle(cards).slice(0, 1),
  ];
  const payments = split(methods, total) ?? split(methods.slice(0, -1), total);
  return payments && payments.length > 1 ? book(random, { plan, payments }) : undefined;
};

/** More bags than are free, for several people. */
const groupWithBags: Draft = (desk, customer) => {
  const { random } = desk;
  const size = random.pick([2, 3, 3, 4]);
  const party = someParty(random, customer, size);
  const cabin = random.pick(["basic_economy", "economy", "business"] as const);
  const bags = freeBags(customer.membership, cabin) * size + random.int(1, 3);
  return paidAtOnce(desk, customer, party && planTrip(desk, customer, { kind: "nonstop", cabin, party, bags }));
};

/** Business if all of it stays within a limit, else economy. */
const withinBudget: Draft = (desk, customer) => {
  const { random } = desk;
  const affordable = random.chance(0.5);
  const party = someParty(random, customer, random.pick([1, 2, 2]));
  const wanted = { kind: "nonstop", cabin: "economy", bags: 0, byTime: true } as const;
  const plan = party && planTrip(desk, customer, { ...wanted, party });
  if (plan === undefined || !hasSeats(plan.trip.there, "business", everyone(plan.trip).length)) return undefined;
  // Where economy is full on the flight that would come first, business need not be.
  if (plan.there.words.includes("of those")) return undefined;
  const better: Trip = { ...plan.trip, cabin: "business" };
  const [low, high] = [totalOf(plan.trip), totalOf(better)];
  const limit = 10 * Math.round((affordable ? high + random.int(10, 120) : high - random.int(10, 90)) / 10);
  const trip = affordable ? better : plan.trip;
  const method = oneMethod(random, customer, high);
  const payments = method && split([method], totalOf(trip));
  if (payments === undefined || limit <= low || (affordable ? limit < high : limit >= high)) return undefined;
  const request = book(random, { plan: { ...plan, trip }, payments, traps: ["limit to the price"] });
  const say = random.pick([
    `Business, if it comes to no more than $${limit} altogether. Otherwise economy.`,
    `That depends. Up to $${limit} in all I'd take business, and if it costs more, economy.`,
  ]);
  return { ...request, facts: request.facts.map((fact) => (fact.name === "cabin" ? { ...fact, say } : fact)) };
};

/** The flight of a reservation once more, on another day. */
const again: Draft = onOne(
  (desk, reservation) => {
    const { random, rows } = desk;
    const { customer, origin, destination, cabin, there, passengers } = reservation;
    const date = shiftDate(there[0]?.date ?? "", random.int(3, 12));
    const number = there[0]?.flight.number;
    const way = rows.direct(origin, destination, date).find(([seat]) => seat?.flight.number === number);
    if (date < "2026-05-18" || way === undefined || !hasSeats(way, cabin, passengers.length)) return undefined;
    const isSelf = ({ first_name, dob }: Person) => first_name === customer.first_name && dob === customer.dob;
    const party = { self: passengers.some(isSelf), saved: passengers.filter((one) => !isSelf(one)), others: [] };
    const trip: Trip = {
      ...{ customer, origin, destination, cabin, party, there: way, back: [] },
      ...{ bags: random.pick([0, 1, passengers.length]), insured: random.chance(0.4) },
    };
    const method = oneMethod(random, customer, totalOf(trip));
    const payments = method && split([method], totalOf(trip));
    if (method === undefined || payments === undefined) return undefined;
    const ref = refer(random, reservation, "number");
    const wish = `the same flight from ${place(origin)} to ${place(destination)}, in the same cabin and for the same passengers, but on ${dateWords(date)}`;
    return {
      say: random.pick([
        `I'd like to fly once more as in my ${ref.phrase}: ${wish}. It should be a new reservation, one way.`,
        `Please make a new one-way reservation that is just like my ${ref.phrase}: ${wish}.`,
      ]),
      brief: `You want a new one-way reservation that is just like your ${ref.phrase}: ${wish}.`,
      facts: [
        ...ref.facts,
        bagsFact(random, trip.bags),
        insuranceFact(random, trip.insured),
        paymentFact(random, [method]),
      ],
      calls: [
        readUser(customer),
        readReservation(reservation),
        searchDirect(origin, destination, date),
        bookCall(trip, payments),
      ],
      used: [reservation],
      traps: ["booking to copy"],
    };
  },
  ({ there, cancelled }) => there.length === 1 && !cancelled,
);

/** So many places and days to look at for one that is full. */
const TRIES = 60;

/** In the cabin that is wanted no flight of that day has seats; there are some in another cabin. */
const cabinFull: Draft = (desk, customer) => {
  const { random, rows } = desk;
  const party = someParty(random, customer, random.pick([1, 2, 2, 3]));
  if (party === undefined) return undefined;
  const seats = everyone({ customer, party }).length;
  for (let tries = 0; tries < TRIES; tries++) {
    const [first, second] = random.pick([
      ["business", "economy"],
      ["basic_economy", "economy"],
      ["economy", "business"],
    ] as const);
    const plan = planTrip(desk, customer, { kind: "nonstop", cabin: second, party });
    if (plan === undefined) continue;
    const { origin, destination, date } = plan.there;
    if (rows.direct(origin, destination, date).some((way) => hasSeats(way, first, seats))) continue;
    const request = paidAtOnce(desk, customer, plan);
    if (request === undefined) return undefined;
    const fallback = random.pick([
      `Then ${cabinWords(second)} will do, on the same day.`,
      `What a pity. In that case, ${cabinWords(second)}, please. The day stays the same.`,
    ]);
    const wish = `${cabinWords(first).replace(/^./, (letter) => letter.toUpperCase())}, please.`;
    const facts = request.facts.map((fact) => (fact.name === "cabin" ? { ...fact, say: wish } : fact));
    return { ...request, facts, fallback, traps: [...(request.traps ?? []), "cabin full"] };
  }
  return undefined;
};

/** One flight is wanted by its number, which has no seats left; another of that day has. */
const flightFull: Draft = (desk, customer) => {
  const { random, rows } = desk;
  const party = someParty(random, customer, random.pick([1, 1, 2, 3]));
  if (party === undefined) return undefined;
  const seats = everyone({ customer, party }).length;
  for (let tries = 0; tries < TRIES; tries++) {
    const [origin, destination] = someRoute(desk, "nonstop");
    const date = someDate(random);
    const cabin = random.pick(["basic_economy", "economy", "economy", "business"] as const);
    const ways = rows.direct(origin, destination, date);
    const full = ways.filter((way) => !hasSeats(way, cabin, seats));
    const free = ways.filter((way) => hasSeats(way, cabin, seats));
    const [gone, way] = [full[0]?.[0], free[0]];
    if (gone === undefined || way === undefined || free.length !== 1) continue;
    const trip: Trip = {
      ...{ customer, origin, destination, cabin, party, there: way, back: [] },
      ...{ bags: random.pick([0, 1]), insured: random.chance(0.3) },
    };
    const there = { way, words: `flight ${gone.flight.number}`, origin, destination, date };
    const reads = [searchDirect(origin, destination, date)];
    const request = paidAtOnce(desk, customer, { trip, there: { ...there, reads } });
    if (request === undefined) return undefined;
    const fallback = random.pick([
      `Oh. Then the other nonstop flight of that day that still has seats in ${cabinWords(cabin)}.`,
      `Then put ${seats > 1 ? "us" : "me"} on whichever nonstop flight of that day still has seats in ${cabinWords(cabin)}.`,
    ]);
    return { ...request, fallback, traps: [...(request.traps ?? []), "flight full"] };
  }
  return undefined;
};

/** First choices that can't be had. */
export const fullBookings: readonly Draft[] = [cabinFull, flightFull];

export const anyBooking: Draft = (desk, customer) => {
  const kind = desk.random.pick(["nonstop", "nonstop", "one stop"] as const);
  return simpleBooking(desk, customer, { kind, round: kind === "nonstop" && desk.random.chance(0.3) });
};

export const bookingTemplates: readonly Template[] = [
  alone("book-full-cabin", 6, cabinFull),
  alone("book-full-flight", 6, flightFull),
  alone("book-several-methods", 8, severalMethods),
  alone("book-group", 7, groupWithBags),
  alone("book-budget", 6, withinBudget),
  alone("book-again", 6, again),
  alone("book-nonstop", 10, (desk, customer) => simpleBooking(desk, customer, { kind: "nonstop" })),
  alone("book-one-stop", 7, (desk, customer) => simpleBooking(desk, customer, { kind: "one stop" })),
  alone("book-any-way", 6, (desk, customer) => simpleBooking(desk, customer, { kind: "any" })),
  alone("book-round-trip", 8, (desk, customer) => simpleBooking(desk, customer, { kind: "nonstop", round: true })),
];
