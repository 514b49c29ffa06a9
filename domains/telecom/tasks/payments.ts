/** Requests to pay: what can be paid, one bill at a time. */
import { listed } from "../../wording.ts";
import { pay, readBills, requestPayment } from "./calls.ts";
import { type Bill, type Customer, canBeAskedToPay } from "./carrier.ts";
import type { Draft, Request } from "./template.ts";

const months: Readonly<Record<string, string>> = {
  "2024-12-01": "December",
  "2025-01-01": "January",
  "2025-02-01": "February",
  "2025-03-01": "March",
};

export const monthOf = ({ start }: Bill) => months[start] ?? start;

const withStatus = ({ bills }: Customer, status: Bill["status"]) => bills.filter((bill) => bill.status === status);

function settle(customer: Customer, bills: readonly Bill[], words: Pick<Request, "say" | "brief" | "ticket">): Request {
  return {
    ...words,
    facts: [],
    calls: [readBills(customer), ...bills.flatMap((bill) => [requestPayment(customer, bill), ...pay(bill)])],
    used: customer.bills,
  };
}

export const payIssued: Draft = ({ random }, customer) => {
  const [bill] = withStatus(customer, "Issued");
  if (bill === undefined || !canBeAskedToPay(customer)) return undefined;
  const month = monthOf(bill);
  return settle(customer, [bill], {
    say: random.pick([
      `I'd like to pay my bill for ${month} right now.`,
      `My ${month} bill is still open, I believe. I want to pay it.`,
      `Can I pay the ${month} bill with you? I'd like to get it out of the way.`,
      `Please let me pay for ${month} today.`,
    ]),
    brief: `You want to pay your bill for ${month}, whatever it comes to, and nothing else.`,
    ticket: `The customer wants to pay the bill for ${month}, whatever it comes to.`,
  });
};

/** Late, though no line is suspended for it. */
export const payOverdue: Draft = ({ random }, customer) => {
  const [bill, more] = withStatus(customer, "Overdue");
  if (bill === undefined || more || bill.line || !canBeAskedToPay(customer)) return undefined;
  return settle(customer, [bill], {
    say: random.pick([
      "I got a reminder of an overdue bill. I want to pay it before anything happens.",
      "It seems that I forgot to pay a bill. Please help me settle what's overdue.",
      "There's a bill of mine past its due date. I'd like to pay that one.",
      "I think I'm behind with a bill. I'd like to pay what is overdue.",
    ]),
    brief: "You want to pay the bill that is overdue, whatever it comes to, and no other.",
    ticket: "The customer wants to pay the bill that is overdue, whatever it comes to, and no other.",
  });
};

/** A request lies on the phone already, and no second one can be sent. */
export const payWaiting: Draft = ({ random }, customer) => {
  const [bill] = withStatus(customer, "Awaiting Payment");
  if (bill === undefined) return undefined;
  const month = monthOf(bill);
  const request: Request = {
    say: random.pick([
      `I want to pay my ${month} bill, but I have no idea how that works.`,
      `How do I pay my bill for ${month}? Please help me with it, I want it done today.`,
      `I'd like to pay for ${month}. What do I have to do?`,
    ]),
    brief: `You want to pay your bill for ${month}, whatever it comes to, and have no idea how. You have not noticed any payment request.`,
    ticket: `The customer wants to pay the bill for ${month}, whatever it comes to.`,
    facts: [],
    calls: [readBills(customer), ...pay(bill)],
    used: customer.bills,
    traps: ["payment requested before"],
  };
  return request;
};

/** One after the other, since only one bill can await payment. */
export const payEverything: Draft = ({ random }, customer) => {
  const bills = customer.bills.filter(({ status }) => status === "Overdue" || status === "Issued");
  if (bills.length < 2 || bills.some(({ line }) => line) || !canBeAskedToPay(customer)) return undefined;
  const which = listed(bills.map(monthOf));
  return {
    ...settle(customer, bills, {
      say: random.pick([
        "I want to pay everything that's open on my account, today.",
        "Please let me pay all my open bills, one after the other if need be.",
        "I've fallen behind. I want to pay each bill that is open.",
      ]),
      brief: `You want to pay all bills that are open, those for ${which}, whatever they come to.`,
      ticket: "The customer wants to pay all bills that are open, whatever they come to.",
    }),
    traps: ["several bills"],
  };
};
