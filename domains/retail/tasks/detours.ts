/** Templates of two kinds of detour: the first choice is sold out, or the customer thinks better of it when asked to confirm. */
import * as draft from "../../draft.ts";
import { alone } from "../../templates.ts";
import { someAddress } from "../order-book.ts";
import { changeProfile } from "./addresses.ts";
import { exchangeItems, refundMethods, returnItems } from "./delivered.ts";
import { onOrder } from "./ordinary.ts";
import { ableMethods, changeItems, chooseSwaps, distinctLines, priceDifference, wishes } from "./pending.ts";
import { askPart } from "./refusal.ts";
import {
  addressCall,
  cancelCall,
  profileCall,
  type Request,
  readProduct,
  readUser,
  refer,
  returnCall,
  type Swap,
  swapCall,
} from "./request.ts";
import type { Order } from "./shop.ts";
import {
  type Desk,
  type Draft,
  hasSeveral,
  isDelivered,
  isPending,
  onOne,
  orderOf,
  type Template,
} from "./template.ts";
import { addressWords, differences, fullName, methodName, noun } from "./words.ts";

/** Wants a variant that is sold out, and names another to make do with. */
function soldOut({ random }: Desk, order: Order): Request | undefined {
  for (const present of random.shuffle(distinctLines(order))) {
    const near = (isAvailable: boolean) =>
      random
        .shuffle(present.product.variants.filter((other) => other !== present && other.available === isAvailable))
        .sort((a, b) => differences(present, a).length - differences(present, b).length)[0];
    const [first, second] = [near(false), near(true)];
    if (first === undefined || second === undefined) continue;
    const methods = ableMethods(order.customer, Math.max(0, second.price - present.price));
    if (methods.length === 0) continue;
    const method = random.pick(methods);
    const ref = refer(random, order);
    const make = isDelivered(order) ? exchangeItems : changeItems;
    const request = make(random, ref, [{ present, wanted: first }], method);
    // All its options: "the rest the same" could mean the same as the first choice.
    const words = `the ${fullName(second)}`;
    return {
      ...request,
      calls: [...request.calls.slice(0, -1), swapCall(order, [{ present, wanted: second }], method)],
      fallback: random.pick([
        `What a pity. Then I'd like ${words}.`,
        `In that case, give me ${words}.`,
        `Oh. My second choice is ${words}.`,
      ]),
      traps: [...(request.traps ?? []), "first choice sold out"],
    };
  }
  return undefined;
}

/** Of two wishes for one order, the first can be had and the second is sold out: its item stays as it is. */
function halfSoldOut({ random }: Desk, order: Order): Request | undefined {
  const [swap] = chooseSwaps(random, order, 1);
  if (swap === undefined) return undefined;
  const gone = distinctLines(order)
    .filter((line) => line !== swap.present)
    .flatMap((present) =>
      present.product.variants.filter(({ available }) => !available).map((wanted) => ({ present, wanted })),
    )
    .filter(({ present, wanted }) => present !== wanted && differences(present, wanted).length < 3);
  const methods = ableMethods(order.customer, Math.max(0, priceDifference([swap])));
  if (gone.length === 0 || methods.length === 0) return undefined;
  const method = random.pick(methods);
  const missing = random.pick(gone);
  const make = isDelivered(order) ? exchangeItems : changeItems;
  const request = make(random, refer(random, order), random.shuffle([swap, missing]), method);
  const [yes, no] = [noun(swap.present.product), noun(missing.present.product)];
  return {
    ...request,
    facts: request.facts.filter(({ name }) => !name.startsWith("items to")),
    calls: [...request.calls.slice(0, -1), swapCall(order, [swap], method)],
    fallback: random.pick([
      `Then forget about the ${no}. Only do the ${yes}.`,
      `What a pity. Leave the ${no} as it is, then, and go on with the ${yes} alone.`,
    ]),
    traps: [...(request.traps ?? []), "one of two sold out"],
  };
}

/** Withdrawn for other calls, and which items were meant is of no more matter. */
function changed(
  request: Request | undefined,
  say: string,
  calls: Request["calls"],
  more: Partial<Request> = {},
): Request | undefined {
  const facts = request?.facts.filter(({ name }) => !name.startsWith("items to")) ?? [];
  return draft.changed(request && { ...request, facts }, say, calls, more);
}

const cancelToAddress = (desk: Desk, order: Order) => {
  const { random } = desk;
  const address = someAddress(random);
  const words = addressWords(address);
  const say = random.pick([
    `Wait, I'd rather keep it. Don't cancel it, just send it to another address: ${words}.`,
    `Actually, no, don't cancel. Please have it shipped to ${words} instead.`,
  ]);
  return changed(onOrder.cancel(desk, refer(random, order)), say, [addressCall(order, address)]);
};

const returnToExchange = (desk: Desk, order: Order) => {
  const { random } = desk;
  const [swap] = chooseSwaps(random, order, 1);
  if (swap === undefined) return undefined;
  const methods = ableMethods(order.customer, priceDifference([swap]));
  if (methods.length === 0) return undefined;
  const method = random.pick(methods);
  const request = returnItems(random, refer(random, order), [swap.present], random.pick(refundMethods(order)));
  const say = `${random.pick(["On second thought, I'd rather exchange it than return it.", "Hold on, don't return it. Let me exchange it instead."])} ${wishes([swap])} Any difference can go through my ${methodName(method)}.`;
  return changed(request, say, [readProduct(swap.present.product), swapCall(order, [swap], method)]);
};

