/** What a task's initial state may do to the phone, besides the user's tools: who holds it and where, settings, faults. */
import { z } from "zod";
import type { DomainDatabase } from "../../database.ts";
import { type Setup, setup, ToolError } from "../../tool.ts";
import { search } from "../phone/network.ts";
import {
  type Phone,
  readPhone,
  readSurroundings,
  type Surroundings,
  savePhone,
  saveSurroundings,
} from "../phone/state.ts";
import {
  connectVpn,
  lockSim,
  removeSim,
  toggleAirplaneMode,
  toggleData,
  toggleDataSaver,
  toggleRoaming,
} from "../phone/switches.ts";
import { permissions } from "../user-document.ts";
import { findApp, permit } from "../user-tools/apps.ts";

const nothing = z.strictObject({});

function change(db: DomainDatabase, next: (phone: Phone, around: Surroundings) => Phone): void {
  savePhone(db, next(readPhone(db), readSurroundings(db)));
}

/** Puts a switch where it should be; one that stands there already goes there and back, so that the phone looks around. */
function switched(
  setting: "airplane_mode" | "data_enabled" | "roaming_enabled" | "data_saver_mode",
  to: boolean,
  toggle: (phone: Phone, around: Surroundings) => Phone,
): Setup {
  return setup({
    input: nothing,
    run(_, { db }) {
      change(db, (phone, around) => {
        const once = toggle(phone, around);
        return once[setting] === to ? once : toggle(once, around);
      });
    },
  });
}

/** Puts the phone in someone's hands, on the line of that number. */
export const set_user_info = setup({
  input: z.strictObject({ name: z.string(), phone_number: z.string() }),
  run(user, { db }) {
    saveSurroundings(db, { ...readSurroundings(db), ...user });
  },
});

export const set_user_location = setup({
  input: z.strictObject({ abroad: z.boolean() }),
  run({ abroad }, { db }) {
    saveSurroundings(db, { ...readSurroundings(db), is_abroad: abroad });
  },
});

export const turn_airplane_mode_on = switched("airplane_mode", true, toggleAirplaneMode);
export const turn_airplane_mode_off = switched("airplane_mode", false, toggleAirplaneMode);
/** The switch alone: the phone does not look around. */
export const turn_data_on = setup({
  input: nothing,
  run(_, { db }) {
    change(db, (phone) => ({ ...phone, data_enabled: true }));
  },
});
export const turn_data_off = switched("data_enabled", false, toggleData);
export const turn_roaming_on = switched("roaming_enabled", true, toggleRoaming);
export const turn_roaming_off = switched("roaming_enabled", false, toggleRoaming);
export const turn_data_saver_mode_on = switched("data_saver_mode", true, toggleDataSaver);
export const turn_data_saver_mode_off = switched("data_saver_mode", false, toggleDataSaver);

export const simulate_network_search = setup({
  input: nothing,
  run(_, { db }) {
    change(db, search);
  },
});

export const unseat_sim_card = setup({
  input: nothing,
  run(_, { db }) {
    change(db, removeSim);
  },
});

export const lock_sim_card = setup({
  input: z.strictObject({ mode: z.enum(["pin", "puk"]) }),
  run({ mode }, { db }) {
    change(db, (phone, around) => lockSim(phone, around, mode === "pin" ? "locked_pin" : "locked_puk"));
  },
});

/** An access point that reaches nothing. */
export const break_apn_settings = setup({
  input: nothing,
  run(_, { db }) {
    change(db, (phone, around) => search({ ...phone, apn_name: "broken" }, around));
  },
});

/** Data flows, but picture messages have nowhere to go. */
export const break_apn_mms_setting = setup({
  input: nothing,
  run(_, { db }) {
    change(db, (phone) => ({ ...phone, mmsc_url: null }));
  },
});

export const set_wifi_calling = setup({
  input: z.strictObject({ enabled: z.boolean(), mms_over_wifi: z.boolean().optional() }),
  run({ enabled, mms_over_wifi }, { db }) {
    change(db, (phone) => ({
      ...phone,
      wifi_calling_enabled: enabled,
      wifi_calling_mms_over_wifi: mms_over_wifi ?? phone.wifi_calling_mms_over_wifi,
    }));
  },
});

/** Connected, through a server that slows everything down. */
export const break_vpn = setup({
  input: nothing,
  run(_, { db }) {
    change(db, (phone) => ({ ...connectVpn(phone), vpn_server_performance: "poor" }));
  },
});

export const remove_app_permission = setup({
  input: z.strictObject({ app_name: z.string(), permission: z.enum(permissions) }),
  run({ app_name, permission }, { db }) {
    const app = findApp(db, app_name);
    if (app === undefined) throw new ToolError(`App '${app_name}' not found on this phone.`);
    permit(db, app, permission, false);
  },
});

/** Per cent. */
export const set_battery_level = setup({
  input: z.strictObject({ level: z.int().min(0).max(100) }),
  run({ level }, { db }) {
    change(db, (phone) => ({ ...phone, battery_level: level }));
  },
});
