/** The two documents, whole and broken. */
import { describe, expect, test } from "vitest";
import { createImage, openDatabase } from "../../domains/database.ts";
import type { Json, JsonObject } from "../../domains/index.ts";
import { CarrierDocument, readDocument, writeDocument } from "../../domains/telecom/document.ts";
import * as schema from "../../domains/telecom/schema.ts";
import {
  blankUserDocument,
  readUserDocument,
  UserDocument,
  writeUserDocument,
} from "../../domains/telecom/user-document.ts";
import { carrier, opened } from "../support/telecom.ts";

type Records = Record<string, Json>[];

function written(document: JsonObject): JsonObject {
  return readDocument(openDatabase(createImage(schema, (db) => writeDocument(db, document))));
}

test("the carrier's comes back as it was written", () => {
  expect(written(carrier)).toEqual(carrier);
});

test("the phone's comes back as it was written, with every field in use", () => {
  const document = UserDocument.parse({
    device: {
      sim_card_status: "locked_puk",
      sim_card_missing: true,
      battery_level: 1,
      active_apn_settings: {
        apn_name: "broken",
        reset_at_reboot: true,
        mmsc_url: null,
        mms_proxy: "10.0.0.1",
        mms_port: 80,
      },
      wifi_enabled: true,
      wifi_connected: true,
      wifi_ssid: "Cafe",
      wifi_signal_strength: "fair",
      vpn_connected: true,
      vpn_details: { server_address: null, protocol: "WireGuard", server_performance: "unknown" },
      app_statuses: { chess: { app_name: "chess", permissions: { network: true } } },
    },
    surroundings: {
      name: "Ann Lee",
      phone_number: "555-200-0011",
      is_abroad: true,
      signal_strength: { "3G": "good" },
      payment_request: { bill_id: "B12", amount_due: 0.5, paid: false },
    },
  }) as JsonObject;
  const image = createImage(schema, (db) => writeUserDocument(db, document));
  expect(readUserDocument(openDatabase(image))).toEqual(document);
});

test("a phone in order works, and belongs to nobody", () => {
  const { device, surroundings } = blankUserDocument() as Record<string, JsonObject>;
  expect(device).toMatchObject({
    sim_card_status: "active",
    network_connection_status: "connected",
    vpn_details: null,
  });
  expect(surroundings).toMatchObject({ name: null, phone_number: null, payment_request: null });
});

describe("what does not fit together is refused", () => {
  const records = (kind: string) => carrier[kind] as Records;
  const withChange = (kind: string, id: string, change: JsonObject) => ({
    ...carrier,
    [kind]: records(kind).map((record) => (Object.values(record)[0] === id ? { ...record, ...change } : record)),
  });

  test.each<[string, JsonObject, string]>([
    ["a line without a customer", withChange("customers", "C102", { line_ids: [] }), "line L21 is no customer's"],
    [
      "a line with two",
      withChange("customers", "C102", { line_ids: ["L11", "L21"] }),
      "line L11 is listed by two customers",
    ],
    [
      "a line that is not there",
      withChange("customers", "C102", { line_ids: ["L21", "L99"] }),
      "lists line L99, which does not exist",
    ],
    [
      "lines out of order",
      withChange("customers", "C101", { line_ids: ["L12", "L11", "L13"] }),
      "lists line L11 out of order",
    ],
    [
      "a bill of another",
      withChange("bills", "B21", { customer_id: "C101" }),
      "bill B21 is C101's, who does not list it",
    ],
    ["a bill without a customer", withChange("customers", "C102", { bill_ids: [] }), "bill B21 is no customer's"],
    ["a line on no plan", withChange("lines", "L21", { plan_id: "P9" }), "FOREIGN KEY"],
    ["two lines of one number", withChange("lines", "L21", { phone_number: "555-200-0011" }), "UNIQUE"],
  ])("%s", (_, document, message) => {
    let error: Error | undefined;
    try {
      written(document);
    } catch (caught) {
      error = ((caught as Error).cause ?? caught) as Error;
    }
    expect(error?.message).toContain(message);
  });

  test("a status that there is not", () => {
    expect(CarrierDocument.safeParse(withChange("lines", "L21", { status: "Asleep" })).success).toBe(false);
    expect(UserDocument.safeParse({ device: { sim_card_status: "bent" } }).success).toBe(false);
  });
});

test("an initial state may change both documents", () => {
  const data = {
    agent: { lines: (carrier.lines as Records).map((line) => ({ ...line, data_used_gb: 4.5 })) },
    user: { device: { battery_level: 11, active_apn_settings: { mmsc_url: null } } },
  };
  using environment = opened([], "builtin", data);
  const { agent, user } = environment.state();
  expect((agent.lines as Records).map(({ data_used_gb }) => data_used_gb)).toEqual([4.5, 4.5, 4.5, 4.5]);
  expect(agent.customers).toEqual(carrier.customers);
  expect(user?.device).toMatchObject({
    battery_level: 11,
    active_apn_settings: { apn_name: "internet", mms_apn: "mms", mmsc_url: null },
  });
});