const exchangeToReturn = (desk: Desk, order: Order) => {
  const { random } = desk;
  const [swap] = chooseSwaps(random, order, 1);
  if (swap === undefined) return undefined;
  const methods = ableMethods(order.customer, priceDifference([swap]));
  if (methods.length === 0) return undefined;
  const refund = random.pick(refundMethods(order));
  const request = exchangeItems(random, refer(random, order), [swap], random.pick(methods));
  const say = `${random.pick(["Actually, forget the exchange. I'd rather just return it", "No, wait. I don't want another one, I want to return it"])} and have the money back on my ${methodName(refund)}.`;
  return changed(request, say, [returnCall(order, [swap.present], refund)]);
};

/** The other order was meant. */
const cancelTheOther: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, isPending);
  const other = order && orderOf(desk, customer, (one) => isPending(one) && one !== order);
  if (order === undefined || other === undefined) return undefined;
  const wrong = onOrder.cancel(desk, refer(random, order, "number"));
  const reason = wrong.calls.at(-1)?.arguments.reason as string;
  const say = random.pick([
    `Sorry, I mixed up my orders! Order ${order.id} should stay. It's ${other.id} that I want cancelled, for the same reason.`,
    `Wait, that's the wrong one. Please leave ${order.id} alone and cancel ${other.id} instead, same reason.`,
  ]);
  const calls = refer(random, other, "number").reads;
  const facts = wrong.facts.filter(({ name }) => name !== "order number");
  return changed(wrong, say, [...calls, cancelCall(other, reason)], { facts, used: [order, other] });
};

const otherVariant = (desk: Desk, order: Order) => {
  const { random } = desk;
  const [swap] = chooseSwaps(random, order, 1);
  if (swap === undefined) return undefined;
  const { present } = swap;
  const others = present.product.variants.filter((one) => one.available && one !== present && one !== swap.wanted);
  if (others.length === 0) return undefined;
  const better: Swap = { present, wanted: random.pick(others) };
  const methods = ableMethods(order.customer, Math.max(priceDifference([swap]), priceDifference([better])));
  if (methods.length === 0) return undefined;
  const method = random.pick(methods);
  const make = isDelivered(order) ? exchangeItems : changeItems;
  const say = `${random.pick(["Hm, let me think again. I'd rather have", "Sorry, I've changed my mind: make it"])} the ${fullName(better.wanted)}.`;
  const request = make(random, refer(random, order), [swap], method);
  return changed(request, say, [swapCall(order, [better], method)], { facts: request.facts });
};

/** In the end nothing is written, and something is asked. */
const leaveIt = (desk: Desk, order: Order) => {
  const { random } = desk;
  const ref = refer(random, order);
  const { say: question, tell = [], compute = [], traps = [] } = askPart(desk, order);
  const request = isDelivered(order) ? onOrder.returnSome(desk, ref) : onOrder.cancel(desk, ref);
  const lead = random.pick([
    "You know what, leave it all as it is. Just tell me one thing.",
    "No, I've changed my mind, I'll keep everything. But I have a question.",
    "Hm, no. Let's leave everything as it is. I only want to know this:",
  ]);
  const left = changed(request, `${lead} ${question}`, []);
  return left && { ...left, tell, compute, traps: [...(left.traps ?? []), ...traps] };
};

const correctedProfile: Draft = ({ random }, customer) => {
  const [wrong, right] = [someAddress(random), someAddress(random)];
  const say = random.pick([
    `Oh no, that's my office. The right one is ${addressWords(right)}.`,
    `Sorry, I gave you the wrong one. Please make it ${addressWords(right)}.`,
  ]);
  return changed(changeProfile(random, customer, wrong), say, [readUser(customer), profileCall(customer, right)]);
};

const isChangeable = (order: Order) => isPending(order) || isDelivered(order);

const pendingGone = onOne(soldOut, isPending);
const deliveredGone = onOne(soldOut, isDelivered);
const halfGone = onOne(halfSoldOut, (order) => isChangeable(order) && hasSeveral(order));
export const firstChoiceGone: readonly Draft[] = [pendingGone, deliveredGone, halfGone];

export const changesOfMind = {
  "cancel-to-address": onOne(cancelToAddress, isPending),
  "return-to-exchange": onOne(returnToExchange, isDelivered),
  "exchange-to-return": onOne(exchangeToReturn, isDelivered),
  "other-order": cancelTheOther,
  "other-variant": onOne(otherVariant, isChangeable),
  "leave-it": onOne(leaveIt, (order) => hasSeveral(order) && isChangeable(order)),
  "profile-address": correctedProfile,
} as const satisfies Record<string, Draft>;

const counts: Readonly<Record<keyof typeof changesOfMind, number>> = {
  "cancel-to-address": 7,
  "return-to-exchange": 7,
  "exchange-to-return": 7,
  "other-order": 6,
  "other-variant": 8,
  "leave-it": 5,
  "profile-address": 4,
};

export const detourTemplates: readonly Template[] = [
  alone("sold-out-pending", 13, pendingGone),
  alone("sold-out-delivered", 13, deliveredGone),
  alone("sold-out-one-of-two", 8, halfGone),
  ...Object.entries<Draft>(changesOfMind).map(([name, draft]) =>
    alone(`mind-${name}`, counts[name as keyof typeof changesOfMind], draft),
  ),
];
