/** Faults that keep picture messages from being sent, though data flows. */
import { onPhone } from "../calls.ts";
import { type Fault, holds, REBOOT, RESET } from "./fault.ts";

export const wifiCalling: Fault = {
  name: "wifi_calling_takes_messages",
  heldOut: true,
  initial: () => [onPhone("set_wifi_calling", { enabled: true, mms_over_wifi: true })],
  sound: () => [holds("user", "assert_wifi_calling_over_wifi", { expected_status: false })],
  looks: () => [onPhone("check_wifi_calling_status")],
  fixes: () => [onPhone("toggle_wifi_calling")],
};

export const noAddress: Fault = {
  name: "mms_address_missing",
  initial: () => [onPhone("break_apn_mms_setting")],
  sound: () => [holds("user", "assert_mms_settings", { expected_status: true })],
  looks: () => [onPhone("check_apn_settings")],
  fixes: () => [RESET, REBOOT],
};

const lacking = (name: string, permissions: readonly string[], heldOut = false): Fault => {
  const each = permissions.map((permission) => ({ app_name: "messaging", permission }));
  return {
    name,
    heldOut,
    initial: () => each.map((args) => onPhone("remove_app_permission", args)),
    sound: () => each.map((args) => holds("user", "assert_app_permission", args)),
    looks: () => [onPhone("check_app_permissions", { app_name: "messaging" })],
    fixes: () => each.map((args) => onPhone("grant_app_permission", args)),
  };
};

export const noSmsPermission = lacking("sms_permission_missing", ["sms"]);
export const noStoragePermission = lacking("storage_permission_missing", ["storage"]);
export const noPermissions = lacking("both_permissions_missing", ["sms", "storage"], true);
