/** What customers make do with after a refusal: something that can be done, or a question about flights, or a person. */
import { type Settlement, transferCall } from "../../draft.ts";
import { money } from "../../money.ts";
import { dateWords } from "../calendar.ts";
import { flightQuestion } from "./asks.ts";
import { addBags, bagMethod } from "./bags.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { passengersCall } from "./calls.ts";
import { priceOf } from "./choice.ts";
import { someone } from "./people.ts";
import { findRebooking, otherDate, otherDay, priceChange } from "./rebooking.ts";
import { methodFor } from "./rebookings.ts";
import { refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import { type Desk, hasBegun, isOnTrack, isPlain, legsOf } from "./template.ts";
import { birthWords, cabinWords, nameOf } from "./words.ts";

interface Matter {
  readonly lead?: string;
  /** The way that the customer cares for, and how many fly; where there is no choice on it, the question is about another. */
  readonly way?: { readonly route: readonly [origin: string, destination: string]; readonly seats: number };
}

/** Which flight would suit, for a booking some other time. */
export function theFlight(desk: Desk, { lead, way }: Matter = {}): Settlement | undefined {
  const { random } = desk;
  const wanted = way && flightQuestion(desk, "nonstop", way.seats, way.route);
  const seats = wanted ? way.seats : random.pick([1, 2, 3]);
  const asked = wanted ?? flightQuestion(desk, "nonstop", seats);
  if (asked === undefined) return undefined;
  const { question, found, cabin } = asked;
  const price = seats > 1 && random.chance(0.4);
  const elsewhere = random.pick([
    "All right, then leave it. But tell me something else:",
    "I see. Then I have another question:",
    "Too bad. Then help me with something else:",
  ]);
  const start = way && !wanted ? elsewhere : (lead ?? elsewhere);
  return {
    say: `${start} ${question}${price ? `, and tell me what ${seats} seats on it cost together` : ""}.`,
    calls: found.reads,
    tell: found.way.map(({ flight }) => flight.number),
    compute: price ? [money(priceOf(found.way, cabin) * seats)] : [],
    traps: price ? ["arithmetic"] : [],
  };
}

/** "two more checked bags", with what pays for them. */
function moreBags({ random }: Desk, reservation: Reservation) {
  const more = random.int(1, 3);
  const method = isOnTrack(reservation) ? bagMethod(random, reservation, more) : undefined;
  if (method === undefined) return undefined;
  const { calls, facts } = addBags(random, refer(random, reservation, "number"), more, method);
  const bags = `${["one", "two", "three"][more - 1]} more checked ${more > 1 ? "bags" : "bag"}`;
  return { bags, facts: facts.slice(-1), calls: calls.slice(-1) };
}

function theBags(desk: Desk, reservation: Reservation): Settlement | undefined {
  const added = moreBags(desk, reservation);
  if (added === undefined) return undefined;
  const { bags, facts, calls } = added;
  const say = desk.random.pick([
    `Then leave that. Add ${bags} to the same reservation instead.`,
    `I see. Then all I want is ${bags} on that reservation.`,
  ]);
  return { say, facts, calls };
}

/** A better cabin on the reservation. */
function theCabin(desk: Desk, reservation: Reservation): Settlement | undefined {
  const { random } = desk;
  const found = isPlain(reservation) ? otherCabins(reservation, "up") : [];
  if (found.length === 0) return undefined;
  const cabin = random.pick(found);
  const method = methodFor(desk, reservation, priceChange(reservation, legsOf(reservation), cabin));
  if (method === undefined) return undefined;
  const { calls, facts } = changeCabin(random, refer(random, reservation, "number"), cabin, method);
  return {
    say: random.pick([
      `Then something else about that reservation: move it up to ${cabinWords(cabin)}, please.`,
      `If that's how it is, at least upgrade that reservation to ${cabinWords(cabin)}.`,
    ]),
    facts: facts.slice(-1),
    calls: calls.slice(2),
  };
}

/** Somebody else flies in the customer's place, or the other way round. */
function theReplacement({ random }: Desk, reservation: Reservation): Settlement | undefined {
  const { customer, passengers } = reservation;
  const self = passengers.find(({ first_name, dob }) => first_name === customer.first_name && dob === customer.dob);
  if (self === undefined || !isOnTrack(reservation)) return undefined;
  const joining = someone(random, [...passengers, ...customer.saved], customer.last_name);
  const words = `${nameOf(joining)}, ${birthWords(joining.dob)},`;
  return {
    say: random.pick([
      `Then let ${words} fly in my place.`,
      `Then I'd rather give my seat away: ${words} will fly instead of me.`,
    ]),
    calls: [
      passengersCall(
        reservation,
        passengers.map((one) => (one === self ? joining : one)),
      ),
    ],
  };
}

/** The customer keeps the trip, on another day. */
export function anotherDay(desk: Desk, reservation: Reservation, latest?: string): Settlement | undefined {
  const { random } = desk;
  if (reservation.cabin === "basic_economy" || reservation.cancelled || hasBegun(reservation)) return undefined;
  const date = otherDate(random, reservation, "there", latest);
  const rebooking = date === undefined ? undefined : findRebooking(desk, reservation, { part: "there", date });
  const method = rebooking && methodFor(desk, reservation, rebooking.due);
  if (rebooking === undefined || method === undefined) return undefined;
  const { calls, facts } = otherDay(random, refer(random, reservation, "number"), rebooking, method);
  const what = reservation.round ? "the outbound flight" : "it";
  return {
    say: `Then move ${what} to ${dateWords(rebooking.found.date)} instead. I'd like ${rebooking.found.words}.`,
    facts: facts.slice(-1),
    calls: calls.slice(2),
    traps: ["flights to change"],
  };
}

const settlements = {
  bags: theBags,
  cabin: theCabin,
  replacement: theReplacement,
  day: (desk: Desk, reservation: Reservation) => anotherDay(desk, reservation),
  flight: (desk: Desk) => theFlight(desk),
} as const;

/** The first, by chance, that the reservation allows of what would make sense. */
export function somethingElse(
  desk: Desk,
  reservation: Reservation,
  kinds: readonly (keyof typeof settlements)[] = ["bags", "cabin", "flight"],
): Settlement | undefined {
  for (const kind of desk.random.shuffle(kinds)) {
    const settlement = settlements[kind](desk, reservation);
    if (settlement) return settlement;
  }
  return theFlight(desk);
}

/** Something has to be done first, which a transfer at once would leave undone. */
export function aPerson(desk: Desk, reservation: Reservation, about: string): Settlement | undefined {
  const { random } = desk;
  const added = moreBags(desk, reservation);
  if (added === undefined) return undefined;
  const { bags, facts, calls } = added;
  return {
    say: random.pick([
      `Then I want to speak to a human agent. But before that, add ${bags} to this reservation.`,
      `I see. Please add ${bags} to the reservation, and then put me through to a person.`,
    ]),
    facts,
    calls: [...calls, transferCall(`The customer was declined and asked for a person: ${about}.`)],
    traps: ["transfer", "write before the transfer"],
  };
}
