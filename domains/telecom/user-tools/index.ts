/** All tools of the phone in the user's hand, by their names on the wire. */
export { check_apn_settings, reset_apn_settings, set_apn_settings } from "./apn.ts";
export {
  can_send_mms,
  check_app_permissions,
  check_app_status,
  check_installed_apps,
  grant_app_permission,
} from "./apps.ts";
export { check_data_restriction_status, toggle_data, toggle_data_saver_mode, toggle_roaming } from "./data.ts";
export { reboot_device, toggle_airplane_mode } from "./device.ts";
export {
  check_network_mode_preference,
  check_network_status,
  check_status_bar,
  run_speed_test,
  set_network_mode_preference,
} from "./network.ts";
export { check_payment_request, make_payment } from "./payment.ts";
export { check_sim_status, reseat_sim_card } from "./sim.ts";
export { check_vpn_status, connect_vpn, disconnect_vpn } from "./vpn.ts";
export { check_wifi_calling_status, check_wifi_status, toggle_wifi, toggle_wifi_calling } from "./wifi.ts";
