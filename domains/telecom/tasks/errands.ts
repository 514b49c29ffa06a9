/** Requests about a line that can be granted as they stand, and stay clear of bills: data, roaming, and suspending it. */
import type { DraftFact } from "../../draft.ts";
import { money } from "../../money.ts";
import { disableRoaming, enableRoaming, readPlan, refuel } from "./calls.ts";
import { hasAllowance, isActive, type Line } from "./carrier.ts";
import { about, onLine } from "./drafts.ts";
import { pause } from "./suspensions.ts";
import { countries } from "./symptoms.ts";
import type { Draft } from "./template.ts";

const amounts = [0.5, 1, 1.5, 2];

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
        `My daughter will be in ${country} with my ${ref.phrase}. Can you enable roaming for it?`,
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

export const lineErrands: readonly Draft[] = [pause, moreData, roam, stayHome];
