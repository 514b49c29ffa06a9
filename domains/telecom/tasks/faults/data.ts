/** Faults that keep mobile data from flowing, or slow it down. */
import type { DraftFact } from "../../../draft.ts";
import { disableRoaming, enableRoaming, onPhone, readLine, readPlan, readUsage, refuel, setUsage } from "../calls.ts";
import { hasAllowance, type Line } from "../carrier.ts";
import { type Case, type Fault, holds, NETWORK } from "./fault.ts";

const ofLine = ({ line }: Case) => ({ customer_id: line.customer.id, line_id: line.id });
const phoneRoams = holds("user", "assert_mobile_roaming_status", { expected_status: true });
const lineRoams = (of: Case) => holds("assistant", "assert_line_roaming", { ...ofLine(of), expected_status: true });

export const dataOff: Fault = {
  name: "mobile_data_off",
  initial: () => [onPhone("turn_data_off")],
  sound: () => [holds("user", "assert_mobile_data_switch", { expected_status: true })],
  looks: () => [NETWORK],
  fixes: () => [onPhone("toggle_data")],
};

export const roamingOffOnPhone: Fault = {
  name: "roaming_off_on_phone",
  abroad: true,
  initial: () => [onPhone("turn_roaming_off")],
  sound: () => [phoneRoams],
  looks: () => [NETWORK],
  fixes: () => [onPhone("toggle_roaming")],
};

export const roamingOffOnLine: Fault = {
  name: "roaming_off_on_line",
  abroad: true,
  initial: ({ line }) => [disableRoaming(line)],
  sound: (of) => [lineRoams(of)],
  looks: ({ line }) => [readLine(line)],
  fixes: ({ line }) => [enableRoaming(line)],
};

export const roamingOffOnBoth: Fault = {
  name: "roaming_off_on_both",
  heldOut: true,
  abroad: true,
  initial: ({ line }) => [onPhone("turn_roaming_off"), disableRoaming(line)],
  sound: (of) => [phoneRoams, lineRoams(of)],
  looks: ({ line }) => [NETWORK, readLine(line)],
  fixes: ({ line }) => [enableRoaming(line), onPhone("toggle_roaming")],
};

export const dataSaver: Fault = {
  name: "data_saver_on",
  slows: true,
  initial: () => [onPhone("turn_data_saver_mode_on")],
  sound: () => [holds("user", "assert_mobile_data_saver_mode_status", { expected_status: false })],
  looks: () => [onPhone("check_data_restriction_status")],
  fixes: () => [onPhone("toggle_data_saver_mode")],
};

const slowNetwork = (mode: "2g_only" | "3g_only"): Fault => ({
  name: `network_mode_${mode.slice(0, 2)}`,
  slows: true,
  initial: () => [onPhone("set_network_mode_preference", { mode })],
  sound: () => [holds("user", "assert_network_mode_preference", { expected_mode: "4g_5g_preferred" })],
  looks: () => [onPhone("check_network_mode_preference")],
  fixes: () => [onPhone("set_network_mode_preference", { mode: "4g_5g_preferred" })],
});

export const only2g = slowNetwork("2g_only");
export const only3g = slowNetwork("3g_only");

export const slowVpn: Fault = {
  name: "vpn_slow",
  heldOut: true,
  slows: true,
  initial: () => [onPhone("break_vpn")],
  sound: () => [holds("user", "assert_vpn_connected", { expected_status: false })],
  looks: () => [onPhone("check_vpn_status")],
  fixes: () => [onPhone("disconnect_vpn")],
};

const useUp = ({ line, random }: Case) => [setUsage(line, used(line, random.fork("over").int(1, 8) / 10))];

function used({ plan, refueled }: Line, over: number): number {
  return Math.round((plan.limit + refueled + over) * 10) / 10;
}

const dataIsLeft = () => [holds("user", "assert_mobile_data_usage_exceeded", { expected_status: false })];
const lookAtUsage = ({ line }: Case) => [readUsage(line), readPlan(line)];
const amountAsks = [
  "how much",
  "how many",
  "amount",
  "gigabytes",
  "refuel",
  "more data",
  "extra data",
  "additional data",
  "add data",
  "add some",
  "buy data",
  "purchase",
];
const inGigabytes = (amount: number) => `${amount} GB`;

export const usedUp: Fault = {
  name: "data_used_up",
  fits: hasAllowance,
  initial: useUp,
  sound: dataIsLeft,
  looks: lookAtUsage,
  fixes: ({ line, gigabytes }) => [refuel(line, gigabytes)],
  facts: ({ random, gigabytes }) => [
    {
      name: "how much data to add",
      asks: amountAsks,
      say: random
        .fork("amount")
        .pick([
          `${inGigabytes(gigabytes)} more, please. I'll pay for that.`,
          `Add ${inGigabytes(gigabytes)}, please. I'm fine with paying for it.`,
        ]),
      disclosure: "asked",
      when: "how much data you want to add, or whether you want to add any",
    },
  ],
  ticket: ({ gigabytes }) => `If the data is used up, the customer pays for ${inGigabytes(gigabytes)} more.`,
};

/** More than can be added. */
const wished = ({ random }: Case) => inGigabytes(random.fork("wished").pick([3, 4, 5, 8, 10]));

export const usedUpWantsTooMuch: Fault = {
  ...usedUp,
  name: "data_used_up_wants_too_much",
  fixes: ({ line }) => [refuel(line, 2)],
  facts: (of) => [
    {
      name: "how much data to add",
      asks: amountAsks,
      say: `I'd like ${wished(of)} more, and I'll pay for that.`,
      disclosure: "asked",
      when: "how much data you want to add, or whether you want to add any",
    },
  ],
  refusal: () => ({
    say: "All right, then add 2 GB, please.",
    because: "at most 2 GB can be added to a line in one conversation.",
  }),
  ticket: (of) =>
    `If the data is used up, the customer would like ${wished(of)} more, but settles for 2 GB if that is too much.`,
  traps: ["refusal"],
};

/** The customer won't have it mended the way it can be. */
const unwilling = (name: string, say: string, ticket: string, why: string, heldOut: boolean): Fault => ({
  name,
  heldOut,
  why,
  fits: hasAllowance,
  initial: useUp,
  sound: dataIsLeft,
  looks: lookAtUsage,
  fixes: null,
  facts: (): DraftFact[] => [
    {
      name: "whether to add data",
      asks: [...amountAsks, "add any", "top up", "GB"],
      say,
      disclosure: "asked",
      when: "whether or how much data you want to add",
    },
  ],
  ticket: () => ticket,
  traps: ["transfer", "no refueling"],
});

export const usedUpWontPay = unwilling(
  "data_used_up_wont_pay",
  "No, I don't want to pay for any extra data.",
  "If the data is used up: the customer does not want to pay for any more.",
  "the data is used up, and the customer does not want to add any",
  false,
);

export const usedUpWantsOtherPlan = unwilling(
  "data_used_up_wants_other_plan",
  "No, no extra data, thank you. If it's used up, I want a bigger plan instead.",
  "If the data is used up, the customer wants no extra data, but a bigger plan instead.",
  "the data is used up, and the customer wants another plan",
  true,
);
