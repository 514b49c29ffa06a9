/** Questions about lines, plans and bills. */
import { money, sumOf } from "../../money.ts";
import type { Random } from "../../random.ts";
import { readBills, readLine, readPlan, readUsage } from "./calls.ts";
import { hasAllowance, isActive, type Line } from "./carrier.ts";
import { about, onLine } from "./drafts.ts";
import { monthOf } from "./payments.ts";
import type { Reference } from "./reference.ts";
import type { Draft, Request } from "./template.ts";

const gigabytes = (amount: number) => String(Math.round(amount * 10) / 10);

/** A question about one line, and the facts that answer it. */
function ask(
  random: Random,
  ref: Reference,
  says: readonly string[],
  brief: string,
  rest: Pick<Request, "calls" | "tell" | "compute">,
): Request {
  const wish = { say: random.pick(says), brief: `to know ${brief}`, ticket: `to know ${brief}` };
  return { ...about(ref, wish), ...rest, calls: [...ref.reads, ...rest.calls] };
}

export const dataLeft: Draft = onLine(
  ({ random }, ref) => {
    const { plan, used, refueled } = ref.line;
    return ask(
      random,
      ref,
      [
        `How much data is left on my ${ref.phrase} this month?`,
        `How many gigabytes can I still use on my ${ref.phrase}?`,
        `I'd like to know what remains of the data on my ${ref.phrase}.`,
      ],
      "how much data is left this month, in GB",
      { calls: [readUsage(ref.line)], compute: [gigabytes(plan.limit + refueled - used)] },
    );
  },
  (line) => isActive(line) && hasAllowance(line) && line.used < line.plan.limit + line.refueled,
);

export const planOf: Draft = onLine(
  ({ random }, ref) =>
    ask(
      random,
      ref,
      [
        `What plan is my ${ref.phrase} on, and what does it cost a month?`,
        `Which plan do I have for my ${ref.phrase}, and how much is it?`,
        `Please tell me the name and the monthly price of the plan for my ${ref.phrase}.`,
      ],
      "the name of the plan and what it costs a month",
      { calls: [readPlan(ref.line)], tell: [ref.line.plan.name, money(ref.line.plan.price)] },
    ),
  isActive,
);

export const refuelPrice: Draft = onLine(
  ({ random }, ref) => {
    const amount = random.pick([1.5, 2]);
    return ask(
      random,
      ref,
      [
        `What would ${amount} GB of extra data cost on my ${ref.phrase}? I only want to know the price.`,
        `Suppose I added ${amount} GB to my ${ref.phrase}: what would that come to? Don't add it yet.`,
        `I'm thinking of ${amount} GB more for my ${ref.phrase}. How much would that be? Just asking.`,
      ],
      `what ${amount} GB of extra data would cost; nothing is to be added`,
      { calls: [readPlan(ref.line)], compute: [money(amount * ref.line.plan.refueling)] },
    );
  },
  (line) => isActive(line) && hasAllowance(line),
);

export const contractEnd: Draft = onLine(
  ({ random }, ref) =>
    ask(
      random,
      ref,
      [
        `When does the contract for my ${ref.phrase} end?`,
        `How long does the contract for my ${ref.phrase} still run? I need the date.`,
        `What's the end date of the contract for my ${ref.phrase}?`,
      ],
      "on which day the line's contract ends",
      { calls: [], tell: [ref.line.contractEnd ?? ""] },
    ),
  (line) => isActive(line) && line.contractEnd !== null,
);

export const mostUsed: Draft = ({ random }, customer) => {
  const [first, second] = customer.lines.toSorted((a, b) => b.used - a.used) as [Line | undefined, Line | undefined];
  if (first === undefined || second === undefined || first.used === second.used) return undefined;
  return {
    say: random.pick([
      "Which of my numbers has used the most data this month?",
      "One of my lines eats up data like nothing else. Which number is it?",
      "I'd like to know which of my lines used the most data so far, please tell me its number.",
    ]),
    brief: "You want to know the phone number of the line that has used the most data this month.",
    ticket: "The customer wants to know the number of the line that has used the most data this month.",
    facts: [],
    calls: customer.lines.map(readLine),
    used: customer.lines,
    tell: [first.number],
    traps: ["comparison"],
  };
};

/** The joint bill of a month for which there is no other. */
export const billOf: Draft = ({ random }, customer) => {
  const bills = customer.bills.filter((bill) => {
    return bill.status !== "Draft" && customer.bills.filter(({ start }) => start === bill.start).length === 1;
  });
  if (bills.length === 0) return undefined;
  const bill = random.pick(bills);
  const month = monthOf(bill);
  return {
    say: random.pick([
      `How much was my bill for ${month}?`,
      `What did ${month} come to on my bill?`,
      `Please tell me the total of my ${month} bill.`,
    ]),
    brief: `You want to know the total of your bill for ${month}.`,
    ticket: `The customer wants to know the total of the bill for ${month}.`,
    facts: [],
    calls: [readBills(customer)],
    used: customer.bills,
    tell: [money(bill.total)],
  };
};

export const openTotal: Draft = ({ random }, customer) => {
  const open = customer.bills.filter(({ status }) => ["Issued", "Overdue", "Awaiting Payment"].includes(status));
  if (open.length < 2) return undefined;
  return {
    say: random.pick([
      "How much do I owe you at the moment, all bills together?",
      "What do my unpaid bills come to in total? Those that are out already, I mean.",
      "Please add up for me all the bills I haven't paid yet, without next month's.",
    ]),
    brief: "You want to know what all your unpaid bills come to, without next month's, which is not made out yet.",
    ticket: "The customer wants to know what all unpaid bills come to, drafts left out.",
    facts: [],
    calls: [readBills(customer)],
    used: customer.bills,
    compute: [money(sumOf(open.map(({ total }) => total)))],
    traps: ["several bills"],
  };
};
