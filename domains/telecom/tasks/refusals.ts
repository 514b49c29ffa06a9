/** Requests that the domain policy forbids. */
import { refused } from "../../draft.ts";
import { money } from "../../money.ts";
import { pay, readBills, readPlan, refuel, requestPayment, resume } from "./calls.ts";
import { canBeAskedToPay, hasAllowance, isActive, isSuspended, overdueOf, owesNothing } from "./carrier.ts";
import { about, onLine } from "./drafts.ts";
import { instead, onForbidden } from "./instead.ts";
import type { Draft, Request } from "./template.ts";

const reviveClosed = onForbidden(
  () => ({
    says: [
      "I'd like to use @ again. Please reopen that line.",
      "Please reactivate @, I closed it some time ago.",
      "Can you bring @ back? I want that number again.",
    ],
    brief: "a closed line reopened",
    because: "that line is closed, and closing is final.",
  }),
  ({ status }) => status === "Closed",
);

const startPending = onForbidden(
  () => ({
    says: [
      "@ isn't active yet. Please activate it now.",
      "Why does @ not work yet? Switch it on, please.",
      "Please start @ for me right now.",
    ],
    brief: "a line activated that does not work yet",
    because: "that line starts by itself when its SIM card is first used; nothing can be done from here.",
  }),
  ({ status }) => status === "Pending Activation",
);

const pausePaused = onForbidden(
  () => ({
    says: ["Please suspend @ from today on.", "I want @ suspended, please.", "Put @ on hold from today on."],
    brief: "a line suspended, from today on",
    because: "that line is suspended already; only an active line can be suspended.",
  }),
  (line) => isSuspended(line) && owesNothing(line.customer),
);

const resumeUnpaid: Draft = (desk, customer) => {
  const draft = onLine(
    (_, ref) => {
      const bill = overdueOf(ref.line);
      if (bill === undefined) return undefined;
      const wish = {
        say: desk.random.pick([
          `Please put my ${ref.phrase} back into service. I'll pay the bill next month.`,
          `I need my ${ref.phrase} back now. The money for the bill comes later.`,
          `Resume my ${ref.phrase}, please, and let me pay what's overdue when I get my wages.`,
        ]),
        brief: "a line back in service now, and to pay the overdue bill later",
        ticket:
          "a suspended line back in service without paying what is overdue; if that can't be, pays it at once. The device is not at hand",
      };
      const request = { ...about(ref, wish), calls: [...ref.reads, readBills(customer)] };
      const settlement = {
        say: desk.random.pick([
          "All right, then I'll pay it now. And then put it back into service.",
          "If that's how it is, I'll pay it right away, so that you can resume it.",
        ]),
        calls: [requestPayment(customer, bill), ...pay(bill), resume(ref.line)],
      };
      return {
        ...refused(request, "no line is resumed while a bill is overdue.", settlement),
        used: [ref.line, ...customer.bills],
      };
    },
    (line) => isSuspended(line) && overdueOf(line) !== undefined && canBeAskedToPay(customer),
  );
  return draft(desk, customer);
};

const tooMuchData: Draft = onLine(
  ({ random }, ref) => {
    const { line } = ref;
    const wished = random.pick([3, 4, 5, 6, 8, 10]);
    const wish = {
      say: random.pick([
        `Please add ${wished} GB to my ${ref.phrase}, and tell me the price.`,
        `I want ${wished} GB of extra data on my ${ref.phrase}. What does it cost?`,
        `Could you put ${wished} GB more on my ${ref.phrase}? I'd like to know the price.`,
      ]),
      brief: `${wished} GB of data added to a line, and to be told what it costs; you pay whatever it is`,
      ticket: `${wished} GB of data added to a line, and settles for 2 GB if that is too much`,
    };
    const request = { ...about(ref, wish), calls: [...ref.reads, readPlan(line)] };
    return refused(
      request,
      "at most 2 GB can be added to a line in one conversation.",
      {
        say: random.pick([
          "Then add 2 GB. What do I pay?",
          "All right, 2 GB then. What does that come to?",
          "So be it: 2 GB, please. And the price?",
        ]),
        calls: [refuel(line, 2)],
        tell: [money(2 * line.plan.refueling)],
      },
      ref.facts,
    );
  },
  (line) => isActive(line) && hasAllowance(line),
);

/** Of a bill that can't be paid now. */
const payNot =
  (status: "Draft" | "Disputed", says: readonly string[], brief: string, because: string): Draft =>
  (desk, customer) => {
    if (!customer.bills.some((bill) => bill.status === status)) return undefined;
    const request: Request = {
      say: desk.random.pick(says),
      brief: `You want ${brief}.`,
      ticket: `The customer wants ${brief}.`,
      facts: [],
      calls: [readBills(customer)],
      used: customer.bills,
    };
    return instead(desk, customer, request, because);
  };

const payDraft = payNot(
  "Draft",
  [
    "I'll be away, so I'd like to pay my bill for March right now.",
    "Can I pay the March bill in advance?",
    "Please let me pay for March already, I have the money now.",
    "I want to have March's bill off my mind, so I'd like to pay it today.",
  ],
  "to pay the bill for March now, in advance",
  "the bill for March is still a draft and can't be paid yet.",
);

const payDisputed = payNot(
  "Disputed",
  [
    "I'd rather pay that disputed bill after all, right now.",
    "There's a bill that I disputed. I want to pay it and be done.",
    "Let me just pay the bill that I complained about.",
  ],
  "to pay the bill that is in dispute, now",
  "that bill is in dispute, and can't be paid while people look into it.",
);

/** Someone else's line, whose number the customer knows. */
const othersLine: Draft = (desk, customer) => {
  const { random, rows } = desk;
  const other = random.pick(rows.customers);
  if (other === customer || other.split !== customer.split) return undefined;
  const line = random.pick(other.lines);
  const whose = random.pick(["neighbor", "brother-in-law", "colleague", "friend", "landlady"]);
  const who = `my ${whose}`;
  const request: Request = {
    say: random.pick([
      `I'm also writing for ${who}, whose number is ${line.number}. How much data is left there?`,
      `Could you tell me which plan ${who} has? The number is ${line.number}.`,
      `Please switch on roaming for ${line.number}. It's the line of ${who}, who asked me to see to it.`,
      `I want to suspend the line ${line.number}. It belongs to ${who}, who can't do it alone.`,
    ]),
    brief: `You want something done or told about the line ${line.number}, which is not yours but belongs to your ${whose}.`,
    ticket: `The customer wants something done or told about the line ${line.number}, which belongs to their ${whose}.`,
    facts: [],
    calls: [],
    used: [],
    traps: ["someone else's line"],
  };
  return instead(desk, customer, request, "that line is not yours, and I can't tell or change anything about it.");
};

export const refusals = {
  "refuse-closed": reviveClosed,
  "refuse-pending": startPending,
  "refuse-suspended": pausePaused,
  "refuse-unpaid": resumeUnpaid,
  "refuse-too-much-data": tooMuchData,
  "refuse-draft": payDraft,
  "refuse-disputed": payDisputed,
  "refuse-others-line": othersLine,
} as const satisfies Record<string, Draft>;
