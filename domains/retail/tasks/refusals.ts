/**
 * Templates of requests that the domain policy forbids. The customer settles for something that silence does not give:
 * another change, an answer, or a person to talk to.
 */
import { someAddress } from "../order-book.ts";
import { refundMethods } from "./delivered.ts";
import { isHome, onOrder } from "./ordinary.ts";
import {
  ableMethods,
  cancel,
  changeAddress,
  changePayment,
  chooseSwaps,
  distinctLines,
  otherMethods,
  priceDifference,
} from "./pending.ts";
import { orderTotal } from "./questions.ts";
import {
  addressCall,
  cancelCall,
  type DraftCall,
  type DraftFact,
  differenceFact,
  itemsIn,
  paymentCall,
  profileCall,
  type Reference,
  type Request,
  readOrder,
  readProduct,
  readUser,
  reasonFact,
  refer,
  refundFact,
  returnCall,
  swapCall,
  transferCall,
} from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import { type Desk, hasSeveral, isDelivered, isModified, isPending, isProcessed, type Template } from "./template.ts";
import { addressWords, methodName, money, noun, sumOf, swapWords, withArticle } from "./words.ts";

/** What the customer makes do with after a refusal. */
interface Settlement {
  readonly say: string;
  readonly calls?: readonly DraftCall[];
  readonly facts?: readonly DraftFact[];
  readonly tell?: readonly string[];
  readonly traps?: readonly string[];
  /** The ground for declining needs no look at the rows; where a transfer counts, each reference call does by name. */
  readonly unread?: boolean;
}

function refused(
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
function onlyReads(ref: Reference, say: string, brief: string, facts: readonly DraftFact[] = []): Request {
  return { say, brief, facts: [...ref.facts, ...facts], calls: ref.reads, orders: [ref.order], traps: ref.traps };
}

const aPerson = ({ random }: Desk, about: string): Settlement => ({
  say: random.pick([
    "Then I'd like to speak to a human agent, please.",
    "I see. In that case, please put me through to a person.",
    "Can I talk to a human about it, then?",
  ]),
  calls: [transferCall(`The customer was declined and asked for a person: ${about}.`)],
  traps: ["transfer"],
});

const theTotal = ({ random }: Desk, order: Order): Settlement => ({
  say: random.pick([
    "All right, then leave it. But tell me what the whole order cost, please.",
    "Fine. Then at least tell me the total of that order.",
  ]),
  tell: [orderTotal(order)],
});

const theTracking = ({ random }: Desk, order: Order): Settlement => ({
  say: random.pick([
    "I understand. What is its tracking number, then?",
    "Okay. Then please give me the tracking number so that I can follow it.",
  ]),
  tell: order.parcels.map(({ tracking }) => tracking),
});

type Draft = (desk: Desk, customer: Customer) => Request | undefined;

const cancelProcessed: Draft = (desk, customer) => {
  const order = desk.order(customer, (one) => isProcessed(one) && one.parcels.length === 1);
  if (order === undefined) return undefined;
  const ref = refer(desk.random, order);
  const { say, brief, facts } = cancel(desk.random, ref, desk.random.pick(["no longer needed", "ordered by mistake"]));
  const person = desk.random.chance(0.35);
  return refused(
    { ...onlyReads(ref, say, brief), facts },
    "the order has been processed, and only pending orders can be cancelled.",
    person ? aPerson(desk, "a processed order can't be cancelled") : theTracking(desk, order),
  );
};

const cancelForOtherReason: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isPending(one) && hasSeveral(one));
  if (order === undefined) return undefined;
  const ref = refer(random, order);
  const { say, brief } = cancel(random, ref, "no longer needed");
  const reason = random.pick([
    "I found it cheaper in another shop.",
    "It is taking too long to arrive.",
    "My friend told me that the quality is poor.",
    "I want to order it again later with a discount code.",
  ]);
  const fact = { ...reasonFact(random, "no longer needed"), say: reason };
  return refused(
    { ...onlyReads(ref, say, `${brief} You have one reason only, and give no other.`), facts: [...ref.facts, fact] },
    "that is not one of the two reasons for which orders are cancelled.",
    random.chance(0.3)
      ? { ...aPerson(desk, "the reason for cancelling is not one that the shop takes"), unread: true }
      : theTotal(desk, order),
  );
};

