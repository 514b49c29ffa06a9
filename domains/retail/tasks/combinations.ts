/** Templates of several requests in one conversation, some of them with a trap, and of requests whose order matters. */
import type { Random } from "../../random.ts";
import { someAddress } from "../order-book.ts";
import { changeProfile, moveWithOrder } from "./addresses.ts";
import { changesOfMind, firstChoiceGone } from "./detours.ts";
import type { DraftFact } from "./facts.ts";
import { anyHandover } from "./handovers.ts";
import { anyChange, inTurn } from "./in-turn.ts";
import { onOrder } from "./ordinary.ts";
import { ableMethods, changeItems, changePayment, chooseSwaps, otherMethods, priceDifference } from "./pending.ts";
import { anyQuestion } from "./questions.ts";
import { anyRefusal } from "./refusals.ts";
import { type Reference, type Request, refer, type Swap } from "./request.ts";
import type { Method, Order } from "./shop.ts";
import { alone, type Desk, type Draft, isDelivered, isPending, onOne, type Template } from "./template.ts";
import { methodName } from "./words.ts";

/** Questions whose answer no write of the same conversation changes. */
const steadyQuestion: Draft = (desk, customer) => anyQuestion(desk, customer, ["stock", "span", "cheapest"]);
const anyDetour: Draft = (desk, customer) => desk.random.pick(firstChoiceGone)(desk, customer);
const anyChangeOfMind: Draft = (desk, customer) => desk.random.pick(Object.values(changesOfMind))(desk, customer);
const move: Draft = ({ random }, customer) => changeProfile(random, customer, someAddress(random));
const handover: Draft = (desk, customer) => desk.random.pick(Object.values(anyHandover))(desk, customer);

const ofKind = (draft: (desk: Desk, ref: Reference) => Request | undefined, fits = isPending): Draft =>
  onOne((desk, order) => draft(desk, refer(desk.random, order)), fits);

/** So many draws for a customer: requests often get in each other's way. */
const TRIES = 4;

/** Requests one after the other, in the order given or, where it is free, in any. */
function series(name: string, count: number, drafts: readonly Draft[], order: "fixed" | "free" = "fixed"): Template {
  return {
    name,
    count,
    draft(desk, customer) {
      for (let tries = 0; tries < TRIES; tries++) {
        const requests = inTurn(desk, customer, order === "free" ? desk.random.shuffle(drafts) : drafts);
        if (requests) return requests;
      }
      return undefined;
    },
  };
}

const heldOut = (template: Template): Template => ({ ...template, heldOut: true });

export const combinationTemplates: readonly Template[] = [
  heldOut(series("three-with-mind", 5, [anyChange, anyChangeOfMind, anyChange], "free")),
  heldOut(series("mind-and-refusal", 6, [anyChangeOfMind, anyRefusal], "free")),
  heldOut(series("sold-out-and-refusal", 6, [anyDetour, anyRefusal], "free")),
  heldOut(series("two-refusals", 5, [anyRefusal, anyRefusal])),
  series("three-with-refusal", 7, [anyChange, anyRefusal, anyChange], "free"),
  series("sold-out-and-mind", 6, [anyDetour, anyChangeOfMind], "free"),
  series("request-and-refusal", 14, [anyChange, anyRefusal], "free"),
  series("request-and-sold-out", 9, [anyChange, anyDetour], "free"),
  series("request-and-mind", 10, [anyChange, anyChangeOfMind], "free"),
  series("refusal-and-question", 7, [anyRefusal, steadyQuestion], "free"),
  series("two-cancels", 5, [ofKind(onOrder.cancel), ofKind(onOrder.cancel)]),
  series("two-item-changes", 5, [ofKind(onOrder.swap), ofKind(onOrder.swap)]),
  series("two-addresses", 4, [ofKind(onOrder.changeAddress), ofKind(onOrder.changeAddress)]),
  series("two-returns", 5, [ofKind(onOrder.returnSome, isDelivered), ofKind(onOrder.returnSome, isDelivered)]),
  series("two-exchanges", 5, [ofKind(onOrder.swap, isDelivered), ofKind(onOrder.swap, isDelivered)]),
  series("three-requests", 10, [anyChange, anyChange, anyChange]),
  series("two-requests", 16, [anyChange, anyChange]),
  series("request-and-question", 14, [anyChange, steadyQuestion]),
  series("request-and-handover", 8, [anyChange, handover]),
  series("request-and-move", 6, [anyChange, move]),
  alone(
    "move-with-order",
    8,
    onOne(({ random }, order) => moveWithOrder(random, refer(random, order), someAddress(random)), isPending),
  ),
  alone("payment-and-items", 8, onOne(paymentAndItems, isPending)),
];

/** Once its items are modified an order has two payments, and the payment can't be moved any more. */
function paymentAndItems({ random }: Desk, order: Order): Request | undefined {
  const methods = otherMethods(order);
  const swaps = chooseSwaps(random, order, 1);
  const cards = ableMethods(order.customer, priceDifference(swaps)).filter(({ source }) => source !== "gift_card");
  if (methods.length === 0 || swaps.length === 0 || cards.length === 0) return undefined;
  return paymentFirst(random, refer(random, order, "number"), swaps, random.pick(methods), random.pick(cards));
}

/** One request with the items named first, which has to be served the other way round. */
function paymentFirst(random: Random, ref: Reference, swaps: readonly Swap[], method: Method, card: Method): Request {
  const items = changeItems(random, ref, swaps, card);
  const payment = changePayment(random, ref, method);
  const fact = (name: string, asks: string[], say: string): DraftFact => ({ name, asks, say, disclosure: "asked" });
  const asks = ["payment method", "method", "card", "pay"];
  return {
    ...items,
    say: `${items.say} And the order itself should be paid with another payment method.`,
    brief: `${items.brief} You also want the order itself paid with another payment method.`,
    facts: [
      ...ref.facts,
      fact("new payment method", asks, `For the order itself, my ${methodName(method)}.`),
      fact(
        "payment method for the price difference",
        [...asks, "difference", "refund", "reimburs"],
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
