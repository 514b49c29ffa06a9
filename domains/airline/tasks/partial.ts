/** Templates where one wish is about several things, and can be granted for some of them only. */
import { refused, type Settlement } from "../../draft.ts";
import { alone, heldOut } from "../../templates.ts";
import { addBags, bagMethod } from "./bags.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { cancelCall, readAllReservations, readStatuses, readUser, searchFlights } from "./calls.ts";
import { changePaymentFact, reasonFact, reservationFact } from "./facts.ts";
import { ableMethods, priceChange } from "./rebooking.ts";
import { type Reference, refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import { anotherDay } from "./settling.ts";
import {
  type Desk,
  type Draft,
  hasBegun,
  hasGround,
  isCalledOff,
  isPlain,
  legsOf,
  onOne,
  pick,
  type Request,
  type Template,
} from "./template.ts";
import { cabinWords } from "./words.ts";

interface Pair {
  /** The wish can be granted for it. */
  readonly good: Reservation;
  readonly bad: Reservation;
  /** "my reservation Q4K7RM and my trip to Denver", in no telling order. */
  readonly mine: string;
  readonly yours: string;
  readonly base: Pick<Request, "facts" | "calls" | "used" | "traps">;
}

function pairOf(desk: Desk, good: Reservation, bad: Reservation): Pair {
  const refs: Reference[] = desk.random.shuffle([good, bad]).map((one) => refer(desk.random, one));
  const phrase = (whose: string) => refs.map((ref) => `${whose} ${ref.phrase}`).join(" and ");
  return {
    good,
    bad,
    mine: phrase("my"),
    yours: phrase("your"),
    base: {
      facts: [{ ...reservationFact(`I mean ${phrase("my")}.`, "known"), name: "reservation numbers" }],
      calls: [
        readUser(good.customer),
        ...refs.flatMap(({ reads }) => reads),
        ...[good, bad].flatMap((one) => readStatuses(one)),
      ],
      used: [good, bad],
      traps: [...refs.flatMap(({ traps }) => traps), "partial permission"],
    },
  };
}

/** Two to cancel, and a ground for one. */
const cancelOne: Draft = (desk, customer) => {
  const { random } = desk;
  const bad = pick(desk, customer, (one) => isPlain(one) && !hasGround(one));
  const good = bad && pick(desk, customer, (one) => isPlain(one) && hasGround(one));
  if (bad === undefined || good === undefined) return undefined;
  const { mine, yours, base } = pairOf(desk, good, bad);
  const other = random.chance(0.5) ? anotherDay(desk, bad) : undefined;
  const moved = other?.say.replace(/^Then move (it|the outbound flight)/, (_, what) =>
    what === "it"
      ? "And move the one that can't be cancelled"
      : "And move the outbound flight of the one that can't be cancelled",
  );
  return refused(
    {
      ...base,
      say: random.pick([
        `Please cancel two of my bookings: ${mine}.`,
        `I want to cancel ${mine}.`,
        `I won't need ${mine} anymore. Cancel both, please.`,
      ]),
      brief: `You want two reservations cancelled: ${yours}.`,
    },
    "for one of the two there is no ground for cancelling; the other one can be cancelled.",
    {
      say: `${random.pick(["Then cancel the one that can be cancelled.", "Okay, then cancel only the other one."])}${moved ? ` ${moved}` : ""}`,
      facts: other?.facts ?? [],
      calls: [cancelCall(good), ...(other?.calls ?? [])],
    },
    [reasonFact(random, "plans")],
  );
};

/** All that is still ahead is to be cancelled, however much that is. */
const cancelAll: Draft = (desk, customer) => {
  const { random } = desk;
  const ahead = customer.reservations.filter((one) => !one.cancelled && !hasBegun(one));
  const good = ahead.filter((one) => hasGround(one));
  const bad = ahead.filter((one) => !hasGround(one));
  if (good.length === 0 || bad.length === 0 || ahead.some((one) => !isPlain(one))) return undefined;
  return refused(
    {
      say: `${random.pick([
        "I'm staying at home this month.",
        "My boss has stopped all travel.",
        "I've started a new job.",
        "There's too much going on here.",
        "We have other plans now.",
      ])} ${random.pick([
        "Please cancel all trips of mine that haven't begun yet.",
        "Please cancel every reservation of mine that is still ahead of me.",
        "All my upcoming trips have to be cancelled, every one of them.",
        "Cancel whatever reservations I still have ahead of me.",
      ])}`,
      brief: "You want all your reservations cancelled that have not begun. You don't know how many they are.",
      facts: [],
      calls: [...readAllReservations(customer), ...customer.reservations.flatMap(readStatuses)],
      used: ahead,
      traps: ["several reservations", "partial permission"],
    },
    "not all of them have a ground for cancelling; some do.",
    {
      say: random.pick([
        "Then cancel those that can be cancelled, and leave the others.",
        "I see. Cancel whatever can be cancelled; the rest stays.",
      ]),
      calls: good.map(cancelCall),
    },
    [reasonFact(random, "plans")],
  );
};

/** Two to upgrade, and seats on one. */
const upgradeOne: Draft = (desk, customer) => {
  const { random } = desk;
  const upgradable = (one: Reservation) => isPlain(one) && one.cabin !== "business";
  const bad = pick(desk, customer, (one) => upgradable(one) && !otherCabins(one, "up").includes("business"));
  const good = bad && pick(desk, customer, (one) => upgradable(one) && otherCabins(one, "up").includes("business"));
  if (bad === undefined || good === undefined) return undefined;
  const legs = legsOf(good);
  const [method] = random.shuffle(ableMethods(customer, priceChange(good, legs, "business")));
  if (method === undefined) return undefined;
  const { mine, yours, base } = pairOf(desk, good, bad);
  const { calls } = changeCabin(random, refer(random, good, "number"), "business", method);
  return refused(
    {
      ...base,
      say: random.pick([`I'd like to fly business on ${mine}.`, `Please upgrade two bookings to business: ${mine}.`]),
      brief: `You want two reservations upgraded to business: ${yours}.`,
      calls: [...base.calls, ...searchFlights([...legs, ...legsOf(bad)])],
    },
    "on one of the two, business does not have enough seats on every flight; the other one can be upgraded.",
    {
      say: random.pick(["Then upgrade only the one that has seats.", "Too bad. Then do it for the other one alone."]),
      calls: calls.slice(-1),
    },
    [changePaymentFact(random, method)],
  );
};

/** Two wishes for one reservation, of which one is forbidden. */
const halfForbidden: Draft = onOne((desk, reservation) => {
  const { random } = desk;
  const ref = refer(random, reservation);
  const [forbidden, because, short] = random.pick(
    [
      ["add insurance to it", "insurance can't be added once a reservation has been booked.", "the insurance"],
      ["add one more passenger to it", "the number of passengers can't change.", "the passenger"],
      ["change its destination", "the destination of a reservation can't be changed.", "the destination"],
    ].filter(([wish]) => !(reservation.insured && wish?.includes("insurance"))) as [string, string, string][],
  );
  const more = random.int(1, 3);
  const bags = bagMethod(random, reservation, more);
  const [cabin] = random.shuffle(otherCabins(reservation, "up"));
  const due = cabin && priceChange(reservation, legsOf(reservation), cabin);
  const [card] = due ? random.shuffle(ableMethods(reservation.customer, due)) : [];
  const allowed =
    cabin && card && random.chance(0.5)
      ? {
          wish: `move it up to ${cabinWords(cabin)}`,
          request: changeCabin(random, ref, cabin, card),
          what: "the cabin",
        }
      : bags && {
          wish: `add ${["one", "two", "three"][more - 1]} more checked ${more > 1 ? "bags" : "bag"}`,
          request: addBags(random, ref, more, bags),
          what: "the bags",
        };
  if (!allowed) return undefined;
  const { wish, request, what } = allowed;
  const [first, second] = random.shuffle([forbidden, wish]);
  const settlement: Settlement = {
    say: random.pick([`Then only do ${what}.`, `Then forget about ${short}, and go on with ${what}.`]),
    facts: request.facts.slice(-1),
    calls: request.calls.slice(ref.reads.length),
  };
  return refused(
    {
      say: `I'd like two things for my ${ref.phrase}: ${first}, and ${second}.`,
      brief: `You want two things for your ${ref.phrase}: ${first}, and ${second}.`,
      facts: ref.facts,
      calls: [...ref.reads],
      used: [reservation],
      traps: [...ref.traps, "partial permission"],
    },
    `${because.replace(/\.$/, "")}; the other thing can be done.`,
    settlement,
  );
}, isPlain);

/** Airline-cancelled and plain trips: which of them are cancelled has to be looked up. */
const cancelCalledOff: Draft = (desk, customer) => {
  const { random } = desk;
  const ahead = customer.reservations.filter((one) => !one.cancelled && !hasBegun(one));
  const good = ahead.filter(isCalledOff);
  if (good.length === 0 || good.length === ahead.length) return undefined;
  const request: Request = {
    say: `${random.pick([
      "I've heard that you cancelled flights this month.",
      "The news is that many of your flights are cancelled.",
      "You seem to be cancelling flights left and right.",
      "Something seems to be wrong with your schedule.",
    ])} ${random.pick([
      "Any trip of mine that has lost a flight by that, past or still ahead, should be cancelled altogether; the others stay.",
      "Please go through all my reservations, the past ones too, and cancel each of which the airline has cancelled a flight. Leave the rest alone.",
      "If there are reservations of mine with a flight that you have called off, whatever its date, cancel them whole. I keep all the others.",
      "I want to get rid of every trip of mine for which you have cancelled a flight, even if its day is over, and keep the rest.",
    ])}`,
    brief:
      "You want those of your reservations cancelled of which the airline has cancelled a flight, past ones too, and no others. You don't know which they are.",
    facts: [reasonFact(random, "airline")],
    calls: [
      ...readAllReservations(customer),
      ...customer.reservations.filter(({ cancelled }) => !cancelled).flatMap(readStatuses),
      ...good.map(cancelCall),
    ],
    used: [...good],
    traps: ["several reservations"],
  };
  return request;
};

export const partialTemplates: readonly Template[] = [
  heldOut(alone("partial-upgrade", 4, upgradeOne)),
  alone("partial-cancel", 7, cancelOne),
  alone("partial-cancel-all", 5, cancelAll),
  alone("partial-on-one", 7, halfForbidden),
  alone("cancel-hit", 4, cancelCalledOff),
];
