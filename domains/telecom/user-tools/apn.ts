/** The access point settings, by which the phone reaches the carrier's data network and its picture messages. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { readPhone } from "../phone/state.ts";
import { resetApn, setApn } from "../phone/switches.ts";
import { ApnSettings } from "../user-document.ts";
import { press } from "./press.ts";

export const check_apn_settings = tool({
  description: "Look up the phone's access point settings: the APN's name, and where picture messages go.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: ["apn", "apn settings", "access point", "access point settings", "mmsc", "mmsc url", "internet settings"],
  },
  run(_, { db }) {
    const { apn_name, mmsc_url } = readPhone(db);
    return [
      `Current APN Name: ${apn_name}`,
      `MMSC URL (for picture messages): ${mmsc_url ?? "Not Set"}`,
      "(These are technical settings, usually best left unchanged.)",
    ].join("\n");
  },
});

export const set_apn_settings = tool({
  description: "Set the phone's access point by hand. What is left out is set as the carrier has it.",
  effect: "write",
  input: z.strictObject({ apn_settings: ApnSettings.describe("The new settings, all of them") }),
  output: z.string(),
  asked: {
    words: ["set the apn", "set your apn", "change the apn", "change your apn", "apn manually", "enter the apn"],
  },
  run({ apn_settings: { reset_at_reboot, ...settings } }, { db }) {
    const apn = { ...settings, apn_reset_at_reboot: reset_at_reboot };
    return press(db, (phone, around) => setApn(phone, around, apn), `APN settings set to: ${apn.apn_name}`);
  },
});

export const reset_apn_settings = tool({
  description: "Mark the access point settings to be restored to the carrier's own. It takes a restart of the phone.",
  effect: "write",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: [
      "reset apn",
      "reset the apn",
      "reset your apn",
      "reset access point",
      "reset the access point",
      "reset your access point",
      "restore the apn",
      "restore your apn",
      "apn settings to default",
      "apn to default",
      "apn settings back to",
      "default apn",
      "apn reset",
    ],
  },
  run(_, { db }) {
    return press(db, resetApn, "APN settings will reset at reboot.");
  },
});
