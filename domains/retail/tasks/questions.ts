/** Questions: nothing is written, and only an answer that is in the rows will do. */
import type { Random } from "../../random.ts";
import { chooseLines } from "./delivered.ts";
import { chooseSwaps } from "./pending.ts";
import {
  itemsIn,
  type Reference,
  type Request,
  readAllOrders,
  readCatalogue,
  readProduct,
  readUser,
  refer,
} from "./request.ts";
import type { Customer, Method, Order, Product, Variant } from "./shop.ts";
import { available, type Desk, hasSeveral, isDelivered, isPending, type Template } from "./template.ts";
import { listed, money, noun, sameAddress, sumOf, swapWords } from "./words.ts";

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
    orders: [ref.order],
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
    orders: [ref.order],
    tell: [money(sumOf(lines.map(({ price }) => price)))],
    traps: [...ref.traps, "only asking"],
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
    orders: [ref.order],
    tell: [money(Math.abs(wanted.price - present.price))],
    traps: [...ref.traps, "only asking"],
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
    orders: [ref.order],
    tell: [parcel.tracking],
    traps: [...ref.traps, ...(several ? ["several parcels"] : [])],
  };
}

export function askBalance(random: Random, customer: Customer, giftCard: Method): Request {
  return {
    say: random.pick([
      "How much is left on my gift card?",
      "What's the balance of my gift card right now?",
      "Could you check how much money is still on my gift card?",
    ]),
    brief: "You want to know the balance of your gift card.",
    facts: [],
    calls: [readUser(customer)],
    orders: [],
    tell: [money(giftCard.balance ?? 0)],
  };
}

export function askStock(random: Random, product: Product): Request {
  return {
    say: random.pick([
      `How many different versions of your ${noun(product)} are in stock at the moment? Please give me the number.`,
      `I'm curious about the ${noun(product)}. How many variants of it could I order today? Just the number is fine.`,
    ]),
    brief: `You want to know, as a number, how many variants of the ${noun(product)} are available right now.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    orders: [],
    tell: [String(available(product).length)],
    traps: ["counting"],
  };
}

export function askStockOf(random: Random, product: Product, value: string, count: number): Request {
  return {
    say: random.pick([
      `Of the ${noun(product)}, how many ${value} variants do you have in stock? I'd like the number.`,
      `How many of the ${value} versions of your ${noun(product)} can be ordered right now? A number is enough.`,
    ]),
    brief: `You want to know, as a number, how many ${value} variants of the ${noun(product)} are available right now.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    orders: [],
    tell: [String(count)],
    traps: ["counting"],
  };
}

export function askCheapest(random: Random, product: Product, price: number): Request {
  return {
    say: random.pick([
      `What does the cheapest ${noun(product)} that you have in stock cost?`,
      `I'm looking for a ${noun(product)} as a present. What is the lowest price among those you have in stock?`.replace(
        /\ba (?=[aeiou])/,
        "an ",
      ),
    ]),
    brief: `You want to know the price of the cheapest ${noun(product)} that is in stock.`,
    facts: [],
    calls: [readCatalogue, readProduct(product)],
    orders: [],
    tell: [money(price)],
    traps: ["sold out variants"],
  };
}

export function askSpent(random: Random, customer: Customer): Request {
  const delivered = customer.orders.filter(isDelivered);
  return {
    say: random.pick([
      "How much did all my delivered orders cost together?",
      "I'm doing my budget. What is the sum of all my orders that have been delivered?",
    ]),
    brief: "You want to know the sum of the totals of all your orders whose status is delivered.",
    facts: [],
    calls: readAllOrders(customer),
    orders: delivered,
    tell: [money(sumOf(delivered.flatMap(({ lines }) => lines.map(({ price }) => price))))],
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
    orders: [ref.order],
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
    orders: [ref.order],
    tell: [orderTotal(ref.order)],
    traps: ref.traps,
  };
}

/** A product at random and one of its options' values of which some variants, not all, are available. */
function stockOf(
  random: Random,
  products: readonly Product[],
): { product: Product; value: string; count: number } | undefined {
  const product = random.pick(products);
  const value = random.pick(Object.values(random.pick(product.variants).options));
  const count = available(product).filter(({ options }) => Object.values(options).includes(value)).length;
  return count > 1 && count < available(product).length && isTelling(count) ? { product, value, count } : undefined;
}

