/** Requests to cancel a reservation, and the templates of those that have a ground. */

import { money, sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { cancelCall, readStatuses } from "./calls.ts";
import { reasonFact, type reasons } from "./facts.ts";
import { type Reference, refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import {
  type Draft,
  hasGround,
  isCalledOff,
  isOpen,
  isPlain,
  isProtected,
  isRecent,
  onOne,
  type Request,
  type Template,
} from "./template.ts";

export type Reason = keyof typeof reasons;

export function cancel(random: Random, ref: Reference, reason: Reason): Request {
  return {
    say: random.pick([
      `I'd like to cancel my ${ref.phrase}.`,
      `Please cancel my ${ref.phrase}.`,
      `Can you cancel my ${ref.phrase} for me?`,
      `I need to have my ${ref.phrase} cancelled.`,
    ]),
    brief: `You want your ${ref.phrase} cancelled.`,
    facts: [...ref.facts, reasonFact(random, reason)],
    calls: [...ref.reads, ...readStatuses(ref.reservation), cancelCall(ref.reservation)],
    used: [ref.reservation],
    traps: ref.traps,
  };
}

/** What comes back: what a certificate has paid does not. */
export function refundOf({ payments }: Reservation): number {
  return sumOf(payments.filter(({ payment_id }) => !payment_id.startsWith("certificate_")).map(({ amount }) => amount));
}

function hasCertificate({ payments }: Reservation): boolean {
  return payments.some(({ payment_id }) => payment_id.startsWith("certificate_"));
}

/** Only this ground, so that the agent has to find it. */
const isBarely = {
  recent: (one: Reservation) => isPlain(one) && isRecent(one) && one.cabin !== "business",
  calledOff: (one: Reservation) => isCalledOff(one) && !isRecent(one) && one.cabin !== "business",
  business: (one: Reservation) => isPlain(one) && !isRecent(one) && one.cabin === "business",
  insured: (one: Reservation) => isPlain(one) && !hasGround(one) && one.insured,
} as const;

const ground = (fits: (one: Reservation) => boolean, ...because: readonly Reason[]): Draft =>
  onOne(({ random }, reservation) => cancel(random, refer(random, reservation), random.pick(because)), fits);

export const cancellations = {
  recent: ground(isBarely.recent, "plans"),
  "called-off": onOne(({ random }, reservation) => {
    const request = cancel(random, refer(random, reservation), "airline");
    const trap = isProtected(reservation) ? ["compensation not asked for"] : [];
    return { ...request, traps: [...(request.traps ?? []), ...trap] };
  }, isBarely.calledOff),
  business: ground(isBarely.business, "plans"),
  insured: ground(isBarely.insured, "illness", "weather"),
} as const satisfies Record<string, Draft>;

/** Any that has a ground, for whatever reason that goes with it. */
export const anyCancellation: Draft = (desk, customer) => {
  for (const draft of desk.random.shuffle(Object.values(cancellations))) {
    const request = draft(desk, customer);
    if (request) return request;
  }
  return undefined;
};

/** The refund is asked for too. */
const withRefund: Draft = onOne(
  ({ random }, reservation) => {
    const request = cancel(random, refer(random, reservation), isCalledOff(reservation) ? "airline" : "plans");
    const question = random.pick(["How much will I get back?", "And tell me how much of my money comes back to me."]);
    return {
      ...request,
      say: `${request.say} ${question}`,
      brief: `${request.brief} You also want to know how much money comes back to you.`,
      compute: [money(refundOf(reservation))],
      traps: [...(request.traps ?? []), "arithmetic", ...(hasCertificate(reservation) ? ["certificate is lost"] : [])],
    };
  },
  (one) => isOpen(one) && hasGround(one) && one.payments.length > 1,
);

export const cancelTemplates: readonly Template[] = [
  alone("cancel-with-refund", 6, withRefund),
  alone("cancel-insured", 7, cancellations.insured),
  alone("cancel-recent", 7, cancellations.recent),
  alone("cancel-called-off", 8, cancellations["called-off"]),
  alone("cancel-business", 7, cancellations.business),
];
