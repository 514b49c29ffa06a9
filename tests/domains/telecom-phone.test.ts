/** The phone as a state machine: what it finds, what works on it, what its status bar says. */
import { describe, expect, test } from "vitest";
import { canSendMms, hasMobileData, search, simStatus } from "../../domains/telecom/phone/network.ts";
import { speedOf } from "../../domains/telecom/phone/speed.ts";
import type { App, Phone, Surroundings } from "../../domains/telecom/phone/state.ts";
import { statusBar } from "../../domains/telecom/phone/status-bar.ts";
import * as switches from "../../domains/telecom/phone/switches.ts";

const phone: Phone = {
  sim_card_status: "active",
  sim_card_missing: false,
  airplane_mode: false,
  network_signal_strength: "excellent",
  network_technology_connected: "5G",
  network_connection_status: "connected",
  battery_level: 64,
  data_enabled: true,
  roaming_enabled: false,
  network_mode_preference: "4g_5g_preferred",
  ...switches.defaultApn,
  wifi_enabled: false,
  wifi_connected: false,
  wifi_ssid: null,
  wifi_signal_strength: "none",
  wifi_calling_enabled: false,
  wifi_calling_mms_over_wifi: false,
  data_saver_mode: false,
  vpn_enabled_setting: false,
  vpn_connected: false,
  vpn_server_address: null,
  vpn_protocol: null,
  vpn_server_performance: null,
};

const around: Surroundings = {
  name: "Ann Lee",
  phone_number: "555-200-0011",
  is_abroad: false,
  roaming_allowed: false,
  signal_2g: "poor",
  signal_3g: "fair",
  signal_4g: "good",
  signal_5g: "excellent",
  mobile_data_usage_exceeded: false,
  line_active: true,
  payment_bill_id: null,
  payment_amount_due: null,
  payment_paid: null,
};

const apps: App[] = [{ app_name: "messaging", position: 0, sms: true, storage: true, phone: false, network: false }];

const network = ({ network_connection_status, network_technology_connected, network_signal_strength }: Phone) =>
  `${network_connection_status} ${network_technology_connected} ${network_signal_strength}`;

describe("search", () => {
  test.each<[string, Partial<Phone>, Partial<Surroundings>, string]>([
    ["the fastest", {}, {}, "connected 5G excellent"],
    ["4G where there is no 5G signal", {}, { signal_5g: "none" }, "connected 4G good"],
    ["4G where there is no 5G at all", {}, { signal_5g: null }, "connected 4G good"],
    ["only what is preferred", { network_mode_preference: "4g_only" }, {}, "connected 4G good"],
    ["3G", { network_mode_preference: "3g_only" }, {}, "connected 3G fair"],
    ["2G", { network_mode_preference: "2g_only" }, {}, "connected 2G poor"],
    [
      "no signal of a network that is not here",
      { network_mode_preference: "3g_only" },
      { signal_3g: null },
      "connected 3G none",
    ],
    ["nothing without a card", { sim_card_missing: true }, {}, "no_service none none"],
    ["nothing with a locked card", { sim_card_status: "locked_pin" }, {}, "no_service none none"],
    ["nothing in airplane mode", { airplane_mode: true }, {}, "no_service none none"],
    ["nothing through a broken access point", { apn_name: "broken" }, {}, "no_service none none"],
    ["nothing on a line out of service", {}, { line_active: false }, "no_service none none"],
    ["a network, data or not", { data_enabled: false }, { mobile_data_usage_exceeded: true }, "connected 5G excellent"],
  ])("finds %s", (_, settings, place, found) => {
    expect(network(search({ ...phone, ...settings }, { ...around, ...place }))).toBe(found);
  });

  test("recovers once the cause is gone", () => {
    const lost = search({ ...phone, sim_card_missing: true }, around);
    expect(network(search({ ...lost, sim_card_missing: false }, around))).toBe("connected 5G excellent");
  });
});

test("a card that is out is missing, whatever its status", () => {
  expect(simStatus({ ...phone, sim_card_missing: true, sim_card_status: "locked_pin" })).toBe("missing");
  expect(simStatus({ ...phone, sim_card_status: "locked_puk" })).toBe("locked_puk");
});

