/** Templates of several requests in one conversation, some of them with a trap, and of requests whose order matters. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone, heldOut, series } from "../../templates.ts";
import { someAddress } from "../order-book.ts";
import { changeProfile, moveWithOrder } from "./addresses.ts";
import { changesOfMind, firstChoiceGone } from "./detours.ts";
import { anyHandover } from "./handovers.ts";
import { anyChange, getAlong } from "./in-turn.ts";
import { onOrder } from "./ordinary.ts";
import { ableMethods, changeItems, changePayment, chooseSwaps, otherMethods, priceDifference } from "./pending.ts";
import { anyQuestion } from "./questions.ts";
import { anyRefusal } from "./refusals.ts";
import { type Reference, type Request, refer, type Swap } from "./request.ts";
import type { Method, Order } from "./shop.ts";
import { type Desk, type Draft, isDelivered, isPending, onOne, type Template } from "./template.ts";
import { methodName } from "./words.ts";

/** Questions whose answer no write of the same conversation changes. */
const steadyQuestion: Draft = (desk, customer) => anyQuestion(desk, customer, ["stock", "span", "cheapest"]);
const anyDetour: Draft = (desk, customer) => desk.random.pick(firstChoiceGone)(desk, customer);
const anyChangeOfMind: Draft = (desk, customer) => desk.random.pick(Object.values(changesOfMind))(desk, customer);
const move: Draft = ({ random }, customer) => changeProfile(random, customer, someAddress(random));
const handover: Draft = (desk, customer) => desk.random.pick(Object.values(anyHandover))(desk, customer);

const ofKind = (draft: (desk: Desk, ref: Reference) => Request | undefined, fits = isPending): Draft =>
  onOne((desk, order) => draft(desk, refer(desk.random, order)), fits);

/** Requests one after the other, in the order given or, where it is free, in any. */
const inSeries = (name: string, count: number, drafts: readonly Draft[], order: "fixed" | "free" = "fixed"): Template =>
  series({ name, count, drafts, order, getAlong });

export const combinationTemplates: readonly Template[] = [
  heldOut(inSeries("three-with-mind", 5, [anyChange, anyChangeOfMind, anyChange], "free")),
  heldOut(inSeries("mind-and-refusal", 6, [anyChangeOfMind, anyRefusal], "free")),
  heldOut(inSeries("sold-out-and-refusal", 6, [anyDetour, anyRefusal], "free")),
  heldOut(inSeries("two-refusals", 5, [anyRefusal, anyRefusal])),
  inSeries("three-with-refusal", 7, [anyChange, anyRefusal, anyChange], "free"),
  inSeries("sold-out-and-mind", 6, [anyDetour, anyChangeOfMind], "free"),
  inSeries("request-and-refusal", 14, [anyChange, anyRefusal], "free"),
  inSeries("request-and-sold-out", 9, [anyChange, anyDetour], "free"),
  inSeries("request-and-mind", 10, [anyChange, anyChangeOfMind], "free"),
  inSeries("refusal-and-question", 7, [anyRefusal, steadyQuestion], "free"),
  inSeries("two-cancels", 5, [ofKind(onOrder.cancel), ofKind(onOrder.cancel)]),
  inSeries("two-item-changes", 5, [ofKind(onOrder.swap), ofKind(onOrder.swap)]),
  inSeries("two-addresses", 4, [ofKind(onOrder.changeAddress), ofKind(onOrder.changeAddress)]),
  inSeries("two-returns", 5, [ofKind(onOrder.returnSome, isDelivered), ofKind(onOrder.returnSome, isDelivered)]),
  inSeries("two-exchanges", 5, [ofKind(onOrder.swap, isDelivered), ofKind(onOrder.swap, isDelivered)]),
  inSeries("three-requests", 10, [anyChange, anyChange, anyChange]),
  inSeries("two-requests", 16, [anyChange, anyChange]),
  inSeries("request-and-question", 14, [anyChange, steadyQuestion]),
  inSeries("request-and-handover", 8, [anyChange, handover]),
  inSeries("request-and-move", 6, [anyChange, move]),
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
