/** Requests about orders that have not shipped, and about the address in the profile. */
import type { Random } from "../../random.ts";
import {
  addressCall,
  addressFact,
  cancelCall,
  type DraftFact,
  differenceFact,
  itemsIn,
  paymentCall,
  paymentFact,
  profileCall,
  type Reference,
  type Request,
  readAllOrders,
  readProduct,
  readUser,
  reasonFact,
  type Swap,
  swapCall,
} from "./request.ts";
import type { Address, Customer, Method, Order, Variant } from "./shop.ts";
import { addressWords, differences, noun, sumOf, swapWords } from "./words.ts";

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
    orders: [ref.order],
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

export function changeItems(random: Random, ref: Reference, swaps: readonly Swap[], method: Method): Request {
  const lines = swaps.map(({ present }) => present);
  const items = itemsIn(ref, lines, "I");
  return {
    say: `${random.pick([
      `I'd like to change ${items}; it hasn't shipped yet.`,
      `Before it ships, I'd like a different version of ${items}.`,
      `Could you change ${items}?`,
    ])} ${wishes(swaps)}`,
    brief: `You want a different version of ${itemsIn(ref, lines, "you")}, which has not shipped yet. ${wishes(swaps).replace("I want", "You want").replace("what You", "what you")}`,
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
  return {
    facts: [...ref.facts, differenceFact(random, method)],
    calls: [
      ...ref.reads,
      readUser(ref.order.customer),
      ...swaps.map(({ present }) => readProduct(present.product)),
      swapCall(ref.order, swaps, method),
    ],
    orders: [ref.order],
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
    orders: [ref.order],
    traps: ref.traps,
  };
}

/** Methods to which the payment of the order can move. */
export function otherMethods({ customer, paidWith, lines, payments }: Order): Method[] {
  if (payments.length !== 1) return [];
  const total = sumOf(lines.map(({ price }) => price));
  return ableMethods(customer, total).filter((method) => method !== paidWith);
}

export function changeAddress(random: Random, ref: Reference, address: Address): Request {
  return {
    say: random.pick([
      `I need my ${ref.phrase} sent to a different address.`,
      `My ${ref.phrase} is going to the wrong address. Can you change that?`,
      `Could you change the shipping address of my ${ref.phrase}?`,
    ]),
    brief: `You want your ${ref.phrase}, and nothing else, sent to another address.`,
    facts: [...ref.facts, addressFact(random, address)],
    calls: [...ref.reads, addressCall(ref.order, address)],
    orders: [ref.order],
    traps: ref.traps,
  };
}

/** The address is not told: the agent finds it in the profile. */
export function shipHome(random: Random, ref: Reference): Request {
  const { customer } = ref.order;
  return {
    say: random.pick([
      `My ${ref.phrase} should go to the address in my profile instead of the one it has now.`,
      `Please send my ${ref.phrase} to my default address, the one you have in my profile.`,
    ]),
    brief: `You want your ${ref.phrase} sent to the address in your profile.`,
    facts: [...ref.facts, homeFact],
    calls: [...ref.reads, readUser(customer), addressCall(ref.order, customer.address)],
    orders: [ref.order],
    traps: [...ref.traps, "address to look up"],
  };
}

export const homeFact: DraftFact = {
  name: "new address",
  asks: ["which address", "what address", "new address"],
  say: "The one in my profile, please. You should have it there.",
  disclosure: "known",
};

export function changeProfile(random: Random, customer: Customer, address: Address): Request {
  return {
    say: random.pick([
      "I've moved, so please update the address in my profile.",
      "I'd like to change the default address in my account.",
      "My profile still has my old address. Can you change it?",
    ]),
    brief:
      "You have moved and want the default address in your profile changed. Your orders are to stay as they are, should the agent ask.",
    facts: [
      addressFact(random, address),
      {
        name: "pending orders",
        asks: ["pending orders", "existing orders", "open orders", "orders as well", "orders too"],
        say: "No, leave my orders as they are.",
        disclosure: "known",
      },
    ],
    calls: [readUser(customer), profileCall(customer, address)],
    orders: [],
  };
}

/** The new default address is where an order was sent. */
export function profileFromOrder(random: Random, ref: Reference): Request {
  return {
    say: random.pick([
      `Please make the address that my ${ref.phrase} was sent to my default address.`,
      `I'd like my profile to have the same address as my ${ref.phrase}.`,
    ]),
    brief: `You want the address of your ${ref.phrase} to become the default address in your profile.`,
    facts: [
      ...ref.facts,
      {
        name: "new address",
        asks: ["which address", "what address", "new address"],
        say: `The same as that order has, please.`,
        disclosure: "known",
      },
    ],
    calls: [...ref.reads, readUser(ref.order.customer), profileCall(ref.order.customer, ref.order.address)],
    orders: [ref.order],
    traps: [...ref.traps, "address to look up"],
  };
}

/** Both the order and the profile get the address. */
export function moveWithOrder(random: Random, ref: Reference, address: Address): Request {
  const words = addressWords(address);
  const { customer } = ref.order;
  return {
    say: random.pick([
      `I've moved to ${words}. Please change that in my profile, and send my ${ref.phrase} there too.`,
      `My new address is ${words}. I need it in my profile and on my ${ref.phrase}.`,
    ]),
    brief: `You have moved to ${words}, and want that address both in your profile and on your ${ref.phrase}.`,
    facts: [...ref.facts, { ...addressFact(random, address), disclosure: "known" }],
    calls: [...ref.reads, readUser(customer), profileCall(customer, address), addressCall(ref.order, address)],
    orders: [ref.order],
    traps: [...ref.traps, "two places to change"],
  };
}

/** One wish, several orders: all that are pending, named by nothing else. */
export function cancelAll(random: Random, customer: Customer, reason: CancelReason): Request {
  const pending = customer.orders.filter(({ status }) => status === "pending");
  return {
    say: random.pick([
      "Please cancel all my orders that are still pending.",
      "I'd like to cancel every pending order I have with you.",
    ]),
    brief: "You want all your pending orders cancelled, for the same reason. You don't know how many they are.",
    facts: [reasonFact(random, reason)],
    calls: [...readAllOrders(customer), ...pending.map((order) => cancelCall(order, reason))],
    orders: pending,
    traps: ["several orders"],
  };
}

export function shipAll(random: Random, customer: Customer, address: Address): Request {
  const pending = customer.orders.filter(({ status }) => status === "pending");
  return {
    say: random.pick([
      "All my pending orders should go to a new address, please.",
      "I need a different shipping address on every order that is still pending.",
    ]),
    brief:
      "You want all your pending orders, but not your profile, to get a new address. You don't know how many they are.",
    facts: [
      addressFact(random, address),
      {
        name: "profile address",
        asks: ["profile", "default address"],
        say: "No, leave my profile as it is.",
        disclosure: "known",
      },
    ],
    calls: [...readAllOrders(customer), ...pending.map((order) => addressCall(order, address))],
    orders: pending,
    traps: ["several orders"],
  };
}
