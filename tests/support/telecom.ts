/** A small carrier of our own, and environments of it: one customer with three lines, one with one and no draft bill. */
import { createImage } from "../../domains/database.ts";
import type { Environment } from "../../domains/environment.ts";
import type { Json, JsonObject } from "../../domains/json.ts";
import type { Call, Task } from "../../domains/task.ts";
import { CarrierDocument, writeDocument } from "../../domains/telecom/document.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { blankUserDocument, writeUserDocument } from "../../domains/telecom/user-document.ts";
import type { Requestor, WorldKind } from "../../domains/tool.ts";
import { World } from "../../domains/world.ts";

const line = (line_id: string, phone_number: string, more: JsonObject = {}) => ({
  line_id,
  phone_number,
  status: "Active",
  plan_id: "P1",
  device_id: null,
  data_used_gb: 2,
  ...more,
});
const bill = (bill_id: string, customer_id: string, month: string, status: string, amount: number) => ({
  bill_id,
  customer_id,
  period_start: `2025-${month}-01`,
  period_end: `2025-${month}-28`,
  issue_date: `2025-${month}-03`,
  total_due: amount,
  due_date: `2025-${month}-17`,
  status,
  line_items: amount === 0 ? [] : [{ description: "Plan", amount, date: `2025-${month}-03`, item_type: "Plan Charge" }],
});
const customer = (customer_id: string, full_name: string, line_ids: string[], bill_ids: string[]) => ({
  customer_id,
  full_name,
  date_of_birth: "1991-03-04",
  email: `${customer_id}@example.com`,
  phone_number: `555-900-${customer_id.slice(1)}`,
  address: { street: "1 Elm St", city: "Salem", state: "OR", zip_code: "97301" },
  account_status: "Active",
  payment_methods: [{ method_type: "PayPal", account_number_last_4: "0042", expiration_date: "12/2027" }],
  line_ids,
  bill_ids,
  created_at: "2024-01-02T03:04:05",
});

export const carrier = CarrierDocument.parse({
  plans: [
    { plan_id: "P1", name: "Small", data_limit_gb: 5, price_per_month: 20, data_refueling_price_per_gb: 1.5 },
    { plan_id: "P2", name: "Large", data_limit_gb: 50, price_per_month: 60.5, data_refueling_price_per_gb: 0.3 },
  ],
  customers: [
    customer("C101", "Ann Lee", ["L11", "L12", "L13"], ["B11", "B12", "B13"]),
    customer("C102", "Bo Öst", ["L21"], ["B21"]),
  ],
  lines: [
    line("L11", "555-200-0011", { device_id: "D1" }),
    line("L12", "555-200-0012", { plan_id: "P2", roaming_enabled: true, contract_end_date: "2026-01-31" }),
    line("L21", "555-200-0021"),
    line("L13", "555-200-0013", { status: "Suspended", suspension_start_date: "2025-02-01" }),
  ],
  bills: [
    bill("B11", "C101", "01", "Paid", 100.5),
    bill("B21", "C102", "02", "Issued", 20),
    bill("B12", "C101", "02", "Issued", 100.5),
    bill("B13", "C101", "03", "Draft", 0),
  ],
  devices: [{ device_id: "D1", device_type: "phone", model: "Model A", is_esim_capable: true, activated: true }],
}) as JsonObject;

export function carrierWorld(kind: WorldKind = "builtin"): World {
  const image = createImage(telecom.schema, (db) => {
    writeDocument(db, carrier);
    writeUserDocument(db, blankUserDocument());
  });
  return new World({ domain: telecom, kind, seed: 0, image, loadTasks: () => [], readPolicy: () => "" });
}

const worlds = { builtin: carrierWorld("builtin"), tau2: carrierWorld("tau2") };

type Action = readonly [requestor: Requestor, name: string, args?: Record<string, Json>];

/** An environment after some setups or tools. */
export function opened(
  actions: readonly Action[],
  kind: WorldKind = "builtin",
  data?: { agent?: JsonObject; user?: JsonObject },
): Environment {
  const calls: Call[] = actions.map(([requestor, name, args = {}]) => ({ requestor, name, arguments: args }));
  return worlds[kind].open({ task: { initial_state: { actions: calls, ...(data && { data }) } } as Task });
}

/** The phone of Ann Lee's first line, after some faults of the phone. */
export function held(...faults: readonly (readonly [name: string, args?: Record<string, Json>])[]): Environment {
  const user = ["user", "set_user_info", { name: "Ann Lee", phone_number: "555-200-0011" }] as const;
  const search = ["user", "simulate_network_search"] as const;
  return opened([user, search, ...faults.map(([name, args]): Action => ["user", name, args ?? {}])]);
}

export function agentCall<Value = Json>(
  environment: Environment,
  name: string,
  args: Record<string, Json> = {},
): Value {
  return answer(environment, "assistant", name, args) as Value;
}

/** A call of the phone's, which answers in words. */
export function press(environment: Environment, name: string, args: Record<string, Json> = {}): string {
  return answer(environment, "user", name, args) as string;
}

function answer(environment: Environment, requestor: Requestor, name: string, args: Record<string, Json>): Json {
  const result = environment.call(requestor, name, args);
  if (!result.ok) throw new Error(`${name}: ${result.error}`);
  return result.value;
}
