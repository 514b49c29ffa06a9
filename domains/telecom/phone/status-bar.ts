/** The line of signs at the top of the phone's screen. */
import type { Phone } from "./state.ts";

const signalSigns = {
  none: "📵 No Signal",
  poor: "📶¹ Poor",
  fair: "📶² Fair",
  good: "📶³ Good",
  excellent: "📶⁴ Excellent",
} as const;

export function statusBar(phone: Phone): string {
  const signs = phone.airplane_mode ? ["✈️ Airplane Mode"] : mobileSigns(phone);
  if (phone.wifi_enabled && phone.wifi_connected) {
    signs.push(phone.wifi_ssid ? `📡 Connected to ${phone.wifi_ssid}` : "📡 Enabled");
  }
  if (phone.vpn_connected) signs.push("🔒 VPN Connected");
  signs.push(`🔋 ${phone.battery_level}%`);
  return `Status Bar: ${signs.join(" | ")}`;
}

function mobileSigns(phone: Phone): string[] {
  const technology = phone.network_technology_connected;
  const signs: string[] = [signalSigns[phone.network_signal_strength]];
  if (technology !== "none") signs.push(technology);
  if (!phone.data_enabled || technology === "none") return [...signs, "📵 Data Disabled"];
  signs.push("📱 Data Enabled");
  if (phone.data_saver_mode) signs.push("🔽 Data Saver");
  return signs;
}