/** Refunds take "5 to 7 business days": these two are said without being counted. */
function isTelling(count: number): boolean {
  return count !== 5 && count !== 7;
}

export function cheapest(product: Product): Variant | undefined {
  const [first, second] = available(product).toSorted((a, b) => a.price - b.price);
  const rock = product.variants.toSorted((a, b) => a.price - b.price)[0];
  return first && second && first.price < second.price && rock !== first ? first : undefined;
}

/** Some question that the customer's rows allow, by chance. */
export function anyQuestion(desk: Desk, customer: Customer, kinds = Object.keys(questions)): Request | undefined {
  return questions[desk.random.pick(kinds) as keyof typeof questions](desk, customer);
}

type Draft = (desk: Desk, customer: Customer) => Request | undefined;

export const questions = {
  total: ({ random, order }, customer) => {
    const found = order(customer, (one) => one.payments.length === 1 && hasSeveral(one));
    return found && askTotal(random, refer(random, found));
  },
  refund: ({ random, order }, customer) => {
    const found = order(customer, (one) => isDelivered(one) && one.lines.length > 2 && hasSeveral(one));
    const lines = found && chooseLines(random, found, false);
    return found && lines && lines.length > 1 ? askRefund(random, refer(random, found), lines) : undefined;
  },
  difference: ({ random, order }, customer) => {
    const found = order(customer, (one) => isDelivered(one) || isPending(one));
    const swap = found && chooseSwaps(random, found, 1)[0];
    return swap && swap.present.price !== swap.wanted.price
      ? askDifference(random, refer(random, found), swap.present, swap.wanted)
      : undefined;
  },
  tracking: ({ random, order }, customer) => {
    const found = order(customer, ({ parcels }) => parcels.length > 0);
    return found && askTracking(random, refer(random, found), random.pick(found.parcels));
  },
  balance: ({ random }, customer) => {
    const giftCard = customer.methods.find(({ source, balance }) => source === "gift_card" && (balance ?? 0) > 0);
    return giftCard && askBalance(random, customer, giftCard);
  },
  stock: ({ random, shop }) => {
    const product = random.pick(shop.products);
    return isTelling(available(product).length) ? askStock(random, product) : undefined;
  },
  stockOf: ({ random, shop }) => {
    const found = stockOf(random, shop.products);
    return found && askStockOf(random, found.product, found.value, found.count);
  },
  cheapest: ({ random, shop }) => {
    const product = random.pick(shop.products);
    const found = cheapest(product);
    return found && askCheapest(random, product, found.price);
  },
  spent: ({ random }, customer) => {
    // A requested return or exchange was delivered too: whether it counts would be open.
    const open = customer.orders.some(({ status }) => status.endsWith("requested"));
    return !open && customer.orders.filter(isDelivered).length > 1 ? askSpent(random, customer) : undefined;
  },
  destination: ({ random, order }, customer) => {
    const found = order(customer, (one) => {
      return (isPending(one) || one.status === "processed") && !sameAddress(one.address, customer.address);
    });
    return found && askDestination(random, refer(random, found));
  },
  refunded: ({ random, order }, customer) => {
    const found = order(customer, ({ status }) => status === "cancelled");
    return found && askRefunded(random, refer(random, found));
  },
} as const satisfies Record<string, Draft>;

const counts: Readonly<Record<keyof typeof questions, number>> = {
  total: 8,
  refund: 9,
  difference: 9,
  tracking: 8,
  balance: 5,
  stock: 6,
  stockOf: 6,
  cheapest: 6,
  spent: 6,
  destination: 5,
  refunded: 4,
};

export const questionTemplates: readonly Template[] = Object.entries(questions).map(([kind, draft]) => ({
  name: `question-${kind.replace("stockOf", "stock-of")}`,
  count: counts[kind as keyof typeof questions],
  draft(desk: Desk, customer: Customer) {
    const request = (draft as Draft)(desk, customer);
    return request && [request];
  },
}));
