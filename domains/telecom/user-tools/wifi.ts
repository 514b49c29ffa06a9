/** Wi-Fi, and calls over it. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { readPhone } from "../phone/state.ts";
import { toggleWifi, toggleWifiCalling } from "../phone/switches.ts";
import { onOff, press, withStatusBar } from "./press.ts";

const nothing = z.strictObject({});

export const check_wifi_status = tool({
  description: "Look up whether Wi-Fi is on, and which network it is on.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: { words: ["wi-fi", "wifi", "wi-fi status", "wifi status", "wireless network"] },
  run(_, { db }) {
    const { wifi_enabled, wifi_connected, wifi_ssid, wifi_signal_strength } = readPhone(db);
    if (!wifi_enabled) return "Wi-Fi is turned OFF.";
    if (!wifi_connected) return "Wi-Fi is ON but not connected to any network.";
    return `Wi-Fi is ON and connected to '${wifi_ssid}'. Signal strength: ${wifi_signal_strength}.`;
  },
});

export const toggle_wifi = tool({
  description: "Switch the Wi-Fi radio over, on or off.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["wi-fi", "wifi", "wi-fi radio", "wireless"],
    switched: { look: "check_wifi_status", on: "Wi-Fi is ON", off: "Wi-Fi is turned OFF" },
  },
  run(_, { db }) {
    const phone = readPhone(db);
    if (phone.airplane_mode) return withStatusBar("Cannot change Wi-Fi settings while Airplane Mode is ON.", phone);
    return press(db, toggleWifi, ({ wifi_enabled }) => `Wi-Fi is now ${onOff(wifi_enabled)}.`);
  },
});

export const check_wifi_calling_status = tool({
  description: "Look up whether calls go over Wi-Fi.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["wi-fi calling", "wifi calling", "wi-fi calls", "wifi calls", "calling over wi-fi", "calls over wi-fi"],
  },
  run(_, { db }) {
    return `Wi-Fi Calling is currently turned ${onOff(readPhone(db).wifi_calling_enabled)}.`;
  },
});

export const toggle_wifi_calling = tool({
  description: "Switch calls over Wi-Fi over, on or off.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["wi-fi calling", "wifi calling", "wi-fi calls", "wifi calls", "calling over wi-fi", "calls over wi-fi"],
    switched: { look: "check_wifi_calling_status", on: "turned ON", off: "turned OFF" },
  },
  run(_, { db }) {
    return press(
      db,
      toggleWifiCalling,
      ({ wifi_calling_enabled }) => `Wi-Fi Calling is now ${onOff(wifi_calling_enabled)}.`,
    );
  },
});
