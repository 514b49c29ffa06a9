/** Templates of matters that no tool handles and the domain policy gives to a person. */
import { type Request, refer, transferCall } from "./request.ts";
import type { Customer } from "./shop.ts";
import { type Desk, isDelivered, isProcessed, type Template } from "./template.ts";
import { noun } from "./words.ts";

function handover(say: string, brief: string, summary: string): Request {
  return { say, brief, facts: [], calls: [transferCall(summary)], orders: [], traps: ["transfer"] };
}

type Draft = (desk: Desk, customer: Customer) => Request | undefined;

const lostParcel: Draft = ({ random, order }, customer) => {
  const found = order(customer, isDelivered);
  if (found === undefined) return undefined;
  const ref = refer(random, found, "number");
  const request = handover(
    random.pick([
      `My ${ref.phrase} is marked as delivered, but nothing has arrived. I've asked all the neighbors.`,
      `I never got my ${ref.phrase}, although it says that it was delivered.`,
    ]),
    `Your ${ref.phrase} is said to have been delivered, but it never arrived. You want that looked into.`,
    `Order ${found.id} is marked as delivered and did not arrive.`,
  );
  return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], orders: [found] };
};

/** Looks like a lost parcel, and is not one: the order is still on its way. */
const notLost: Draft = ({ random, order }, customer) => {
  const found = order(customer, (one) => isProcessed(one) && one.parcels.length === 1);
  if (found === undefined) return undefined;
  const ref = refer(random, found);
  return {
    say: random.pick([
      `My ${ref.phrase} still hasn't arrived. I think it's lost. What is the tracking number?`,
      `Where is my ${ref.phrase}? I'm afraid it got lost. Please give me its tracking number.`,
    ]),
    brief: `Your ${ref.phrase} has not arrived, and you are afraid that it is lost. You want its tracking number, and are content with it.`,
    facts: ref.facts,
    calls: ref.reads,
    orders: [found],
    tell: found.parcels.map(({ tracking }) => tracking),
    traps: [...ref.traps, "no transfer"],
  };
};

const newEmail: Draft = ({ random }) =>
  handover(
    random.pick([
      "I want to change the email address of my account to a new one.",
      "Please put a new email address on my account, I'm about to lose the old one.",
    ]),
    "You want the email address of your account changed. You will tell the new one only to a person.",
    "The customer wants to change the email of their account.",
  );

const newName: Draft = ({ random }) =>
  handover(
    random.pick([
      "I got married and need my last name changed in my account.",
      "My last name has changed. Could you update it in my profile?",
    ]),
    "Your last name has changed and you want it updated in your account.",
    "The customer wants to change their name in their account.",
  );

const closeAccount: Draft = ({ random }) =>
  handover(
    random.pick(["I'd like to close my account for good.", "Please delete my account and all my data."]),
    "You want your account closed.",
    "The customer wants to close their account.",
  );

const newCard: Draft = ({ random }) =>
  handover(
    random.pick([
      "I'd like to add another credit card to my account.",
      "I have a new card. Can you save it in my profile?",
    ]),
    "You want a new credit card added to your account.",
    "The customer wants to add a credit card to their account.",
  );

const recall: Draft = ({ random, order }, customer) => {
  const found = order(customer, isDelivered);
  if (found === undefined) return undefined;
  const ref = refer(random, found, "number");
  const line = random.pick(found.lines);
  const request = handover(
    `I hurt myself with the ${noun(line.product)} from my ${ref.phrase}, and I want to report it. I don't want to return anything.`,
    `You hurt yourself with the ${noun(line.product)} from your ${ref.phrase} and want to report the injury. You don't want to return or exchange anything.`,
    `The customer reports an injury by the ${noun(line.product)} of order ${found.id}.`,
  );
  return { ...request, facts: ref.facts, orders: [found] };
};

const drafts: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["handover-lost-parcel", 5, lostParcel],
  ["not-lost", 4, notLost],
  ["handover-email", 2, newEmail],
  ["handover-name", 2, newName],
  ["handover-close", 2, closeAccount],
  ["handover-card", 2, newCard],
  ["handover-injury", 3, recall],
];

/** Alone they are solved by a transfer; behind another request, only by that and the transfer. */
export const anyHandover = { newEmail, newName, closeAccount, newCard } as const;

export const handoverTemplates: readonly Template[] = drafts.map(([name, count, draft]) => ({
  name,
  count,
  draft(desk, customer) {
    const request = draft(desk, customer);
    return request && [request];
  },
}));
