/** Templates of matters that no tool handles and the domain policy gives to a person. */
import { handover, together } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone, without } from "../../templates.ts";
import { someAddress } from "../order-book.ts";
import { changeProfile } from "./addresses.ts";
import { anyChange, getAlong } from "./in-turn.ts";
import { onOrder } from "./ordinary.ts";
import { refer } from "./request.ts";
import { type Draft, isDelivered, isPending, isProcessed, onOne, orderOf, type Template } from "./template.ts";
import { noun } from "./words.ts";

const lostParcel: Draft = (desk, customer) => {
  const found = orderOf(desk, customer, isDelivered);
  if (found === undefined) return undefined;
  const ref = refer(desk.random, found, "number");
  const request = handover(
    desk.random.pick([
      `My ${ref.phrase} is marked as delivered, but nothing has arrived. I've asked all the neighbors.`,
      `I never got my ${ref.phrase}, although it says that it was delivered.`,
    ]),
    `Your ${ref.phrase} is said to have been delivered, but it never arrived. You want that looked into.`,
    `Order ${found.id} is marked as delivered and did not arrive.`,
  );
  return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], used: [found] };
};

/** Looks like a lost parcel, and is not one: the order is still on its way. */
const notLost: Draft = (desk, customer) => {
  const found = orderOf(desk, customer, (one) => isProcessed(one) && one.parcels.length === 1);
  if (found === undefined) return undefined;
  const ref = refer(desk.random, found);
  return {
    say: desk.random.pick([
      `My ${ref.phrase} still hasn't arrived. I think it's lost. What is the tracking number?`,
      `Where is my ${ref.phrase}? I'm afraid it got lost. Please give me its tracking number.`,
    ]),
    brief: `Your ${ref.phrase} has not arrived, and you are afraid that it is lost. You want its tracking number, and are content with it.`,
    facts: ref.facts,
    calls: ref.reads,
    used: [found],
    tell: found.parcels.map(({ tracking }) => tracking),
    traps: [...ref.traps, "no transfer"],
  };
};

/** One of each list, in a row: enough ways to say what no order tells apart. */
const phrased = (random: Random, ...parts: readonly (readonly string[])[]) =>
  parts.map((part) => random.pick(part)).join(" ");

const newEmail: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I'm about to lose my old email address.", "I've switched to another email provider.", "I have a new mailbox."],
      [
        "I want to change the email of my account.",
        "Please put my new email address on my account.",
        "Can you replace the email that I sign in with?",
      ],
    ),
    "You want the email address of your account changed. You will tell the new one only to a person.",
    "The customer wants to change the email of their account.",
  );

const newName: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I got married.", "My last name has changed.", "I've taken my partner's name.", "I go by my birth name again."],
      [
        "I need my last name changed in my account.",
        "Could you update the name in my profile?",
        "My account should have the new last name.",
      ],
    ),
    "Your last name has changed and you want it updated in your account.",
    "The customer wants to change their name in their account.",
  );

const closeAccount: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I won't be shopping here anymore.", "I have too many accounts everywhere.", "I'm leaving."],
      [
        "I'd like to close my account for good.",
        "Please delete my account and all my data.",
        "I want my account closed.",
      ],
    ),
    "You want your account closed.",
    "The customer wants to close their account.",
  );

const newCard: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I have a new card.", "My bank sent me a second card.", "I have one more credit card now."],
      [
        "I'd like to add it to my account.",
        "Can you save it in my profile as a way to pay?",
        "It should become one more payment method in my profile.",
      ],
    ),
    "You want a new payment method added to your account.",
    "The customer wants to add a payment method to their account.",
  );

/** What one can hurt oneself with. */
const RISKY =
  /skillet|stockpot|kettle|grinder|knife|mixer|blender|lamp|bookcase|desk|chair|vacuum|humidifier|tent|dumbbell|parasol/i;

const recall: Draft = (desk, customer) => {
  const found = orderOf(
    desk,
    customer,
    (one) => isDelivered(one) && one.lines.some(({ product }) => RISKY.test(product.name)),
  );
  if (found === undefined) return undefined;
  const ref = refer(desk.random, found, "number");
  const item = noun(desk.random.pick(found.lines.filter(({ product }) => RISKY.test(product.name))).product);
  const request = handover(
    desk.random.pick([
      `I hurt myself with the ${item} from my ${ref.phrase}, and I want to report it. I don't want to send anything back.`,
      `The ${item} from my ${ref.phrase} has injured me. I'm not returning it, but I want to report that it is dangerous.`,
    ]),
    `You hurt yourself with the ${item} from your ${ref.phrase} and want to report the injury. You don't want to return or exchange it.`,
    `The customer reports an injury by the ${item} of order ${found.id}.`,
  );
  return { ...request, facts: ref.facts, used: [found] };
};

/** Alone they are solved by a transfer; with another request, only by that and the transfer. */
export const anyHandover = { lostParcel, newEmail, newName, newCard, recall } as const;

const cancelFirst = onOne((desk, order) => onOrder.cancel(desk, refer(desk.random, order)), isPending);
const moveFirst: Draft = ({ random }, customer) => changeProfile(random, customer, someAddress(random));

/** The handover is named first, in one breath with a change that has to be made before it. */
function withErrand(draft: Draft, errands: readonly Draft[]): Draft {
  return (desk, customer) => {
    const request = draft(desk, customer);
    const errand = request && desk.random.pick(errands)(without(desk, request.used), customer);
    if (request === undefined || errand === undefined || !getAlong([errand, request])) return undefined;
    const both = together(desk.random, request, errand);
    return { ...both, traps: [...(both.traps ?? []), "write before the transfer"] };
  };
}

const changes = [anyChange, anyChange, moveFirst];

export const handoverTemplates: readonly Template[] = [
  alone("handover-lost-parcel", 5, withErrand(lostParcel, changes)),
  alone("handover-email", 4, withErrand(newEmail, changes)),
  alone("handover-name", 4, withErrand(newName, changes)),
  alone("handover-close", 4, withErrand(closeAccount, [cancelFirst])),
  alone("handover-card", 4, withErrand(newCard, changes)),
  alone("handover-injury", 5, withErrand(recall, changes)),
  alone("handover-alone", 6, (desk, customer) =>
    desk.random.pick([...Object.values(anyHandover), closeAccount])(desk, customer),
  ),
  alone("not-lost", 4, notLost),
];
