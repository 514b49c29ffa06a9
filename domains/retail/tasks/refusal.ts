/** What every refused request is made of: the ground for declining, and what the customer settles for. */
import { orderTotal } from "./questions.ts";
import { type DraftCall, type DraftFact, type Reference, type Request, transferCall } from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import type { Desk } from "./template.ts";

/** What the customer makes do with after a refusal. */
export interface Settlement {
  readonly say: string;
  readonly calls?: readonly DraftCall[];
  readonly facts?: readonly DraftFact[];
  readonly tell?: readonly string[];
  readonly traps?: readonly string[];
  /** The ground for declining needs no look at the rows; where a transfer counts, each reference call does by name. */
  readonly unread?: boolean;
}

export function refused(
  request: Request,
  because: string,
  { say, calls = [], facts = [], tell = [], traps = [], unread = false }: Settlement,
): Request {
  return {
    ...request,
    facts: [...request.facts, ...facts],
    calls: [...(unread ? [] : request.calls), ...calls],
    refusal: { say, because },
    tell,
    traps: [...(request.traps ?? []), "refusal", ...traps],
  };
}

/** A request that leads nowhere, as an agent finds by reading the order. */
export function onlyReads(ref: Reference, say: string, brief: string, facts: readonly DraftFact[] = []): Request {
  return { say, brief, facts: [...ref.facts, ...facts], calls: ref.reads, orders: [ref.order], traps: ref.traps };
}

export const aPerson = ({ random }: Desk, about: string): Settlement => ({
  say: random.pick([
    "Then I'd like to speak to a human agent, please.",
    "I see. In that case, please put me through to a person.",
    "Can I talk to a human about it, then?",
  ]),
  calls: [transferCall(`The customer was declined and asked for a person: ${about}.`)],
  traps: ["transfer"],
});

export const theTotal = ({ random }: Desk, order: Order): Settlement => ({
  say: random.pick([
    "All right, then leave it. But tell me what the whole order cost, please.",
    "Fine. Then at least tell me the total of that order.",
  ]),
  tell: [orderTotal(order)],
});

export const theTracking = ({ random }: Desk, order: Order): Settlement => ({
  say: random.pick([
    "I understand. What is its tracking number, then?",
    "Okay. Then please give me the tracking number so that I can follow it.",
  ]),
  tell: order.parcels.map(({ tracking }) => tracking),
});

export type Draft = (desk: Desk, customer: Customer) => Request | undefined;
