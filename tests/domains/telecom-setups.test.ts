/** What tasks may begin with and demand in the end: setups and assertions of both sides. */
import { describe, expect, test } from "vitest";
import type { Environment, Json, Requestor } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { agentCall, held, opened, press } from "../support/telecom.ts";

const ann = { customer_id: "C101", line_id: "L11" };
const hands = ["user", "set_user_info", { name: "Ann Lee", phone_number: "555-200-0011" }] as const;

function surroundings(environment: Environment): Record<string, Json> {
  return environment.state().user?.surroundings as Record<string, Json>;
}

function device(environment: Environment): Record<string, Json> {
  return environment.state().user?.device as Record<string, Json>;
}

function holds(environment: Environment, requestor: Requestor, name: string, args: Record<string, Json> = {}): boolean {
  return environment.holds({ requestor, name, arguments: args });
}

describe("setups", () => {
  test("an unpaid bill suspends the line, as of last month's plan", () => {
    const unpaid = { ...ann, new_bill_id: "B99", contract_ended: false };
    using environment = opened([hands, ["assistant", "suspend_line_for_overdue_bill", unpaid]]);
    expect(agentCall(environment, "get_details_by_id", { id: "B99" })).toEqual({
      bill_id: "B99",
      customer_id: "C101",
      period_start: "2025-01-01",
      period_end: "2025-01-31",
      issue_date: "2025-01-01",
      total_due: 20,
      due_date: "2025-01-15",
      line_items: [{ description: "Charge for line L11", amount: 20, date: "2025-02-25", item_type: "Charge" }],
      status: "Overdue",
    });
    expect(agentCall(environment, "get_details_by_id", { id: "L11" })).toMatchObject({
      status: "Suspended",
      suspension_start_date: "2025-02-25",
      contract_end_date: null,
    });
    expect(surroundings(environment).line_active).toBe(false);
  });

  test("or has its contract run out besides", () => {
    const unpaid = { ...ann, new_bill_id: "B99", contract_ended: true };
    using environment = opened([["assistant", "suspend_line_for_overdue_bill", unpaid]]);
    expect(agentCall(environment, "get_details_by_id", { id: "L11" })).toMatchObject({
      contract_end_date: "2025-01-31",
    });
  });

  test("not where there is one already, or the line is out of service", () => {
    const unpaid = (line_id: string, new_bill_id: string) =>
      ["assistant", "suspend_line_for_overdue_bill", { ...ann, line_id, new_bill_id, contract_ended: false }] as const;
    expect(() => opened([unpaid("L11", "B98"), unpaid("L12", "B99")])).toThrow("Customer already has an overdue bill");
    expect(() => opened([unpaid("L13", "B98")])).toThrow("Line must be active to suspend for unpaid bill");
  });

  test.each<[string, Record<string, Json>, Record<string, Json>]>([
    ["turn_airplane_mode_on", {}, { airplane_mode: true, network_connection_status: "no_service" }],
    ["turn_airplane_mode_off", {}, { airplane_mode: false, network_connection_status: "connected" }],
    ["turn_data_on", {}, { data_enabled: true }],
    ["turn_data_off", {}, { data_enabled: false }],
    ["turn_roaming_on", {}, { roaming_enabled: true }],
    ["turn_roaming_off", {}, { roaming_enabled: false }],
    ["turn_data_saver_mode_on", {}, { data_saver_mode: true }],
    ["turn_data_saver_mode_off", {}, { data_saver_mode: false }],
    ["unseat_sim_card", {}, { sim_card_missing: true, network_connection_status: "no_service" }],
    ["lock_sim_card", { mode: "pin" }, { sim_card_status: "locked_pin", network_connection_status: "no_service" }],
    ["break_apn_settings", {}, { network_connection_status: "no_service" }],
    [
      "set_wifi_calling",
      { enabled: true, mms_over_wifi: true },
      { wifi_calling_enabled: true, wifi_calling_mms_over_wifi: true },
    ],
    ["set_wifi_calling", { enabled: true }, { wifi_calling_enabled: true, wifi_calling_mms_over_wifi: false }],
    ["break_vpn", {}, { vpn_connected: true }],
    ["set_battery_level", { level: 3 }, { battery_level: 3 }],
  ])("%s %j, twice as once", (name, args, state) => {
    using once = held([name, args]);
    using twice = held([name, args], [name, args]);
    expect(device(once)).toMatchObject(state);
    expect(device(twice)).toEqual(device(once));
  });

  test("a search finds better than the phone had; a place abroad is not at home", () => {
    using environment = opened([hands, ["user", "set_user_location", { abroad: true }]]);
    expect(device(environment).network_signal_strength).toBe("good");
    expect(surroundings(environment).is_abroad).toBe(true);
    using found = held();
    expect(device(found).network_signal_strength).toBe("excellent");
  });

  test("are no tools of either side", () => {
    using environment = held();
    for (const side of ["assistant", "user"] as const) {
      for (const name of [
        ...Object.keys(telecom.setups?.[side] ?? {}),
        ...Object.keys(telecom.assertions?.[side] ?? {}),
      ]) {
        expect(environment.call(side, name, {})).toEqual({ ok: false, error: `Tool '${name}' not found.` });
      }
    }
  });
});

