/** Templates of questions: which of them a customer's rows allow, and about what. */
import { alone } from "../../templates.ts";
import { dateWords } from "../calendar.ts";
import { askChange, askFlight, askRefund, askTotal, askUpgrade, askWhich } from "./asks.ts";
import { otherCabins } from "./cabins.ts";
import { findRebooking, otherDate } from "./rebooking.ts";
import { isRebookable } from "./rebookings.ts";
import { refer } from "./reference.ts";
import { type Draft, hasGround, isCalledOff, isOpen, isPlain, onOne, type Template, typoOf } from "./template.ts";
import { nameOf, place } from "./words.ts";

export const questions = {
  flight: (desk) => askFlight(desk, desk.random.pick(["nonstop", "nonstop", "one stop"])),
  total: ({ random }, customer) => {
    const upcoming = customer.reservations.filter(isOpen);
    // A trip of the past that was called off: whether it is still to come would be open.
    if (upcoming.some(isCalledOff)) return undefined;
    return upcoming.length > 1 ? askTotal(random, customer, upcoming) : undefined;
  },
  upgrade: onOne(({ random }, reservation) => {
    const found = otherCabins(reservation, "up");
    return found.length > 0 ? askUpgrade(random, refer(random, reservation), random.pick(found)) : undefined;
  }, isPlain),
  refund: onOne(
    ({ random }, reservation) => askRefund(random, refer(random, reservation)),
    (one) => isPlain(one) && hasGround(one) && (one.payments.length > 1 || one.cabin === "business"),
  ),
  change: onOne((desk, reservation) => {
    const part = reservation.round && desk.random.chance(0.6) ? "back" : "there";
    const date = otherDate(desk.random, reservation, part);
    const rebooking = date === undefined ? undefined : findRebooking(desk, reservation, { part, date });
    return rebooking && askChange(desk.random, refer(desk.random, reservation), rebooking);
  }, isRebookable),
  which: ({ random, leastUsed }, customer) => {
    const own = customer.reservations;
    const open = own.filter((one) => !one.cancelled);
    if (own.length < 3) return undefined;
    const ways = open.flatMap((one) => {
      const others = open.filter((other) => other !== one);
      const date = one.there[0]?.date ?? "";
      const typed = own.some((other) => typoOf(other) !== undefined);
      const stranger = one.passengers.find(({ first_name }) => {
        const aboard = (two: typeof one) => two.passengers.some((person) => person.first_name === first_name);
        return !typed && first_name !== customer.first_name && !own.some((other) => other !== one && aboard(other));
      });
      const found: [string, typeof one][] = [];
      if (stranger) found.push([`has ${nameOf(stranger)} as a passenger`, one]);
      if (one.insured && others.every(({ insured }) => !insured)) {
        found.push(["is insured (I don't mean a cancelled one)", one]);
      }
      if (others.every(({ bags }) => bags < one.bags)) {
        found.push(["has the most checked bags, leaving out cancelled ones", one]);
      }
      if (own.every((other) => other === one || other.there[0]?.date !== date)) {
        found.push([`leaves ${place(one.origin)} on ${dateWords(date)}`, one]);
      }
      return found;
    });
    const rarely = leastUsed(ways.map(([, one]) => one));
    const possible = ways.filter(([, one]) => one === rarely);
    if (possible.length === 0) return undefined;
    const [which, reservation] = random.pick(possible);
    return askWhich(random, customer, reservation, which);
  },
} as const satisfies Record<string, Draft>;

/** No write of the same conversation changes its answer. */
export const steadyQuestion: Draft = questions.flight;

const counts: Readonly<Record<keyof typeof questions, number>> = {
  total: 6,
  upgrade: 6,
  refund: 6,
  change: 6,
  which: 6,
  flight: 6,
};

export const questionTemplates: readonly Template[] = Object.entries(counts).map(([kind, count]) =>
  alone(`question-${kind}`, count, questions[kind as keyof typeof questions] as Draft),
);
