/** The thirty tools of the phone: what each says and does. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { agentCall, held, opened, press } from "../support/telecom.ts";

const bar = "Status Bar: 📶⁴ Excellent | 5G | 📱 Data Enabled | 🔋 80%";
const noSignal = "Status Bar: 📵 No Signal | 📵 Data Disabled | 🔋 80%";
const flying = "Status Bar: ✈️ Airplane Mode | 🔋 80%";
const vpnBar = "Status Bar: 📶⁴ Excellent | 5G | 📱 Data Enabled | 🔒 VPN Connected | 🔋 80%";

type Fault = readonly [name: string, args?: Record<string, Json>];

test.each<[string, Fault[], Record<string, Json>, string]>([
  ["check_status_bar", [], {}, bar],
  ["check_status_bar", [["set_battery_level", { level: 7 }]], {}, bar.replace("80%", "7%")],
  ["check_network_mode_preference", [], {}, "Network Mode Preference: 4g_5g_preferred"],
  ["check_sim_status", [], {}, "Your SIM card is active and working."],
  ["check_sim_status", [["unseat_sim_card"]], {}, "No SIM card detected in the phone."],
  ["check_sim_status", [["lock_sim_card", { mode: "pin" }]], {}, "The SIM card is locked with a PIN code."],
  ["check_sim_status", [["lock_sim_card", { mode: "puk" }]], {}, "The SIM card is locked with a PUK code."],
  ["check_data_restriction_status", [], {}, "Data Saver mode is OFF."],
  ["check_data_restriction_status", [["turn_data_saver_mode_on"]], {}, "Data Saver mode is ON (limits data usage)."],
  ["check_wifi_status", [], {}, "Wi-Fi is turned OFF."],
  ["check_wifi_status", [["toggle_wifi"]], {}, "Wi-Fi is ON but not connected to any network."],
  ["check_wifi_calling_status", [], {}, "Wi-Fi Calling is currently turned OFF."],
  ["check_wifi_calling_status", [["set_wifi_calling", { enabled: true }]], {}, "Wi-Fi Calling is currently turned ON."],
  ["check_vpn_status", [], {}, "VPN is turned OFF."],
  [
    "check_vpn_status",
    [["break_vpn"]],
    {},
    "VPN is ON and connected. Details: server address 192.168.1.1, protocol OpenVPN, server performance poor.",
  ],
  [
    "check_vpn_status",
    [["connect_vpn"]],
    {},
    "VPN is ON and connected. Details: server address 192.168.1.1, protocol OpenVPN, server performance excellent.",
  ],
  [
    "check_apn_settings",
    [],
    {},
    "Current APN Name: internet\nMMSC URL (for picture messages): http://mms.carrier.com/mms/wapenc\n(These are technical settings, usually best left unchanged.)",
  ],
  [
    "check_apn_settings",
    [["break_apn_settings"], ["break_apn_mms_setting"]],
    {},
    "Current APN Name: broken\nMMSC URL (for picture messages): Not Set\n(These are technical settings, usually best left unchanged.)",
  ],
  ["check_installed_apps", [], {}, "The following apps are installed on the phone: messaging, browser"],
  [
    "check_app_status",
    [],
    { app_name: "messaging" },
    "Status for App: messaging\n - Permissions Granted:\n   - sms\n   - storage\n   - phone",
  ],
  [
    "check_app_status",
    [
      ["remove_app_permission", { app_name: "browser", permission: "storage" }],
      ["remove_app_permission", { app_name: "browser", permission: "network" }],
    ],
    { app_name: "browser" },
    "Status for App: browser\n - Permissions: None granted.",
  ],
  ["check_app_status", [], { app_name: "chess" }, "App 'chess' not found on this phone."],
  ["check_app_permissions", [], { app_name: "browser" }, "App 'browser' has permission for: storage, network."],
  ["check_app_permissions", [], { app_name: "chess" }, "App 'chess' not found on this phone."],
  ["can_send_mms", [], {}, "Your messaging app can send MMS messages."],
  ["can_send_mms", [["break_apn_mms_setting"]], {}, "Your messaging app cannot send MMS messages."],
  ["run_speed_test", [], {}, "Speed Test Result: 275.00 Mbps (Excellent). Connection is very fast."],
  [
    "run_speed_test",
    [["turn_data_saver_mode_on"]],
    {},
    "Speed Test Result: 55.00 Mbps (Good). Connection is good for most activities, including HD streaming.",
  ],
  [
    "run_speed_test",
    [["break_vpn"], ["turn_data_saver_mode_on"]],
    {},
    "Speed Test Result: 5.50 Mbps (Fair). Connection is okay for web browsing and some standard definition streaming.",
  ],
  [
    "run_speed_test",
    [["set_network_mode_preference", { mode: "3g_only" }]],
    {},
    "Speed Test Result: 1.50 Mbps (Poor). Connection is slow. Web browsing may be sluggish, streaming difficult.",
  ],
  [
    "run_speed_test",
    [["set_network_mode_preference", { mode: "2g_only" }]],
    {},
    "Speed Test Result: 0.05 Mbps (Very Poor). Connection is very slow. Basic web browsing might be difficult.",
  ],
  ["run_speed_test", [["turn_data_off"]], {}, "Speed test failed: No Connection."],
  ["check_payment_request", [], {}, "No payment request has been made."],
])("%s after %j", (name, faults, args, says) => {
  using environment = held(...faults);
  const before = environment.state();
  expect(press(environment, name, args)).toBe(says);
  expect(environment.state()).toEqual(before);
});

test("check_network_status reads like a settings page", () => {
  using environment = held(["set_user_location", { abroad: true }], ["unseat_sim_card"]);
  expect(press(environment, "check_network_status").split("\n")).toEqual([
    "Airplane Mode: OFF",
    "SIM Card Status: missing",
    "Cellular Connection: no_service",
    "Cellular Signal: none",
    "Cellular Network Type: none",
    "Mobile Data Enabled: Yes",
    "Data Roaming Enabled: No",
    "Wi-Fi Radio: OFF",
    "Wi-Fi Connected: No",
  ]);
});

test.each<[string, Fault[], Record<string, Json>, string[]]>([
  ["toggle_airplane_mode", [], {}, [`Airplane Mode is now ON.\n${flying}`, `Airplane Mode is now OFF.\n${bar}`]],
  [
    "toggle_data",
    [],
    {},
    [
      "Mobile Data is now OFF.\nStatus Bar: 📶⁴ Excellent | 5G | 📵 Data Disabled | 🔋 80%",
      `Mobile Data is now ON.\n${bar}`,
    ],
  ],
  ["toggle_roaming", [], {}, [`Data Roaming is now ON.\n${bar}`, `Data Roaming is now OFF.\n${bar}`]],
  [
    "toggle_data_saver_mode",
    [],
    {},
    [
      "Data Saver Mode is now ON.\nStatus Bar: 📶⁴ Excellent | 5G | 📱 Data Enabled | 🔽 Data Saver | 🔋 80%",
      `Data Saver Mode is now OFF.\n${bar}`,
    ],
  ],
  ["toggle_wifi", [], {}, [`Wi-Fi is now ON.\n${bar}`, `Wi-Fi is now OFF.\n${bar}`]],
  [
    "toggle_wifi",
    [["turn_airplane_mode_on"]],
    {},
    [`Cannot change Wi-Fi settings while Airplane Mode is ON.\n${flying}`],
  ],
  ["toggle_wifi_calling", [], {}, [`Wi-Fi Calling is now ON.\n${bar}`, `Wi-Fi Calling is now OFF.\n${bar}`]],
  ["connect_vpn", [], {}, [`VPN connected successfully.\n${vpnBar}`, "VPN already connected."]],
  [
    "disconnect_vpn",
    [["break_vpn"]],
    {},
    [`VPN disconnected successfully.\n${bar}`, `No active VPN connection to disconnect.\n${bar}`],
  ],
  ["reseat_sim_card", [["unseat_sim_card"]], {}, [`SIM card re-seated successfully.\n${bar}`]],
  ["reseat_sim_card", [["lock_sim_card", { mode: "pin" }]], {}, [`SIM card re-seated successfully.\n${noSignal}`]],
  [
    "set_network_mode_preference",
    [],
    { mode: "2g_only" },
    ["Preferred Network Mode set to: 2g_only\nStatus Bar: 📶¹ Poor | 2G | 📱 Data Enabled | 🔋 80%"],
  ],
  [
    "set_network_mode_preference",
    [],
    { mode: "6G" },
    [
      `Failed to set network mode: '6G' is not a valid option. Please use one of: 4g_5g_preferred, 4g_only, 3g_only, 2g_only\n${bar}`,
    ],
  ],
  ["set_apn_settings", [["break_apn_settings"]], { apn_settings: {} }, [`APN settings set to: internet\n${bar}`]],
  ["set_apn_settings", [], { apn_settings: { apn_name: "broken" } }, [`APN settings set to: broken\n${noSignal}`]],
  ["reset_apn_settings", [["break_apn_settings"]], {}, [`APN settings will reset at reboot.\n${noSignal}`]],
  ["reboot_device", [["break_apn_settings"]], {}, [`Restarting network services...\n${noSignal}`]],
  [
    "reboot_device",
    [["break_apn_settings"], ["reset_apn_settings"]],
    {},
    [`Resetting APN settings...\nRestarting network services...\n${bar}`, `Restarting network services...\n${bar}`],
  ],
  [
    "grant_app_permission",
    [["remove_app_permission", { app_name: "messaging", permission: "sms" }]],
    { app_name: "messaging", permission: "SMS" },
    [`Success. Permission 'sms' granted to app 'messaging'.\n${bar}`],
  ],
  [
    "grant_app_permission",
    [],
    { app_name: "messaging", permission: "Camera" },
    [
      `Error. Permission 'camera' not tracked for app 'messaging', available permissions: ['sms', 'storage', 'phone', 'network']\n${bar}`,
    ],
  ],
  [
    "grant_app_permission",
    [],
    { app_name: "Messaging", permission: "sms" },
    [`Error. App 'Messaging' not found. Cannot grant permission.\n${bar}`],
  ],
  ["make_payment", [], {}, ["You do not have a payment request."]],
])("%s after %j", (name, faults, args, says) => {
  using environment = held(...faults);
  for (const text of says) expect(press(environment, name, args)).toBe(text);
});

test("a granted permission is kept, and nothing else is given with it", () => {
  using environment = held(
    ["remove_app_permission", { app_name: "messaging", permission: "sms" }],
    ["remove_app_permission", { app_name: "messaging", permission: "storage" }],
  );
  press(environment, "grant_app_permission", { app_name: "messaging", permission: "sms" });
  const says = "App 'messaging' has permission for: sms, phone.";
  expect(press(environment, "check_app_permissions", { app_name: "messaging" })).toBe(says);
});

test("settings that are left out of set_apn_settings are the carrier's own; unknown ones are refused", () => {
  using environment = held(["break_apn_mms_setting"]);
  expect(press(environment, "can_send_mms")).toContain("cannot");
  press(environment, "set_apn_settings", { apn_settings: { apn_name: "internet" } });
  expect(press(environment, "can_send_mms")).toContain("can send");
  const wrong = environment.call("user", "set_apn_settings", { apn_settings: { name: "internet" } });
  expect(wrong).toEqual({ ok: false, error: expect.stringContaining("unknown argument 'name' in 'apn_settings'") });
});

test("settings that are set by hand may be marked to be restored", () => {
  using environment = held();
  const rebooted = (reset_at_reboot: boolean) => {
    press(environment, "set_apn_settings", { apn_settings: { mmsc_url: null, reset_at_reboot } });
    return [press(environment, "reboot_device").split("\n")[0], press(environment, "can_send_mms").includes(" can ")];
  };
  expect(rebooted(false)).toEqual(["Restarting network services...", false]);
  expect(rebooted(true)).toEqual(["Resetting APN settings...", true]);
});

describe("paying", () => {
  test("is asked for, done once, and settled in the carrier's books", () => {
    using environment = held();
    agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B12" });
    expect(press(environment, "check_payment_request")).toBe("You have a payment request for bill B12 of 100.5 USD.");
    expect(press(environment, "make_payment")).toBe("Payment of 100.5 USD has been made for bill B12.");
    expect(press(environment, "check_payment_request")).toBe("No payment request has been made.");
    expect(press(environment, "make_payment")).toBe("You do not have a payment request.");
    expect(agentCall(environment, "get_details_by_id", { id: "B12" })).toMatchObject({ status: "Paid" });
  });

  test("spells whole dollars with a decimal, as the phone does", () => {
    using environment = opened([["user", "set_user_info", { name: "Bo Öst", phone_number: "555-200-0021" }]]);
    agentCall(environment, "send_payment_request", { customer_id: "C102", bill_id: "B21" });
    expect(press(environment, "check_payment_request")).toBe("You have a payment request for bill B21 of 20.0 USD.");
    expect(press(environment, "make_payment")).toBe("Payment of 20.0 USD has been made for bill B21.");
  });
});

describe("how a person is asked for the phone's tools", () => {
  const tools = Object.entries(telecom.tools.user);

  test("there are thirty, and words for each", () => {
    expect(tools).toHaveLength(30);
    for (const [name, { asked }] of tools) expect([name, asked?.words.length ?? 0]).not.toEqual([name, 0]);
    const all = tools.flatMap(([, { asked }]) => [
      ...(asked?.words ?? []),
      ...Object.values(asked?.values ?? {}).flatMap((v) => Object.values(v).flat()),
    ]);
    expect(all.filter((word) => word !== word.toLowerCase())).toEqual([]);
  });

  test.each(tools.filter(([, { asked }]) => asked?.switched))(
    "%s is looked up before it is pressed",
    (name, { asked }) => {
      const { look, on, off } = asked?.switched ?? { look: "", on: "", off: "" };
      using environment = held();
      for (let times = 0; times < 2; times++) {
        const isOn = press(environment, name).includes(" is now ON.");
        const shown = press(environment, look);
        expect([shown.includes(on), shown.includes(off)]).toEqual([isOn, !isOn]);
      }
    },
  );

  test("values that are chosen by words are values that exist", () => {
    for (const [name, { asked, input }] of tools) {
      for (const argument of Object.keys(asked?.values ?? {}))
        expect([name, argument in input.shape]).toEqual([name, true]);
    }
    using environment = held();
    const { values } = telecom.tools.user.set_network_mode_preference?.asked ?? {};
    for (const mode of Object.keys(values?.mode ?? {})) {
      expect(press(environment, "set_network_mode_preference", { mode })).toContain("set to");
    }
  });
});
