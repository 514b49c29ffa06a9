/** The three kinds of trouble: which faults cause them, what shows them, and when they are over. */
import type { DraftAssertion, DraftCall, Request } from "../../draft.ts";
import { onPhone, readUsage } from "./calls.ts";
import * as connection from "./faults/connection.ts";
import * as data from "./faults/data.ts";
import { type Case, type Choice, type Fault, holds, NETWORK } from "./faults/fault.ts";
import * as messages from "./faults/messages.ts";
import type { Symptom } from "./symptoms.ts";

export interface Kind {
  readonly name: string;
  /** In the order in which they are brought about and mended. */
  readonly choices: readonly Choice[];
  /** Of these there is one at least: without them the trouble would be another one. */
  readonly own: readonly Choice[];
  /** What a careful agent looks at, whatever is wrong. */
  looks(of: Case): DraftCall[];
  symptom(faults: readonly Fault[]): Symptom;
  /** What holds when it is over. */
  readonly goal: readonly DraftAssertion[];
  /** How the customer sees for itself. */
  readonly test: NonNullable<Request["test"]>;
  /** For a model that plays the customer, and for one who works from a ticket. */
  readonly brief: string;
  readonly ticket: string;
  /** Faults of which a ticket says what the customer would say: of each choice one. */
  readonly conditions: readonly Choice[];
}

const airplane: Choice = [connection.airplaneMode];
const roaming: Choice = [data.roamingOffOnPhone, data.roamingOffOnLine, data.roamingOffOnBoth];
const allowance: Choice = [data.usedUp, data.usedUpWantsTooMuch, data.usedUpWontPay, data.usedUpWantsOtherPlan];
const sim: Choice = [connection.simNotSeated, connection.simLockedPin, connection.simLockedPuk];
const suspension: Choice = [
  connection.suspendedUnpaid,
  connection.suspendedOnRequest,
  connection.contractEnded,
  connection.suspendedAwaiting,
];
const slowNetwork: Choice = [data.only2g, data.only3g];
const noMessages: readonly Choice[] = [
  [messages.wifiCalling],
  [messages.noAddress],
  [messages.noSmsPermission, messages.noStoragePermission, messages.noPermissions],
];

const service: Kind = {
  name: "service",
  choices: [airplane, sim, suspension, [connection.apnBroken]],
  own: [airplane, sim, suspension, [connection.apnBroken]],
  looks: () => [NETWORK, onPhone("check_sim_status"), onPhone("check_apn_settings")],
  symptom: () => "no service",
  goal: [holds("user", "assert_service_status", { expected_status: "connected" })],
  test: { call: NETWORK, says: "Cellular Connection: connected", complaint: "But it still isn't connected." },
  brief: "Your phone has no service: it neither calls nor is called. You want it connected again.",
  ticket: "The phone has no service.",
  conditions: [
    [connection.simLockedPin, connection.simLockedPuk],
    [connection.suspendedUnpaid, connection.suspendedAwaiting],
    [connection.suspendedOnRequest],
  ],
};

const mobileData: Kind = {
  name: "data",
  choices: [airplane, roaming, [data.dataOff], allowance, [data.dataSaver], slowNetwork, [data.slowVpn]],
  own: [roaming, [data.dataOff], allowance, [data.dataSaver], slowNetwork, [data.slowVpn]],
  looks: ({ line }) => [
    readUsage(line),
    NETWORK,
    onPhone("check_data_restriction_status"),
    onPhone("check_network_mode_preference"),
    onPhone("check_vpn_status"),
    onPhone("run_speed_test"),
  ],
  symptom: (faults) => (faults.every(({ slows }) => slows) ? "slow data" : "no data"),
  goal: [
    holds("user", "assert_mobile_data_status", { expected_status: true }),
    holds("user", "assert_internet_speed", { expected_speed: 200, expected_desc: "excellent" }),
  ],
  test: { call: onPhone("run_speed_test"), says: "Excellent", complaint: "But it still isn't as fast as it was." },
  brief:
    "Mobile data on your phone does not work as it should. You want it back at excellent speed, and are not content with less.",
  ticket: "Mobile data does not work as it should; the customer wants it at excellent speed.",
  conditions: [allowance],
};

const pictureMessages: Kind = {
  name: "messages",
  choices: [airplane, [connection.simNotSeated], roaming, [data.dataOff], allowance, [data.only2g], ...noMessages],
  own: [[data.only2g], ...noMessages],
  looks: ({ line }) => [
    readUsage(line),
    NETWORK,
    onPhone("check_network_mode_preference"),
    onPhone("check_wifi_calling_status"),
    onPhone("check_apn_settings"),
    onPhone("check_app_permissions", { app_name: "messaging" }),
    onPhone("can_send_mms"),
  ],
  symptom: () => "no messages",
  goal: [holds("user", "assert_can_send_mms", { expected_status: true })],
  test: { call: onPhone("can_send_mms"), says: "can send MMS", complaint: "But it still doesn't send pictures." },
  brief: "Your phone does not send picture messages. You want to be able to send them again.",
  ticket: "Picture messages (MMS) can't be sent.",
  conditions: [allowance],
};

export const kinds = { service, data: mobileData, messages: pictureMessages } as const;

/** Every fault there is. */
export const faults: readonly Fault[] = [...new Set(Object.values(kinds).flatMap(({ choices }) => choices.flat()))];