describe("mobile data and picture messages", () => {
  const abroad = { is_abroad: true, roaming_allowed: true };
  test.each<[string, Partial<Phone>, Partial<Surroundings>, boolean, boolean]>([
    ["in good order", {}, {}, true, true],
    ["in airplane mode", { airplane_mode: true }, {}, false, false],
    ["without signal", { network_signal_strength: "none" }, {}, false, false],
    ["without service", { network_connection_status: "no_service" }, {}, false, false],
    ["with data off", { data_enabled: false }, {}, false, false],
    ["with data used up", {}, { mobile_data_usage_exceeded: true }, false, false],
    ["abroad, allowed and on", { roaming_enabled: true }, abroad, true, true],
    ["abroad, allowed but off", {}, abroad, false, false],
    ["abroad, on but not allowed", { roaming_enabled: true }, { is_abroad: true }, false, false],
    ["at home, neither", {}, { roaming_allowed: false }, true, true],
    ["on 2G", { network_technology_connected: "2G" }, {}, true, false],
    ["on 3G", { network_technology_connected: "3G" }, {}, true, true],
    ["with calls over Wi-Fi", { wifi_calling_enabled: true }, {}, true, true],
    [
      "with messages over Wi-Fi calls",
      { wifi_calling_enabled: true, wifi_calling_mms_over_wifi: true },
      {},
      true,
      false,
    ],
    ["with messages over Wi-Fi, calls not", { wifi_calling_mms_over_wifi: true }, {}, true, true],
    ["with nowhere to send pictures", { mmsc_url: null }, {}, true, false],
  ])("%s", (_, settings, place, data, mms) => {
    const [changed, there] = [
      { ...phone, ...settings },
      { ...around, ...place },
    ];
    expect([hasMobileData(changed, there), canSendMms(changed, there, apps)]).toEqual([data, mms]);
  });

  test.each([
    ["sms", { sms: false }],
    ["storage", { storage: false }],
  ])("no picture messages without the permission for %s", (_, taken) => {
    expect(canSendMms(phone, around, [{ ...(apps[0] as App), ...taken }])).toBe(false);
  });

  test("no picture messages without the app", () => {
    expect(canSendMms(phone, around, [{ ...(apps[0] as App), app_name: "browser" }])).toBe(false);
  });
});

test.each<[Partial<Phone>, number, string]>([
  [{}, 275, "Excellent"],
  [{ network_signal_strength: "good" }, 220, "Excellent"],
  [{ network_signal_strength: "fair" }, 137.5, "Excellent"],
  [{ network_signal_strength: "poor" }, 55, "Good"],
  [{ network_technology_connected: "4G" }, 55, "Good"],
  [{ network_technology_connected: "4G", network_signal_strength: "good" }, 44, "Good"],
  [{ network_technology_connected: "4G", network_signal_strength: "poor" }, 11, "Fair"],
  [{ network_technology_connected: "3G" }, 3, "Poor"],
  [{ network_technology_connected: "3G", network_signal_strength: "poor" }, 0.6, "Very Poor"],
  [{ network_technology_connected: "2G", network_signal_strength: "poor" }, 0.05, "Very Poor"],
  [{ vpn_connected: true, vpn_server_performance: "poor" }, 27.5, "Good"],
  [{ vpn_connected: true, vpn_server_performance: "excellent" }, 275, "Excellent"],
  [{ vpn_connected: false, vpn_server_performance: "poor" }, 275, "Excellent"],
  [{ data_saver_mode: true }, 55, "Good"],
  [{ data_saver_mode: true, vpn_connected: true, vpn_server_performance: "poor" }, 5.5, "Fair"],
])("%o flows at %d Mbps, %s", (settings, mbps, word) => {
  expect(speedOf({ ...phone, ...settings }, around)).toEqual({ mbps, word });
});

test("what does not flow has no speed", () => {
  expect(speedOf({ ...phone, data_enabled: false }, around)).toBeUndefined();
});

