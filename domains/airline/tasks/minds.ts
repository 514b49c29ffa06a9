/** Templates where the customer thinks better of it when first asked to confirm. */
import { changed } from "../../draft.ts";
import { alone } from "../../templates.ts";
import { dateWords } from "../calendar.ts";
import { addBags, bagMethod, paidWith } from "./bags.ts";
import { book, oneMethod, planTrip } from "./booking.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { bagsCall, cancelCall, flightsCall, passengersCall, readReservation, readStatuses } from "./calls.ts";
import { cancel } from "./cancelling.ts";
import { hasSeats } from "./choice.ts";
import { someone } from "./people.ts";
import { ableMethods, findRebooking, otherDate, otherDay, priceChange } from "./rebooking.ts";
import { isRebookable, methodFor } from "./rebookings.ts";
import { refer } from "./reference.ts";
import { theFlight } from "./settling.ts";
import { type Draft, hasGround, isOnTrack, isPlain, legsOf, onOne, pick, type Template } from "./template.ts";
import { bookCall, everyone, someParty, split, type Trip, totalOf } from "./trip.ts";
import { birthWords, cabinWords, methodName, nameOf } from "./words.ts";

const cancelToChange: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const date = otherDate(random, reservation, "there");
    const rebooking = date === undefined ? undefined : findRebooking(desk, reservation, { part: "there", date });
    const method = rebooking && methodFor(desk, reservation, rebooking.due);
    if (rebooking === undefined || method === undefined) return undefined;
    const { found, legs } = rebooking;
    const what = reservation.round ? "the outbound flight" : "it";
    const say = `${random.pick([
      "Wait, don't cancel it. I'd rather go on another day:",
      "Actually, no, let me keep the trip and change the day:",
    ])} move ${what} to ${dateWords(found.date)}, ${found.words}. Use my ${methodName(method)} for the difference.`;
    return changed(cancel(random, refer(random, reservation), "plans"), say, [
      ...found.reads,
      flightsCall(reservation, legs, reservation.cabin, method),
    ]);
  },
  (one) => isRebookable(one) && hasGround(one),
);

const otherDayAgain: Draft = onOne((desk, reservation) => {
  const { random } = desk;
  const part = reservation.round && random.chance(0.6) ? "back" : "there";
  const [date, later] = [otherDate(random, reservation, part), otherDate(random, reservation, part)];
  if (date === undefined || later === undefined || date === later) return undefined;
  const first = findRebooking(desk, reservation, { part, date });
  const second = findRebooking(desk, reservation, { part, date: later });
  if (first === undefined || second === undefined) return undefined;
  const methods = ableMethods(reservation.customer, Math.max(first.due, second.due));
  if (methods.length === 0) return undefined;
  const method = random.pick(methods);
  const request = otherDay(random, refer(random, reservation), first, method);
  const say = `${random.pick(["Hm, let me think again.", "Sorry, I've just looked at my calendar."])} Make it ${dateWords(later)} instead, and there I'd like ${second.found.words}.`;
  const facts = request.facts.map((fact) =>
    fact.name === "new date" || fact.name === "which flight" ? { ...fact, idle: true } : fact,
  );
  const calls = [...second.found.reads, flightsCall(reservation, second.legs, reservation.cabin, method)];
  return changed(request, say, calls, { facts });
}, isRebookable);

const otherCabin: Draft = onOne((desk, reservation) => {
  const { random } = desk;
  const [first, second] = random.shuffle([...otherCabins(reservation, "up"), ...otherCabins(reservation, "down")]);
  if (first === undefined || second === undefined) return undefined;
  const legs = legsOf(reservation);
  const due = [first, second].map((cabin) => priceChange(reservation, legs, cabin));
  const methods = ableMethods(reservation.customer, Math.max(...due));
  if (methods.length === 0) return undefined;
  const method = random.pick(methods);
  const request = changeCabin(random, refer(random, reservation), first, method);
  const words = cabinWords(second);
  const say = random.pick([
    `On second thought, I'd rather have ${words}.`,
    `Hold on. Make it ${words} instead.`,
    `No, wait, ${words} is the better choice for me.`,
  ]);
  return changed(request, say, [flightsCall(reservation, legs, second, method)], { facts: request.facts });
}, isPlain);

const moreBags: Draft = onOne(({ random }, reservation) => {
  const [few, many] = random.pick([
    [1, 2],
    [1, 3],
    [2, 3],
    [2, 1],
    [3, 2],
  ] as const);
  const most = bagMethod(random, reservation, Math.max(few, many));
  if (most === undefined || paidWith(reservation, many) === reservation.paid) return undefined;
  const request = addBags(random, refer(random, reservation), few, most);
  const count = ["one", "two", "three"][many - 1];
  const say = random.pick([
    `Wait, ${count} would be better than ${["one", "two", "three"][few - 1]}. Make it ${count} more.`,
    `Let me count again. It's ${count} that I need to add.`,
  ]);
  const call = bagsCall(reservation, reservation.bags + many, paidWith(reservation, many), most);
  return changed(request, say, [call], { facts: request.facts });
}, isOnTrack);