const cancelPart: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isPending(one) && one.lines.length > 1 && distinctLines(one).length > 0);
  const line = order && random.pick(distinctLines(order));
  if (order === undefined || line === undefined) return undefined;
  const ref = refer(random, order);
  const request = onlyReads(
    ref,
    random.pick([
      `I only want to cancel ${itemsIn(ref, [line], "I")}. Please keep the rest of the order.`,
      `I'd like to cancel just ${itemsIn(ref, [line], "I")}. The rest of the order should still come.`,
    ]),
    `You want to cancel only ${itemsIn(ref, [line], "you")}, not the rest of that order.`,
  );
  const because = "single items can't be cancelled, an order is cancelled whole or not at all.";
  if (random.chance(0.3)) return refused(request, because, theTotal(desk, order));
  const reason = random.pick(["no longer needed", "ordered by mistake"] as const);
  return refused(request, because, {
    say: random.pick(["Then cancel the whole order.", "All right, then please cancel all of it."]),
    facts: [reasonFact(random, reason)],
    calls: [cancelCall(order, reason)],
  });
};

const refundElsewhere: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isDelivered(one) && distinctLines(one).length > 0);
  const wrong = order && customer.methods.find((method) => !refundMethods(order).includes(method));
  const request = order && onOrder.returnSome(desk, refer(random, order));
  const call = request?.calls.at(-1);
  if (order === undefined || wrong === undefined || request === undefined || call === undefined) return undefined;
  const lines = order.lines.filter(({ id }) => (call.arguments.item_ids as string[]).includes(id));
  const right = random.pick(refundMethods(order));
  return refused(
    {
      ...request,
      facts: [...request.facts.slice(0, -1), refundFact(random, wrong)],
      calls: [...request.calls.slice(0, -1), returnCall(order, lines, right)],
    },
    "a refund goes to the original payment method or to a gift card of yours.",
    {
      say: `Then refund it to my ${methodName(right)}.`,
      traps: ["wrong refund method"],
    },
  );
};

const otherProduct: Draft = (desk, customer) => {
  const { random, shop } = desk;
  const order = desk.order(customer, (one) => (isDelivered(one) || isPending(one)) && distinctLines(one).length > 0);
  const [swap] = order ? chooseSwaps(random, order, 1) : [];
  if (order === undefined || swap === undefined) return undefined;
  const other = random.pick(shop.products.filter((product) => order.lines.every((line) => line.product !== product)));
  const ref = refer(random, order);
  const verb = isDelivered(order) ? "exchange" : "change";
  const request = onlyReads(
    ref,
    `I'd like to ${verb} ${itemsIn(ref, [swap.present], "I")} for ${withArticle(noun(other))}.`,
    `You want to ${verb} ${itemsIn(ref, [swap.present], "you")} for something else altogether: ${withArticle(noun(other))}.`,
  );
  const because = "an item can only be swapped for another version of the same product.";
  const methods = ableMethods(customer, priceDifference([swap]));
  if (methods.length === 0) return refused(request, because, theTotal(desk, order));
  const method = random.pick(methods);
  return refused(request, because, {
    say: `Then take another version of the same thing: ${swapWords(swap.present, swap.wanted)}.`,
    facts: [differenceFact(random, method)],
    calls: [readUser(customer), readProduct(swap.present.product), swapCall(order, [swap], method)],
    traps: ["another product"],
  });
};

const secondChange: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isModified(one) && distinctLines(one).length > 0);
  const [swap] = order ? chooseSwaps(random, order, 1) : [];
  if (order === undefined || swap === undefined) return undefined;
  const ref = refer(random, order);
  const request = onlyReads(
    ref,
    `I'd like to change ${itemsIn(ref, [swap.present], "I")}: I want ${swapWords(swap.present, swap.wanted)}.`,
    `You have had the items of that order changed already. Now you want to change ${itemsIn(ref, [swap.present], "you")}: ${swapWords(swap.present, swap.wanted)}.`,
  );
  const because = "the items of that order have already been modified, and a further change is not allowed.";
  if (random.chance(0.4)) return refused(request, because, theTotal(desk, order));
  const address = someAddress(random);
  return refused(request, because, {
    say: `Then leave the items, but send the order to ${addressWords(address)}.`,
    calls: [addressCall(order, address)],
  });
};

const cancelModified: Draft = (desk, customer) => {
  const order = desk.order(customer, (one) => isModified(one) && hasSeveral(one));
  if (order === undefined) return undefined;
  const ref = refer(desk.random, order);
  const { say, brief, facts } = cancel(desk.random, ref, desk.random.pick(["no longer needed", "ordered by mistake"]));
  return refused(
    { ...onlyReads(ref, say, brief), facts },
    "its items have been modified, and such an order can't be cancelled.",
    desk.random.chance(0.4) ? aPerson(desk, "an order with modified items can't be cancelled") : theTotal(desk, order),
  );
};

