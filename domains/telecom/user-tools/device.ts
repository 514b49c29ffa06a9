/** The phone as a whole: airplane mode, and starting it anew. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { reboot, toggleAirplaneMode } from "../phone/switches.ts";
import { onOff, press } from "./press.ts";

const nothing = z.strictObject({});

export const toggle_airplane_mode = tool({
  description:
    "Switch airplane mode over: on cuts every connection of the phone, off lets it look for a network again.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["airplane mode", "aeroplane mode", "flight mode", "plane mode", "flight safe mode"],
    switched: { look: "check_network_status", on: "Airplane Mode: ON", off: "Airplane Mode: OFF" },
  },
  run(_, { db }) {
    return press(db, toggleAirplaneMode, ({ airplane_mode }) => `Airplane Mode is now ${onOff(airplane_mode)}.`);
  },
});

export const reboot_device = tool({
  description: "Restart the phone: it looks for a network anew, and settings that wait for a restart are restored.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: [
      "reboot",
      "restart",
      "re-start",
      "power cycle",
      "power-cycle",
      "turn your phone off and on",
      "turn your phone off and back on",
      "turn the phone off and on",
      "turn the phone off and back on",
      "turn it off and on",
      "turn it off and back on",
      "switch it off and on",
      "switch it off and back on",
      "switch your phone off and on",
      "switch your phone off and back on",
      "switch the phone off and back on",
      "power it off and on",
      "power off your phone",
    ],
  },
  run(_, { db }) {
    return press(db, reboot, (_after, before) =>
      [...(before.apn_reset_at_reboot ? ["Resetting APN settings..."] : []), "Restarting network services..."].join(
        "\n",
      ),
    );
  },
});
