/** Templates of several requests in one conversation, and of requests whose order matters. */

import type { Random } from "../../random.ts";
import { someAddress } from "../order-book.ts";
import { anyHandover } from "./handovers.ts";
import { onOrder } from "./ordinary.ts";
import {
  ableMethods,
  changeItems,
  changePayment,
  changeProfile,
  chooseSwaps,
  moveWithOrder,
  otherMethods,
  priceDifference,
} from "./pending.ts";
import { anyQuestion } from "./questions.ts";
import { type DraftFact, type Reference, type Request, refer, type Swap } from "./request.ts";
import type { Customer, Method, Order } from "./shop.ts";
import { type Desk, isDelivered, isPending, type Template } from "./template.ts";
import { methodName } from "./words.ts";

/** A request that can be granted about the order, by chance. */
function about(desk: Desk, order: Order): Request | undefined {
  const ref = refer(desk.random, order);
  if (isDelivered(order)) return desk.random.pick([onOrder.returnSome, onOrder.swap])(desk, ref);
  const { cancel, changeAddress, changePayment, swap } = onOrder;
  return desk.random.pick([cancel, changeAddress, changePayment, swap, swap])(desk, ref);
}

/** Requests about so many different orders of the customer. */
function several(desk: Desk, customer: Customer, count: number): Request[] | undefined {
  const able = desk.random.shuffle(customer.orders.filter((order) => isPending(order) || isDelivered(order)));
  const requests = able.slice(0, count).flatMap((order) => about(desk, order) ?? []);
  return requests.length === count && paidOnce(requests) ? requests : undefined;
}

/** A gift card that two of the requests draw on might not be enough for both: whether that can't happen. */
function paidOnce(requests: readonly Request[]): boolean {
  const drawn = requests.flatMap(({ calls }) => calls).map((call) => String(call.arguments.payment_method_id ?? ""));
  return drawn.filter((id) => id.startsWith("gift_card_")).length < 2;
}

/** Questions whose answer no write of the same conversation changes. */
const steadyQuestions = ["stock", "stockOf", "cheapest"];

const draftCombination: Readonly<Record<string, readonly [count: number, draft: Template["draft"]]>> = {
  "two-requests": [24, (desk, customer) => several(desk, customer, 2)],
  "three-requests": [12, (desk, customer) => several(desk, customer, 3)],
  "request-and-question": [
    16,
    (desk, customer) => {
      const requests = several(desk, customer, 1);
      const question = anyQuestion(desk, customer, steadyQuestions);
      return requests && question && [...requests, question];
    },
  ],
  "request-and-handover": [
    10,
    (desk, customer) => {
      const requests = several(desk, customer, 1);
      const handover = desk.random.pick(Object.values(anyHandover))(desk, customer);
      return requests && handover && [...requests, handover];
    },
  ],
  "request-and-move": [
    8,
    (desk, customer) => {
      const requests = several(desk, customer, 1);
      return requests && [...requests, changeProfile(desk.random, customer, someAddress(desk.random))];
    },
  ],
  "move-with-order": [
    10,
    (desk, customer) => {
      const order = desk.order(customer, isPending);
      return order && [moveWithOrder(desk.random, refer(desk.random, order), someAddress(desk.random))];
    },
  ],
  // Once its items are modified an order has two payments, and the payment can't be moved any more.
  "payment-and-items": [
    8,
    (desk, customer) => {
      const { random } = desk;
      const order = desk.order(customer, (one) => isPending(one) && otherMethods(one).length > 0);
      const swaps = order ? chooseSwaps(random, order, 1) : [];
      const method = order && random.pick(otherMethods(order));
      const cards = ableMethods(customer, priceDifference(swaps)).filter(({ source }) => source !== "gift_card");
      if (order === undefined || method === undefined || swaps.length === 0 || cards.length === 0) return undefined;
      const ref = refer(random, order, "number");
      return [paymentFirst(random, ref, swaps, method, random.pick(cards))];
    },
  ],
};

/** One request with the items named first, which has to be served the other way round. */
function paymentFirst(random: Random, ref: Reference, swaps: readonly Swap[], method: Method, card: Method): Request {
  const items = changeItems(random, ref, swaps, card);
  const payment = changePayment(random, ref, method);
  const fact = (name: string, asks: string[], say: string): DraftFact => ({ name, asks, say, disclosure: "asked" });
  return {
    ...items,
    say: `${items.say} And the order itself should be paid with another payment method.`,
    brief: `${items.brief} You also want the order itself paid with another payment method.`,
    facts: [
      ...ref.facts,
      fact(
        "new payment method",
        ["new payment method", "payment method", "pay"],
        `For the order itself, my ${methodName(method)}.`,
      ),
      fact(
        "payment method for the price difference",
        ["difference", "payment method"],
        `For the price difference, my ${methodName(card)}.`,
      ),
    ],
    calls: [
      ...payment.calls.slice(0, -1),
      ...items.calls.slice(0, -1),
      ...payment.calls.slice(-1),
      ...items.calls.slice(-1),
    ],
    traps: [...(items.traps ?? []), "order of changes"],
  };
}

/** Whether what is told in one request could pass for the answer to a question in another: "my PayPal account", "my gift card". */
function confusable(requests: readonly Request[]): boolean {
  const asked = requests.flatMap(({ facts }) => facts).filter(({ disclosure }) => disclosure === "asked");
  return new Set(asked.map(({ name }) => name)).size < asked.length;
}

export const combinationTemplates: readonly Template[] = Object.entries(draftCombination).map(
  ([name, [count, draft]]) => ({
    name,
    count,
    draft(desk, customer) {
      const requests = draft(desk, customer);
      return requests === undefined || confusable(requests) ? undefined : requests;
    },
  }),
);
