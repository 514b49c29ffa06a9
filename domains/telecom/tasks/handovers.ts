/** Requests that no tool serves and the domain policy gives to a person. */
import { transferCall } from "../../draft.ts";
import { contractHasEnded } from "./carrier.ts";
import { onLine, phrased } from "./drafts.ts";
import type { Draft } from "./template.ts";

/** A matter that is about no rows. */
const matter =
  (openings: readonly string[], wishes: readonly string[], brief: string, ticket: string): Draft =>
  ({ random }) => ({
    say: phrased(random, openings, wishes),
    brief: `You want ${brief}. If the agent transfers you for that, it is what you need.`,
    ticket: `The customer wants ${ticket}.`,
    facts: [],
    calls: [transferCall(`The customer wants ${ticket}.`)],
    used: [],
    traps: ["transfer"],
  });

const otherPlan = matter(
  [
    "I'm not happy with my plan anymore.",
    "My plan has become too small for me.",
    "I pay for more than I use.",
    "I've read about your other plans.",
  ],
  [
    "I'd like to change to another one.",
    "Please switch me to a different plan.",
    "Can you put me on another plan?",
    "I want to move to one that fits me better.",
  ],
  "to change to another plan, and will choose it with someone who can do that",
  "to change to another plan",
);

const newLine = matter(
  [
    "My daughter is getting her first phone.",
    "We have a new person in the shop.",
    "I need a second number for work.",
    "My father is moving in with us.",
  ],
  [
    "I'd like to add a line to my account.",
    "Please set up one more line for me.",
    "Can I have a further line?",
    "I want to order another line.",
  ],
  "another line added to your account",
  "another line added to the account",
);

const newSim = matter(
  [
    "The SIM card of another line of mine is worn out.",
    "The dog chewed up the SIM card of my other number.",
    "I've bent the SIM card of another line.",
    "I've lost the SIM card of one of my other numbers.",
  ],
  [
    "I need a new one.",
    "Please send me a replacement.",
    "Can I get another card for the same number?",
    "I'd like to order a new SIM card.",
  ],
  "a new SIM card for one of your other numbers; you will say which to whoever sends it",
  "a new SIM card for one of their other numbers",
);

const dispute = matter(
  [
    "There's a charge on my last bill that I never agreed to.",
    "My last bill is wrong.",
    "I was charged for something that I didn't use.",
    "The total of my last bill can't be right.",
  ],
  [
    "I dispute it.",
    "I want that looked into and taken back.",
    "I won't accept it, and want to contest it.",
    "I'd like to file a dispute.",
  ],
  "to dispute your last bill",
  "to dispute the last bill",
);

const newName = matter(
  ["I got married.", "I've changed my last name.", "My name has changed."],
  [
    "Please put my new name on my account.",
    "I'd like my account to carry the new name.",
    "Can you change the name on the contract?",
    "My bills should have the new name.",
  ],
  "the name on your account changed. You will tell the new one only to whoever changes it",
  "the name on the account changed",
);

const newCard = matter(
  ["My bank card has expired.", "I have a new credit card.", "I've closed the bank account that you collect from."],
  [
    "I need to change how I pay you.",
    "Please take the new card for my bills.",
    "I'd like to change the payment method on my account.",
    "Can you put in my new card?",
  ],
  "to change the payment method on your account",
  "to change the payment method on the account",
);

const leave = matter(
  ["I've found a cheaper carrier.", "I'm moving abroad for good.", "I won't be staying with you."],
  [
    "I want to cancel my contracts.",
    "Please close my account.",
    "What do I have to do to end all my contracts?",
    "I'd like to cancel everything.",
  ],
  "to cancel your contracts and close your account",
  "to cancel all contracts and close the account",
);

/** Suspended, and not to be resumed, whatever the customer pays. */
export const expired: Draft = onLine(
  ({ random }, ref) => ({
    say: random.pick([
      `My ${ref.phrase} is out of service. Please get it working again.`,
      `You've suspended my ${ref.phrase}. I want it back.`,
      `I need my ${ref.phrase} back in service, please.`,
    ]),
    brief: `You want your ${ref.phrase} back in service. You did not know that its contract has ended, and let yourself be transferred for that.`,
    ticket: `The customer wants a suspended line back in service. Line concerned: ${ref.ticket}.`,
    facts: ref.facts,
    calls: [
      ...ref.reads,
      transferCall(`Line ${ref.line.id} is suspended and its contract has ended; the customer wants it back.`),
    ],
    used: [ref.line],
    traps: [...ref.traps, "transfer"],
  }),
  (line) => line.status === "Suspended" && contractHasEnded(line),
);

export const handovers: readonly Draft[] = [otherPlan, newLine, newSim, dispute, newName, newCard, leave];
