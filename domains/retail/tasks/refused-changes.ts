/** Changes, returns and payments that the domain policy forbids, and what is asked for instead. */
import { refused } from "../../draft.ts";
import { money, sumOf } from "../../money.ts";
import { withArticle } from "../../wording.ts";
import { someAddress } from "../order-book.ts";
import { changeAddress } from "./addresses.ts";
import { orderTotal } from "./asks.ts";
import { refundMethods } from "./delivered.ts";
import { differenceFact, reasonFact, refundFact } from "./facts.ts";
import { isHome, onOrder } from "./ordinary.ts";
import { ableMethods, changePayment, chooseSwaps, distinctLines, otherMethods, priceDifference } from "./pending.ts";
import { onlyReads, theSum } from "./refusal.ts";
import {
  addressCall,
  cancelCall,
  itemsIn,
  paymentCall,
  profileCall,
  readProduct,
  readUser,
  refer,
  returnCall,
  swapCall,
} from "./request.ts";
import { type Draft, isDelivered, isModified, isPending, isProcessed, orderOf } from "./template.ts";
import { addressWords, methodName, noun, swapWords } from "./words.ts";

const refundElsewhere: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, (one) => isDelivered(one) && distinctLines(one).length > 0);
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
  const { random, rows: shop } = desk;
  const order = orderOf(desk, customer, (one) => (isDelivered(one) || isPending(one)) && distinctLines(one).length > 0);
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
  if (methods.length === 0) return refused(request, because, theSum(desk, order));
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
  const order = orderOf(desk, customer, (one) => isModified(one) && distinctLines(one).length > 0);
  const [swap] = order ? chooseSwaps(random, order, 1) : [];
  if (order === undefined || swap === undefined) return undefined;
  const ref = refer(random, order);
  const request = onlyReads(
    ref,
    `I'd like to change ${itemsIn(ref, [swap.present], "I")}: I want ${swapWords(swap.present, swap.wanted)}.`,
    `You want to change ${itemsIn(ref, [swap.present], "you")}: ${swapWords(swap.present, swap.wanted)}. You have had something in that order changed before.`,
  );
  const because = "the items of that order have already been modified, which is allowed one time only.";
  if (random.chance(0.4)) return refused(request, because, theSum(desk, order));
  const address = someAddress(random);
  return refused(request, because, {
    say: `Then leave the items, but send the order to ${addressWords(address)}.`,
    calls: [addressCall(order, address)],
  });
};

const returnUndelivered: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, isPending);
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
  const order = orderOf(desk, customer, (one) => {
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
  const order = orderOf(desk, customer, (one) => isDelivered(one) && distinctLines(one).length > 1);
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
  const order = orderOf(desk, customer, (one) => isPending(one) && otherMethods(one).length > 0);
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
  const order = orderOf(desk, customer, (one) => {
    const requested = customer.orders.filter(({ status }) => status === "return requested");
    return (
      requested.length === 1 && requested[0] === one && distinctLines(one).some(({ id }) => !one.returned.includes(id))
    );
  });
  const more = order && distinctLines(order).find(({ id }) => !order.returned.includes(id));
  if (order === undefined || more === undefined) return undefined;
  const ref = refer(random, order);
  const returned = [...order.returned];
  const prices = returned.map((id) => order.lines.find((line) => line.id === id)?.price ?? 0);
  return refused(
    onlyReads(
      ref,
      `I also want to send back ${itemsIn(ref, [more], "I")}. I've asked for a return of something else in it already.`,
      `You want to return ${itemsIn(ref, [more], "you")}, in addition to what you are already returning from that order.`,
    ),
    "a return has already been requested for that order, and nothing can be added to it.",
    {
      say: "Okay. How much will I get back for the return that I requested?",
      [prices.length > 1 ? "compute" : "tell"]: [money(sumOf(prices))],
    },
  );
};

const addressProcessed: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, (one) => isProcessed(one) && isHome(one));
  if (order === undefined) return undefined;
  const address = someAddress(random);
  const ref = refer(random, order);
  const { say, brief, facts } = changeAddress(random, ref, address);
  return refused(
    { ...onlyReads(ref, say, brief), calls: [...ref.reads, readUser(customer)] },
    "the order has been processed, and its address is fixed.",
    {
      say: "Then at least change the address in my profile to the new one, for next time.",
      calls: [profileCall(customer, address)],
    },
    facts.slice(ref.facts.length),
  );
};

export const refusedChanges: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["refund-elsewhere", 9, refundElsewhere],
  ["other-product", 9, otherProduct],
  ["second-change", 8, secondChange],
  ["return-undelivered", 6, returnUndelivered],
  ["gift-card-too-small", 7, giftCardTooSmall],
  ["return-and-exchange", 7, returnAndExchange],
  ["split-payment", 5, splitPayment],
  ["add-to-return", 4, addToReturn],
  ["address-processed", 6, addressProcessed],
];
