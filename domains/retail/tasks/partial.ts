/** Templates where one wish is about several orders, and holds for some of them only. */
import { refused, type Settlement } from "../../draft.ts";
import { alone, heldOut } from "../../templates.ts";
import { someAddress } from "../order-book.ts";
import { refundMethods } from "./delivered.ts";
import { addressFact, leaveFact, orderNumberFact, paymentFact, reasonFact, refundFact } from "./facts.ts";
import { reasons } from "./ordinary.ts";
import { otherMethods } from "./pending.ts";
import { askPart } from "./refusal.ts";
import {
  addressCall,
  cancelCall,
  paymentCall,
  type Reference,
  type Request,
  readAllOrders,
  readUser,
  refer,
  returnCall,
} from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import {
  type Desk,
  type Draft,
  hasSeveral,
  isDelivered,
  isModified,
  isPending,
  isProcessed,
  orderOf,
  type Template,
} from "./template.ts";
import { addressWords, methodName } from "./words.ts";

interface Pair {
  /** The wish can be granted for it. */
  readonly good: Order;
  readonly bad: Order;
  /** "my order #W0012345 and my order with the reading lamp", in no telling order. */
  readonly mine: string;
  readonly yours: string;
  readonly base: Pick<Request, "facts" | "calls" | "used" | "traps">;
}

function pairOf(
  desk: Desk,
  customer: Customer,
  isGood: (order: Order) => boolean,
  isBad: (order: Order) => boolean,
): Pair | undefined {
  const bad = orderOf(desk, customer, isBad);
  const good = bad && orderOf(desk, customer, (order) => order !== bad && isGood(order));
  if (bad === undefined || good === undefined) return undefined;
  const refs: Reference[] = desk.random.shuffle([good, bad]).map((order) => refer(desk.random, order));
  const phrase = (whose: string) => refs.map((ref) => `${whose} ${ref.phrase}`).join(" and ");
  return {
    good,
    bad,
    mine: phrase("my"),
    yours: phrase("your"),
    base: {
      facts: [{ ...orderNumberFact(`I mean ${phrase("my")}.`, "known"), name: "order numbers" }],
      calls: [...refs.flatMap(({ reads }) => reads), readUser(customer)],
      used: [good, bad],
      traps: [...refs.flatMap(({ traps }) => traps), "partial permission"],
    },
  };
}

/** The order that stays as it is goes to another address, where that is allowed, or something is asked about it. */
function instead(desk: Desk, { bad }: Pair, granted: string): Settlement {
  const { random } = desk;
  if (isProcessed(bad)) {
    const say = `Then ${granted}. What is the tracking number of the one that can't be changed?`;
    return { say, tell: bad.parcels.map(({ tracking }) => tracking) };
  }
  if (random.chance(0.4) && hasSeveral(bad)) {
    const asked = askPart(desk, bad);
    return { ...asked, say: `Then ${granted}. And about the one that stays as it is: ${asked.say}` };
  }
  const address = someAddress(random);
  const say = `Then ${granted}. And send the one that stays as it is to ${addressWords(address)} instead.`;
  return { say, calls: [addressCall(bad, address)] };
}

const isStuck = (order: Order) => isModified(order) || (isProcessed(order) && order.parcels.length === 1);

const cancelOne: Draft = (desk, customer) => {
  const pair = pairOf(desk, customer, isPending, isStuck);
  if (pair === undefined) return undefined;
  const { random } = desk;
  const { good, bad, base } = pair;
  const reason = random.pick(reasons);
  const { calls = [], ...settlement } = instead(desk, pair, "cancel the other one only");
  return refused(
    {
      ...base,
      say: random.pick([`Please cancel ${pair.mine}.`, `I'd like to cancel two orders: ${pair.mine}.`]),
      brief: `You want two orders cancelled: ${pair.yours}.`,
    },
    `one of the two orders ${isModified(bad) ? "has had its items modified" : "has been processed"}, and can't be cancelled.`,
    { ...settlement, calls: [cancelCall(good, reason), ...calls] },
    [reasonFact(random, reason, true)],
  );
};

