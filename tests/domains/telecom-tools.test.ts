/** The carrier's thirteen tools: what they answer, refuse and book. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import type { BillDocument, CustomerDocument, LineDocument } from "../../domains/telecom/records.ts";
import { agentCall, carrier, opened } from "../support/telecom.ts";

const ann = { customer_id: "C101", line_id: "L11" };

test("there are thirteen", () => {
  expect(Object.keys(telecom.tools.assistant)).toHaveLength(13);
});

describe("finding customers", () => {
  test.each([
    ["555-900-101", "C101"],
    ["555-200-0013", "C101"],
    ["555-200-0021", "C102"],
  ])("by %s", (phone_number, customer_id) => {
    using environment = opened([]);
    expect(agentCall(environment, "get_customer_by_phone", { phone_number })).toMatchObject({ customer_id });
  });

  test("by name and birthday, whatever the case; none is no error", () => {
    using environment = opened([]);
    const found = agentCall<CustomerDocument[]>(environment, "get_customer_by_name", {
      full_name: "BO öst",
      dob: "1991-03-04",
    });
    expect(found.map(({ customer_id }) => customer_id)).toEqual(["C102"]);
    expect(agentCall(environment, "get_customer_by_name", { full_name: "Bo Öst", dob: "1991-03-05" })).toEqual([]);
  });

  test("gives the profile as the document has it", () => {
    using environment = opened([]);
    const [, bo] = carrier.customers as Json[];
    expect(agentCall(environment, "get_customer_by_id", { customer_id: "C102" })).toEqual(bo);
  });

  test("any record by its id", () => {
    using environment = opened([]);
    for (const [id, kind] of Object.entries({
      L13: "lines",
      D1: "devices",
      B12: "bills",
      C101: "customers",
      P2: "plans",
    })) {
      const all = carrier[kind] as Record<string, Json>[];
      expect(agentCall(environment, "get_details_by_id", { id })).toEqual(
        all.find((record) => Object.values(record)[0] === id),
      );
    }
  });
});

test.each<[string, Record<string, Json>, string]>([
  ["get_customer_by_phone", { phone_number: "1" }, "Customer with phone number 1 not found"],
  ["get_customer_by_id", { customer_id: "C9" }, "Customer with ID C9 not found"],
  ["get_details_by_id", { id: "L9" }, "Line with ID L9 not found"],
  ["get_details_by_id", { id: "D9" }, "Device with ID D9 not found"],
  ["get_details_by_id", { id: "B9" }, "Bill with ID B9 not found"],
  ["get_details_by_id", { id: "C9" }, "Customer with ID C9 not found"],
  ["get_details_by_id", { id: "P9" }, "Plan with ID P9 not found"],
  ["get_details_by_id", { id: "x9" }, "Unknown ID format or type: x9"],
  ["get_bills_for_customer", { customer_id: "C9" }, "Customer with ID C9 not found"],
  ["get_data_usage", { customer_id: "C9", line_id: "L11" }, "Customer with ID C9 not found"],
  ["get_data_usage", { customer_id: "C102", line_id: "L11" }, "Line L11 not found for customer C102"],
  ["suspend_line", { customer_id: "C101", line_id: "L13", reason: "lost" }, "Line must be active to suspend"],
  ["suspend_line", { customer_id: "C101", line_id: "L21", reason: "lost" }, "Line L21 not found for customer C101"],
  ["resume_line", ann, "Line must be suspended to resume"],
  ["send_payment_request", { customer_id: "C9", bill_id: "B12" }, "Customer with ID C9 not found"],
  ["send_payment_request", { customer_id: "C102", bill_id: "B12" }, "Bill B12 not found for customer C102"],
  ["send_payment_request", { customer_id: "C101", bill_id: "B11" }, "Bill B11 is already paid"],
  [
    "send_payment_request",
    { customer_id: "C101", bill_id: "B13" },
    "Bill B13 is a draft: it cannot be paid before it is issued",
  ],
  ["refuel_data", { ...ann, gb_amount: 0 }, "Refuel amount must be positive"],
  ["refuel_data", { ...ann, gb_amount: -1 }, "Refuel amount must be positive"],
  ["refuel_data", { ...ann, gb_amount: 1.7e308 }, "Refuel amount is too large"],
  ["refuel_data", { ...ann, line_id: "L9", gb_amount: -1 }, "Line L9 not found for customer C101"],
  ["enable_roaming", { customer_id: "C101", line_id: "L21" }, "Line L21 not found for customer C101"],
  ["disable_roaming", { customer_id: "C9", line_id: "L21" }, "Customer with ID C9 not found"],
])("%s %j: %s", (name, args, error) => {
  using environment = opened([]);
  expect(environment.call("assistant", name, args)).toEqual({ ok: false, error });
  expect(environment.changes()).toEqual([]);
});

describe("bills", () => {
  const ids = (bills: BillDocument[]) => bills.map(({ bill_id }) => bill_id);

  test.each([
    [undefined, ["B13", "B12", "B11"]],
    [2, ["B13", "B12"]],
    [0, []],
    [-1, ["B13", "B12"]],
  ])("the latest first, %s of them", (limit, expected) => {
    using environment = opened([]);
    const args = limit === undefined ? {} : { limit };
    expect(ids(agentCall(environment, "get_bills_for_customer", { customer_id: "C101", ...args }))).toEqual(expected);
  });

  test("one at a time awaits payment", () => {
    using environment = opened([
      ["assistant", "suspend_line_for_overdue_bill", { ...ann, new_bill_id: "B99", contract_ended: false }],
    ]);
    const sent = agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B99" });
    expect(sent).toBe("Payment request sent to the customer for bill B99");
    expect(agentCall(environment, "get_details_by_id", { id: "B99" })).toMatchObject({ status: "Awaiting Payment" });
    expect(environment.call("assistant", "send_payment_request", { customer_id: "C101", bill_id: "B12" })).toEqual({
      ok: false,
      error: "A bill is already awaiting payment for this customer",
    });
  });

  test("a tau2 world asks for paid ones and drafts too", () => {
    using environment = opened([], "tau2");
    agentCall(environment, "send_payment_request", { customer_id: "C101", bill_id: "B11" });
    expect(agentCall(environment, "get_details_by_id", { id: "B11" })).toMatchObject({ status: "Awaiting Payment" });
  });
});

describe("lines", () => {
  test("are suspended as of today, and resumed", () => {
    using environment = opened([]);
    const suspended = agentCall<{ message: string; line: LineDocument }>(environment, "suspend_line", {
      ...ann,
      reason: "lost",
    });
    expect(suspended.message).toBe("Line suspended successfully. $5/month holding fee will apply.");
    expect(suspended.line).toMatchObject({ status: "Suspended", suspension_start_date: "2025-02-25" });
    const resumed = agentCall<{ message: string; line: LineDocument }>(environment, "resume_line", ann);
    expect(resumed.message).toBe("Line resumed successfully");
    expect(resumed.line).toEqual({ ...suspended.line, status: "Active", suspension_start_date: null });
    expect(environment.changes()).toEqual([]);
  });

  test("that wait for their activation are resumed too, closed ones are not", () => {
    for (const [status, ok] of [
      ["Pending Activation", true],
      ["Closed", false],
    ] as const) {
      const lines = (carrier.lines as LineDocument[]).map((line) =>
        line.line_id === "L11" ? { ...line, status } : line,
      );
      using environment = opened([], "builtin", { agent: { lines } });
      expect(environment.call("assistant", "resume_line", ann).ok).toBe(ok);
    }
  });

  test("roam once they are let", () => {
    using environment = opened([]);
    const answers = ["enable_roaming", "enable_roaming", "disable_roaming", "disable_roaming"].map((name) =>
      agentCall(environment, name, ann),
    );
    expect(answers).toEqual([
      "Roaming enabled successfully",
      "Roaming was already enabled",
      "Roaming disabled successfully",
      "Roaming was already disabled",
    ]);
  });
});

describe("data", () => {
  test("usage is told in words, with the cycle's last day", () => {
    using environment = opened([["assistant", "set_data_usage", { ...ann, data_used_gb: 4.25 }]]);
    expect(agentCall(environment, "get_data_usage", ann)).toEqual({
      line_id: "L11",
      data_used_gb: "4.25",
      data_limit_gb: "5.0",
      data_refueling_gb: "0.0",
      cycle_end_date: "2025-02-28",
    });
  });

  test.each(["builtin", "tau2"] as const)("a bill's total stays a number: %s", (kind) => {
    using environment = opened([], kind);
    const refuel = (line_id: string, gb_amount: number) =>
      environment.call("assistant", "refuel_data", { customer_id: "C101", line_id, gb_amount });
    // Each amount can be charged, the two together can't.
    const most = kind === "tau2" ? 1e308 : 1e302;
    expect(refuel("L11", most)).toMatchObject({ ok: true });
    const before = environment.changes();
    expect(refuel("L13", most)).toEqual({ ok: false, error: "The total of bill B13 would be too large" });
    expect(environment.changes()).toEqual(before);
  });

  test("refuelling adds up and goes on the draft bill", () => {
    using environment = opened([]);
    expect(agentCall(environment, "refuel_data", { ...ann, gb_amount: 2 })).toEqual({
      message: "Successfully added 2.0 GB of data for line L11 for $3.00",
      new_data_refueling_gb: "2.0",
      charge: "3.0",
    });
    expect(agentCall(environment, "refuel_data", { customer_id: "C101", line_id: "L12", gb_amount: 0.5 })).toEqual({
      message: "Successfully added 0.5 GB of data for line L12 for $0.15",
      new_data_refueling_gb: "0.5",
      charge: "0.15",
    });
    expect(agentCall(environment, "get_details_by_id", { id: "B13" })).toMatchObject({
      total_due: 3.15,
      line_items: [
        { description: "Data refueling: 2.0 GB at $1.5/GB", amount: 3, date: "2025-02-25", item_type: "Charge" },
        { description: "Data refueling: 0.5 GB at $0.3/GB", amount: 0.15, date: "2025-02-25", item_type: "Charge" },
      ],
    });
  });

  test("a customer without a draft bill gets one for next month, of the same id each time", () => {
    const bo = { customer_id: "C102", line_id: "L21", gb_amount: 1 };
    for (let times = 0; times < 2; times++) {
      using environment = opened([]);
      agentCall(environment, "refuel_data", bo);
      agentCall(environment, "refuel_data", bo);
      const [bill] = agentCall<BillDocument[]>(environment, "get_bills_for_customer", { customer_id: "C102" });
      expect(bill).toMatchObject({
        bill_id: "B102202503",
        period_start: "2025-03-01",
        period_end: "2025-03-31",
        issue_date: "2025-03-01",
        due_date: "2025-03-15",
        status: "Draft",
        total_due: 3,
      });
      expect(bill?.line_items).toHaveLength(2);
      expect(agentCall(environment, "get_customer_by_id", { customer_id: "C102" })).toMatchObject({
        bill_ids: ["B21", "B102202503"],
      });
    }
  });

  test("is charged to the cent, and in any order alike; on a tau2 world as floating point has it", () => {
    const amounts = [0.1, 0.2, 1.111];
    const total = (kind: "builtin" | "tau2", order: number[]) => {
      using environment = opened([], kind);
      for (const gb_amount of order)
        agentCall(environment, "refuel_data", { customer_id: "C101", line_id: "L12", gb_amount });
      const line = agentCall<LineDocument>(environment, "get_details_by_id", { id: "L12" });
      const bill = agentCall<BillDocument>(environment, "get_details_by_id", { id: "B13" });
      return [line.data_refueling_gb, bill.total_due];
    };
    expect(total("builtin", amounts)).toEqual([1.411, 0.42]);
    expect(total("builtin", amounts.toReversed())).toEqual([1.411, 0.42]);
    expect(total("tau2", amounts)).toEqual([0.1 + 0.2 + 1.111, 0.1 * 0.3 + 0.2 * 0.3 + 1.111 * 0.3]);
  });
});

test("a transfer changes nothing", () => {
  using environment = opened([]);
  expect(agentCall(environment, "transfer_to_human_agents", { summary: "A locked SIM card." })).toBe(
    "Transfer successful",
  );
  expect(environment.changes()).toEqual([]);
});
