/** The phone's signs of life: status bar, network, speed, and which networks it prefers. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { simStatus } from "../phone/network.ts";
import { type Speed, speedOf } from "../phone/speed.ts";
import { readPhone, readSurroundings } from "../phone/state.ts";
import { statusBar } from "../phone/status-bar.ts";
import { preferNetworks } from "../phone/switches.ts";
import { modePreferences } from "../schema.ts";
import { onOff, press, withStatusBar } from "./press.ts";

const nothing = z.strictObject({});

export const check_status_bar = tool({
  description: "Look at the signs at the top of the phone's screen: signal, network, mobile data, Wi-Fi, VPN, battery.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "status bar",
      "top of the screen",
      "top of your screen",
      "signal bars",
      "how many bars",
      "icons",
      "any signal",
      "battery",
    ],
  },
  run(_, { db }) {
    return statusBar(readPhone(db));
  },
});

export const check_network_status = tool({
  description:
    "Look up the phone's connections: airplane mode, SIM card, signal, network type, mobile data, roaming, Wi-Fi.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "network status",
      "network details",
      "connection status",
      "network connection",
      "cellular connection",
      "signal strength",
      "network type",
      "network settings",
      "airplane mode",
      "flight mode",
      "aeroplane mode",
      "mobile data",
      "cellular data",
      "data roaming",
      "roaming",
    ],
  },
  run(_, { db }) {
    const phone = readPhone(db);
    const yesNo = (value: boolean) => (value ? "Yes" : "No");
    return [
      `Airplane Mode: ${onOff(phone.airplane_mode)}`,
      `SIM Card Status: ${simStatus(phone)}`,
      `Cellular Connection: ${phone.network_connection_status}`,
      `Cellular Signal: ${phone.network_signal_strength}`,
      `Cellular Network Type: ${phone.network_technology_connected}`,
      `Mobile Data Enabled: ${yesNo(phone.data_enabled)}`,
      `Data Roaming Enabled: ${yesNo(phone.roaming_enabled)}`,
      `Wi-Fi Radio: ${onOff(phone.wifi_enabled)}`,
      `Wi-Fi Connected: ${yesNo(phone.wifi_connected)}`,
      ...(phone.wifi_connected && phone.wifi_ssid !== null ? [`Connected Wi-Fi Network: ${phone.wifi_ssid}`] : []),
    ].join("\n");
  },
});

const advice: Record<Speed["word"], string> = {
  "Very Poor": "Connection is very slow. Basic web browsing might be difficult.",
  Poor: "Connection is slow. Web browsing may be sluggish, streaming difficult.",
  Fair: "Connection is okay for web browsing and some standard definition streaming.",
  Good: "Connection is good for most activities, including HD streaming.",
  Excellent: "Connection is very fast.",
};

export const run_speed_test = tool({
  description: "Measure how fast mobile data is on the phone right now.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "speed test",
      "speedtest",
      "test the speed",
      "test your speed",
      "test your internet",
      "test your connection",
      "measure the speed",
      "measure your speed",
      "internet speed",
      "download speed",
      "connection speed",
      "data speed",
      "how fast",
    ],
  },
  run(_, { db }) {
    const speed = speedOf(readPhone(db), readSurroundings(db));
    if (speed === undefined) return "Speed test failed: No Connection.";
    return `Speed Test Result: ${speed.mbps.toFixed(2)} Mbps (${speed.word}). ${advice[speed.word]}`;
  },
});

export const check_network_mode_preference = tool({
  description: "Look up which kinds of network the phone prefers.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "network mode",
      "network preference",
      "preferred network",
      "preferred network type",
      "network type preference",
      "network mode preference",
    ],
  },
  run(_, { db }) {
    return `Network Mode Preference: ${readPhone(db).network_mode_preference}`;
  },
});

export const set_network_mode_preference = tool({
  description: "Choose which kinds of network the phone prefers.",
  effect: "write",
  input: z.strictObject({ mode: z.string().describe(`One of ${modePreferences.join(", ")}`) }),
  output: z.string(),
  asked: {
    words: [
      "network mode",
      "network preference",
      "preferred network",
      "network type",
      "prefer 4g",
      "prefer 5g",
      "preferred mode",
    ],
    values: {
      mode: {
        "4g_5g_preferred": [
          "4g/5g",
          "4g and 5g",
          "5g/4g",
          "5g and 4g",
          "4g or 5g",
          "5g or 4g",
          "5g preferred",
          "4g, 5g",
          "4g & 5g",
        ],
        "4g_only": ["4g only", "only 4g", "lte only", "only lte"],
        "3g_only": ["3g only", "only 3g"],
        "2g_only": ["2g only", "only 2g"],
      },
    },
  },
  run({ mode }, { db }) {
    const chosen = modePreferences.find((preference) => preference === mode);
    if (chosen === undefined) {
      const options = modePreferences.join(", ");
      return withStatusBar(
        `Failed to set network mode: '${mode}' is not a valid option. Please use one of: ${options}`,
        readPhone(db),
      );
    }
    return press(
      db,
      (phone, around) => preferNetworks(phone, around, chosen),
      `Preferred Network Mode set to: ${chosen}`,
    );
  },
});
