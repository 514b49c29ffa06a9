/** Requests for compensation that is due, and their templates. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { listed } from "../../wording.ts";
import { today } from "../calendar.ts";
import { cancelCall, certificateCall, readStatuses } from "./calls.ts";
import { reasonFact } from "./facts.ts";
import { SOON } from "./rebooking.ts";
import { rebookings } from "./rebookings.ts";
import { type Reference, refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import {
  type Draft,
  hasGround,
  isCalledOff,
  isDelayed,
  isProtected,
  onOne,
  type Request,
  type Template,
} from "./template.ts";
import { nameOf } from "./words.ts";

export const CALLED_OFF = 100;
export const DELAYED = 50;

/** Who is on it, which the agent need not be told but may ask. */
export function aboardFact({ passengers }: Reservation): DraftFact {
  return {
    name: "passengers",
    asks: ["passenger", "how many people", "who was", "who is"],
    say:
      passengers.length > 1
        ? `It's for ${listed(passengers.map(nameOf))}.`
        : `Only one, ${nameOf(passengers[0] as never)}.`,
    disclosure: "known",
  };
}

const wantMoney: readonly string[] = [
  "I want to be compensated for that.",
  "I'd like compensation for this.",
  "What compensation do I get? I want it, please.",
];

/** The airline has cancelled a flight of it, and the customer leaves the reservation as it is. */
function compensateCalledOff(random: Random, ref: Reference): Request {
  const { reservation } = ref;
  const rest = isPast(reservation)
    ? ["Nothing else is to be done about it.", "Leave the reservation itself as it is."]
    : ["The reservation itself can stay as it is for now.", "Don't touch the reservation yet."];
  return {
    say: `${random.pick([
      `You have cancelled a flight of my ${ref.phrase}.`,
      `A flight on my ${ref.phrase} was cancelled by your airline.`,
    ])} ${random.pick(wantMoney)} ${random.pick(rest)}`,
    brief: `The airline has cancelled a flight of your ${ref.phrase}, and you want compensation for that. You leave the reservation as it is.`,
    facts: [...ref.facts, aboardFact(reservation)],
    calls: [
      ...ref.reads,
      ...readStatuses(reservation),
      certificateCall(reservation.customer, CALLED_OFF * reservation.passengers.length),
    ],
    used: [reservation],
    traps: [...ref.traps, "compensation"],
  };
}

/** The day on which it should have begun is over. */
function isPast({ there }: Reservation): boolean {
  return (there[0]?.date ?? "") < today;
}

const isDueForCalledOff = (one: Reservation) => isCalledOff(one) && isProtected(one);

const calledOff: Draft = onOne(
  ({ random }, reservation) => compensateCalledOff(random, refer(random, reservation)),
  isDueForCalledOff,
);

/** Cancelled on both sides, and compensated. */
const calledOffAndCancelled: Draft = onOne(({ random }, reservation) => {
  const ref = refer(random, reservation);
  const { customer, passengers } = reservation;
  const news = isPast(reservation)
    ? [`The flight of my ${ref.phrase} never took place, because you cancelled it.`]
    : [
        `A flight of my ${ref.phrase} has been cancelled.`,
        `I was told that my ${ref.phrase} isn't happening as planned, because you cancelled a flight of it.`,
      ];
  return {
    say: `${random.pick(news)} ${random.pick(["I want the reservation cancelled, and compensation.", "Please cancel the whole reservation, and compensate me for it."])}`,
    brief: `The airline has cancelled a flight of your ${ref.phrase}. You want the reservation cancelled, and compensation.`,
    facts: [...ref.facts, reasonFact(random, "airline"), aboardFact(reservation)],
    calls: [
      ...ref.reads,
      ...readStatuses(reservation),
      cancelCall(reservation),
      certificateCall(customer, CALLED_OFF * passengers.length),
    ],
    used: [reservation],
    traps: [...ref.traps, "compensation"],
  };
}, isDueForCalledOff);

/** The delay is compensated once the flights have been changed. */
const delayedAndChanged: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const request = rebookings.date(desk, refer(random, reservation), "there", SOON);
    if (request === undefined) return undefined;
    const late = random.pick(["My flight is delayed by hours.", "The flight is running far too late for me."]);
    const also = random.pick([
      "And I want to be compensated for the delay.",
      "I'd also like compensation for the delay.",
    ]);
    return {
      ...request,
      say: `${late} ${request.say} ${also}`,
      brief: `A flight of yours is delayed. ${request.brief} You also want compensation for the delay.`,
      facts: [...request.facts, aboardFact(reservation)],
      calls: [...request.calls, certificateCall(reservation.customer, DELAYED * reservation.passengers.length)],
      traps: [...(request.traps ?? []), "compensation"],
    };
  },
  (one) => {
    const first = one.there.some(({ status }) => status === "delayed");
    return isDelayed(one) && first && isProtected(one) && one.cabin !== "basic_economy";
  },
);

const delayedAndCancelled: Draft = onOne(
  ({ random }, reservation) => {
    const ref = refer(random, reservation);
    const { customer, passengers } = reservation;
    return {
      say: `${random.pick([
        `I've had enough: a flight of my ${ref.phrase} is delayed.`,
        `One of the flights on my ${ref.phrase} is delayed.`,
      ])} ${random.pick(["Please cancel the reservation, and compensate me for the delay.", "I want to cancel, and I want compensation for the delay."])}`,
      brief: `A flight of your ${ref.phrase} is delayed. You want the reservation cancelled, and compensation for the delay.`,
      facts: [...ref.facts, reasonFact(random, "delay"), aboardFact(reservation)],
      calls: [
        ...ref.reads,
        ...readStatuses(reservation),
        cancelCall(reservation),
        certificateCall(customer, DELAYED * passengers.length),
      ],
      used: [reservation],
      traps: [...ref.traps, "compensation"],
    };
  },
  (one) => isDelayed(one) && isProtected(one) && hasGround(one),
);

export const compensations: readonly Draft[] = [
  calledOff,
  calledOffAndCancelled,
  delayedAndChanged,
  delayedAndCancelled,
];

export const compensationTemplates: readonly Template[] = [
  alone("compensate-delay-cancelled", 5, delayedAndCancelled),
  alone("compensate-delay-changed", 6, delayedAndChanged),
  alone("compensate-and-cancel", 6, calledOffAndCancelled),
  alone("compensate-called-off", 7, calledOff),
];
