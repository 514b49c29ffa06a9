/**
 * The oddities of tau2-bench 1.0.1 that move telecom results. A tau2 world keeps them, so that scores compare; built-in
 * worlds do it right. Nothing else in this domain asks which world it is in.
 */
import { roundCents } from "../money.ts";
import type { WorldKind } from "../tool.ts";
import { hasMobileData } from "./phone/network.ts";
import type { Phone, Surroundings } from "./phone/state.ts";
import type { BillDocument } from "./records.ts";

/** What refuelling costs. tau2: not rounded, so that a third of a cent is charged. */
export function refuelCharge(world: WorldKind, gb: number, pricePerGb: number): number {
  return world === "tau2" ? gb * pricePerGb : roundCents(gb * pricePerGb);
}

/** A sum of charges, or of gigabytes. tau2: as floating point adds, which depends on the order. */
export function addUp(world: WorldKind, before: number, more: number): number {
  return world === "tau2" ? before + more : Math.round((before + more) * 1e6) / 1e6;
}

/** Why a bill can't be asked to be paid; undefined where it can. tau2: any bill can, once more if it is paid. */
export function whyNotPayable(world: WorldKind, { bill_id, status }: BillDocument): string | undefined {
  if (world === "tau2") return undefined;
  if (status === "Paid") return `Bill ${bill_id} is already paid`;
  return status === "Draft" ? `Bill ${bill_id} is a draft: it cannot be paid before it is issued` : undefined;
}

/** Whether the VPN comes up. tau2: always, with no network too. */
export function canConnectVpn(world: WorldKind, phone: Phone, around: Surroundings): boolean {
  return world === "tau2" || hasMobileData(phone, around) || phone.wifi_connected;
}
