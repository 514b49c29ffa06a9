/** Requests to suspend a line and to put one back into service. */
import type { DraftFact } from "../../draft.ts";
import { pay, readBills, requestPayment, resume, suspend } from "./calls.ts";
import { canBeAskedToPay, isActive, isSuspended, type Line, overdueOf, owesNothing } from "./carrier.ts";
import { about, onLine, type Wish } from "./drafts.ts";
import type { Reference } from "./reference.ts";
import type { Desk, Draft, Request } from "./template.ts";

/** Not the phone that the customer writes from. */
const isElsewhere = (line: Line) => line !== line.customer.lines[0];

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
      `Can you put my ${ref.phrase} on hold until I need it again?`,
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
      used: [ref.line, ...ref.line.customer.bills],
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
    calls: [...ref.reads, readBills(line.customer), requestPayment(line.customer, bill), ...pay(bill), resume(line)],
    used: [line, ...line.customer.bills],
  };
}
