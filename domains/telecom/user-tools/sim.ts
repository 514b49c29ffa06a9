/** The SIM card in its slot. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { simStatus } from "../phone/network.ts";
import { readPhone } from "../phone/state.ts";
import { insertSim } from "../phone/switches.ts";
import { press } from "./press.ts";

const words = {
  active: "Your SIM card is active and working.",
  missing: "No SIM card detected in the phone.",
  locked_pin: "The SIM card is locked with a PIN code.",
  locked_puk: "The SIM card is locked with a PUK code.",
} as const;

export const check_sim_status = tool({
  description: "Look up whether the phone finds its SIM card, and whether the card works or is locked.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: { words: ["sim status", "sim card status", "sim card", "sim", "status of your sim", "status of the sim"] },
  run(_, { db }) {
    return words[simStatus(readPhone(db))];
  },
});

export const reseat_sim_card = tool({
  description: "Take the SIM card out of the phone and put it back in.",
  effect: "write",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: [
      "reseat",
      "re-seat",
      "reinsert",
      "re-insert",
      "sim card out",
      "sim out",
      "out and back in",
      "remove the sim",
      "remove your sim",
      "take the sim",
      "take your sim",
      "take out the sim",
      "take out your sim",
      "pull the sim",
      "pull out the sim",
      "pull out your sim",
      "put the sim",
      "put your sim",
      "pop the sim",
      "pop your sim",
      "eject the sim",
      "eject your sim",
      "insert the sim",
      "insert your sim",
    ],
  },
  run(_, { db }) {
    return press(db, insertSim, "SIM card re-seated successfully.");
  },
});
