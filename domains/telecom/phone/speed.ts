/** How fast mobile data flows, in Mbps, and in a word. */
import { roundCents } from "../../money.ts";
import { hasMobileData } from "./network.ts";
import type { Phone, Surroundings } from "./state.ts";

export interface Speed {
  readonly mbps: number;
  readonly word: "Very Poor" | "Poor" | "Fair" | "Good" | "Excellent";
}

/** From the slowest to the fastest that a technology gives. */
const ranges = { none: [0, 0], "2G": [0.1, 0.4], "3G": [1, 5], "4G": [10, 100], "5G": [50, 500] } as const;
const signalFactors = { none: 0, poor: 0.2, fair: 0.5, good: 0.8, excellent: 1 } as const;
const POOR_VPN_FACTOR = 0.1;
const DATA_SAVER_FACTOR = 0.2;

/** Undefined where no data flows. */
export function speedOf(phone: Phone, around: Surroundings): Speed | undefined {
  if (!hasMobileData(phone, around)) return undefined;
  const [slowest, fastest] = ranges[phone.network_technology_connected];
  let speed = ((slowest + fastest) / 2) * signalFactors[phone.network_signal_strength];
  if (phone.vpn_connected && phone.vpn_server_performance === "poor") speed *= POOR_VPN_FACTOR;
  if (phone.data_saver_mode) speed *= DATA_SAVER_FACTOR;
  const mbps = roundCents(speed);
  return { mbps, word: wordFor(mbps) };
}

function wordFor(mbps: number): Speed["word"] {
  if (mbps < 1) return "Very Poor";
  if (mbps < 5) return "Poor";
  if (mbps < 25) return "Fair";
  return mbps < 100 ? "Good" : "Excellent";
}