const payOne: Draft = (desk, customer) => {
  const pair = pairOf(desk, customer, (order) => isPending(order) && otherMethods(order).length > 0, isStuck);
  if (pair === undefined) return undefined;
  const { random } = desk;
  const { good, bad, base } = pair;
  const method = random.pick(otherMethods(good));
  const { calls = [], ...settlement } = instead(desk, pair, "do it for the other one only");
  return refused(
    {
      ...base,
      say: random.pick([
        `I want to pay for ${pair.mine} with another payment method.`,
        `Can you charge another payment method for ${pair.mine}?`,
      ]),
      brief: `You want another payment method charged for two orders: ${pair.yours}.`,
    },
    `one of the two orders ${isModified(bad) ? "has had its items modified" : "has been processed"}, and its payment can't be changed.`,
    { ...settlement, calls: [paymentCall(good, method), ...calls] },
    [{ ...paymentFact(random, method), say: `I'd like to use my ${methodName(method)}.` }],
  );
};

const returnOne: Draft = (desk, customer) => {
  const pair = pairOf(desk, customer, isDelivered, isPending);
  if (pair === undefined) return undefined;
  const { random } = desk;
  const { good, bad, base } = pair;
  const method = random.pick(refundMethods(good));
  const reason = random.pick(reasons);
  return refused(
    {
      ...base,
      say: random.pick([
        `I want to return everything in ${pair.mine}.`,
        `Please let me send back ${pair.mine}, both of them whole.`,
      ]),
      brief: `You want to return everything in two orders: ${pair.yours}. You are not sure whether both have been delivered.`,
    },
    "one of the two orders is still pending, and only delivered orders can be returned.",
    {
      say: random.pick([
        "I see. Then return the one that has arrived, and cancel the other.",
        "Then do the return for the delivered one, and please cancel the one that hasn't shipped.",
      ]),
      facts: [reasonFact(random, reason)],
      calls: [returnCall(good, good.lines, method), cancelCall(bad, reason)],
    },
    [refundFact(random, method)],
  );
};

/** Where the orders that are still to come go: what is processed can't be redirected. */
const shipSome: Draft = ({ random }, customer) => {
  const open = customer.orders.filter((order) => isPending(order) || isModified(order));
  const gone = customer.orders.filter(isProcessed);
  if (open.length === 0 || gone.length === 0) return undefined;
  const address = someAddress(random);
  const why = random.pick([
    "I've had to move in a hurry. ",
    "Nobody is at home anymore. ",
    "We had a fire at home. ",
    "",
  ]);
  return refused(
    {
      say: `${why}${random.pick([
        "Please send all my orders that haven't arrived yet to another address.",
        "I need a different address on every order of mine that is still to come.",
        "All orders that I'm still waiting for have to go to another address.",
      ])}`,
      brief:
        "You want all your orders that have not arrived yet, but not your profile, to get a new address. You don't know how many they are, or how far along.",
      facts: [leaveFact("profile address")],
      calls: readAllOrders(customer),
      used: [...open, ...gone],
      traps: ["several orders", "partial permission"],
    },
    "what has been processed already is on its way, and its address is fixed.",
    {
      say: random.pick([
        "Okay. Then change those that can still be changed.",
        "That can't be helped. Then do it for the ones where it is still possible.",
      ]),
      calls: open.map((order) => addressCall(order, address)),
    },
    [addressFact(random, address)],
  );
};

export const partialTemplates: readonly Template[] = [
  heldOut(alone("partial-payment", 5, payOne)),
  alone("partial-cancel", 8, cancelOne),
  alone("partial-return", 8, returnOne),
  alone("partial-ship", 7, shipSome),
];
