/** Requests for another cabin, and their templates. */
import { type DraftFact, refused } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { type Cabin, cabins } from "../schema.ts";
import { flightsCall, readStatuses, searchFlights } from "./calls.ts";
import { hasSeats } from "./choice.ts";
import { changePaymentFact } from "./facts.ts";
import { priceChange } from "./rebooking.ts";
import { methodFor } from "./rebookings.ts";
import { type Reference, refer } from "./reference.ts";
import type { Method, Reservation } from "./rows.ts";
import { type Draft, isPlain, legsOf, onOne, type Request, type Template } from "./template.ts";
import { cabinWords, methodName } from "./words.ts";

/** Cabins above or below the present one that have seats on all flights. */
export function otherCabins(reservation: Reservation, direction: "up" | "down"): Cabin[] {
  const present = cabins.indexOf(reservation.cabin);
  return cabins.filter((cabin, at) => {
    const wanted = direction === "up" ? at > present : at < present;
    return wanted && hasSeats(legsOf(reservation), cabin, reservation.passengers.length);
  });
}

export function changeCabin(random: Random, ref: Reference, cabin: Cabin, method: Method): Request {
  const { reservation } = ref;
  const legs = legsOf(reservation);
  const up = cabins.indexOf(cabin) > cabins.indexOf(reservation.cabin);
  const words = cabinWords(cabin);
  return {
    say: up
      ? random.pick([
          `I'd like to upgrade my ${ref.phrase} to ${words}.`,
          `Can I move up to ${words} on my ${ref.phrase}?`,
          `Please upgrade my ${ref.phrase} to ${words}.`,
        ])
      : random.pick([
          `I'd like to move my ${ref.phrase} down to ${words} and get the difference back.`,
          `Please downgrade my ${ref.phrase} to ${words}.`,
          `I want to save some money: please put my ${ref.phrase} in ${words}.`,
        ]),
    brief: `You want your ${ref.phrase} ${up ? "upgraded" : "downgraded"} to ${words}, with the same flights.`,
    facts: [...ref.facts, changePaymentFact(random, method)],
    calls: [
      ...ref.reads,
      ...readStatuses(reservation),
      ...searchFlights(legs),
      flightsCall(reservation, legs, cabin, method),
    ],
    used: [reservation],
    traps: ref.traps,
  };
}

function move(direction: "up" | "down"): Draft {
  return onOne((desk, reservation) => {
    const found = otherCabins(reservation, direction);
    if (found.length === 0) return undefined;
    const cabin = desk.random.pick(found);
    const method = methodFor(desk, reservation, priceChange(reservation, legsOf(reservation), cabin));
    return method && changeCabin(desk.random, refer(desk.random, reservation), cabin, method);
  }, isPlain);
}

export const upgrade = move("up");
export const downgrade = move("down");

/** Business has no seats on one of the flights; economy has. */
const full: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const found = otherCabins(reservation, "up");
    if (found.join() !== "economy") return undefined;
    const method = methodFor(desk, reservation, priceChange(reservation, legsOf(reservation), "economy"));
    if (method === undefined) return undefined;
    const ref = refer(random, reservation);
    const [first, second] = (["business", "economy"] as const).map((cabin) => changeCabin(random, ref, cabin, method));
    if (first === undefined || second === undefined) return undefined;
    return {
      ...second,
      say: first.say,
      brief: first.brief,
      fallback: random.pick(["Then at least move it up to economy.", "What a pity. Then I'd like economy."]),
      traps: [...(second.traps ?? []), "cabin full"],
    };
  },
  (one) => isPlain(one) && one.cabin === "basic_economy",
);

/** The gift card that is to pay does not cover the difference; a card does. */
const giftCardTooSmall: Draft = onOne((desk, reservation) => {
  const { random } = desk;
  const { customer } = reservation;
  const [card] = customer.cards;
  const found = otherCabins(reservation, "up");
  if (card === undefined || found.length === 0) return undefined;
  const cabin = random.pick(found);
  const due = priceChange(reservation, legsOf(reservation), cabin);
  const small = customer.giftCards.find(({ worth }) => worth < due);
  if (small === undefined) return undefined;
  const request = changeCabin(random, refer(random, reservation), cabin, card);
  const wish: DraftFact = { ...changePaymentFact(random, small), say: `With my ${methodName(small)}, please.` };
  const settlement = {
    say: random.pick([
      `Oh, there isn't enough on it? Then use my ${methodName(card)}.`,
      `I see. Then charge all of it to my ${methodName(card)}.`,
    ]),
    traps: ["gift card too small"],
  };
  return refused(
    { ...request, facts: [...request.facts.slice(0, -1), wish] },
    "that gift card does not cover the difference, and a change is paid with one method.",
    settlement,
  );
}, isPlain);

export const fullCabins: readonly Draft[] = [full];

export const cabinTemplates: readonly Template[] = [
  alone("upgrade-full", 5, full),
  alone("upgrade-gift-card-too-small", 5, giftCardTooSmall),
  alone("upgrade", 9, upgrade),
  alone("downgrade", 8, downgrade),
];
