/** Templates of two kinds of detour: the first choice is sold out, or the customer thinks better of it when asked to confirm. */
import { someAddress } from "../order-book.ts";
import { exchangeItems, refundMethods, returnItems } from "./delivered.ts";
import { onOrder } from "./ordinary.ts";
import {
  ableMethods,
  changeItems,
  changeProfile,
  chooseSwaps,
  distinctLines,
  priceDifference,
  wishes,
} from "./pending.ts";
import { askTotal } from "./questions.ts";
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
import { type Desk, hasSeveral, isDelivered, isPending, type Template } from "./template.ts";
import { addressWords, differences, fullName, methodName } from "./words.ts";

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

function oneOrder(
  draft: (desk: Desk, order: Order) => Request | undefined,
  fits: (order: Order) => boolean,
): Template["draft"] {
  return (desk, customer) => {
    const order = desk.order(customer, fits);
    const request = order && draft(desk, order);
    return request && [request];
  };
}

/** `request` up to its write, which is withdrawn for other calls. */
function changed(
  request: Request | undefined,
  say: string,
  calls: Request["calls"],
  more: Partial<Request> = {},
): Request | undefined {
  const withdrawn = request?.calls.at(-1);
  if (request === undefined || withdrawn === undefined) return undefined;
  return {
    ...request,
    calls: [...request.calls.slice(0, -1), ...calls],
    changeOfMind: { say, withdrawn },
    traps: [...(request.traps ?? []), "change of mind"],
    ...more,
  };
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
const cancelTheOther: Template["draft"] = (desk, customer) => {
  const { random } = desk;
  const order = desk.order(customer, isPending);
  const other = order && desk.order(customer, (one) => isPending(one) && one !== order);
  if (order === undefined || other === undefined) return undefined;
  const wrong = onOrder.cancel(desk, refer(random, order, "number"));
  const reason = wrong.calls.at(-1)?.arguments.reason as string;
  const say = random.pick([
    `Sorry, I mixed up my orders! Order ${order.id} should stay. It's ${other.id} that I want cancelled, for the same reason.`,
    `Wait, that's the wrong one. Please leave ${order.id} alone and cancel ${other.id} instead, same reason.`,
  ]);
  const calls = refer(random, other, "number").reads;
  const request = changed(wrong, say, [...calls, cancelCall(other, reason)], { orders: [order, other] });
  return request && [request];
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
  return changed(make(random, refer(random, order), [swap], method), say, [swapCall(order, [better], method)]);
};

/** In the end nothing is written, and something is asked. */
const leaveIt = (desk: Desk, order: Order) => {
  const { random } = desk;
  const ref = refer(random, order);
  const { tell } = askTotal(random, ref);
  const request = isDelivered(order) ? onOrder.returnSome(desk, ref) : onOrder.cancel(desk, ref);
  const say = random.pick([
    "You know what, leave it all as it is. Just tell me what the whole order cost.",
    "No, I've changed my mind, I'll keep everything. But what was the total of that order?",
  ]);
  return changed(request, say, [], tell === undefined ? {} : { tell });
};

const correctedProfile: Template["draft"] = ({ random }, customer) => {
  const [wrong, right] = [someAddress(random), someAddress(random)];
  const say = random.pick([
    `Oh no, that's my office. The right one is ${addressWords(right)}.`,
    `Sorry, I gave you the wrong one. Please make it ${addressWords(right)}.`,
  ]);
  const request = changed(changeProfile(random, customer, wrong), say, [
    readUser(customer),
    profileCall(customer, right),
  ]);
  return request && [request];
};

export const detourTemplates: readonly Template[] = [
  { name: "sold-out-pending", count: 16, draft: oneOrder(soldOut, isPending) },
  { name: "sold-out-delivered", count: 16, draft: oneOrder(soldOut, isDelivered) },
  { name: "mind-cancel-to-address", count: 7, draft: oneOrder(cancelToAddress, isPending) },
  { name: "mind-return-to-exchange", count: 7, draft: oneOrder(returnToExchange, isDelivered) },
  { name: "mind-exchange-to-return", count: 7, draft: oneOrder(exchangeToReturn, isDelivered) },
  { name: "mind-other-order", count: 6, draft: cancelTheOther },
  { name: "mind-other-variant", count: 8, draft: oneOrder(otherVariant, (one) => isPending(one) || isDelivered(one)) },
  {
    name: "mind-leave-it",
    count: 6,
    draft: oneOrder(leaveIt, (one) => hasSeveral(one) && (isPending(one) || isDelivered(one))),
  },
  { name: "mind-profile-address", count: 4, draft: correctedProfile },
];
