/** Requests that only ask: nothing is written, and what is asked stands in the rows or follows from them. */
import { money, sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import { capitalized, listed } from "../../wording.ts";
import {
  itemsIn,
  type Reference,
  type Request,
  readAllOrders,
  readCatalogue,
  readProduct,
  readUser,
} from "./request.ts";
import type { Customer, Method, Order, Product, Variant } from "./shop.ts";
import { available, isDelivered } from "./template.ts";
import { noun, swapWords } from "./words.ts";

export function orderTotal({ lines }: Order): string {
  return money(sumOf(lines.map(({ price }) => price)));
}

export function askTotal(random: Random, ref: Reference): Request {
  return {
    say: random.pick([
      `What is the total of my ${ref.phrase}?`,
      `How much does my ${ref.phrase} come to altogether?`,
      `Could you tell me what I paid in total for my ${ref.phrase}?`,
    ]),
    brief: `You want to know the total price of your ${ref.phrase}.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [ref.order],
    tell: [orderTotal(ref.order)],
    traps: ref.traps,
  };
}

export function askRefund(random: Random, ref: Reference, lines: readonly Variant[]): Request {
  return {
    say: random.pick([
      `If I sent back ${itemsIn(ref, lines, "I")}, how much money would I get back? I'm only asking, I don't want to return anything yet.`,
      `How much would the refund be if I returned ${itemsIn(ref, lines, "I")}? I haven't decided yet, I just need the amount.`,
    ]),
    brief: `You want to know how much the refund would be if you returned ${itemsIn(ref, lines, "you")}. You are only asking: nothing is to be returned.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [ref.order],
    compute: [money(sumOf(lines.map(({ price }) => price)))],
    traps: [...ref.traps, "only asking", "arithmetic"],
  };
}

export function askDifference(random: Random, ref: Reference, present: Variant, wanted: Variant): Request {
  return {
    say: `${random.pick([
      `What would the price difference be if I swapped ${itemsIn(ref, [present], "I")}?`,
      `I'm thinking about swapping ${itemsIn(ref, [present], "I")}. What would the difference in price be?`,
    ])} I mean ${swapWords(present, wanted)}. ${random.pick(["Just the amount, please, don't change anything.", "I only want the number for now."])}`,
    brief: `You are thinking about swapping ${itemsIn(ref, [present], "you")}: ${swapWords(present, wanted)}. You want to know the difference in price, in dollars. You are only asking: nothing is to be changed.`,
    facts: ref.facts,
    calls: [...ref.reads, readProduct(present.product)],
    used: [ref.order],
    compute: [money(Math.abs(wanted.price - present.price))],
    traps: [...ref.traps, "only asking", "arithmetic"],
  };
}

export function askTracking(random: Random, ref: Reference, parcel: Order["parcels"][number]): Request {
  const inside = ref.order.lines.filter(({ id }) => parcel.items.includes(id));
  const several = ref.order.parcels.length > 1;
  const goods = several ? `the parcel with ${listed(inside.map(({ product }) => `the ${noun(product)}`))}` : "it";
  return {
    say: several
      ? `My ${ref.phrase} came in more than one parcel. What is the tracking number of ${goods}?`
      : random.pick([
          `What is the tracking number of my ${ref.phrase}?`,
          `Could you give me the tracking number for my ${ref.phrase}?`,
        ]),
    brief: several
      ? `You want the tracking number of one parcel of your ${ref.phrase}: ${goods}.`
      : `You want the tracking number of your ${ref.phrase}.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [ref.order],
    tell: [parcel.tracking],
    traps: [...ref.traps, ...(several ? ["several parcels"] : [])],
  };
}

export function askBalance(random: Random, customer: Customer, giftCard: Method): Request {
  const lead = random.pick(["", "A quick question: ", "I'm planning a purchase. ", "I lost track of my spending. "]);
  const question = random.pick([
    "how much is left on my gift card?",
    "what's the balance of my gift card right now?",
    "could you check how much money is still on my gift card?",
    "what is my gift card still worth?",
    "how many dollars does my gift card still have, to the cent?",
  ]);
  return {
    say: lead.endsWith(": ") ? `${lead}${question}` : `${lead}${capitalized(question)}`,
    brief: "You want to know the balance of your gift card.",
    facts: [],
    calls: [readUser(customer)],
    used: [],
    tell: [money(giftCard.balance ?? 0)],
  };
}

