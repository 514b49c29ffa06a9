/** What the carrier does and what the phone notices, and environments of their own. */
import { describe, expect, test } from "vitest";
import type { Environment, Json } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { agentCall, carrier, carrierWorld, held, opened, press } from "../support/telecom.ts";

const ann = { customer_id: "C101", line_id: "L11" };
const hands = ["user", "set_user_info", { name: "Ann Lee", phone_number: "555-200-0011" }] as const;

function surroundings(environment: Environment): Record<string, Json> {
  return environment.state().user?.surroundings as Record<string, Json>;
}

describe("what the phone notices", () => {
  test("nothing, while it is on no line", () => {
    using environment = opened([]);
    agentCall(environment, "suspend_line", { ...ann, reason: "lost" });
    agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B12" });
    expect(surroundings(environment)).toMatchObject({ phone_number: null, line_active: true, payment_request: null });
  });

  test("its own line's state, not that of the customer's other lines", () => {
    using environment = opened([hands]);
    expect(surroundings(environment)).toMatchObject({ line_active: true, roaming_allowed: false });
    agentCall(environment, "enable_roaming", { ...ann, line_id: "L12" });
    agentCall(environment, "suspend_line", { ...ann, line_id: "L12", reason: "lost" });
    expect(surroundings(environment)).toMatchObject({ line_active: true, roaming_allowed: false });
    agentCall(environment, "enable_roaming", ann);
    agentCall(environment, "suspend_line", { ...ann, reason: "lost" });
    expect(surroundings(environment)).toMatchObject({ line_active: false, roaming_allowed: true });
  });

  test("a suspension, once it looks for the network; a resumption, once it is restarted", () => {
    using environment = held();
    agentCall(environment, "suspend_line", { ...ann, reason: "lost" });
    expect(press(environment, "check_status_bar")).toContain("Excellent");
    press(environment, "toggle_roaming");
    expect(press(environment, "check_status_bar")).toContain("No Signal");
    agentCall(environment, "resume_line", ann);
    expect(press(environment, "check_status_bar")).toContain("No Signal");
    press(environment, "reboot_device");
    expect(press(environment, "check_status_bar")).toContain("Excellent");
  });

  test.each([
    [4.99, false],
    [5, true],
    [6, true],
  ])("%d of 5 GB used: used up is %s", (data_used_gb, exceeded) => {
    using environment = opened([hands, ["assistant", "set_data_usage", { ...ann, data_used_gb }]]);
    expect(surroundings(environment).mobile_data_usage_exceeded).toBe(exceeded);
    agentCall(environment, "refuel_data", { ...ann, gb_amount: 1.5 });
    expect(surroundings(environment).mobile_data_usage_exceeded).toBe(false);
  });

  test("the bill that awaits payment, of whichever line, and the next one after it", () => {
    using environment = held();
    agentCall(environment, "send_payment_request", { customer_id: "C102", bill_id: "B21" });
    expect(surroundings(environment).payment_request).toBeNull();
    agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B12" });
    const request = { bill_id: "B12", amount_due: 100.5, paid: false };
    expect(surroundings(environment).payment_request).toEqual(request);
    press(environment, "make_payment");
    expect(surroundings(environment).payment_request).toBeNull();
  });

  test("no other bill, while one is asked for", () => {
    const bills = (carrier.bills as Record<string, Json>[]).map((bill) =>
      bill.customer_id === "C101" ? { ...bill, status: "Awaiting Payment" } : bill,
    );
    const asked = { bill_id: "B12", amount_due: 100.5, paid: false };
    using environment = opened([hands], "builtin", {
      agent: { bills },
      user: { surroundings: { payment_request: asked } },
    });
    expect(surroundings(environment).payment_request).toEqual(asked);
    press(environment, "make_payment");
    expect(surroundings(environment).payment_request).toMatchObject({ bill_id: "B11" });
  });

  test("reading writes nothing, so that what is settled stays as it is", () => {
    using environment = held();
    const reads = Object.entries(telecom.tools.user).filter(([, { effect }]) => effect === "read");
    for (const [name, { input }] of reads)
      press(environment, name, "app_name" in input.shape ? { app_name: "browser" } : {});
    expect(environment.changes()).toEqual([]);
  });
});

test("a phone on a line that the carrier does not have makes no start", () => {
  const stranger = ["user", "set_user_info", { name: "Cy", phone_number: "555-000-0000" }] as const;
  expect(() => opened([stranger])).toThrow("Line with phone number 555-000-0000 not found");
});

describe("environments of their own", () => {
  test("a slow VPN in one is not in the next, nor in one that was open all along", () => {
    for (const kind of ["builtin", "tau2"] as const) {
      const world = carrierWorld(kind);
      using other = world.open();
      using slow = world.open({
        task: { initial_state: { actions: [{ requestor: "user", name: "break_vpn", arguments: {} }] } } as never,
      });
      expect(press(slow, "check_vpn_status")).toContain("poor");
      press(slow, "disconnect_vpn");
      press(slow, "connect_vpn");
      expect(press(slow, "check_vpn_status")).toContain("excellent");
      press(other, "connect_vpn");
      expect(press(other, "check_vpn_status")).toContain("excellent");
    }
  });

  test("a reset goes back to the faults, not before them", () => {
    using environment = held(["unseat_sim_card"]);
    const start = environment.state();
    expect(environment.changes()).toEqual([]);
    press(environment, "reseat_sim_card");
    agentCall(environment, "refuel_data", { ...ann, gb_amount: 1 });
    expect(environment.state()).not.toEqual(start);
    environment.reset();
    expect(environment.state()).toEqual(start);
  });
});

test("a VPN needs a connection, unless the world is tau2's", () => {
  const offline = [hands, ["user", "turn_airplane_mode_on"]] as const;
  using builtin = opened([...offline]);
  expect(press(builtin, "connect_vpn")).toBe(
    "VPN could not connect: there is no internet connection.\nStatus Bar: ✈️ Airplane Mode | 🔋 80%",
  );
  expect(builtin.changes()).toEqual([]);
  using tau2 = opened([...offline], "tau2");
  expect(press(tau2, "connect_vpn")).toBe(
    "VPN connected successfully.\nStatus Bar: ✈️ Airplane Mode | 🔒 VPN Connected | 🔋 80%",
  );
});
