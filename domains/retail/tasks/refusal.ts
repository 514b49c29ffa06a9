/** What refused requests are made of: a request that leads nowhere, and what customers settle for. */
import { type DraftFact, type Settlement, transferCall } from "../../draft.ts";
import { money, sumOf } from "../../money.ts";
import { someAddress } from "../order-book.ts";
import { orderTotal } from "./asks.ts";
import { distinctLines } from "./pending.ts";
import { profileCall, type Reference, type Request, readOrder, readUser } from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import type { Desk } from "./template.ts";
import { addressWords, noun } from "./words.ts";

/** A request that leads nowhere, as an agent finds by reading the order. */
export function onlyReads(ref: Reference, say: string, brief: string, facts: readonly DraftFact[] = []): Request {
  return { say, brief, facts: [...ref.facts, ...facts], calls: ref.reads, used: [ref.order], traps: ref.traps };
}

/** Mostly something else comes first, which a transfer at once would leave undone. */
export function aPerson({ random }: Desk, customer: Customer, about: string): Settlement {
  const transfer = transferCall(`The customer was declined and asked for a person: ${about}.`);
  if (random.chance(0.12)) {
    const say = random.pick([
      "Then I'd like to speak to a human agent, please.",
      "I see. In that case, please put me through to a person.",
      "Can I talk to a human about it, then?",
    ]);
    return { say, calls: [transfer], traps: ["transfer"] };
  }
  const address = someAddress(random);
  const words = addressWords(address);
  return {
    say: random.pick([
      `Then I'd like to speak to a human agent. But before that, please change the address in my profile to ${words}.`,
      `I see. Put me through to a person, please, once you have changed the address in my profile: it is ${words} now.`,
      `Two things, then: my default address has to become ${words}, and I want to talk to a human about the rest.`,
    ]),
    calls: [readUser(customer), profileCall(customer, address), transfer],
    traps: ["transfer", "write before the transfer"],
  };
}

/** What a part of the order costs, which stands nowhere; the total where the order is too small to ask for a part. */
export function askPart({ random }: Desk, order: Order, where = "in that order"): Settlement {
  const [a, b] = random.shuffle(distinctLines(order));
  if (a === undefined || b === undefined) {
    const say = random.pick(["What did the whole order cost?", "What does the order come to in total?"]);
    return { say, tell: [orderTotal(order)] };
  }
  const [one, other] = [noun(a.product), noun(b.product)];
  if (order.lines.length > 2 && random.chance(0.6)) {
    const say = random.pick([
      `What do the ${one} and the ${other} ${where} cost together?`,
      `How much do the ${one} and the ${other} ${where} come to, the two of them together?`,
    ]);
    return { say, compute: [money(sumOf([a.price, b.price]))], traps: ["arithmetic"] };
  }
  const say = random.pick([
    `How big is the difference in price between the ${one} and the ${other} ${where}?`,
    `How many dollars lie between the price of the ${one} and that of the ${other} ${where}?`,
  ]);
  return { say, compute: [money(Math.abs(a.price - b.price))], traps: ["arithmetic"] };
}

export function theSum(desk: Desk, order: Order): Settlement {
  const asked = askPart(desk, order);
  const lead = desk.random.pick([
    "All right, then leave it. But tell me something:",
    "Fine. Then at least answer me this:",
    "Too bad, leave it then.",
    "Okay, forget it.",
  ]);
  return { ...asked, say: `${lead} ${asked.say}` };
}

export const theTracking = ({ random }: Desk, order: Order): Settlement => ({
  say: random.pick([
    "I understand. What is its tracking number, then?",
    "Okay. Then please give me the tracking number so that I can follow it.",
  ]),
  tell: order.parcels.map(({ tracking }) => tracking),
});

/** About an order of the customer's own, which is theirs to hear. */
export function aboutMine(desk: Desk, order: Order): Settlement {
  const asked = askPart(desk, order, `in my own order ${order.id}`);
  return {
    ...asked,
    say: `I see. Then answer me a question about what is mine. ${asked.say}`,
    calls: [readOrder(order)],
  };
}