test.each<[Partial<Phone>, string]>([
  [{}, "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F1} Data Enabled | \u{1F50B} 64%"],
  [{ network_signal_strength: "good" }, "\u{1F4F6}\u00b3 Good | 5G | \u{1F4F1} Data Enabled | \u{1F50B} 64%"],
  [{ network_signal_strength: "fair" }, "\u{1F4F6}\u00b2 Fair | 5G | \u{1F4F1} Data Enabled | \u{1F50B} 64%"],
  [{ network_signal_strength: "poor" }, "\u{1F4F6}\u00b9 Poor | 5G | \u{1F4F1} Data Enabled | \u{1F50B} 64%"],
  [
    { network_signal_strength: "none", network_technology_connected: "none" },
    "\u{1F4F5} No Signal | \u{1F4F5} Data Disabled | \u{1F50B} 64%",
  ],
  [{ data_enabled: false }, "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F5} Data Disabled | \u{1F50B} 64%"],
  [
    { data_saver_mode: true },
    "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F1} Data Enabled | \u{1F53D} Data Saver | \u{1F50B} 64%",
  ],
  [
    { data_saver_mode: true, data_enabled: false },
    "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F5} Data Disabled | \u{1F50B} 64%",
  ],
  [{ airplane_mode: true }, "\u2708\ufe0f Airplane Mode | \u{1F50B} 64%"],
  [
    { airplane_mode: true, wifi_enabled: true, wifi_connected: true, wifi_ssid: "Cafe", vpn_connected: true },
    "\u2708\ufe0f Airplane Mode | \u{1F4E1} Connected to Cafe | \u{1F512} VPN Connected | \u{1F50B} 64%",
  ],
  [
    { wifi_enabled: true, wifi_connected: true },
    "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F1} Data Enabled | \u{1F4E1} Enabled | \u{1F50B} 64%",
  ],
  [{ wifi_enabled: true }, "\u{1F4F6}\u2074 Excellent | 5G | \u{1F4F1} Data Enabled | \u{1F50B} 64%"],
])("the status bar of %o", (settings, signs) => {
  expect(statusBar({ ...phone, ...settings })).toBe(`Status Bar: ${signs}`);
});

describe("switches", () => {
  const stale = { ...phone, network_signal_strength: "good" } as const;
  const looksAround = (next: (phone: Phone, around: Surroundings) => Phone) =>
    next(stale, around).network_signal_strength === "excellent";

  test("only some of them make the phone look around", () => {
    const { toggleData, toggleRoaming, insertSim, resetApn, reboot, toggleDataSaver, toggleWifi } = switches;
    expect([toggleData, toggleRoaming, insertSim, resetApn, reboot].map(looksAround)).toEqual(Array(5).fill(true));
    const others = [
      toggleDataSaver,
      toggleWifi,
      switches.toggleWifiCalling,
      switches.connectVpn,
      switches.disconnectVpn,
    ];
    expect(others.map(looksAround)).toEqual(Array(5).fill(false));
  });

  test("airplane mode cuts Wi-Fi and VPN, and gives back the network alone", () => {
    const wifi = { wifi_enabled: true, wifi_connected: true, wifi_ssid: "Cafe", wifi_signal_strength: "good" } as const;
    const flying = switches.toggleAirplaneMode(switches.connectVpn({ ...phone, ...wifi }), around);
    const cut = { wifi_enabled: true, wifi_connected: false, wifi_ssid: null, wifi_signal_strength: "none" };
    expect(flying).toMatchObject({ airplane_mode: true, ...cut, vpn_connected: false, vpn_server_performance: null });
    expect(network(flying)).toBe("no_service none none");
    const landed = switches.toggleAirplaneMode(flying, around);
    expect(landed).toMatchObject({ airplane_mode: false, ...cut, vpn_connected: false });
    expect(network(landed)).toBe("connected 5G excellent");
  });

  test("Wi-Fi that goes off forgets its network; on again, it joins none", () => {
    const joined = { ...phone, wifi_enabled: true, wifi_connected: true, wifi_ssid: "Cafe" };
    const off = switches.toggleWifi(joined);
    expect(off).toMatchObject({ wifi_enabled: false, wifi_connected: false, wifi_ssid: null });
    expect(switches.toggleWifi(off)).toMatchObject({ wifi_enabled: true, wifi_connected: false });
  });

  test("a reset access point is restored by the reboot, and by that only once", () => {
    const broken = search({ ...phone, apn_name: "broken", mmsc_url: null, mms_port: 80 }, around);
    expect(switches.reboot(broken, around)).toMatchObject({ apn_name: "broken", mmsc_url: null });
    const marked = switches.resetApn(broken, around);
    expect(marked).toMatchObject({ apn_name: "broken", apn_reset_at_reboot: true });
    const restored = switches.reboot(marked, around);
    expect(restored).toMatchObject(switches.defaultApn);
    expect(network(restored)).toBe("connected 5G excellent");
    expect(switches.reboot({ ...restored, mmsc_url: null }, around).mmsc_url).toBeNull();
  });

  test("a locked card stays locked, out and back in", () => {
    const locked = switches.lockSim(phone, around, "locked_puk");
    const back = switches.insertSim(switches.removeSim(locked, around), around);
    expect(simStatus(back)).toBe("locked_puk");
    expect(network(back)).toBe("no_service none none");
  });
});
