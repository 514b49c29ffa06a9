/** Compensation that is not due, or not as much as is wanted, and what is asked for instead. */
import { refused, type Settlement } from "../../draft.ts";
import { cancelCall, certificateCall } from "./calls.ts";
import { aboardFact, CALLED_OFF, DELAYED } from "./compensation.ts";
import { reasonFact } from "./facts.ts";
import { SOON } from "./rebooking.ts";
import { rebookings } from "./rebookings.ts";
import { refer } from "./reference.ts";
import { onlyReads } from "./refused-changes.ts";
import type { Reservation } from "./rows.ts";
import { anotherDay, somethingElse, theFlight } from "./settling.ts";
import {
  type Desk,
  type Draft,
  isCalledOff,
  isDelayed,
  isPlain,
  isProtected,
  onOne,
  type Request,
} from "./template.ts";

/** Cancelling, where the airline has given the ground for it, or a question. */
function cancelOrAsk(desk: Desk, reservation: Reservation): Settlement | undefined {
  const { random } = desk;
  if (!isCalledOff(reservation) || random.chance(0.2)) return theFlight(desk);
  return {
    say: random.pick(["Then at least cancel the reservation.", "All right. Then cancel all of it, please."]),
    facts: [reasonFact(random, "airline")],
    calls: [cancelCall(reservation)],
  };
}

/** A regular member, in economy, without insurance. */
const unprotected: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const settlement = cancelOrAsk(desk, reservation);
    return (
      settlement &&
      refused(
        onlyReads(
          ref,
          random.pick([
            `A flight of my ${ref.phrase} has been cancelled, and I want compensation.`,
            `You cancelled a flight on my ${ref.phrase}. How will you compensate me? I insist on it.`,
          ]),
          `The airline has cancelled a flight of your ${ref.phrase}, and you want compensation.`,
          ["compensation not due"],
        ),
        "compensation is for silver and gold members, and for reservations that are insured or in business.",
        settlement,
      )
    );
  },
  (one) => isCalledOff(one) && !isProtected(one),
);

/** A delay alone is not compensated; once the flights have changed, it is. */
const onlyDelayed: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const request = onlyReads(
      ref,
      random.pick([
        `A flight on my ${ref.phrase} is delayed, and I want compensation. I'll take the flight all the same.`,
        `My ${ref.phrase} is delayed. I don't want to change anything, but I want to be compensated.`,
      ]),
      `A flight of your ${ref.phrase} is delayed. You want compensation, and to keep the reservation as it is.`,
      ["compensation not due"],
    );
    const because = "a delay is only compensated when the reservation is changed or cancelled because of it.";
    const changed =
      random.chance(0.6) && reservation.cabin !== "basic_economy" ? anotherDay(desk, reservation, SOON) : undefined;
    if (changed === undefined) {
      const settlement = theFlight(desk);
      return settlement && refused(request, because, settlement);
    }
    const amount = DELAYED * reservation.passengers.length;
    return refused(request, because, {
      ...changed,
      say: `${changed.say} And then I'd like the compensation for the delay.`,
      facts: [...(changed.facts ?? []), aboardFact(reservation)],
      calls: [...(changed.calls ?? []), certificateCall(reservation.customer, amount)],
    });
  },
  (one) => isDelayed(one) && isProtected(one) && one.there.some(({ status }) => status === "delayed"),
);

/** Nothing is cancelled or delayed, whatever the customer says. */
const nothingWrong: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const settlement = somethingElse(desk, reservation);
    const [say, brief] = random.pick([
      [
        `I've heard that a flight of my ${ref.phrase} is cancelled. I want compensation for that.`,
        `You have heard that the airline cancelled a flight of your ${ref.phrase}, which is not true, and want compensation.`,
      ],
      [
        `My ${ref.phrase} is going to be hours late, I'm told. What do I get for that? I want compensation.`,
        `You were told that a flight of your ${ref.phrase} is delayed, which is not true, and want compensation.`,
      ],
    ] as const);
    return (
      settlement &&
      refused(
        onlyReads(ref, say, brief, ["false claim"]),
        "none of its flights is cancelled or delayed, and nothing else is compensated.",
        settlement,
      )
    );
  },
  (one) => isPlain(one) && isProtected(one),
);

/** Some other complaint, about a flight that took place. */
const otherComplaint: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const ref = refer(random, reservation);
    const settlement = theFlight(desk);
    const trouble = random.pick([
      "the food was cold and the crew was rude",
      "my screen did not work all the way",
      "the cabin was freezing and nobody brought a blanket",
      "the seat next to me was broken, and I could not sleep",
    ]);
    return (
      settlement &&
      refused(
        onlyReads(
          ref,
          random.pick([
            `On the flight of my ${ref.phrase} ${trouble}. I want compensation for that.`,
            `I'm unhappy with my ${ref.phrase}: ${trouble}. You owe me something for it.`,
          ]),
          `On the flight of your ${ref.phrase} ${trouble}, and you want compensation.`,
          ["compensation not due"],
        ),
        "only cancelled flights and certain delays are compensated.",
        settlement,
      )
    );
  },
  (one) => !one.cancelled && one.back.length === 0 && one.there.every(({ status }) => status === "landed"),
);

/** More than is due: the part that is due remains. */
const tooMuch: Draft = onOne(
  ({ random }, reservation) => {
    const { customer, passengers } = reservation;
    const due = CALLED_OFF * passengers.length;
    const wanted = due + 100 * random.int(1, 4);
    const ref = refer(random, reservation);
    return refused(
      onlyReads(
        ref,
        random.pick([
          `A flight of my ${ref.phrase} was cancelled by you. I want $${wanted} as compensation.`,
          `You cancelled a flight on my ${ref.phrase}, so I expect a compensation of $${wanted}.`,
        ]),
        `The airline has cancelled a flight of your ${ref.phrase}. You want $${wanted} as compensation, and leave the reservation as it is.`,
        ["more than is due"],
      ),
      "compensation for a cancelled flight is $100 for each passenger, and no more.",
      {
        say: random.pick([
          "Then I'll take what I'm due. Leave the reservation itself as it is.",
          "Fine, then give me what the rules allow, and don't touch the reservation.",
        ]),
        facts: [aboardFact(reservation)],
        calls: [certificateCall(customer, due)],
      },
    );
  },
  (one) => isCalledOff(one) && isProtected(one),
);

/** A delay, a change, and no right to compensation. */
const changedUnprotected: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const request: Request | undefined = rebookings.date(desk, refer(random, reservation), "there", SOON);
    return (
      request &&
      refused(
        {
          ...request,
          say: `My flight is delayed. ${request.say} And I want compensation for the delay.`,
          brief: `A flight of yours is delayed. ${request.brief} You also want compensation for the delay.`,
          facts: [],
          traps: [...(request.traps ?? []), "compensation not due"],
        },
        "you can't get compensation, which is for silver and gold members, and for reservations that are insured or in business; the flight can be changed.",
        {
          say: random.pick([
            "All right, then only change the flight.",
            "Then without the compensation. Just change it.",
          ]),
        },
        request.facts,
      )
    );
  },
  (one) =>
    isDelayed(one) &&
    !isProtected(one) &&
    one.cabin !== "basic_economy" &&
    one.there.some(({ status }) => status === "delayed"),
);

export const refusedCompensation: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["compensation-changed", 4, changedUnprotected],
  ["compensation-delay", 5, onlyDelayed],
  ["compensation-regular", 6, unprotected],
  ["compensation-too-much", 4, tooMuch],
  ["compensation-complaint", 4, otherComplaint],
  ["compensation-false", 5, nothingWrong],
];