/** Somebody else's order: its number is known, which proves nothing. */
const anothersOrder: Draft = (desk, customer) => {
  const { random, shop } = desk;
  const others = shop.customers.filter((other) => other !== customer && other.split === customer.split);
  const target = random.pick(others.flatMap(({ orders }) => orders).filter(isPending));
  const own = desk.order(customer, (order) => hasSeveral(order) && order.payments.length === 1);
  if (own === undefined) return undefined;
  const who = random.pick(["sister", "roommate", "mother", "colleague"]);
  const request: Request = {
    say: random.pick([
      `My ${who} asked me to cancel order ${target.id} for them. It is no longer needed.`,
      `Please cancel order ${target.id}. It's my ${who}'s, and they said it is no longer needed.`,
    ]),
    brief: `You want order ${target.id} cancelled. It belongs to your ${who}, who asked you to do it, since it is no longer needed. You can't prove that, and know nothing else about them.`,
    facts: [],
    calls: [readUser(customer), readOrder(target)],
    orders: [own],
    traps: ["another user's order"],
  };
  if (random.chance(0.35)) {
    return refused(request, "that order belongs to another customer.", {
      ...aPerson(desk, "the order is another customer's"),
      unread: true,
    });
  }
  const ref = refer(random, own, "number");
  const settled = refused(request, "that order belongs to another customer.", {
    say: `I see. Then just tell me the total of my own order ${own.id}.`,
    tell: [orderTotal(own)],
  });
  return { ...settled, calls: [...settled.calls, ...ref.reads] };
};

const cancelledOrder: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, ({ status }) => status === "cancelled");
  if (order === undefined) return undefined;
  const ref = refer(random, order);
  return refused(
    onlyReads(
      ref,
      random.pick([
        `I cancelled my ${ref.phrase}, but now I want it after all. Please activate it again.`,
        `Please undo the cancellation of my ${ref.phrase}.`,
      ]),
      `You cancelled your ${ref.phrase} and now want the cancellation undone.`,
    ),
    "a cancelled order stays cancelled.",
    {
      say: random.pick([
        "Okay. How much was refunded for it, then?",
        "Too bad. Then tell me the amount that was refunded.",
      ]),
      tell: [orderTotal(order)],
    },
  );
};

const returnUndelivered: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, isPending);
  if (order === undefined) return undefined;
  const ref = refer(random, order);
  const reason = random.pick(["no longer needed", "ordered by mistake"] as const);
  return refused(
    onlyReads(
      ref,
      random.pick([
        `I want to return my ${ref.phrase}.`,
        `How do I send my ${ref.phrase} back? I want to return all of it.`,
      ]),
      `You want to return your whole ${ref.phrase}. You are not sure whether it has been delivered.`,
    ),
    "that order is still pending, and only delivered orders can be returned.",
    {
      say: random.pick(["Then cancel it, please.", "Ah, it hasn't shipped? Then I'd like it cancelled."]),
      facts: [reasonFact(random, reason)],
      calls: [cancelCall(order, reason)],
    },
  );
};

const giftCardTooSmall: Draft = (desk, customer) => {
  const { random } = desk;
  const giftCard = customer.methods.find(({ source }) => source === "gift_card");
  const order = desk.order(customer, (one) => {
    return isPending(one) && one.paidWith !== giftCard && Number(orderTotal(one)) > (giftCard?.balance ?? 0);
  });
  if (giftCard === undefined || order === undefined || !giftCard.balance) return undefined;
  const ref = refer(random, order);
  const request = {
    ...onlyReads(
      ref,
      random.pick([
        `I'd like to pay for my ${ref.phrase} with my gift card instead.`,
        `Can you move the payment of my ${ref.phrase} to my gift card?`,
      ]),
      `You want your ${ref.phrase} paid with your gift card. You don't know how much is left on it.`,
    ),
    calls: [...ref.reads, readUser(customer)],
    traps: [...ref.traps, "gift card too small"],
  };
  const because = "the balance of the gift card does not cover the order.";
  const other = otherMethods(order)[0];
  if (other) {
    return refused(request, because, {
      say: `Then use my ${methodName(other)} for it.`,
      calls: [paymentCall(order, other)],
    });
  }
  return refused(request, because, {
    say: "Oh, really? How much is left on it, to the cent?",
    tell: [money(giftCard.balance)],
  });
};

