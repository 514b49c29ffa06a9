/** Requests about orders that have not shipped: cancelling, other items, another payment method. */
import { sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import { differenceFact, itemsFact, paymentFact, reasonFact } from "./facts.ts";
import {
  cancelCall,
  itemsIn,
  paymentCall,
  type Reference,
  type Request,
  readAllOrders,
  readProduct,
  readUser,
  type Swap,
  swapCall,
} from "./request.ts";
import type { Customer, Method, Order, Variant } from "./shop.ts";
import { differences, noun, swapWords } from "./words.ts";

export type CancelReason = "no longer needed" | "ordered by mistake";

export function cancel(random: Random, ref: Reference, reason: CancelReason): Request {
  return {
    say: random.pick([
      `I'd like to cancel my ${ref.phrase}.`,
      `Please cancel my ${ref.phrase}.`,
      `Can you cancel my ${ref.phrase} for me?`,
      `I need my ${ref.phrase} cancelled before it ships.`,
    ]),
    brief: `You want your ${ref.phrase} cancelled.`,
    facts: [...ref.facts, reasonFact(random, reason)],
    calls: [...ref.reads, cancelCall(ref.order, reason)],
    used: [ref.order],
    traps: ref.traps,
  };
}

/** Pieces of the order whose product is in it only once, so that its name is enough. */
export function distinctLines({ lines }: Order): Variant[] {
  return lines.filter(({ product }) => lines.filter((other) => other.product === product).length === 1);
}

/** Up to `count` items of the order, each with an available variant that differs in few options. */
export function chooseSwaps(random: Random, order: Order, count: number): Swap[] {
  const swaps: Swap[] = [];
  for (const present of random.shuffle(distinctLines(order))) {
    const wanted = random
      .shuffle(present.product.variants.filter((variant) => variant.available && variant !== present))
      .sort((a, b) => differences(present, a).length - differences(present, b).length)
      .slice(0, 3);
    if (wanted.length > 0 && swaps.length < count) swaps.push({ present, wanted: random.pick(wanted) });
  }
  return swaps;
}

export function priceDifference(swaps: readonly Swap[]): number {
  return sumOf(swaps.flatMap(({ present, wanted }) => [wanted.price, -present.price]));
}

/** Methods of the customer that can take a payment of `due` dollars. */
export function ableMethods({ methods }: Customer, due: number): Method[] {
  return methods.filter(({ source, balance }) => source !== "gift_card" || (balance ?? 0) >= due);
}

/** What is wanted, item by item. */
export function wishes(swaps: readonly Swap[]): string {
  const [only, ...others] = swaps;
  if (only !== undefined && others.length === 0) return `I want ${swapWords(only.present, only.wanted)}.`;
  const parts = swaps.map(({ present, wanted }) => `for the ${noun(present.product)}, ${swapWords(present, wanted)}`);
  return `Here is what I want: ${parts.join("; ")}.`;
}

/** The same in the second person. */
export function yourWishes(swaps: readonly Swap[]): string {
  return wishes(swaps).replace("I want", "You want").replace("what You", "what you");
}

export function changeItems(random: Random, ref: Reference, swaps: readonly Swap[], method: Method): Request {
  const lines = swaps.map(({ present }) => present);
  const items = itemsIn(ref, lines, "I");
  const [version, it, has] =
    lines.length > 1 ? ["different versions", "they haven't", "have"] : ["a different version", "it hasn't", "has"];
  return {
    say: `${random.pick([
      `I'd like to change ${items}; ${it} shipped yet.`,
      `Before the order ships, I'd like ${version} of ${items}.`,
      `Could you change ${items}?`,
    ])} ${wishes(swaps)}`,
    brief: `You want ${version} of ${itemsIn(ref, lines, "you")}, which ${has} not shipped yet. ${yourWishes(swaps)}`,
    ...swapping(random, ref, swaps, method),
  };
}

/** What modifying and exchanging items have in common. */
export function swapping(
  random: Random,
  ref: Reference,
  swaps: readonly Swap[],
  method: Method,
): Omit<Request, "say" | "brief"> {
  const lines = swaps.map(({ present }) => present);
  return {
    facts: [
      ...ref.facts,
      itemsFact(ref.order.status === "delivered" ? "exchange" : "change", lines),
      differenceFact(random, method),
    ],
    calls: [
      ...ref.reads,
      readUser(ref.order.customer),
      ...swaps.map(({ present }) => readProduct(present.product)),
      swapCall(ref.order, swaps, method),
    ],
    used: [ref.order],
    traps: [...ref.traps, ...(swaps.length > 1 ? ["several items at once"] : [])],
  };
}

export function changePayment(random: Random, ref: Reference, method: Method): Request {
  return {
    say: random.pick([
      `I'd like to pay for my ${ref.phrase} with something else.`,
      `Can I change the payment method of my ${ref.phrase}?`,
      `I want to move the payment for my ${ref.phrase} to another payment method.`,
    ]),
    brief: `You want another payment method charged for your ${ref.phrase}.`,
    facts: [...ref.facts, paymentFact(random, method)],
    calls: [...ref.reads, readUser(ref.order.customer), paymentCall(ref.order, method)],
    used: [ref.order],
    traps: ref.traps,
  };
}

/** Methods to which the payment of the order can move. */
export function otherMethods({ customer, paidWith, lines, payments }: Order): Method[] {
  if (payments.length !== 1) return [];
  const total = sumOf(lines.map(({ price }) => price));
  return ableMethods(customer, total).filter((method) => method !== paidWith);
}

/** One wish, several orders: all that are pending, named by nothing else. */
export function cancelAll(random: Random, customer: Customer, reason: CancelReason): Request {
  const pending = customer.orders.filter(({ status }) => status === "pending");
  const lead = random.pick(["", "I've changed my plans. ", "I'd like to start over. ", "My plans fell through. "]);
  const wish = random.pick([
    "Please cancel all my orders that are still pending.",
    "I'd like to cancel every pending order I have with you.",
    "Could you cancel whatever orders of mine are still pending?",
    "All of my pending orders should be cancelled.",
    "I want none of my pending orders anymore: please cancel each of them.",
  ]);
  return {
    say: `${lead}${wish}`,
    brief: "You want all your pending orders cancelled, for the same reason. You don't know how many they are.",
    facts: [reasonFact(random, reason, true)],
    calls: [...readAllOrders(customer), ...pending.map((order) => cancelCall(order, reason))],
    used: pending,
    traps: ["several orders"],
  };
}
