/** Faults that leave a phone without service. */
import { onPhone, pay, readBills, readLine, requestPayment, resume, suspend, suspendUnpaid } from "../calls.ts";
import { type Line, owesNothing } from "../carrier.ts";
import { type Case, type Fault, holds, NETWORK, REBOOT, RESET } from "./fault.ts";

const lineStatus = ({ line }: Case, expected_status: string) =>
  holds("assistant", "assert_line_status", { customer_id: line.customer.id, line_id: line.id, expected_status });
const billPaid = ({ billId }: Case) => holds("assistant", "assert_no_overdue_bill", { overdue_bill_id: billId });
const simWorks = () => [holds("user", "assert_sim_status", { expected_status: "active" })];
const lookAtSim = () => [onPhone("check_sim_status")];
const lookAtBills = ({ line }: Case) => [readLine(line), readBills(line.customer)];

export const airplaneMode: Fault = {
  name: "airplane_mode_on",
  initial: () => [onPhone("turn_airplane_mode_on")],
  sound: () => [holds("user", "assert_airplane_mode_status", { expected_status: false })],
  looks: () => [NETWORK],
  fixes: () => [onPhone("toggle_airplane_mode")],
};

export const simNotSeated: Fault = {
  name: "sim_not_seated",
  initial: () => [onPhone("unseat_sim_card")],
  sound: simWorks,
  looks: lookAtSim,
  fixes: () => [onPhone("reseat_sim_card")],
};

const locked = (mode: "pin" | "puk", heldOut: boolean): Fault => ({
  name: `sim_locked_${mode}`,
  heldOut,
  initial: () => [onPhone("lock_sim_card", { mode })],
  sound: simWorks,
  looks: lookAtSim,
  fixes: null,
  why: `the SIM card is locked by its ${mode.toUpperCase()}`,
  facts: () => [
    {
      name: "code of the SIM card",
      asks: ["PIN", "PUK", "code"],
      say: "I'm sorry, I don't have any code for it.",
      disclosure: "secret",
    },
  ],
  ticket: () => "No code for the SIM card is known.",
  traps: ["transfer"],
});

export const simLockedPin = locked("pin", false);
export const simLockedPuk = locked("puk", true);

export const apnBroken: Fault = {
  name: "apn_broken",
  initial: () => [onPhone("break_apn_settings")],
  sound: () => [holds("user", "assert_apn_working", { expected_status: true })],
  looks: () => [onPhone("check_apn_settings")],
  fixes: () => [RESET, REBOOT],
};

/** The bill that goes unpaid is of this line alone, and the first that the customer owes. */
const isBilledApart = ({ apart, customer }: Line) => apart && owesNothing(customer);

const willPay = "If the agent finds a bill unpaid, you are willing to pay it at once, on your phone.";
const willPayTicket = () =>
  "If the line turns out to be suspended for an unpaid bill, the customer pays it at once and wants the line back.";

export const suspendedUnpaid: Fault = {
  name: "suspended_overdue_bill",
  fits: isBilledApart,
  initial: ({ line, billId }) => [suspendUnpaid(line, billId, false), onPhone("simulate_network_search")],
  sound: (of) => [lineStatus(of, "Active"), billPaid(of)],
  looks: lookAtBills,
  fixes: ({ line, billId }) => [
    requestPayment(line.customer, { id: billId }),
    ...pay({ id: billId }),
    resume(line),
    REBOOT,
  ],
  brief: willPay,
  ticket: willPayTicket,
};

/** A request for the bill lies on the phone, and no second one can be sent. */
export const suspendedAwaiting: Fault = {
  name: "suspended_payment_requested",
  heldOut: true,
  fits: isBilledApart,
  initial: ({ line, billId }) => [
    suspendUnpaid(line, billId, false),
    requestPayment(line.customer, { id: billId }),
    onPhone("simulate_network_search"),
  ],
  sound: (of) => [lineStatus(of, "Active"), billPaid(of)],
  looks: lookAtBills,
  fixes: ({ line, billId }) => [...pay({ id: billId }), resume(line), REBOOT],
  brief: willPay,
  ticket: willPayTicket,
  traps: ["payment requested before"],
};

/** The customer's own doing, and forgotten. */
export const suspendedOnRequest: Fault = {
  name: "suspended_on_request",
  fits: ({ customer }) => owesNothing(customer),
  initial: ({ line, random }) => [
    suspend(line, random.fork("reason").pick(["Away for some weeks", "Phone not needed for a while", "Long trip"])),
    onPhone("simulate_network_search"),
  ],
  sound: (of) => [lineStatus(of, "Active")],
  looks: lookAtBills,
  fixes: ({ line }) => [resume(line), REBOOT],
  facts: () => [
    {
      name: "why the line is suspended",
      asks: ["suspended", "suspension", "on hold", "paused"],
      say: "Oh, right, I had it suspended while I was away, and forgot. I need it back now.",
      disclosure: "asked",
      when: "about the line being suspended",
      idle: true,
    },
  ],
  ticket: () => "If it turns out that the customer once had the line suspended: it is needed again now.",
};

export const contractEnded: Fault = {
  name: "suspended_contract_ended",
  fits: isBilledApart,
  initial: ({ line, billId }) => [suspendUnpaid(line, billId, true), onPhone("simulate_network_search")],
  sound: (of) => [lineStatus(of, "Active")],
  looks: ({ line }) => [readLine(line)],
  fixes: null,
  why: "the line is suspended and its contract has ended",
  brief:
    "If the agent finds that your contract has ended, you want to know what can be done, and let yourself be transferred.",
  traps: ["transfer", "no payment"],
};
