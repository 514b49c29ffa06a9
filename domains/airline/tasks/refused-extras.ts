/** Bags, passengers and insurance: what the domain policy forbids, and what is asked for instead. */
import { refused, type Settlement } from "../../draft.ts";
import { freeBags } from "../allowance.ts";
import { passengersCall, readUser } from "./calls.ts";
import { someone } from "./people.ts";
import { refer } from "./reference.ts";
import { onlyReads } from "./refused-changes.ts";
import { aPerson, somethingElse, theFlight } from "./settling.ts";
import { type Draft, isOnTrack, isPlain, onOne } from "./template.ts";
import { bagWords, birthWords, nameOf } from "./words.ts";

const removeBags: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const fewer = random.int(1, Math.min(2, reservation.bags));
    const ref = refer(random, reservation);
    const settlement = somethingElse(desk, reservation, ["cabin", "day", "flight"]);
    return (
      settlement &&
      refused(
        onlyReads(
          ref,
          random.pick([
            `${reservation.passengers.length > 1 ? "We" : "I"} travel light after all. Please take ${bagWords(fewer)} off my ${ref.phrase}.`,
            `I need fewer bags: please remove ${bagWords(fewer)} from my ${ref.phrase}, and pay me back what they cost.`,
          ]),
          `You want ${bagWords(fewer)} taken off your ${ref.phrase}.`,
          ["bags to take off"],
        ),
        "bags can be added, but not taken off.",
        settlement,
      )
    );
  },
  (one) => isOnTrack(one) && one.bags > 0,
);

const insureLater: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const person = random.chance(0.25) ? aPerson(desk, reservation, "insurance can't be added") : undefined;
    const settlement = person ?? somethingElse(desk, reservation);
    return (
      settlement &&
      refused(
        onlyReads(
          ref,
          random.pick([
            `I forgot to take out insurance for my ${ref.phrase}. Please add it, I'll pay the $30 a head.`,
            `Can you add travel insurance to my ${ref.phrase}?`,
            `I'd like my ${ref.phrase} to be insured after all.`,
          ]),
          `You want insurance added to your ${ref.phrase}.`,
          ["insurance later"],
        ),
        "insurance can't be added once a reservation has been booked.",
        settlement,
      )
    );
  },
  (one) => isPlain(one) && !one.insured,
);

/** One more passenger: not on the same reservation, but in another's place, which is one more thing to ask for. */
const addPassenger: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const { passengers, customer } = reservation;
    const others = passengers.filter(({ first_name }) => first_name !== customer.first_name);
    const joining = someone(random, [...passengers, ...customer.saved], customer.last_name);
    const ref = refer(random, reservation);
    const request = onlyReads(
      ref,
      random.pick([
        `${joining.first_name} wants to come along on my ${ref.phrase}. Please add one more passenger.`,
        `I need to add ${nameOf(joining)} to my ${ref.phrase}, as one more passenger.`,
      ]),
      `You want ${nameOf(joining)} added to your ${ref.phrase} as one more passenger.`,
      ["one more passenger"],
    );
    const because = "the number of passengers of a reservation can't change.";
    const leaving = others.length > 0 && random.chance(0.6) ? random.pick(others) : undefined;
    if (leaving === undefined) {
      const settlement = somethingElse(desk, reservation, ["day", "bags", "flight"]);
      return settlement && refused(request, because, settlement);
    }
    const settlement: Settlement = {
      say: random.pick([
        `Then ${joining.first_name} shall fly in place of ${leaving.first_name}.`,
        `Okay. Then take ${leaving.first_name} off and put ${joining.first_name} on instead.`,
      ]),
      facts: [
        {
          name: `date of birth of ${joining.first_name}`,
          asks: ["date of birth", "birth", "dob", "born", "full name", "last name", "details"],
          say: `${nameOf(joining)}, ${birthWords(joining.dob)}.`,
          disclosure: "asked",
        },
      ],
      calls: [
        passengersCall(
          reservation,
          passengers.map((one) => (one === leaving ? joining : one)),
        ),
      ],
    };
    return refused(request, because, settlement);
  },
  (one) => isOnTrack(one) && one.passengers.length < 5,
);

/** A profile can't be changed here by way of a rule: what is wrong is the customer's idea of what is free. */
const freeByMistake: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const { customer, cabin, passengers, paid } = reservation;
    const free = freeBags(customer.membership, cabin) * passengers.length;
    const settlement = theFlight(desk);
    return (
      settlement &&
      refused(
        {
          ...onlyReads(
            ref,
            random.pick([
              `You charged me for checked bags on my ${ref.phrase}. They should all be free, so please pay that back.`,
              `I paid for bags on my ${ref.phrase}, though I'm sure they are included. I want that money back.`,
            ]),
            `You paid for bags on your ${ref.phrase} and want the money back, since you believe that all of them are free.`,
            ["false claim"],
          ),
          calls: [readUser(customer), ...ref.reads],
        },
        free === 0
          ? "no bags are free on that reservation."
          : `only ${bagWords(free)} ${free === 1 ? "is" : "are"} free on that reservation, and the ${paid === 1 ? "other one was" : "others were"} rightly paid for.`,
        settlement,
      )
    );
  },
  (one) => isOnTrack(one) && one.paid > 0,
);

export const refusedExtras: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["free-bags", 4, freeByMistake],
  ["remove-bags", 5, removeBags],
  ["add-passenger", 6, addPassenger],
  ["insure-later", 6, insureLater],
];
