/** Requests about delivered orders: returns and exchanges. */
import type { Random } from "../../random.ts";
import { itemsFact, refundFact } from "./facts.ts";
import { distinctLines, swapping, wishes, yourWishes } from "./pending.ts";
import { itemsIn, type Reference, type Request, readUser, returnCall, type Swap } from "./request.ts";
import type { Method, Order, Variant } from "./shop.ts";

/** A few items of the order that their names single out; all pieces where `everything` is set. */
export function chooseLines(random: Random, order: Order, everything: boolean): Variant[] {
  if (everything) return [...order.lines];
  const distinct = random.shuffle(distinctLines(order));
  return distinct.slice(0, random.int(1, Math.max(1, Math.min(2, order.lines.length - 1))));
}

/** Methods that may take the refund: what was first paid with, and gift cards. */
export function refundMethods({ customer, paidWith }: Order): Method[] {
  return customer.methods.filter((method) => method === paidWith || method.source === "gift_card");
}

export function returnItems(random: Random, ref: Reference, lines: readonly Variant[], method: Method): Request {
  const whole = lines.length > 1 && lines.length === ref.order.lines.length;
  const items = (person: "I" | "you") =>
    whole ? `everything in ${person === "I" ? "my" : "your"} ${ref.phrase}` : itemsIn(ref, lines, person);
  return {
    say: random.pick([
      `I'd like to return ${items("I")}.`,
      `I want to send back ${items("I")}.`,
      `I'm not happy with my purchase and would like to return ${items("I")}.`,
    ]),
    brief: `You want to return ${items("you")}${lines.length < ref.order.lines.length ? ", and to keep the rest of that order" : ""}.`,
    facts: [...ref.facts, ...(whole ? [] : [itemsFact("return", lines)]), refundFact(random, method)],
    calls: [...ref.reads, readUser(ref.order.customer), returnCall(ref.order, lines, method)],
    used: [ref.order],
    traps: ref.traps,
  };
}

export function exchangeItems(random: Random, ref: Reference, swaps: readonly Swap[], method: Method): Request {
  const lines = swaps.map(({ present }) => present);
  return {
    say: `${random.pick(
      [
        `I'd like to exchange ${itemsIn(ref, lines, "I")}.`,
        `I want to swap ${itemsIn(ref, lines, "I")}.`,
        `I got the wrong version of ${itemsIn(ref, lines, "I")}, my own fault, and would like to exchange it.`,
      ].slice(0, lines.length > 1 ? 2 : 3),
    )} ${wishes(swaps)}`,
    brief: `You want to exchange ${itemsIn(ref, lines, "you")}. ${yourWishes(swaps)}`,
    ...swapping(random, ref, swaps, method),
  };
}
