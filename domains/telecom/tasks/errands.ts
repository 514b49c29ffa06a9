/** Requests about lines that can be granted as they stand: suspending and resuming, data, roaming. */
import type { DraftFact } from "../../draft.ts";
import { money } from "../../money.ts";
import type { Random } from "../../random.ts";
import { TODAY } from "../seed/calendar.ts";
import { UNLIMITED } from "../seed/catalogue/offers.ts";
import {
  disableRoaming,
  enableRoaming,
  pay,
  readBills,
  readPlan,
  refuel,
  requestPayment,
  resume,
  suspend,
} from "./calls.ts";
import { type Bill, type Customer, isActive, type Line, owesNothing } from "./carrier.ts";
import { type Reference, refer } from "./reference.ts";
import { countries } from "./symptoms.ts";
import type { Desk, Draft, Request } from "./template.ts";

/** A draft about one line that fits, whichever way the customer refers to it. */
export function onLine(
  draft: (desk: Desk, ref: Reference) => Request | undefined,
  fits: (line: Line) => boolean,
): Draft {
  return (desk, customer) => {
    const line = desk.leastUsed(customer.lines.filter(fits));
    return line && draft(desk, refer(desk.random, line));
  };
}

/** Not the phone that the customer writes from. */
const isElsewhere = (line: Line) => line !== line.customer.lines[0];
export const hasAllowance = ({ plan }: Line) => plan.limit < UNLIMITED;
export const contractHasEnded = ({ contractEnd }: Line) => contractEnd !== null && contractEnd < TODAY;
const isSuspended = (line: Line) => line.status === "Suspended" && !contractHasEnded(line);

/** Of all lines together: whatever is done about one bill can bear on what may be done about another. */
export const allBills = ({ bills }: Customer): readonly Bill[] => bills;

export function overdueOf({ id, customer }: Line): Bill | undefined {
  return customer.bills.find(({ line, status }) => line === id && status === "Overdue");
}

/** No payment request lies on the phone that would have to be paid first. */
export function canBeAskedToPay({ bills }: Customer): boolean {
  return bills.every(({ status }) => status !== "Awaiting Payment");
}

interface Wish {
  readonly say: string;
  /** After "You want ". */
  readonly brief: string;
  /** After "The customer wants ". */
  readonly ticket: string;
}

/** What all requests about one line have in common. */
export function about(
  ref: Reference,
  { say, brief, ticket }: Wish,
): Pick<Request, "say" | "brief" | "ticket" | "facts" | "used" | "traps"> {
  return {
    say,
    brief: `It is about your ${ref.phrase}: you want ${brief}.`,
    ticket: `The customer wants ${ticket}. Line concerned: ${ref.ticket}.`,
    facts: ref.facts,
    used: [ref.line],
    traps: ref.traps,
  };
}

const reasons: Readonly<Record<string, readonly string[]>> = {
  phone: [
    "The phone was left on a train, and has not turned up",
    "The phone was stolen at the gym",
    "The phone is broken, and being repaired",
    "My mother is in hospital, and does not use the phone for now",
    "The phone stays in a drawer until my wife is back from sea",
  ],
  tablet: [
    "The tablet's screen is broken, and being repaired",
    "Nobody uses the tablet until the summer",
    "The tablet was lost on a trip",
  ],
  watch: ["The watch is broken, and at the repair shop", "I don't wear the watch for the time being"],
  router: [
    "The cabin where the router stands is closed for the winter",
    "We are renovating, and the router is unplugged",
  ],
  other: ["The dog that wears the tracker stays with my sister, who has her own", "The tracker got lost in the woods"],
};

/** The reason is told when asked for. */
function pauseOne({ random }: Desk, ref: Reference): Request {
  const reason = random.pick(reasons[ref.line.device.type] ?? []);
  const wish = {
    say: random.pick([
      `Please suspend my ${ref.phrase} for the time being.`,
      `I'd like to have my ${ref.phrase} suspended for a while.`,
      `Can you put my ${ref.phrase} on hold? It isn't needed right now.`,
    ]),
    brief: "a line suspended, and are fine with the fee for it",
    ticket: `a line suspended, and is fine with the fee. Reason, in their words: ${reason}`,
  };
  const why: DraftFact = {
    name: "reason for suspending",
    asks: ["reason", "why"],
    say: `${reason}.`,
    disclosure: "asked",
  };
  return { ...about(ref, wish), facts: [...ref.facts, why], calls: [...ref.reads, suspend(ref.line, reason)] };
}

export const pause: Draft = onLine(pauseOne, (line) => isActive(line) && isElsewhere(line));

const notWithMe: DraftFact = {
  name: "whether you have that device with you",
  asks: ["with you", "at hand", "restart", "reboot", "in front of you"],
  say: "I don't have that one with me right now. I'll restart it later.",
  disclosure: "asked",
  when: "whether you have that device with you, or to restart it",
  idle: true,
};

