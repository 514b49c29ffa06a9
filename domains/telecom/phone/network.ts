/** The phone as a state machine, one: finding a network, and what works on it. */
import type { App, Phone, Surroundings } from "./state.ts";

type Technology = Phone["network_technology_connected"];
type Signal = Phone["network_signal_strength"];

const onlyTechnology = { "4g_only": "4G", "3g_only": "3G", "2g_only": "2G" } as const;

const noService = {
  network_connection_status: "no_service",
  network_technology_connected: "none",
  network_signal_strength: "none",
} as const;

/** What the slot tells of its card: out of it, no card has a status of its own. */
export function simStatus(phone: Phone): Phone["sim_card_status"] {
  return phone.sim_card_missing ? "missing" : phone.sim_card_status;
}

/**
 * Looks for a network and connects to the best that the settings allow. It does not run by itself: until something makes
 * the phone look again, it stays as it is, whatever the carrier has changed meanwhile.
 */
export function search(phone: Phone, around: Surroundings): Phone {
  const hasService =
    simStatus(phone) === "active" && !phone.airplane_mode && phone.apn_name !== "broken" && around.line_active;
  if (!hasService) return { ...phone, ...noService };
  const technology = technologyOf(phone, around);
  return {
    ...phone,
    network_connection_status: "connected",
    network_technology_connected: technology,
    network_signal_strength: signalOf(technology, around),
  };
}

function technologyOf(phone: Phone, around: Surroundings): Technology {
  if (phone.network_mode_preference !== "4g_5g_preferred") return onlyTechnology[phone.network_mode_preference];
  return signalOf("5G", around) === "none" ? "4G" : "5G";
}

function signalOf(technology: Technology, around: Surroundings): Signal {
  const signal = {
    none: null,
    "2G": around.signal_2g,
    "3G": around.signal_3g,
    "4G": around.signal_4g,
    "5G": around.signal_5g,
  }[technology];
  return signal ?? "none";
}

/** Whether data flows over the mobile network. */
export function hasMobileData(phone: Phone, around: Surroundings): boolean {
  const hasSignal = !phone.airplane_mode && phone.network_signal_strength !== "none";
  const mayRoam = !around.is_abroad || (phone.roaming_enabled && around.roaming_allowed);
  return (
    hasSignal &&
    phone.network_connection_status !== "no_service" &&
    mayRoam &&
    phone.data_enabled &&
    !around.mobile_data_usage_exceeded
  );
}

/** Picture messages need data faster than 2G, the carrier's address for them, and an app that may read and write them. */
export function canSendMms(phone: Phone, around: Surroundings, apps: readonly App[]): boolean {
  const messaging = apps.find((app) => app.app_name === "messaging");
  if (!messaging?.storage || !messaging.sms) return false;
  return (
    hasMobileData(phone, around) &&
    phone.network_technology_connected !== "2G" &&
    !sendsMmsOverWifi(phone) &&
    phone.mmsc_url !== null
  );
}

/** Over Wi-Fi calling, which this carrier takes no picture messages from. */
export function sendsMmsOverWifi(phone: Phone): boolean {
  return phone.wifi_calling_enabled && phone.wifi_calling_mms_over_wifi;
}
