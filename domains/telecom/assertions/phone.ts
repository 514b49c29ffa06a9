/** What a task may demand of the phone in the end. */
import { z } from "zod";
import { type Assertion, assertion, type ToolContext } from "../../tool.ts";
import { canSendMms, hasMobileData, sendsMmsOverWifi, simStatus } from "../phone/network.ts";
import { speedOf } from "../phone/speed.ts";
import { readApps, readPhone, readSurroundings } from "../phone/state.ts";
import { connections, modePreferences, simStatuses } from "../schema.ts";
import { permissions } from "../user-document.ts";
import { findApp } from "../user-tools/apps.ts";

/** Something that is or is not, and should be as expected. */
function expects(fact: (context: ToolContext) => boolean): Assertion {
  return assertion({
    input: z.strictObject({ expected_status: z.boolean() }),
    holds({ expected_status }, context) {
      return fact(context) === expected_status;
    },
  });
}

export const assert_airplane_mode_status = expects(({ db }) => readPhone(db).airplane_mode);
export const assert_mobile_roaming_status = expects(({ db }) => readPhone(db).roaming_enabled);
export const assert_mobile_data_saver_mode_status = expects(({ db }) => readPhone(db).data_saver_mode);
export const assert_mobile_data_status = expects(({ db }) => hasMobileData(readPhone(db), readSurroundings(db)));
export const assert_mobile_data_usage_exceeded = expects(({ db }) => readSurroundings(db).mobile_data_usage_exceeded);
export const assert_can_send_mms = expects(({ db }) => canSendMms(readPhone(db), readSurroundings(db), readApps(db)));

export const assert_service_status = assertion({
  input: z.strictObject({ expected_status: z.enum(connections) }),
  holds({ expected_status }, { db }) {
    return readPhone(db).network_connection_status === expected_status;
  },
});

/** At least so many Mbps, and, where given, called so. */
export const assert_internet_speed = assertion({
  input: z.strictObject({ expected_speed: z.number(), expected_desc: z.string().nullable().optional() }),
  holds({ expected_speed, expected_desc }, { db }) {
    const speed = speedOf(readPhone(db), readSurroundings(db));
    const word = speed?.word ?? "No Connection";
    return (speed?.mbps ?? 0) >= expected_speed && (expected_desc ?? word).toLowerCase() === word.toLowerCase();
  },
});

export const assert_internet_not_excellent = assertion({
  input: z.strictObject({}),
  holds(_, { db }) {
    return speedOf(readPhone(db), readSurroundings(db))?.word !== "Excellent";
  },
});

/** The switch, whether or not data flows. */
export const assert_mobile_data_switch = expects(({ db }) => readPhone(db).data_enabled);
export const assert_vpn_connected = expects(({ db }) => readPhone(db).vpn_connected);
export const assert_apn_working = expects(({ db }) => readPhone(db).apn_name === "internet");
/** Picture messages have somewhere to go. */
export const assert_mms_settings = expects(({ db }) => readPhone(db).mmsc_url !== null);
/** Picture messages are sent over Wi-Fi calling. */
export const assert_wifi_calling_over_wifi = expects(({ db }) => sendsMmsOverWifi(readPhone(db)));

export const assert_network_mode_preference = assertion({
  input: z.strictObject({ expected_mode: z.enum(modePreferences) }),
  holds({ expected_mode }, { db }) {
    return readPhone(db).network_mode_preference === expected_mode;
  },
});

export const assert_sim_status = assertion({
  input: z.strictObject({ expected_status: z.enum(simStatuses) }),
  holds({ expected_status }, { db }) {
    return simStatus(readPhone(db)) === expected_status;
  },
});

export const assert_app_permission = assertion({
  input: z.strictObject({ app_name: z.string(), permission: z.enum(permissions) }),
  holds({ app_name, permission }, { db }) {
    return findApp(db, app_name)?.[permission] ?? false;
  },
});