/** Suspended at the customer's wish. */
export const unpause: Draft = onLine(
  ({ random }, ref) => {
    const wish = {
      say: random.pick([
        `I had my ${ref.phrase} suspended some time ago. Please put it back into service.`,
        `My ${ref.phrase} is on hold. I need it again from today on.`,
        `Could you reactivate my ${ref.phrase}? I had put it on pause.`,
      ]),
      brief: "a line back in service that you once had suspended",
      ticket: "a line that was once suspended at their wish back in service; the device is not at hand",
    };
    return {
      ...about(ref, wish),
      facts: [...ref.facts, notWithMe],
      calls: [...ref.reads, readBills(ref.line.customer), resume(ref.line)],
      used: [ref.line, ...allBills(ref.line.customer)],
    };
  },
  (line) => isSuspended(line) && owesNothing(line.customer),
);

/** Suspended for a bill, which is paid first. */
export const payAndResume: Draft = onLine(
  ({ random }, ref) => {
    const wish = {
      say: random.pick([
        `My ${ref.phrase} has been cut off. What do I have to do to get it back?`,
        `You have suspended my ${ref.phrase}. I want it back in service, please.`,
        `My ${ref.phrase} doesn't work anymore, I think there is a bill behind it. Please get it going again.`,
      ]),
      brief: "a line back in service, and pay at once, on your phone, if there is an unpaid bill",
      ticket: "a suspended line back in service, and pays at once what is overdue; the device is not at hand",
    };
    return payThenResume(ref, wish);
  },
  (line) => isSuspended(line) && overdueOf(line) !== undefined && canBeAskedToPay(line.customer),
);

function payThenResume(ref: Reference, wish: Wish): Request | undefined {
  const { line } = ref;
  const bill = overdueOf(line);
  if (bill === undefined) return undefined;
  return {
    ...about(ref, wish),
    facts: [...ref.facts, notWithMe],
    calls: [...ref.reads, readBills(line.customer), requestPayment(line.customer, bill), ...pay, resume(line)],
    used: [line, ...allBills(line.customer)],
  };
}

export const amounts = [0.5, 1, 1.5, 2];

export const moreData: Draft = onLine(
  ({ random }, ref) => {
    const { line } = ref;
    const gigabytes = random.pick(amounts);
    const open = random.chance(0.5);
    const words = open ? "some data" : `${gigabytes} GB of data`;
    const wish = {
      say: random
        .pick([
          `Please add ${words} to my ${ref.phrase}, and tell me what it costs.`,
          `I'd like ${words} more for my ${ref.phrase}. What does that come to?`,
          `Could you top up my ${ref.phrase} with ${words}? I'd like to know the price, too.`,
        ])
        .replace("some data more", "some more data")
        .replace("data more", "extra data"),
      brief: `${gigabytes} GB of data added to a line, and to be told what it costs; you pay whatever it is`,
      ticket: `${gigabytes} GB of data added to a line, at the plan's price`,
    };
    const howMuch: DraftFact = {
      name: "how much data to add",
      asks: ["how much", "how many", "amount", "gigabytes"],
      say: `${gigabytes} GB, please.`,
      disclosure: open ? "asked" : "known",
      when: "how much data to add",
    };
    return {
      ...about(ref, wish),
      facts: [...ref.facts, howMuch],
      calls: [...ref.reads, readPlan(line), refuel(line, gigabytes)],
      tell: [money(gigabytes * line.plan.refueling)],
    };
  },
  (line) => isActive(line) && hasAllowance(line),
);

const travels = ({ device }: Line) => ["phone", "tablet", "watch"].includes(device.type);

export const roam: Draft = onLine(
  ({ random }, ref) => {
    const country = random.pick(countries);
    const wish = {
      say: random.pick([
        `I'm off to ${country} next week. Please switch on roaming for my ${ref.phrase}.`,
        `My daughter takes my ${ref.phrase} to ${country}. Can you enable roaming for it?`,
        `Please make sure that my ${ref.phrase} can roam when we are in ${country}.`,
      ]),
      brief: `roaming enabled for a line, for a trip to ${country} that has not begun`,
      ticket: `roaming enabled for a line, for a trip to ${country} that has not begun; nothing is to be done on the phone yet`,
    };
    return { ...about(ref, wish), calls: [...ref.reads, enableRoaming(ref.line)], topic: "travel" };
  },
  (line) => isActive(line) && !line.roaming && travels(line),
);

export const stayHome: Draft = onLine(
  ({ random }, ref) => {
    const wish = {
      say: random.pick([
        `We're back from our trip. Please switch roaming off for my ${ref.phrase}.`,
        `I don't want my ${ref.phrase} to roam anymore. Please disable that.`,
        `Can you make sure that roaming is off for my ${ref.phrase}?`,
      ]),
      brief: "roaming disabled for a line",
      ticket: "roaming disabled for a line",
    };
    return { ...about(ref, wish), calls: [...ref.reads, disableRoaming(ref.line)], topic: "travel" };
  },
  (line) => isActive(line) && line.roaming && travels(line),
);

/** Those about a line that stay clear of bills. */
export const lineErrands: readonly Draft[] = [pause, moreData, roam, stayHome];

/** One of them, by chance. */
export function anyOf(drafts: readonly Draft[]): Draft {
  return (desk, customer) => {
    for (const draft of desk.random.shuffle(drafts)) {
      const request = draft(desk, customer);
      if (request) return request;
    }
    return undefined;
  };
}

export function phrased(random: Random, ...parts: readonly (readonly string[])[]): string {
  return parts.map((part) => random.pick(part)).join(" ");
}
