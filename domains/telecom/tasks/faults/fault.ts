/** What can be wrong with a phone or its line: an atom of which troubles are composed. */
import type { DraftAssertion, DraftCall, DraftFact } from "../../../draft.ts";
import type { Random } from "../../../random.ts";
import { onPhone } from "../calls.ts";
import type { Line } from "../carrier.ts";

/** What a fault befalls. */
export interface Case {
  /** Only forks of it are drawn from, so that each fault can ask twice for the same chance. */
  readonly random: Random;
  readonly line: Line;
  /** For a bill that a fault makes out. */
  readonly billId: string;
  /** How much data the customer adds, where that is what helps. */
  readonly gigabytes: number;
}

export interface Fault {
  readonly name: string;
  /** Only test tasks have it. */
  readonly heldOut?: boolean;
  /** It is one only abroad. */
  readonly abroad?: boolean;
  /** How it makes itself felt: data is gone altogether, or slow. */
  readonly slows?: boolean;
  fits?(line: Line): boolean;
  /** Brings it about, on a phone in order. */
  initial(of: Case): DraftCall[];
  /** What holds where it is not: all of it before the fault and once it is mended, some of it not while it is there. */
  sound(of: Case): DraftAssertion[];
  /** What shows it, on the phone and in the carrier's records. */
  looks(of: Case): DraftCall[];
  /** What mends it, in an order that works; null where only a person can, so that the task ends in a transfer. */
  fixes: ((of: Case) => DraftCall[]) | null;
  /** Where only a person can mend it: what is wrong, for that person. */
  readonly why?: string;
  /** What the customer knows of it, and answers when asked. */
  facts?(of: Case): DraftFact[];
  /** The customer's first wish, which the domain policy forbids, and what it makes do with. */
  refusal?(of: Case): { readonly say: string; readonly because: string };
  /** For a model that plays the customer: what it would agree to, beyond what facts say. */
  readonly brief?: string;
  /** For one who works from a ticket: what the customer knows of it or agrees to. */
  ticket?(of: Case): string;
  readonly traps?: readonly string[];
}

/** Faults of which a phone has one at most. */
export type Choice = readonly Fault[];

export const holds = (
  requestor: DraftAssertion["requestor"],
  name: string,
  args: DraftAssertion["arguments"] = {},
): DraftAssertion => {
  return { requestor, name, arguments: args };
};
export const REBOOT = onPhone("reboot_device");
/** Takes effect with the next restart. */
export const RESET = onPhone("reset_apn_settings");
export const NETWORK = onPhone("check_network_status");
