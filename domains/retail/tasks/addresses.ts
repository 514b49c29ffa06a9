/** Requests about addresses: an order's, the profile's, or both. */
import type { Random } from "../../random.ts";
import { addressFact, leaveFact, lookedUpAddressFact } from "./facts.ts";
import { addressCall, profileCall, type Reference, type Request, readAllOrders, readUser } from "./request.ts";
import type { Address, Customer } from "./shop.ts";
import { addressWords } from "./words.ts";

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
    used: [ref.order],
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
    facts: [...ref.facts, lookedUpAddressFact("The one in my profile, please. You should have it there.")],
    calls: [...ref.reads, readUser(customer), addressCall(ref.order, customer.address)],
    used: [ref.order],
    traps: [...ref.traps, "address to look up"],
  };
}

export function changeProfile(random: Random, customer: Customer, address: Address): Request {
  const lead = random.pick([
    "I've moved",
    "I moved last week",
    "We have moved",
    "I live somewhere else now",
    "I have a new home",
    "I've just changed apartments",
    "We moved to another town",
  ]);
  const wish = random.pick([
    "so please update the address in my profile.",
    "so I'd like to change the default address in my account.",
    "but my profile still has the old address. Can you change it?",
    "and the address in my profile needs to be changed.",
    "and I need a new default address in my profile.",
    "so the address you have in my profile is out of date. Please correct it.",
  ]);
  const fact = addressFact(random, address);
  return {
    say: `${lead}, ${wish}`,
    brief: "You have moved and want the default address in your profile changed, and your orders left as they are.",
    facts: [{ ...fact, asks: [...fact.asks, "default address"] }, leaveFact("pending orders")],
    calls: [readUser(customer), profileCall(customer, address)],
    used: [],
  };
}

/** The new default address is where an order was sent. */
export function profileFromOrder(random: Random, ref: Reference): Request {
  return {
    say: random.pick([
      `Please set my default address to the one that my ${ref.phrase} was sent to.`,
      `I'd like my profile to have the same address as my ${ref.phrase}.`,
      `Can you put the address of my ${ref.phrase} in my profile, as my default address?`,
    ]),
    brief: `You want the address of your ${ref.phrase} to become the default address in your profile.`,
    facts: [...ref.facts, lookedUpAddressFact("The same as that order has, please.")],
    calls: [...ref.reads, readUser(ref.order.customer), profileCall(ref.order.customer, ref.order.address)],
    used: [ref.order],
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
    used: [ref.order],
    traps: [...ref.traps, "two places to change"],
  };
}

/** One wish, several orders: all that are pending, named by nothing else. */
export function shipAll(random: Random, customer: Customer, address: Address): Request {
  const pending = customer.orders.filter(({ status }) => status === "pending");
  const lead = random.pick([
    "",
    "I'm away for a while. ",
    "I won't be at home. ",
    "Please help me with my deliveries. ",
  ]);
  const wish = random.pick([
    "All my pending orders should go to a new address, please.",
    "I need a different shipping address on every order that is still pending.",
    "Could you redirect all my pending orders to another address?",
    "Whatever orders of mine are still pending should be sent to another address.",
  ]);
  return {
    say: `${lead}${wish}`,
    brief:
      "You want all your pending orders, but not your profile, to get a new address. You don't know how many they are.",
    facts: [addressFact(random, address), leaveFact("profile address")],
    calls: [...readAllOrders(customer), ...pending.map((order) => addressCall(order, address))],
    used: pending,
    traps: ["several orders"],
  };
}
