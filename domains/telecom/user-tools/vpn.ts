/** The VPN that is set up on the phone. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { readPhone, readSurroundings } from "../phone/state.ts";
import { connectVpn, disconnectVpn } from "../phone/switches.ts";
import { canConnectVpn } from "../quirks.ts";
import { press, withStatusBar } from "./press.ts";

const nothing = z.strictObject({});

export const check_vpn_status = tool({
  description: "Look up whether a VPN is on, and how well its server performs.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: { words: ["vpn", "vpn status", "virtual private network"] },
  run(_, { db }) {
    const phone = readPhone(db);
    if (phone.vpn_connected) {
      const { vpn_server_address, vpn_protocol, vpn_server_performance } = phone;
      if (vpn_server_performance === null) return "VPN is ON and connected (no specific details available).";
      return `VPN is ON and connected. Details: server address ${vpn_server_address}, protocol ${vpn_protocol}, server performance ${vpn_server_performance}.`;
    }
    if (phone.vpn_enabled_setting) return "VPN is turned ON in settings, but currently not connected.";
    return "VPN is turned OFF.";
  },
});

export const connect_vpn = tool({
  description: "Connect the phone's VPN.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["connect vpn", "connect the vpn", "connect your vpn", "connect to the vpn", "vpn on", "start the vpn"],
  },
  run(_, { db, world }) {
    const phone = readPhone(db);
    if (phone.vpn_connected) return "VPN already connected.";
    if (!canConnectVpn(world, phone, readSurroundings(db))) {
      return withStatusBar("VPN could not connect: there is no internet connection.", phone);
    }
    return press(db, connectVpn, "VPN connected successfully.");
  },
});

export const disconnect_vpn = tool({
  description: "Disconnect the phone's VPN.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "disconnect vpn",
      "disconnect the vpn",
      "disconnect your vpn",
      "disconnect from the vpn",
      "disconnect from your vpn",
      "vpn off",
      "off the vpn",
      "off your vpn",
      "disable the vpn",
      "disable your vpn",
      "stop the vpn",
      "stop using the vpn",
      "close the vpn",
    ],
  },
  run(_, { db }) {
    const phone = readPhone(db);
    if (!phone.vpn_connected) return withStatusBar("No active VPN connection to disconnect.", phone);
    return press(db, disconnectVpn, "VPN disconnected successfully.");
  },
});
