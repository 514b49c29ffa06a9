/** What customers make do with after a refusal: something that can be done, or a question about flights, or a person. */
import { type Settlement, transferCall } from "../../draft.ts";
import { money } from "../../money.ts";
import { flightQuestion } from "./asks.ts";
import { addBags, bagMethod } from "./bags.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { priceOf } from "./choice.ts";
import { priceChange } from "./rebooking.ts";
import { methodFor } from "./rebookings.ts";
import { refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import { type Desk, isOnTrack, isPlain, legsOf } from "./template.ts";
import { cabinWords } from "./words.ts";

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
      `Then at least let me travel in comfort: put that reservation in ${cabinWords(cabin)}.`,
      `If that's how it is, I'd rather have it upgraded to ${cabinWords(cabin)}.`,
    ]),
    facts: facts.slice(-1),
    calls: calls.slice(2),
  };
}

/** Whatever the reservation allows. */
export function somethingElse(desk: Desk, reservation: Reservation): Settlement | undefined {
  const { random } = desk;
  const ways = random.shuffle([theBags, theCabin, (one: Desk) => theFlight(one)]);
  for (const way of ways) {
    const settlement = way(desk, reservation);
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