/** A return and an exchange of the same order: each closes it to the other. */
const returnAndExchange: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isDelivered(one) && distinctLines(one).length > 1);
  const [swap] = order ? chooseSwaps(random, order, 1) : [];
  const back = order && swap && distinctLines(order).find((line) => line !== swap.present);
  if (order === undefined || swap === undefined || back === undefined) return undefined;
  const ref = refer(random, order, "number");
  const [item, other] = [noun(back.product), noun(swap.present.product)];
  const method = random.pick(refundMethods(order));
  return refused(
    {
      ...onlyReads(
        ref,
        `From my ${ref.phrase} I want to return the ${item} and exchange the ${other}: ${swapWords(swap.present, swap.wanted)}.`,
        `From your ${ref.phrase} you want both to return the ${item} and to exchange the ${other}: ${swapWords(swap.present, swap.wanted)}.`,
      ),
      traps: ["return and exchange"],
    },
    "an order can have either a return or an exchange, not both.",
    {
      say: `Then only return the ${item}, and I'll keep the ${other}.`,
      facts: [refundFact(random, method)],
      calls: [readUser(customer), returnCall(order, [back], method)],
    },
  );
};

const splitPayment: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isPending(one) && otherMethods(one).length > 0);
  if (order === undefined) return undefined;
  const method = random.pick(otherMethods(order));
  const ref = refer(random, order);
  const { calls } = changePayment(random, ref, method);
  const [a, b] = [methodName(method), methodName(order.paidWith)];
  return refused(
    {
      ...onlyReads(
        ref,
        `I want to split the payment of my ${ref.phrase}: half on my ${a}, half on my ${b}.`,
        `You want to pay half of your ${ref.phrase} with your ${a} and half with your ${b}.`,
      ),
      calls,
    },
    "an order is paid with a single payment method.",
    { say: `Then put all of it on my ${a}.`, traps: ["split payment"] },
  );
};

const addToReturn: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => {
    return one.status === "return requested" && distinctLines(one).some(({ id }) => !one.returned.includes(id));
  });
  const more = order && distinctLines(order).find(({ id }) => !order.returned.includes(id));
  if (order === undefined || more === undefined) return undefined;
  const ref = refer(random, order);
  const returned = [...order.returned];
  const prices = returned.map((id) => order.lines.find((line) => line.id === id)?.price ?? 0);
  return refused(
    onlyReads(
      ref,
      `I've asked for a return already, but I also want to send back ${itemsIn(ref, [more], "I")}.`,
      `You have requested a return of something in that order, and now want to return ${itemsIn(ref, [more], "you")} as well.`,
    ),
    "a return has already been requested for that order, and nothing can be added to it.",
    {
      say: "Okay. How much will I get back for the return that I requested?",
      tell: [money(sumOf(prices))],
    },
  );
};

const addressProcessed: Draft = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, (one) => isProcessed(one) && isHome(one));
  if (order === undefined) return undefined;
  const address = someAddress(random);
  const ref = refer(random, order);
  const { say, brief, facts } = changeAddress(random, ref, address);
  return refused(
    { ...onlyReads(ref, say, brief), facts, calls: [...ref.reads, readUser(customer)] },
    "the order has been processed, and its address is fixed.",
    {
      say: "Then at least change the address in my profile to that one, for next time.",
      calls: [profileCall(customer, address)],
    },
  );
};

const addItem: Draft = (desk, customer) => {
  const { random, shop } = desk;
  const order = desk.order(customer, (one) => isPending(one) && hasSeveral(one));
  if (order === undefined) return undefined;
  const ref = refer(random, order);
  const product = random.pick(shop.products.filter((one) => order.lines.every((line) => line.product !== one)));
  const thing = withArticle(noun(product));
  return refused(
    onlyReads(ref, `Can you add ${thing} to my ${ref.phrase}?`, `You want ${thing} added to your ${ref.phrase}.`),
    "items can't be added to an order that has been placed.",
    random.chance(0.4)
      ? { ...aPerson(desk, "an item was to be added to an order"), unread: true }
      : theTotal(desk, order),
  );
};

const drafts: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["cancel-processed", 9, cancelProcessed],
  ["other-reason", 8, cancelForOtherReason],
  ["cancel-part", 9, cancelPart],
  ["refund-elsewhere", 9, refundElsewhere],
  ["other-product", 9, otherProduct],
  ["second-change", 8, secondChange],
  ["cancel-modified", 6, cancelModified],
  ["anothers-order", 8, anothersOrder],
  ["cancelled-order", 5, cancelledOrder],
  ["return-undelivered", 6, returnUndelivered],
  ["gift-card-too-small", 7, giftCardTooSmall],
  ["return-and-exchange", 7, returnAndExchange],
  ["split-payment", 5, splitPayment],
  ["add-to-return", 4, addToReturn],
  ["address-processed", 6, addressProcessed],
  ["add-item", 5, addItem],
];

export const refusalTemplates: readonly Template[] = drafts.map(([name, count, draft]) => ({
  name: `refuse-${name}`,
  count,
  draft(desk, customer) {
    const request = draft(desk, customer);
    return request && [request];
  },
}));
