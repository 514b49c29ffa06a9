/** Several requests of one customer in one conversation: each about orders of its own, and none in the other's way. */

import { transferTool } from "../../tool.ts";
import type { DraftFact } from "./facts.ts";
import { onOrder } from "./ordinary.ts";
import { type Request, refer } from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import { type Desk, type Draft, isDelivered, isPending, onOne } from "./template.ts";

/** A request that can be granted, about a pending or delivered order, by chance. */
export const anyChange: Draft = onOne(
  (desk, order) => {
    const ref = refer(desk.random, order);
    const { cancel, changeAddress, changePayment, swap, returnSome } = onOrder;
    if (isDelivered(order)) return desk.random.pick([returnSome, swap])(desk, ref);
    return desk.random.pick([cancel, changeAddress, changePayment, swap, swap])(desk, ref);
  },
  (order) => isPending(order) || isDelivered(order),
);

/** The desk without orders that are spoken for. */
export function without(desk: Desk, taken: readonly Order[]): Desk {
  return { ...desk, order: (customer, fits) => desk.order(customer, (one) => !taken.includes(one) && fits(one)) };
}

export function inTurn(desk: Desk, customer: Customer, drafts: readonly Draft[]): Request[] | undefined {
  const requests: Request[] = [];
  for (const draft of drafts) {
    const taken = requests.flatMap(({ orders }) => orders);
    const request = draft(without(desk, taken), customer);
    if (request === undefined) return undefined;
    requests.push(request);
  }
  return getAlong(requests) ? tellApart(requests) : undefined;
}

/** Whether serving one request changes nothing for another, and answers and transfers come last. */
export function getAlong(requests: readonly Request[]): boolean {
  const calling = (name: string) => requests.filter(({ calls }) => calls.some((call) => call.name === name));
  const answers = requests.filter(({ tell = [], compute = [] }) => tell.length + compute.length > 0);
  const ends = [...answers, ...calling(transferTool)];
  const moves = calling("modify_user_address");
  const looksUp = requests.some(({ traps = [] }) => traps.includes("address to look up"));
  return (
    ends.every((request) => request === requests.at(-1)) &&
    moves.length <= (looksUp ? 0 : 1) &&
    requests.filter(drawsOnGiftCard).length < 2
  );
}

/** A gift card that two requests draw on might not be enough for both; and one that is paid back may be enough for more. */
function drawsOnGiftCard({ calls, orders, traps = [] }: Request): boolean {
  const paid = ["cancel_pending_order", "modify_pending_order_payment"];
  return (
    traps.includes("gift card too small") ||
    calls.some((call) => String(call.arguments.payment_method_id ?? "").startsWith("gift_card_")) ||
    (calls.some(({ name }) => paid.includes(name)) && orders.some(({ paidWith }) => paidWith.source === "gift_card"))
  );
}

const ordinals = ["first", "second", "third"];

/** Where two requests have facts of one name, each says which request it is about. */
function tellApart(requests: readonly Request[]): Request[] {
  const factsOf = ({ facts, refusal }: Request) => [...facts, ...(refusal?.facts ?? [])];
  return requests.map((request, at) => {
    const others = requests.filter((other) => other !== request).flatMap(factsOf);
    const apart = (fact: DraftFact): DraftFact => {
      if (!others.some(({ name }) => name === fact.name)) return fact;
      const which = `${ordinals[at]} request`;
      const name = `${fact.name} (${which})`;
      return { ...fact, name, say: `For my ${which}: ${fact.say}` };
    };
    const { refusal } = request;
    return {
      ...request,
      facts: request.facts.map(apart),
      ...(refusal ? { refusal: { ...refusal, facts: refusal.facts.map(apart) } } : {}),
    };
  });
}

/** Two requests in one message: what `request` is about, and `errand` besides. */
export function together({ random }: Desk, request: Request, errand: Request): Request {
  const link = random.pick([
    "Apart from that:",
    "And there is something else:",
    "And while I'm here:",
    "One more thing:",
  ]);
  const [first, second] = tellApart([request, errand]) as [Request, Request];
  return {
    ...request,
    say: `${request.say} ${link} ${errand.say}`,
    brief: `${request.brief} You bring up another matter in the same message, and want both. ${errand.brief}`,
    facts: [...first.facts, ...second.facts],
    calls: [...errand.calls, ...request.calls],
    orders: [...request.orders, ...errand.orders],
    traps: [...(request.traps ?? []), ...(errand.traps ?? [])],
  };
}
