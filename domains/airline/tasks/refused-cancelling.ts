/** Cancellations that the domain policy forbids, and what is asked for instead. */
import { refused, type Settlement } from "../../draft.ts";
import { readUser } from "./calls.ts";
import { cancel, refundOf } from "./cancelling.ts";
import { reasonFact, type reasons } from "./facts.ts";
import { isRebookable } from "./rebookings.ts";
import { refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import { anotherDay, aPerson, somethingElse, theFlight } from "./settling.ts";
import {
  age,
  type Desk,
  type Draft,
  hasBegun,
  hasGround,
  isDelayed,
  isPlain,
  onOne,
  type Request,
} from "./template.ts";
import { nameOf, place } from "./words.ts";

function noCancelling(
  desk: Desk,
  reservation: Reservation,
  because: string,
  reason: keyof typeof reasons,
  claim?: { readonly say: string; readonly brief: string },
): Request | undefined {
  const { random } = desk;
  const ref = refer(random, reservation);
  const request = cancel(random, ref, reason);
  const person = random.chance(0.22) ? aPerson(desk, reservation, "there is no ground for cancelling") : undefined;
  const kinds = (["day", "day", "replacement", "flight"] as const).slice(reservation.cabin === "basic_economy" ? 2 : 0);
  const settlement =
    person ?? somethingElse(desk, reservation, reason === "plans" ? [...kinds, "cabin", "bags"] : kinds);
  return (
    settlement &&
    refused(
      {
        ...request,
        say: claim ? `${request.say} ${claim.say}` : request.say,
        brief: claim ? `${request.brief} ${claim.brief}` : request.brief,
        calls: request.calls.slice(0, -1),
        traps: [...(request.traps ?? []), ...(claim ? ["false claim"] : [])],
      },
      because,
      settlement,
    )
  );
}

const hasNoGround = (one: Reservation) => isPlain(one) && !hasGround(one);

const plain: Draft = onOne(
  (desk, reservation) =>
    noCancelling(
      desk,
      reservation,
      "it was booked more than 24 hours ago, is neither in business nor insured, and all its flights take place.",
      desk.random.pick(["plans", "plans", "illness"] as const),
    ),
  (one) => hasNoGround(one) && !one.insured,
);

const uncovered: Draft = onOne(
  (desk, reservation) =>
    noCancelling(
      desk,
      reservation,
      "insurance covers health and weather only, and there is no other ground for cancelling.",
      "plans",
      {
        say: desk.random.pick(["I have insurance, so that shouldn't be a problem.", "It's insured after all."]),
        brief: "It is insured, and you believe that this is enough.",
      },
    ),
  (one) => hasNoGround(one) && one.insured,
);

const notInsured: Draft = onOne(
  (desk, reservation) =>
    noCancelling(
      desk,
      reservation,
      "the reservation has no insurance, and there is no other ground for cancelling.",
      "illness",
      {
        say: desk.random.pick(["I'm sure that I took the insurance.", "It has insurance, as far as I remember."]),
        brief: "You believe, wrongly, that you took the insurance.",
      },
    ),
  (one) => hasNoGround(one) && !one.insured,
);

const bookedEarlier: Draft = onOne(
  (desk, reservation) =>
    noCancelling(
      desk,
      reservation,
      "it was booked more than 24 hours ago, and there is no other ground for cancelling.",
      "plans",
      {
        say: desk.random.pick([
          "I booked it only this morning, so I'm still within 24 hours.",
          "I made the booking less than a day ago.",
        ]),
        brief: "You say that you booked it less than a day ago, which is not true.",
      },
    ),
  (one) => hasNoGround(one) && !one.insured && age(one) > 24.5 && age(one) < 120,
);

const notCalledOff: Draft = onOne(
  (desk, reservation) =>
    noCancelling(
      desk,
      reservation,
      "the airline has cancelled none of its flights, and there is no other ground for cancelling.",
      "airline",
      {
        say: desk.random.pick([
          "I heard that you have called off the flight.",
          "Its flight has been cancelled, I believe.",
        ]),
        brief: "You have heard that the airline has cancelled a flight of it, which is not true.",
      },
    ),
  (one) => hasNoGround(one) && !one.insured,
);

const onlyDelayed: Draft = onOne(
  (desk, reservation) =>
    noCancelling(desk, reservation, "a delay is no ground for cancelling, and there is no other.", "delay"),
  (one) => isDelayed(one) && !hasGround(one),
);

/** Business or insured or not: what has begun can't be cancelled any more. */
const begun: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const request = cancel(random, ref, "plans");
    const { origin, destination } = reservation;
    const settlement = theFlight(desk);
    const back = `I've flown to ${place(destination)}, but I won't need the flight back to ${place(origin)}.`;
    return (
      settlement &&
      refused(
        {
          ...request,
          say: `${back} ${random.pick(["Please cancel what is left of", "I'd like to cancel the rest of"])} my ${ref.phrase}.`,
          brief: `You have flown to ${place(destination)} and want what is left of your ${ref.phrase} cancelled.`,
          calls: request.calls.slice(0, -1),
          traps: [...(request.traps ?? []), "trip has begun"],
        },
        "a reservation of which a flight has left can't be cancelled any more, not even in part.",
        settlement,
      )
    );
  },
  (one) => one.round && !one.cancelled && hasBegun(one) && one.back.every(({ status }) => status === "available"),
);

