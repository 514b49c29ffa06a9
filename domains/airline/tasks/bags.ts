/** Requests for more checked bags, and their templates. */
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { BAG_PRICE, paidBags } from "../allowance.ts";
import { bagsCall, readStatuses } from "./calls.ts";
import { changePaymentFact } from "./facts.ts";
import { ableMethods } from "./rebooking.ts";
import { type Reference, refer } from "./reference.ts";
import type { Method, Reservation } from "./rows.ts";
import { type Draft, isOnTrack, onOne, type Request, type Template } from "./template.ts";

/** Bags to pay for once `more` are added. */
export function paidWith({ customer, cabin, passengers, bags, paid }: Reservation, more: number): number {
  return Math.max(paid, paidBags(customer.membership, cabin, passengers.length, bags + more));
}

/** A method that can pay for the bags; for free ones only where there is but one, since it leaves no trace. */
export function bagMethod(random: Random, reservation: Reservation, more: number): Method | undefined {
  const due = BAG_PRICE * (paidWith(reservation, more) - reservation.paid);
  const able = ableMethods(reservation.customer, due);
  const { cards, giftCards } = reservation.customer;
  if (able.length === 0 || (due === 0 && cards.length + giftCards.length > 1)) return undefined;
  return random.pick(able);
}

const numerals = ["no", "one", "two", "three", "four", "five"];

export function addBags(random: Random, ref: Reference, more: number, method: Method): Request {
  const { reservation } = ref;
  const who = reservation.passengers.length > 1 ? "We have" : "I have";
  const bags = `${numerals[more]} more checked bag${more > 1 ? "s" : ""}`;
  return {
    say: random.pick([
      `I'd like to add ${bags} to my ${ref.phrase}.`,
      `${who} more luggage than planned. Please add ${bags} to my ${ref.phrase}.`,
      `Can I get ${bags} on my ${ref.phrase}?`,
    ]),
    brief: `You want ${bags} on your ${ref.phrase}.`,
    facts: [...ref.facts, changePaymentFact(random, method)],
    calls: [
      ...ref.reads,
      ...readStatuses(reservation),
      bagsCall(reservation, reservation.bags + more, paidWith(reservation, more), method),
    ],
    used: [reservation],
    traps: [
      ...ref.traps,
      ...(paidWith(reservation, more) > reservation.paid
        ? ["bags beyond the allowance"]
        : ["bags within the allowance"]),
    ],
  };
}

const add = (fits: (due: number, more: number) => boolean): Draft =>
  onOne(({ random }, reservation) => {
    const more = random.int(1, 4);
    const due = paidWith(reservation, more) - reservation.paid;
    const method = fits(due, more) ? bagMethod(random, reservation, more) : undefined;
    return method && addBags(random, refer(random, reservation), more, method);
  }, isOnTrack);

export const anyBags = add((due) => due > 0);

/** The customer takes itself for a gold member, for whom they would be free. */
const claimsGold: Draft = onOne(
  ({ random }, reservation) => {
    const more = random.int(1, 3);
    const { customer, cabin, passengers, bags } = reservation;
    const due = paidWith(reservation, more) - reservation.paid;
    const asGold = paidBags("gold", cabin, passengers.length, bags + more);
    const method = due > 0 && asGold === 0 ? bagMethod(random, reservation, more) : undefined;
    if (method === undefined) return undefined;
    const request = addBags(random, refer(random, reservation), more, method);
    return {
      ...request,
      say: `${request.say} ${random.pick(["I'm a gold member, so that should be free.", "As a gold member I don't pay for them, I believe."])}`,
      brief: `${request.brief} You believe that you are a gold member and that it is free. If it turns out that you are ${customer.membership === "regular" ? "not" : "only a silver member"}, you want the bags all the same, and pay for them.`,
      traps: [...(request.traps ?? []), "false claim"],
    };
  },
  (one) => isOnTrack(one) && one.customer.membership !== "gold",
);

export const bagTemplates: readonly Template[] = [
  alone("bags-gold-claimed", 5, claimsGold),
  alone(
    "bags-free",
    5,
    add((due) => due === 0),
  ),
  alone(
    "bags-some-free",
    6,
    add((due, more) => due > 0 && due < more),
  ),
  alone("bags", 6, anyBags),
];