const bookingCabin: Draft = (desk, customer) => {
  const { random } = desk;
  const party = someParty(random, customer, random.pick([1, 1, 2]));
  const [first, second] = random.shuffle(["basic_economy", "economy", "business"] as const);
  if (party === undefined || first === undefined || second === undefined) return undefined;
  const plan = planTrip(desk, customer, { kind: "nonstop", cabin: first, party, bags: 0, byTime: true });
  if (plan === undefined || plan.there.words.includes("of those")) return undefined;
  const trip: Trip = { ...plan.trip, cabin: second };
  if (!hasSeats(trip.there, second, everyone(trip).length)) return undefined;
  const method = oneMethod(random, customer, Math.max(totalOf(plan.trip), totalOf(trip)));
  const payments = method && split([method], totalOf(plan.trip));
  const others = method && split([method], totalOf(trip));
  if (payments === undefined || others === undefined) return undefined;
  const request = book(random, { plan, payments });
  const words = cabinWords(second);
  const say = random.pick([
    `Before you book it: I'd rather have ${words}, on the same flight.`,
    `Hm, I've changed my mind about the cabin. Make it ${words}, the rest as it is.`,
  ]);
  const facts = request.facts.map((fact) => (fact.name === "cabin" ? { ...fact, idle: true } : fact));
  return changed(request, say, [bookCall(trip, others)], { facts });
};

/** The other reservation was meant. */
const otherReservation: Draft = (desk, customer) => {
  const { random } = desk;
  const fits = (one: Parameters<typeof isPlain>[0]) => isPlain(one) && hasGround(one);
  const wrong = pick(desk, customer, fits);
  const right = wrong && pick(desk, customer, (one) => fits(one) && one !== wrong);
  if (wrong === undefined || right === undefined) return undefined;
  const request = cancel(random, refer(random, wrong, "number"), "plans");
  const say = random.pick([
    `Sorry, I mixed up my reservations! ${wrong.id} should stay. It's ${right.id} that I want cancelled, for the same reason.`,
    `Oh no, that's the wrong one. Leave ${wrong.id} alone and cancel ${right.id} instead, same reason.`,
  ]);
  const calls = [readReservation(right), ...readStatuses(right), cancelCall(right)];
  return changed(request, say, calls, { facts: request.facts.slice(1), used: [wrong, right] });
};

/** Somebody else is to fly in the end. */
const otherPerson: Draft = onOne(({ random }, reservation) => {
  const { passengers, customer } = reservation;
  const leaving = passengers.find(({ first_name }) => first_name !== customer.first_name);
  if (leaving === undefined) return undefined;
  const first = someone(random, [...passengers, ...customer.saved], leaving.last_name);
  const second = someone(random, [...passengers, ...customer.saved, first], leaving.last_name);
  const instead = (by: typeof first) =>
    passengersCall(
      reservation,
      passengers.map((one) => (one === leaving ? by : one)),
    );
  const ref = refer(random, reservation);
  const words = `${nameOf(first)}, ${birthWords(first.dob)},`;
  const request = {
    say: `On my ${ref.phrase}, ${words} will fly instead of ${nameOf(leaving)}.`,
    brief: `On your ${ref.phrase}, ${words} is to fly instead of ${nameOf(leaving)}.`,
    facts: ref.facts,
    calls: [...ref.reads, ...readStatuses(reservation), instead(first)],
    used: [reservation],
    traps: ref.traps,
  };
  const say = `${random.pick(["Wait, I'm just told that somebody else comes.", "Sorry, there has been a change."])} It's ${nameOf(second)}, ${birthWords(second.dob)}, who flies instead of ${leaving.first_name}.`;
  return changed(request, say, [instead(second)]);
}, isOnTrack);

/** In the end nothing is written, and something is asked. */
const leaveIt: Draft = (desk, customer) => {
  const { random } = desk;
  const reservation = pick(desk, customer, (one) => isPlain(one) && hasGround(one));
  const lead = random.pick([
    "You know what, leave it all as it is. Just tell me one thing:",
    "No, I've changed my mind, I'll keep it. But I have a question:",
  ]);
  const question = theFlight(desk, { lead });
  if (reservation === undefined || question === undefined) return undefined;
  const { say, calls = [], tell = [], compute = [] } = question;
  const left = changed(cancel(random, refer(random, reservation), "plans"), say, calls);
  return left && { ...left, tell, compute };
};

export const changesOfMind = {
  "cancel-to-change": cancelToChange,
  "other-reservation": otherReservation,
  "other-person": otherPerson,
  "other-cabin": otherCabin,
  "other-day": otherDayAgain,
  "more-bags": moreBags,
  "booking-cabin": bookingCabin,
  "leave-it": leaveIt,
} as const satisfies Record<string, Draft>;

export const anyChangeOfMind: Draft = (desk, customer) =>
  desk.random.pick<Draft>(Object.values(changesOfMind))(desk, customer);

const counts: Readonly<Record<keyof typeof changesOfMind, number>> = {
  "cancel-to-change": 4,
  "other-reservation": 4,
  "other-person": 4,
  "other-cabin": 4,
  "other-day": 5,
  "more-bags": 4,
  "booking-cabin": 4,
  "leave-it": 4,
};

export const mindTemplates: readonly Template[] = Object.entries<Draft>(changesOfMind).map(([name, draft]) =>
  alone(`mind-${name}`, counts[name as keyof typeof changesOfMind], draft),
);
