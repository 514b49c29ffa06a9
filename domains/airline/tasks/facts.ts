/** What customers tell when asked: dates, cabins, people, bags, insurance, reasons, and what they pay with. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { capitalized, listed } from "../../wording.ts";
import { dateWords } from "../calendar.ts";
import type { Cabin } from "../schema.ts";
import type { Method, Person } from "./rows.ts";
import { birthWords, cabinWords, methodName, nameOf, paymentWords } from "./words.ts";

function fact(name: string, asks: readonly string[], say: string, more: Partial<DraftFact> = {}): DraftFact {
  return { name, asks, say, disclosure: "asked", ...more };
}

export function dateFact(random: Random, there: string, back?: string): DraftFact {
  const [out, home] = [dateWords(there), dateWords(back ?? there)];
  const say =
    back === undefined
      ? random.pick([`On ${out}.`, `I want to fly on ${out}.`, `The date is ${out}.`])
      : random.pick([`Out on ${out}, and back on ${home}.`, `I leave on ${out} and come back on ${home}.`]);
  return fact("travel date", ["date", "when", "what day", "which day"], say);
}

export function cabinFact(random: Random, cabin: Cabin): DraftFact {
  const words = cabinWords(cabin);
  return fact("cabin", ["cabin", "class", "economy"], random.pick([`${capitalized(words)}, please.`, `In ${words}.`]));
}

/** Those who are neither the customer nor saved in the profile are told with their date of birth. */
export function passengersFact(
  random: Random,
  self: boolean,
  saved: readonly Person[],
  others: readonly Person[],
): DraftFact {
  const known = saved.map(nameOf);
  const strangers = others.map((person) => `${nameOf(person)}, ${birthWords(person.dob)}`);
  const everyone = listed([...(self ? ["me"] : []), ...known, ...strangers]);
  const where = known.length === 0 ? "" : ` ${capitalized(listed(known))} should be in my profile.`;
  const say =
    known.length + strangers.length === 0
      ? random.pick(["Only me.", "Just me, nobody else.", "I'm flying alone."])
      : `${random.pick(["It's for", "The passengers are", "That would be"])} ${everyone}.${where}`;
  const asks = [
    ...[
      "passenger",
      "traveler",
      "traveller",
      "who is",
      "who's",
      "who will",
      "who would",
      "who should",
      "who else",
      "whom",
    ],
    ...[
      "how many people",
      "anyone else",
      "just you",
      "flying with",
      "flying alone",
      "coming along",
      "full name",
      "birth",
    ],
  ];
  return fact("passengers", asks, say);
}

export function bagsFact(random: Random, count: number): DraftFact {
  const say =
    count === 0
      ? random.pick(["No checked bags.", "No bags to check in."])
      : random.pick([
          `${count} checked ${count === 1 ? "bag" : "bags"} in all.`,
          `Altogether ${count} checked ${count === 1 ? "bag" : "bags"}.`,
        ]);
  return fact("checked bags", ["bag", "luggage", "suitcase"], say);
}

export function insuranceFact(random: Random, insured: boolean): DraftFact {
  const say = insured
    ? random.pick(["Yes, with insurance, please.", "Yes, I want the insurance."])
    : random.pick(["No insurance, please.", "No, I don't need insurance."]);
  return fact("insurance", ["insurance", "insure"], say, { when: "whether you want insurance" });
}

const methodAsks: readonly string[] = ["payment method", "method", "card", "pay", "paid", "charge", "certificate"];

/** What pays for a booking, in order. */
export function paymentFact(random: Random, methods: readonly Method[]): DraftFact {
  const words = paymentWords(methods);
  const [only, ...others] = methods;
  const say =
    only !== undefined && others.length === 0
      ? random.pick([`With my ${methodName(only)}.`, `Please use my ${methodName(only)}.`])
      : random.pick([`Please take ${words}.`, `With ${words}.`]);
  return fact("payment method", methodAsks, say);
}

/** Which card or gift card takes the price of a change, or the money back. */
export function changePaymentFact(random: Random, method: Method): DraftFact {
  const name = methodName(method);
  const asks = [...methodAsks, "difference", "refund", "money", "where should"];
  const say = random.pick([
    `Please use my ${name} for it.`,
    `My ${name}, please.`,
    `Put it through my ${name}, please.`,
  ]);
  return fact("payment method", asks, say);
}

export const reasons = {
  plans: ["My plans have changed.", "I don't need to go there anymore.", "Something came up at work."],
  illness: [
    "I've fallen ill, and my doctor says that I must not fly.",
    "I broke my leg, and I can't travel.",
    "I'm in hospital and won't be out in time.",
  ],
  weather: [
    "There's a storm warning for those days, and I don't want to fly through it.",
    "Because of the weather: they expect heavy thunderstorms there.",
    "There are floods after all that rain, and it isn't safe to go.",
  ],
  airline: ["You have cancelled a flight of mine.", "Because the airline has called off my flight."],
  delay: ["The flight is delayed, and I can't wait that long.", "It's late, and I'd miss what I'm going for."],
} as const;

export function reasonFact(random: Random, reason: keyof typeof reasons): DraftFact {
  return fact("reason for cancelling", ["reason", "why"], random.pick(reasons[reason]));
}

/** Which of the flights that can be had: "the cheapest nonstop flight". */
export function flightFact(random: Random, words: string, disclosure: "known" | "asked" = "asked"): DraftFact {
  const asks = [
    "which flight",
    "which one",
    "which of",
    "which option",
    "option",
    "prefer",
    "time of day",
    "what time",
    "what flight",
    "stop",
  ];
  const say = random.pick([`I'd like ${words}.`, `${capitalized(words)}, please.`]);
  return fact("which flight", asks, say, { disclosure, when: "which flight you want" });
}

const reservationAsks: readonly string[] = [
  ...[
    "reservation number",
    "reservation id",
    "reservation code",
    "booking number",
    "booking reference",
    "booking code",
  ],
  ...["confirmation number", "confirmation code", "record locator", "which reservation", "which booking", "which trip"],
];

export function reservationFact(say: string, disclosure: "known" | "secret"): DraftFact {
  return fact("reservation number", reservationAsks, say, { disclosure });
}

/** `say` singles out one of several reservations that fit. */
export function whichReservationFact(say: string): DraftFact {
  const asks = [
    ...reservationAsks,
    "which one",
    "which of",
    "do you mean",
    "is it the",
    "reservations",
    "trips",
    "date",
  ];
  return fact("which of the reservations", asks, say, { when: "which of the reservations you mean" });
}