const byPrice = (variants: readonly Variant[]) => variants.toSorted((a, b) => a.price - b.price);

/** How many are in stock, and what the two at the ends cost together: the count alone would be told by chance. */
export function askStock(random: Random, product: Product): Request {
  const stock = byPrice(available(product));
  const ends = [stock.at(0), stock.at(-1)].map((variant) => variant?.price ?? 0);
  const item = noun(product);
  return {
    say: `${random.pick([
      `How many different versions of your ${item} are in stock at the moment?`,
      `I'm curious about the ${item}. How many variants of it could I order today?`,
      `Let's talk about the ${item}: how many variants of it are available right now?`,
    ])} ${random.pick([
      "And if I bought the cheapest and the dearest of those to compare them, what would the two cost together?",
      "I also want to know what the cheapest and the most expensive of them come to together.",
    ])}`,
    brief: `You want to know two numbers: how many variants of the ${item} are available right now, and what the cheapest and the most expensive of these cost together.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    used: [],
    compute: [String(stock.length), money(sumOf(ends))],
    traps: ["counting", "sold out variants", "arithmetic"],
  };
}

/** The span of prices among the variants in stock that have the value. */
export function askSpan(random: Random, product: Product, value: string): Request {
  const stock = byPrice(available(product).filter(({ options }) => Object.values(options).includes(value)));
  const item = noun(product);
  return {
    say: random.pick([
      `Of the ${value} versions of the ${item} that you have in stock, how much more does the most expensive one cost than the cheapest?`,
      `Looking only at ${value} versions of your ${item} that can be ordered right now: what is the price difference between the cheapest and the most expensive?`,
    ]),
    brief: `You want to know, in dollars, how far apart in price the cheapest and the most expensive available ${value} variants of the ${item} are.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    used: [],
    compute: [money((stock.at(-1)?.price ?? 0) - (stock.at(0)?.price ?? 0))],
    traps: ["sold out variants", "arithmetic"],
  };
}

export function askCheapest(random: Random, product: Product, price: number): Request {
  const item = noun(product);
  const [word, pieces] = random.pick([
    ["two", 2],
    ["three", 3],
    ["four", 4],
    ["six", 6],
  ] as const);
  return {
    say: random.pick([
      `I need ${word} pieces of your ${item}, all alike, and as cheap as possible. Taking the cheapest one in stock, what would the ${word} cost in all?`,
      `What would ${word} of the cheapest ${item} that you have in stock cost together?`,
    ]),
    brief: `You want to know what ${word} pieces of the cheapest ${item} that is in stock would cost in all.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    used: [],
    compute: [money(price * pieces)],
    traps: ["sold out variants", "arithmetic"],
  };
}

export function askSpent(random: Random, customer: Customer): Request {
  const delivered = customer.orders.filter(isDelivered);
  const lead = random.pick([
    "",
    "I'm doing my budget. ",
    "This is for my tax records. ",
    "I keep a list of what I spend. ",
  ]);
  const question = random.pick([
    "How much did all my delivered orders cost together?",
    "What is the sum of all my orders that have been delivered?",
    "What do all my delivered orders come to in total?",
    "Could you add up the totals of all my delivered orders for me?",
  ]);
  return {
    say: `${lead}${question}`,
    brief: "You want to know the sum of the totals of all your orders whose status is delivered.",
    facts: [],
    calls: readAllOrders(customer),
    used: delivered,
    compute: [money(sumOf(delivered.flatMap(({ lines }) => lines.map(({ price }) => price))))],
    traps: ["several orders", "arithmetic"],
  };
}

export function askDestination(random: Random, ref: Reference): Request {
  return {
    say: random.pick([
      `Which address is my ${ref.phrase} going to? I need the street and number.`,
      `Where are you sending my ${ref.phrase}? Street and number, please.`,
    ]),
    brief: `You want to know the street and number that your ${ref.phrase} is being sent to. Nothing is to be changed.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [ref.order],
    tell: [ref.order.address.address1],
    traps: ref.traps,
  };
}

export function askRefunded(random: Random, ref: Reference): Request {
  return {
    say: random.pick([
      `I cancelled my ${ref.phrase} a while ago. How much was refunded?`,
      `What amount did you refund for my cancelled ${ref.phrase}?`,
    ]),
    brief: `You cancelled your ${ref.phrase} a while ago and want to know how much was refunded.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [ref.order],
    tell: [orderTotal(ref.order)],
    traps: ref.traps,
  };
}
