/** Mobile data: its switch, roaming, data saver. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { readPhone } from "../phone/state.ts";
import { toggleData, toggleDataSaver, toggleRoaming } from "../phone/switches.ts";
import { onOff, press } from "./press.ts";

const nothing = z.strictObject({});

export const toggle_data = tool({
  description: "Switch mobile data over, on or off.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["mobile data", "cellular data", "data connection", "data switch", "cell data", "phone data"],
    switched: { look: "check_network_status", on: "Mobile Data Enabled: Yes", off: "Mobile Data Enabled: No" },
  },
  run(_, { db }) {
    return press(db, toggleData, ({ data_enabled }) => `Mobile Data is now ${onOff(data_enabled)}.`);
  },
});

export const toggle_roaming = tool({
  description: "Switch data roaming over: whether the phone may use data on foreign networks.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["data roaming", "roaming", "international data", "data abroad"],
    switched: { look: "check_network_status", on: "Data Roaming Enabled: Yes", off: "Data Roaming Enabled: No" },
  },
  run(_, { db }) {
    return press(db, toggleRoaming, ({ roaming_enabled }) => `Data Roaming is now ${onOff(roaming_enabled)}.`);
  },
});

export const check_data_restriction_status = tool({
  description: "Look up whether the phone holds data use back: its data saver.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "data saver",
      "data saving",
      "data restriction",
      "data restrictions",
      "data limiting",
      "low data mode",
      "restricting data",
      "limiting data",
    ],
  },
  run(_, { db }) {
    return readPhone(db).data_saver_mode ? "Data Saver mode is ON (limits data usage)." : "Data Saver mode is OFF.";
  },
});

export const toggle_data_saver_mode = tool({
  description: "Switch the data saver over: on, the phone uses less data and is slower.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["data saver", "data saving", "data-saver", "data-saving", "low data mode", "saver mode"],
    switched: {
      look: "check_data_restriction_status",
      on: "Data Saver mode is ON",
      off: "Data Saver mode is OFF",
    },
  },
  run(_, { db }) {
    return press(db, toggleDataSaver, ({ data_saver_mode }) => `Data Saver Mode is now ${onOff(data_saver_mode)}.`);
  },
});
