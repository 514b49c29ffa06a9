/** Templates of questions: which of them a customer's rows allow, and about what. */

import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import {
  askBalance,
  askCheapest,
  askDestination,
  askDifference,
  askRefund,
  askRefunded,
  askSpan,
  askSpent,
  askStock,
  askTotal,
  askTracking,
} from "./asks.ts";
import { chooseLines } from "./delivered.ts";
import { chooseSwaps } from "./pending.ts";
import { type Request, refer } from "./request.ts";
import type { Customer, Product, Variant } from "./shop.ts";
import {
  available,
  type Desk,
  type Draft,
  hasSeveral,
  isDelivered,
  isPending,
  orderOf,
  type Template,
} from "./template.ts";
import { sameAddress } from "./words.ts";

/** A product at random and one of its options' values that several available variants, not all, have. */
function valueInStock(random: Random, products: readonly Product[]): { product: Product; value: string } | undefined {
  const product = random.pick(products);
  const value = random.pick(Object.values(random.pick(product.variants).options));
  const count = available(product).filter(({ options }) => Object.values(options).includes(value)).length;
  return count > 1 && count < available(product).length ? { product, value } : undefined;
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

export const questions = {
  total: (desk, customer) => {
    const found = orderOf(desk, customer, (one) => one.payments.length === 1 && hasSeveral(one));
    return found && askTotal(desk.random, refer(desk.random, found));
  },
  refund: (desk, customer) => {
    const found = orderOf(desk, customer, (one) => isDelivered(one) && one.lines.length > 2 && hasSeveral(one));
    const lines = found && chooseLines(desk.random, found, false);
    return found && lines && lines.length > 1 ? askRefund(desk.random, refer(desk.random, found), lines) : undefined;
  },
  difference: (desk, customer) => {
    const found = orderOf(desk, customer, (one) => isDelivered(one) || isPending(one));
    const swap = found && chooseSwaps(desk.random, found, 1)[0];
    return swap && swap.present.price !== swap.wanted.price
      ? askDifference(desk.random, refer(desk.random, found), swap.present, swap.wanted)
      : undefined;
  },
  tracking: (desk, customer) => {
    const found = orderOf(desk, customer, ({ parcels }) => parcels.length === 1);
    return found && askTracking(desk.random, refer(desk.random, found), desk.random.pick(found.parcels));
  },
  parcels: (desk, customer) => {
    const found = orderOf(
      desk,
      customer,
      ({ parcels, lines }) => parcels.length > 1 && new Set(lines).size === lines.length,
    );
    return found && askTracking(desk.random, refer(desk.random, found), desk.random.pick(found.parcels));
  },
  balance: ({ random }, customer) => {
    const giftCard = customer.methods.find(({ source, balance }) => source === "gift_card" && (balance ?? 0) > 0);
    return giftCard && askBalance(random, customer, giftCard);
  },
  stock: ({ random, rows: shop }) => {
    const product = random.pick(shop.products);
    return available(product).length > 2 ? askStock(random, product) : undefined;
  },
  span: ({ random, rows: shop }) => {
    const found = valueInStock(random, shop.products);
    return found && askSpan(random, found.product, found.value);
  },
  cheapest: ({ random, rows: shop }) => {
    const product = random.pick(shop.products);
    const found = cheapest(product);
    return found && askCheapest(random, product, found.price);
  },
  spent: ({ random }, customer) => {
    // A requested return or exchange was delivered too: whether it counts would be open.
    const open = customer.orders.some(({ status }) => status.endsWith("requested"));
    return !open && customer.orders.filter(isDelivered).length > 1 ? askSpent(random, customer) : undefined;
  },
  destination: (desk, customer) => {
    const found = orderOf(desk, customer, (one) => {
      return (isPending(one) || one.status === "processed") && !sameAddress(one.address, customer.address);
    });
    return found && askDestination(desk.random, refer(desk.random, found));
  },
  refunded: (desk, customer) => {
    const found = orderOf(desk, customer, ({ status }) => status === "cancelled");
    return found && askRefunded(desk.random, refer(desk.random, found));
  },
} as const satisfies Record<string, Draft>;

const counts: Readonly<Record<keyof typeof questions, number>> = {
  total: 8,
  refund: 9,
  difference: 9,
  tracking: 6,
  parcels: 5,
  balance: 5,
  stock: 6,
  span: 6,
  cheapest: 6,
  spent: 6,
  destination: 5,
  refunded: 4,
};

export const questionTemplates: readonly Template[] = Object.entries<Draft>(questions).map(([kind, draft]) =>
  alone(`question-${kind}`, counts[kind as keyof typeof questions], draft),
);