describe("assertions", () => {
  test.each<[string, readonly [string, Record<string, Json>?]]>([
    ["assert_airplane_mode_status", ["turn_airplane_mode_on"]],
    ["assert_mobile_roaming_status", ["turn_roaming_on"]],
    ["assert_mobile_data_saver_mode_status", ["turn_data_saver_mode_on"]],
    ["assert_vpn_connected", ["break_vpn"]],
    ["assert_wifi_calling_over_wifi", ["set_wifi_calling", { enabled: true, mms_over_wifi: true }]],
  ])("%s: not at first, but after %j", (name, fault) => {
    using sound = held();
    using changed = held(fault);
    const both = (environment: Environment) =>
      [true, false].map((expected_status) => holds(environment, "user", name, { expected_status }));
    expect([both(sound), both(changed)]).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  test.each<[string, readonly [string, Record<string, Json>?]]>([
    ["assert_mobile_data_status", ["turn_data_off"]],
    ["assert_can_send_mms", ["break_apn_mms_setting"]],
    ["assert_mobile_data_switch", ["turn_data_off"]],
    ["assert_apn_working", ["break_apn_settings"]],
    ["assert_mms_settings", ["break_apn_mms_setting"]],
  ])("%s: at first, but not after %j", (name, fault) => {
    using sound = held();
    using changed = held(fault);
    const both = (environment: Environment) =>
      [true, false].map((expected_status) => holds(environment, "user", name, { expected_status }));
    expect([both(sound), both(changed)]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  test("speed is at least so much, and called so", () => {
    using environment = held();
    const speed = (args: Record<string, Json>) => holds(environment, "user", "assert_internet_speed", args);
    expect(speed({ expected_speed: 275 })).toBe(true);
    expect(speed({ expected_speed: 275.01 })).toBe(false);
    expect(speed({ expected_speed: 200, expected_desc: "excellent" })).toBe(true);
    expect(speed({ expected_speed: 200, expected_desc: "Good" })).toBe(false);
    expect(holds(environment, "user", "assert_internet_not_excellent")).toBe(false);
    press(environment, "toggle_data");
    expect(speed({ expected_speed: 0.01 })).toBe(false);
    expect(speed({ expected_speed: 0, expected_desc: "No Connection" })).toBe(true);
    expect(holds(environment, "user", "assert_internet_not_excellent")).toBe(true);
  });

  test("service, card, preference, permission and used-up data", () => {
    using environment = held(
      ["unseat_sim_card"],
      ["remove_app_permission", { app_name: "messaging", permission: "sms" }],
    );
    const is = (name: string, args: Record<string, Json>) => holds(environment, "user", name, args);
    expect(
      ["connected", "no_service"].map((expected_status) => is("assert_service_status", { expected_status })),
    ).toEqual([false, true]);
    expect(["active", "missing"].map((expected_status) => is("assert_sim_status", { expected_status }))).toEqual([
      false,
      true,
    ]);
    expect(
      ["4g_only", "4g_5g_preferred"].map((expected_mode) => is("assert_network_mode_preference", { expected_mode })),
    ).toEqual([false, true]);
    expect(
      ["sms", "storage"].map((permission) => is("assert_app_permission", { app_name: "messaging", permission })),
    ).toEqual([false, true]);
    expect(is("assert_app_permission", { app_name: "chess", permission: "sms" })).toBe(false);
    expect(is("assert_mobile_data_usage_exceeded", { expected_status: false })).toBe(true);
  });

  test("the carrier's books", () => {
    using environment = opened([
      ["assistant", "suspend_line_for_overdue_bill", { ...ann, new_bill_id: "B99", contract_ended: false }],
      hands,
    ]);
    const is = (name: string, args: Record<string, Json>) => holds(environment, "assistant", name, args);
    expect(
      ["Active", "Suspended"].map((expected_status) => is("assert_line_status", { ...ann, expected_status })),
    ).toEqual([false, true]);
    expect([true, false].map((expected_status) => is("assert_line_roaming", { ...ann, expected_status }))).toEqual([
      false,
      true,
    ]);
    const overdue = { customer_id: "C101", overdue_bill_id: "B99" };
    expect(is("assert_overdue_bill_exists", overdue)).toBe(true);
    expect(is("assert_overdue_bill_exists", { ...overdue, customer_id: "C102" })).toBe(false);
    expect(is("assert_overdue_bill_exists", { ...overdue, overdue_bill_id: "B12" })).toBe(false);
    const noOverdue = (overdue_bill_id: string) => is("assert_no_overdue_bill", { overdue_bill_id });
    expect(["B99", "B00", "B11"].map(noOverdue)).toEqual([false, true, true]);
    agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B99" });
    expect(noOverdue("B99")).toBe(false);
    press(environment, "make_payment");
    expect(noOverdue("B99")).toBe(true);
    agentCall(environment, "refuel_data", { ...ann, gb_amount: 2 });
    const refuelled = (expected_amount: number) => is("assert_data_refueling_amount", { ...ann, expected_amount });
    expect([2, 2.0000001, 1.95, 0].map(refuelled)).toEqual([true, true, false, false]);
  });
});
