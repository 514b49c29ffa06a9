/** What customers tell when asked: reasons, payment methods, addresses, and which order or items they mean. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import type { Address, Method, Variant } from "./shop.ts";
import { addressWords, methodName, noun } from "./words.ts";

export function orderNumberFact(say: string, disclosure: "known" | "secret"): DraftFact {
  return { name: "order number", asks: ["order number", "order id", "which order"], say, disclosure };
}

/** `many`: for several orders at once. */
export function reasonFact(random: Random, reason: string, many = false): DraftFact {
  const [it, is] = many ? ["them", "They are"] : ["it", "It is"];
  const says: Record<string, string[]> = {
    "no longer needed": [
      `I no longer need ${it}.`,
      `${is} no longer needed.`,
      `I simply don't need ${it} anymore.`,
      `I have no need of ${it} any longer.`,
    ],
    "ordered by mistake": [
      `I ordered ${it} by mistake.`,
      `${many ? "They were" : "It was"} ordered by mistake.`,
      `That was a mistake, I didn't mean to order ${it}.`,
      `I never meant to order ${it}, it was a mistake.`,
    ],
  };
  return {
    name: "reason for cancelling",
    asks: ["reason", "why"],
    say: random.pick(says[reason] ?? [reason]),
    disclosure: "asked",
  };
}

const methodWords = ["payment method", "method", "card", "pay"];

/** Which payment method takes a price difference, whichever way it goes. */
export function differenceFact(random: Random, method: Method): DraftFact {
  const name = methodName(method);
  return {
    name: "payment method for the price difference",
    asks: [...methodWords, "difference", "refund", "reimburs", "charge"],
    say: random.pick([
      `Please use my ${name} for any difference.`,
      `My ${name} for the difference, please.`,
      `Any difference should go through my ${name}.`,
    ]),
    disclosure: "asked",
  };
}

export function refundFact(random: Random, method: Method): DraftFact {
  const name = methodName(method);
  return {
    name: "payment method for the refund",
    asks: [...methodWords, "refund", "reimburs", "money back", "money to"],
    say: random.pick([
      `Please refund it to my ${name}.`,
      `The money should go to my ${name}.`,
      `Refund it to my ${name}, please.`,
    ]),
    disclosure: "asked",
  };
}

export function paymentFact(random: Random, method: Method): DraftFact {
  const name = methodName(method);
  return {
    name: "new payment method",
    asks: [...methodWords, "charge"],
    say: random.pick([
      `I'd like to pay with my ${name}.`,
      `My ${name} for the whole order, please.`,
      `Please put it on my ${name}.`,
    ]),
    disclosure: "asked",
  };
}

/** Not "address" alone, which would be heard in "email address" too. */
const addressAsks: readonly string[] = [
  ...["new", "updated", "mailing", "shipping", "delivery", "home", "postal"],
  ...["full", "complete", "correct", "right", "exact", "other", "different", "destination"],
  ...["the", "an", "another", "what", "which", "-", "*"],
].map((word) => `${word} address`);

export function addressFact(random: Random, address: Address): DraftFact {
  const words = addressWords(address);
  return {
    name: "new address",
    asks: [...addressAsks, "**address", "street", "where"],
    say: random.pick([`It is ${words}.`, `The address is ${words}.`, `${words}, please.`]),
    disclosure: "asked",
  };
}

/** An address that is not spelt out: the agent has to look it up. */
export function lookedUpAddressFact(say: string): DraftFact {
  return { name: "new address", asks: [...addressAsks, "**address", "street", "where"], say, disclosure: "known" };
}

/** Whether what else has an address is to get the new one too. */
export function leaveFact(name: "pending orders" | "profile address"): DraftFact {
  return name === "pending orders"
    ? {
        name,
        asks: ["pending orders", "existing orders", "open orders", "other orders", "orders as well", "orders too"],
        say: "No, leave my orders as they are.",
        disclosure: "known",
        when: "whether your pending orders should get it too",
      }
    : {
        name,
        asks: ["profile", "default address", "account address"],
        say: "No, leave my profile as it is.",
        disclosure: "known",
        when: "whether the address in your profile should change too",
      };
}

/** `verb`: what is to be done with them, "return". */
export function itemsFact(verb: string, lines: readonly Variant[]): DraftFact {
  const goods = listed(lines.map(({ product }) => `the ${noun(product)}`));
  return {
    name: `items to ${verb}`,
    asks: ["which item", "what item", "items to", "which product", "which article"],
    say: `What I want to ${verb} is ${goods}.`,
    disclosure: "known",
  };
}

/** `say` singles out one of several orders that fit. */
export function whichOrderFact(say: string): DraftFact {
  const asks = [
    "which order",
    "which one",
    "which of",
    "order number",
    "order id",
    "do you mean",
    "is it the",
    "orders",
  ];
  return { name: "which of the orders", asks, say, disclosure: "asked", when: "which of the orders you mean" };
}