/** One passenger, or one way, is to be taken out; the whole could be cancelled. */
const inPart: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const { passengers, customer } = reservation;
    const others = passengers.filter(({ first_name }) => first_name !== customer.first_name);
    const person = others.length > 0 && random.chance(0.6) ? random.pick(others) : undefined;
    if (person === undefined && !reservation.round) return undefined;
    const ref = refer(random, reservation);
    const part = person ? `the ticket of ${nameOf(person)}` : "the flight back";
    const whole = cancel(random, ref, "plans");
    const request = {
      ...whole,
      say: random.pick([
        `I'd like to cancel only ${part} on my ${ref.phrase}. The rest should stay.`,
        `On my ${ref.phrase}, please cancel ${part}, nothing else.`,
      ]),
      brief: `On your ${ref.phrase} you want only ${part} cancelled.`,
      calls: whole.calls.slice(0, -1),
      facts: ref.facts,
      traps: [...ref.traps, "cancelling in part"],
    };
    const because = "a reservation can only be cancelled whole.";
    const settlement: Settlement | undefined = hasGround(reservation)
      ? { say: "Then cancel all of it.", calls: whole.calls.slice(-1), facts: [reasonFact(random, "plans")] }
      : somethingElse(desk, reservation, ["day", "bags", "cabin", "flight"]);
    return settlement && refused(request, because, settlement);
  },
  (one) => isPlain(one) && refundOf(one) > 0,
);

/** Somebody else's: the number is known, which proves nothing. */
const anothers: Draft = (desk, customer) => {
  const { random, rows } = desk;
  const others = rows.customers.filter((other) => other !== customer && other.split === customer.split);
  const target = random.pick(others.flatMap(({ reservations }) => reservations).filter((one) => isPlain(one)));
  const own = desk.leastUsed(customer.reservations.filter(isRebookable));
  const settlement = (own && anotherDay(desk, own)) ?? theFlight(desk);
  if (settlement === undefined) return undefined;
  const [who, her] = random.pick([
    ["sister", "her"],
    ["mother", "her"],
    ["brother", "him"],
    ["father", "him"],
    ["boss", "her"],
    ["neighbor", "him"],
  ] as const);
  const mine = settlement.say.startsWith("Then move") && own;
  const say = mine
    ? `I see. Then something about my own reservation ${own.id}. ${settlement.say.replace("Then move it", "Move it").replace("Then move", "Move").replace(" instead", "")}`
    : settlement.say;
  return refused(
    {
      say: random.pick([
        `My ${who} asked me to cancel reservation ${target.id} for ${her}.`,
        `Please cancel reservation ${target.id}. It's my ${who}'s, and I'm doing it for ${her}.`,
      ]),
      brief: `You want reservation ${target.id} cancelled. It belongs to your ${who}, who asked you to do it. You can't prove that, and you give no details of ${her}.`,
      facts: [],
      calls: [readUser(customer)],
      used: mine ? [own] : [],
      traps: ["another customer's reservation"],
    },
    "that reservation is another customer's.",
    { ...settlement, say, calls: [...(mine ? refer(random, own, "number").reads : []), ...(settlement.calls ?? [])] },
  );
};

export const refusedCancelling: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["cancel-delayed", 5, onlyDelayed],
  ["cancel-booked-earlier", 4, bookedEarlier],
  ["cancel-uncovered", 6, uncovered],
  ["cancel-begun", 6, begun],
  ["cancel-not-insured", 4, notInsured],
  ["cancel-not-called-off", 4, notCalledOff],
  ["cancel-part", 6, inPart],
  ["cancel-anothers", 5, anothers],
  ["cancel-plain", 6, plain],
];
