/** The phone's rows <-> the nested document of tau2-bench's telecom `user_db.toml`: the device, and its surroundings. */
import { z } from "zod";
import type { DomainDatabase } from "../database.ts";
import type { JsonObject } from "../json.ts";
import { type App, type Phone, readApps, readPhone, readSurroundings, type Surroundings } from "./phone/state.ts";
import { defaultApn } from "./phone/switches.ts";
import * as tables from "./schema.ts";

const optional = z.string().nullable().default(null);
const off = z.boolean().default(false);
const signal = z.enum(tables.signals);

/** The carrier's access point; each field that is left out is the carrier's own. */
export const ApnSettings = z.strictObject({
  apn_name: z.enum(tables.apnNames).default(defaultApn.apn_name),
  reset_at_reboot: z.boolean().default(defaultApn.apn_reset_at_reboot),
  mms_apn: z.string().nullable().default(defaultApn.mms_apn),
  mmsc_url: z.string().nullable().default(defaultApn.mmsc_url),
  mms_proxy: z.string().nullable().default(defaultApn.mms_proxy),
  mms_port: z.int().nullable().default(defaultApn.mms_port),
});

export const permissions = ["sms", "storage", "phone", "network"] as const;
export type Permission = (typeof permissions)[number];

const Permissions = z.object({ sms: off, storage: off, phone: off, network: off });

const Vpn = z.object({
  server_address: optional,
  protocol: optional,
  server_performance: z.enum(tables.performances).default("unknown"),
});

const Device = z.object({
  sim_card_status: z.enum(tables.simStatuses).default("active"),
  sim_card_missing: off,
  airplane_mode: off,
  network_signal_strength: signal.default("good"),
  network_technology_connected: z.enum(tables.technologies).default("5G"),
  network_connection_status: z.enum(tables.connections).default("connected"),
  battery_level: z.int().min(0).max(100).default(80),
  data_enabled: z.boolean().default(true),
  roaming_enabled: off,
  network_mode_preference: z.enum(tables.modePreferences).default("4g_5g_preferred"),
  active_apn_settings: ApnSettings.prefault({}),
  wifi_enabled: off,
  wifi_connected: off,
  wifi_ssid: optional,
  wifi_signal_strength: signal.default("none"),
  wifi_calling_enabled: off,
  wifi_calling_mms_over_wifi: off,
  data_saver_mode: off,
  vpn_enabled_setting: off,
  vpn_connected: off,
  vpn_details: Vpn.nullable().default(null),
  app_statuses: z.record(z.string(), z.object({ app_name: z.string(), permissions: Permissions })).default({
    messaging: { app_name: "messaging", permissions: { sms: true, storage: true, phone: true, network: false } },
    browser: { app_name: "browser", permissions: { sms: false, storage: true, phone: false, network: true } },
  }),
});

const SurroundingsShape = z.object({
  name: optional,
  phone_number: optional,
  is_abroad: off,
  roaming_allowed: off,
  signal_strength: z
    .partialRecord(z.enum(["2G", "3G", "4G", "5G"]), signal)
    .default({ "2G": "poor", "3G": "fair", "4G": "good", "5G": "excellent" }),
  mobile_data_usage_exceeded: off,
  line_active: z.boolean().default(true),
  payment_request: z.object({ bill_id: z.string(), amount_due: z.number(), paid: off }).nullable().default(null),
});

export const UserDocument = z.object({ device: Device.prefault({}), surroundings: SurroundingsShape.prefault({}) });

/** A phone in good order, on no line and in nobody's hands. */
export function blankUserDocument(): JsonObject {
  return UserDocument.parse({}) as JsonObject;
}

export function readUserDocument(db: DomainDatabase): JsonObject {
  return {
    device: deviceOf(readPhone(db), readApps(db)),
    surroundings: surroundingsOf(readSurroundings(db)),
  } as JsonObject;
}

function deviceOf(phone: Phone, apps: readonly App[]): z.output<typeof Device> {
  const { apn_name, apn_reset_at_reboot, mms_apn, mmsc_url, mms_proxy, mms_port, ...fields } = phone;
  const { vpn_server_address, vpn_protocol, vpn_server_performance, ...device } = fields;
  return {
    ...device,
    active_apn_settings: { apn_name, reset_at_reboot: apn_reset_at_reboot, mms_apn, mmsc_url, mms_proxy, mms_port },
    vpn_details: vpn_server_performance && {
      server_address: vpn_server_address,
      protocol: vpn_protocol,
      server_performance: vpn_server_performance,
    },
    app_statuses: Object.fromEntries(
      apps.map(({ app_name, position: _, ...permissions }) => [app_name, { app_name, permissions }]),
    ),
  };
}

function surroundingsOf(around: Surroundings): z.output<typeof SurroundingsShape> {
  const { signal_2g, signal_3g, signal_4g, signal_5g, payment_bill_id, payment_amount_due, payment_paid, ...rest } =
    around;
  const signals = { "2G": signal_2g, "3G": signal_3g, "4G": signal_4g, "5G": signal_5g };
  return {
    ...rest,
    signal_strength: Object.fromEntries(Object.entries(signals).filter(([, strength]) => strength !== null)),
    payment_request:
      payment_bill_id === null
        ? null
        : { bill_id: payment_bill_id, amount_due: payment_amount_due ?? 0, paid: payment_paid ?? false },
  };
}

/** Fills the phone's empty tables. */
export function writeUserDocument(db: DomainDatabase, json: JsonObject): void {
  const { device, surroundings } = json as unknown as z.output<typeof UserDocument>;
  const { active_apn_settings, vpn_details, app_statuses, ...fields } = device;
  const { reset_at_reboot, ...apn } = active_apn_settings;
  db.insert(tables.phone)
    .values({
      id: 1,
      ...fields,
      ...apn,
      apn_reset_at_reboot: reset_at_reboot,
      vpn_server_address: vpn_details?.server_address ?? null,
      vpn_protocol: vpn_details?.protocol ?? null,
      vpn_server_performance: vpn_details?.server_performance ?? null,
    })
    .run();
  for (const [position, [app_name, { permissions }]] of Object.entries(app_statuses).entries()) {
    db.insert(tables.apps)
      .values({ app_name, position, ...permissions })
      .run();
  }
  const { signal_strength, payment_request, ...place } = surroundings;
  db.insert(tables.surroundings)
    .values({
      id: 1,
      ...place,
      signal_2g: signal_strength["2G"] ?? null,
      signal_3g: signal_strength["3G"] ?? null,
      signal_4g: signal_strength["4G"] ?? null,
      signal_5g: signal_strength["5G"] ?? null,
      payment_bill_id: payment_request?.bill_id ?? null,
      payment_amount_due: payment_request?.amount_due ?? null,
      payment_paid: payment_request?.paid ?? null,
    })
    .run();
}
