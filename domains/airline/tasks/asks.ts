/** Requests that only ask: nothing is written, and the answer stands in the rows or follows from them. */
import { money, sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import { capitalized } from "../../wording.ts";
import { dateWords } from "../calendar.ts";
import type { Cabin } from "../schema.ts";
import { readAllReservations, readStatuses, searchFlights } from "./calls.ts";
import { refundOf } from "./cancelling.ts";
import { priceOf } from "./choice.ts";
import { priceChange, type Rebooking } from "./rebooking.ts";
import type { Reference } from "./reference.ts";
import type { Customer, Reservation } from "./rows.ts";
import { type Desk, legsOf, type Request } from "./template.ts";
import { type Found, findWay, type Kind, someDate, someRoute } from "./trip.ts";
import { cabinWords, place } from "./words.ts";

const ONLY_ASKING: readonly string[] = [
  "I'm only asking, don't change anything.",
  "I just want to know, nothing is decided yet.",
  "That's only for my planning; leave everything as it is.",
];

export interface FlightQuestion {
  /** "which nonstop flight from A to B on May 21 is ..." */
  readonly question: string;
  readonly found: Found;
  readonly cabin: Cabin;
}

/** About a flight that is nobody's yet, on a given route or any. */
export function flightQuestion(
  desk: Desk,
  kind: Kind,
  seats: number,
  route = someRoute(desk, kind),
): FlightQuestion | undefined {
  const { random } = desk;
  const date = someDate(random);
  const cabin = random.pick(["basic_economy", "economy", "business"] as const);
  const found = findWay(desk, { kind, route, date, cabin, seats });
  if (found === undefined) return undefined;
  const [from, to] = route.map(place);
  const people = seats > 1 ? `${seats} people` : "one person";
  const wish = found.words.replace(", of those that still have enough seats", "");
  return {
    question: `among the flights from ${from} to ${to} on ${dateWords(date)} that have room for ${people} in ${cabinWords(cabin)}, which is ${wish}? Please give me the flight number${kind === "nonstop" ? "" : "s"}`,
    found,
    cabin,
  };
}

/** The number alone, or with what it costs for several people. */
export function askFlight(desk: Desk, kind: Kind): Request | undefined {
  const { random } = desk;
  const seats = random.pick([1, 2, 3, 4]);
  const asked = flightQuestion(desk, kind, seats);
  if (asked === undefined) return undefined;
  const { question, found, cabin } = asked;
  const total = priceOf(found.way, cabin) * seats;
  const price = seats > 1 && random.chance(0.6);
  const lead = random.pick(["", "I'm planning a trip. ", "I have a question: ", "A friend wants to fly with you. "]);
  const whole = `${question}${price ? `, and tell me what ${seats} seats on it cost together` : ""}.`;
  return {
    say: lead.endsWith(": ") ? `${lead}${whole}` : `${lead}${capitalized(whole)}`,
    brief: `You want to know: ${whole} You don't want to book.`,
    facts: [],
    calls: [...found.reads],
    used: [],
    tell: found.way.map(({ flight }) => flight.number),
    compute: price ? [money(total)] : [],
    traps: ["only asking", ...(price ? ["arithmetic"] : [])],
  };
}

export function askTotal(random: Random, customer: Customer, upcoming: readonly Reservation[]): Request {
  const sum = sumOf(upcoming.flatMap(({ payments }) => payments.map(({ amount }) => amount)));
  return {
    say: `${random.pick(["", "I'm doing my budget. ", "My accountant asks. ", "I'd like to know where my money is. ", "A question about my spending. "])}${random.pick(
      [
        "What have I paid in all for the trips that I have not yet begun and that are not cancelled?",
        "Could you add up what I paid for all my reservations that are still to come? Leave out cancelled ones and trips that I've already begun.",
        "How much have I paid altogether for the reservations that are still ahead of me? I don't mean cancelled ones, nor trips already begun.",
        "What do all my trips that haven't begun yet come to, as far as I've paid for them? Cancelled ones don't count.",
      ],
    )}`,
    brief:
      "You want to know what you have paid altogether for your reservations that are still to come: not for cancelled ones, and not for trips that have begun.",
    facts: [],
    calls: [...readAllReservations(customer), ...customer.reservations.flatMap(readStatuses)],
    used: [...upcoming],
    compute: [money(sum)],
    traps: ["several reservations", "arithmetic"],
  };
}

export function askUpgrade(random: Random, ref: Reference, cabin: Cabin): Request {
  const { reservation } = ref;
  const legs = legsOf(reservation);
  return {
    say: `${random.pick([
      `What would it cost me to move my ${ref.phrase} up to ${cabinWords(cabin)}?`,
      `How much more would I have to pay altogether if my ${ref.phrase} were in ${cabinWords(cabin)}?`,
    ])} ${random.pick(ONLY_ASKING)}`,
    brief: `You want to know what an upgrade of your ${ref.phrase} to ${cabinWords(cabin)} would cost, for all passengers together. You are only asking.`,
    facts: ref.facts,
    calls: [...ref.reads, ...searchFlights(legs)],
    used: [reservation],
    compute: [money(priceChange(reservation, legs, cabin))],
    traps: [...ref.traps, "only asking", "arithmetic"],
  };
}

export function askRefund(random: Random, ref: Reference): Request {
  const { reservation } = ref;
  return {
    say: `${random.pick([
      `Suppose I cancelled my ${ref.phrase}. How much of my money would I get back?`,
      `If I cancelled my ${ref.phrase} now, what amount would come back to me?`,
    ])} ${random.pick(ONLY_ASKING)}`,
    brief: `You want to know how much money would come back to you if you cancelled your ${ref.phrase}. You are only asking. If asked for a reason, say that your plans may change.`,
    facts: [
      ...ref.facts,
      {
        name: "reason for cancelling",
        asks: ["reason", "why"],
        say: "My plans may change.",
        disclosure: "known",
      },
    ],
    calls: [...ref.reads, ...readStatuses(reservation)],
    used: [reservation],
    compute: [money(refundOf(reservation))],
    traps: [...ref.traps, "only asking", "arithmetic"],
  };
}

export function askChange(random: Random, ref: Reference, rebooking: Rebooking): Request {
  const { found, due } = rebooking;
  const { reservation } = ref;
  const part = reservation.round ? `the ${rebooking.part === "there" ? "outbound" : "return"} flight of my ` : "my ";
  const what = `${dateWords(found.date)}, taking ${found.words}`;
  const more = due > 0 ? "how much more would I pay" : "how much money would I get back";
  return {
    say: `${random.pick([
      `If I moved ${part}${ref.phrase} to ${what}, which flight would that be, and ${more} in all?`,
      `I'm thinking about moving ${part}${ref.phrase} to ${what}. Which flight is that, and ${more} in all?`,
    ])} ${random.pick(ONLY_ASKING)}`,
    brief: `You are thinking about moving ${part.replace("my", "your")}${ref.phrase} to ${what}. You want to know which flight that is and ${more.replace("would I", "you would")} in all. You are only asking.`,
    facts: ref.facts,
    calls: [...ref.reads, ...found.reads],
    used: [reservation],
    tell: found.way.map(({ flight }) => flight.number),
    compute: [money(Math.abs(due))],
    traps: [...ref.traps, "only asking", "arithmetic"],
  };
}

/** Which one of the customer's reservations it is: told by its number. */
export function askWhich(random: Random, customer: Customer, reservation: Reservation, which: string): Request {
  return {
    say: random.pick([
      `I've lost track of my bookings. Which of my reservations ${which}? I need its number.`,
      `Please tell me the number of the reservation of mine that ${which}.`,
      `I need a reservation number, the one of the booking that ${which}.`,
    ]),
    brief: `You need the number of the reservation of yours that ${which}.`,
    facts: [],
    calls: readAllReservations(customer),
    used: [reservation],
    tell: [reservation.id],
    traps: ["several reservations"],
  };
}
