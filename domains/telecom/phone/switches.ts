/** The phone as a state machine, two: what its switches and slots do. Each function gives the phone as it is afterwards. */
import { search } from "./network.ts";
import type { Phone, Surroundings } from "./state.ts";

type Vpn = Pick<Phone, "vpn_connected" | "vpn_server_address" | "vpn_protocol" | "vpn_server_performance">;
type Apn = Pick<Phone, "apn_name" | "apn_reset_at_reboot" | "mms_apn" | "mmsc_url" | "mms_proxy" | "mms_port">;

const noWifi = { wifi_connected: false, wifi_ssid: null, wifi_signal_strength: "none" } as const;

const noVpn: Vpn = {
  vpn_connected: false,
  vpn_server_address: null,
  vpn_protocol: null,
  vpn_server_performance: null,
};

/** The VPN that is set up on the phone. */
const vpn: Vpn = {
  vpn_connected: true,
  vpn_server_address: "192.168.1.1",
  vpn_protocol: "OpenVPN",
  vpn_server_performance: "excellent",
};

/** The carrier's own settings. */
export const defaultApn: Apn = {
  apn_name: "internet",
  apn_reset_at_reboot: false,
  mms_apn: "mms",
  mmsc_url: "http://mms.carrier.com/mms/wapenc",
  mms_proxy: null,
  mms_port: null,
};

/** Going on cuts Wi-Fi and VPN; going off leaves the Wi-Fi radio as it is set, connected to nothing. */
export function toggleAirplaneMode(phone: Phone, around: Surroundings): Phone {
  const airplane_mode = !phone.airplane_mode;
  const cut = { ...(airplane_mode ? noVpn : {}), ...(phone.wifi_enabled ? noWifi : {}) };
  return search({ ...phone, ...cut, airplane_mode }, around);
}

export function toggleData(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, data_enabled: !phone.data_enabled }, around);
}

export function toggleRoaming(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, roaming_enabled: !phone.roaming_enabled }, around);
}

export function toggleDataSaver(phone: Phone): Phone {
  return { ...phone, data_saver_mode: !phone.data_saver_mode };
}

/** The radio only: the phone knows no network to join. */
export function toggleWifi(phone: Phone): Phone {
  return { ...phone, ...noWifi, wifi_enabled: !phone.wifi_enabled };
}

export function toggleWifiCalling(phone: Phone): Phone {
  return { ...phone, wifi_calling_enabled: !phone.wifi_calling_enabled };
}

export function preferNetworks(phone: Phone, around: Surroundings, mode: Phone["network_mode_preference"]): Phone {
  return search({ ...phone, network_mode_preference: mode }, around);
}

export function connectVpn(phone: Phone): Phone {
  return { ...phone, ...vpn };
}

export function disconnectVpn(phone: Phone): Phone {
  return { ...phone, ...noVpn };
}

export function insertSim(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, sim_card_missing: false }, around);
}

export function removeSim(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, sim_card_missing: true }, around);
}

export function lockSim(phone: Phone, around: Surroundings, status: "locked_pin" | "locked_puk"): Phone {
  return search({ ...phone, sim_card_status: status }, around);
}

export function setApn(phone: Phone, around: Surroundings, apn: Apn): Phone {
  return search({ ...phone, ...apn }, around);
}

/** Marks the settings; the reboot that follows restores them. */
export function resetApn(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, apn_reset_at_reboot: true }, around);
}

export function reboot(phone: Phone, around: Surroundings): Phone {
  return search({ ...phone, ...(phone.apn_reset_at_reboot ? defaultApn : {}) }, around);
}
