/** Requests that the status or the owner of an order forbids, and cancelling in parts or for other reasons. */
import { refused } from "../../draft.ts";
import { withArticle } from "../../wording.ts";
import { orderTotal } from "./asks.ts";
import { reasonFact } from "./facts.ts";
import { cancel, distinctLines } from "./pending.ts";
import { aboutMine, aPerson, onlyReads, theSum, theTracking } from "./refusal.ts";
import { cancelCall, itemsIn, type Request, readOrder, readUser, refer } from "./request.ts";
import { type Draft, hasSeveral, isModified, isPending, isProcessed, orderOf } from "./template.ts";
import { noun } from "./words.ts";

const cancelProcessed: Draft = (desk, customer) => {
  const order = orderOf(desk, customer, (one) => isProcessed(one) && one.parcels.length === 1);
  if (order === undefined) return undefined;
  const ref = refer(desk.random, order);
  const { say, brief, facts } = cancel(desk.random, ref, desk.random.pick(["no longer needed", "ordered by mistake"]));
  const person = desk.random.chance(0.35);
  return refused(
    { ...onlyReads(ref, say, brief), facts },
    "the order has been processed, and only pending orders can be cancelled.",
    person ? aPerson(desk, customer, "a processed order can't be cancelled") : theTracking(desk, order),
  );
};

const cancelForOtherReason: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, (one) => isPending(one) && hasSeveral(one));
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
      ? aPerson(desk, customer, "the reason for cancelling is not one that the shop takes")
      : theSum(desk, order),
  );
};

const cancelPart: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(
    desk,
    customer,
    (one) => isPending(one) && one.lines.length > 1 && distinctLines(one).length > 0,
  );
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
  if (random.chance(0.3)) return refused(request, because, theSum(desk, order));
  const reason = random.pick(["no longer needed", "ordered by mistake"] as const);
  return refused(request, because, {
    say: random.pick(["Then cancel the whole order.", "All right, then please cancel all of it."]),
    facts: [reasonFact(random, reason)],
    calls: [cancelCall(order, reason)],
  });
};

const cancelModified: Draft = (desk, customer) => {
  const order = orderOf(desk, customer, (one) => isModified(one) && hasSeveral(one));
  if (order === undefined) return undefined;
  const ref = refer(desk.random, order);
  const { say, brief, facts } = cancel(desk.random, ref, desk.random.pick(["no longer needed", "ordered by mistake"]));
  return refused(
    { ...onlyReads(ref, say, brief), facts },
    "its items have been modified, and such an order can't be cancelled.",
    desk.random.chance(0.4)
      ? aPerson(desk, customer, "an order with modified items can't be cancelled")
      : theSum(desk, order),
  );
};

/** Somebody else's order: its number is known, which proves nothing. */
const anothersOrder: Draft = (desk, customer) => {
  const { random, rows: shop } = desk;
  const others = shop.customers.filter((other) => other !== customer && other.split === customer.split);
  const target = random.pick(others.flatMap(({ orders }) => orders).filter(isPending));
  const own = orderOf(desk, customer, (order) => distinctLines(order).length > 1);
  if (own === undefined) return undefined;
  const [who, she, her] = random.pick([
    ["sister", "she", "her"],
    ["mother", "she", "her"],
    ["brother", "he", "him"],
    ["father", "he", "him"],
    ["wife", "she", "her"],
    ["husband", "he", "him"],
  ] as const);
  const request: Request = {
    say: random.pick([
      `My ${who} asked me to cancel order ${target.id} for ${her}. It is no longer needed.`,
      `Please cancel order ${target.id}. It's my ${who}'s, and ${she} no longer needs it.`,
    ]),
    brief: `You want order ${target.id} cancelled. It belongs to your ${who}, who asked you to do it, since it is no longer needed. You can't prove that, and you give no details of ${her}.`,
    facts: [],
    calls: [readUser(customer), readOrder(target)],
    used: [own],
    traps: ["another user's order"],
  };
  const because = "that order belongs to another customer.";
  return random.chance(0.35)
    ? refused(request, because, aPerson(desk, customer, "the order is another customer's"))
    : refused(request, because, aboutMine(desk, own));
};

const cancelledOrder: Draft = (desk, customer) => {
  const { random } = desk;
  const order = orderOf(desk, customer, ({ status }) => status === "cancelled");
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

const addItem: Draft = (desk, customer) => {
  const { random, rows: shop } = desk;
  const order = orderOf(desk, customer, (one) => isPending(one) && hasSeveral(one));
  if (order === undefined) return undefined;
  const ref = refer(random, order);
  const product = random.pick(shop.products.filter((one) => order.lines.every((line) => line.product !== one)));
  const thing = withArticle(noun(product));
  return refused(
    onlyReads(ref, `Can you add ${thing} to my ${ref.phrase}?`, `You want ${thing} added to your ${ref.phrase}.`),
    "items can't be added to an order that has been placed.",
    random.chance(0.4) ? aPerson(desk, customer, "an item was to be added to an order") : theSum(desk, order),
  );
};

export const refusedOrders: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["cancel-processed", 9, cancelProcessed],
  ["other-reason", 8, cancelForOtherReason],
  ["cancel-part", 9, cancelPart],
  ["cancel-modified", 6, cancelModified],
  ["anothers-order", 8, anothersOrder],
  ["cancelled-order", 5, cancelledOrder],
  ["add-item", 5, addItem],
];
