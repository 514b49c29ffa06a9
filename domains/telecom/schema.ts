/**
 * One database of two sides: the carrier's tables, and the tables of the phone that the user holds. Money is in dollars,
 * data in gigabytes, dates are ISO 8601; `position` columns keep the order of tau2-bench's lists.
 */
import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const accountStatuses = ["Active", "Suspended", "Pending Verification", "Closed"] as const;
export const methodTypes = ["Credit Card", "Debit Card", "PayPal"] as const;
export const lineStatuses = ["Active", "Suspended", "Pending Activation", "Closed"] as const;
export const billStatuses = ["Draft", "Issued", "Awaiting Payment", "Paid", "Overdue", "Disputed"] as const;
export const deviceTypes = ["phone", "tablet", "router", "watch", "other"] as const;

export const simStatuses = ["active", "missing", "locked_pin", "locked_puk"] as const;
export const technologies = ["none", "2G", "3G", "4G", "5G"] as const;
export const signals = ["none", "poor", "fair", "good", "excellent"] as const;
export const connections = ["connected", "searching", "no_service", "emergency_only"] as const;
export const modePreferences = ["4g_5g_preferred", "4g_only", "3g_only", "2g_only"] as const;
export const apnNames = ["internet", "broken"] as const;
/** How well a VPN's server performs. */
export const performances = ["unknown", "poor", "fair", "good", "excellent"] as const;

const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));
const flag = () => integer({ mode: "boolean" });

export const plans = sqliteTable("plans", {
  plan_id: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
  data_limit_gb: real().notNull(),
  price_per_month: real().notNull(),
  data_refueling_price_per_gb: real().notNull(),
});

export const customers = sqliteTable(
  "customers",
  {
    customer_id: text().primaryKey(),
    position: integer().notNull(),
    full_name: text().notNull(),
    date_of_birth: text().notNull(),
    email: text().notNull(),
    /** How to reach the customer; often, not always, one of their lines. */
    phone_number: text().notNull(),
    street: text().notNull(),
    city: text().notNull(),
    state: text().notNull(),
    zip_code: text().notNull(),
    account_status: text({ enum: accountStatuses }).notNull(),
    created_at: text().notNull(),
    last_extension_date: text(),
    goodwill_credit_used_this_year: real().notNull(),
  },
  (table) => [
    check("customers_account_status", sql`${table.account_status} in (${quoted(accountStatuses)})`),
    index("customers_by_phone").on(table.phone_number),
    index("customers_by_birth").on(table.date_of_birth),
  ],
);

export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    customer_id: text()
      .notNull()
      .references(() => customers.customer_id),
    position: integer().notNull(),
    method_type: text({ enum: methodTypes }).notNull(),
    account_number_last_4: text().notNull(),
    /** MM/YYYY */
    expiration_date: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.customer_id, table.position] }),
    check("payment_methods_type", sql`${table.method_type} in (${quoted(methodTypes)})`),
  ],
);

export const devices = sqliteTable(
  "devices",
  {
    device_id: text().primaryKey(),
    position: integer().notNull(),
    device_type: text({ enum: deviceTypes }).notNull(),
    model: text().notNull(),
    imei: text(),
    is_esim_capable: flag().notNull(),
    activated: flag().notNull(),
    activation_date: text(),
    last_esim_transfer_date: text(),
  },
  (table) => [check("devices_type", sql`${table.device_type} in (${quoted(deviceTypes)})`)],
);

export const lines = sqliteTable(
  "lines",
  {
    line_id: text().primaryKey(),
    customer_id: text()
      .notNull()
      .references(() => customers.customer_id),
    /** Place among all lines, and so among the customer's. */
    position: integer().notNull(),
    phone_number: text().notNull().unique(),
    status: text({ enum: lineStatuses }).notNull(),
    plan_id: text()
      .notNull()
      .references(() => plans.plan_id),
    device_id: text().references(() => devices.device_id),
    data_used_gb: real().notNull(),
    data_refueling_gb: real().notNull(),
    roaming_enabled: flag().notNull(),
    contract_end_date: text(),
    last_plan_change_date: text(),
    last_sim_replacement_date: text(),
    suspension_start_date: text(),
  },
  (table) => [
    check("lines_status", sql`${table.status} in (${quoted(lineStatuses)})`),
    index("lines_of_customer").on(table.customer_id, table.position),
  ],
);

export const bills = sqliteTable(
  "bills",
  {
    bill_id: text().primaryKey(),
    customer_id: text()
      .notNull()
      .references(() => customers.customer_id),
    /** Place among all bills, and so among the customer's. */
    position: integer().notNull(),
    period_start: text().notNull(),
    period_end: text().notNull(),
    issue_date: text().notNull(),
    total_due: real().notNull(),
    due_date: text().notNull(),
    status: text({ enum: billStatuses }).notNull(),
  },
  (table) => [
    check("bills_status", sql`${table.status} in (${quoted(billStatuses)})`),
    index("bills_of_customer").on(table.customer_id, table.position),
  ],
);

export const billItems = sqliteTable(
  "bill_items",
  {
    bill_id: text()
      .notNull()
      .references(() => bills.bill_id),
    position: integer().notNull(),
    description: text().notNull(),
    amount: real().notNull(),
    date: text().notNull(),
    /** Free text: "Plan Charge", "Overage", "Fee", "Charge", "Credit". */
    item_type: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.bill_id, table.position] })],
);

/** The phone in the user's hand: one row. */
export const phone = sqliteTable(
  "phone",
  {
    id: integer().primaryKey(),
    sim_card_status: text({ enum: simStatuses }).notNull(),
    /** The card is out of its slot; its status is what it would be inside. */
    sim_card_missing: flag().notNull(),
    airplane_mode: flag().notNull(),
    network_signal_strength: text({ enum: signals }).notNull(),
    network_technology_connected: text({ enum: technologies }).notNull(),
    network_connection_status: text({ enum: connections }).notNull(),
    /** Per cent. */
    battery_level: integer().notNull(),
    data_enabled: flag().notNull(),
    roaming_enabled: flag().notNull(),
    network_mode_preference: text({ enum: modePreferences }).notNull(),
    apn_name: text({ enum: apnNames }).notNull(),
    apn_reset_at_reboot: flag().notNull(),
    mms_apn: text(),
    mmsc_url: text(),
    mms_proxy: text(),
    mms_port: integer(),
    wifi_enabled: flag().notNull(),
    wifi_connected: flag().notNull(),
    wifi_ssid: text(),
    wifi_signal_strength: text({ enum: signals }).notNull(),
    wifi_calling_enabled: flag().notNull(),
    wifi_calling_mms_over_wifi: flag().notNull(),
    data_saver_mode: flag().notNull(),
    vpn_enabled_setting: flag().notNull(),
    vpn_connected: flag().notNull(),
    vpn_server_address: text(),
    vpn_protocol: text(),
    /** Null: there are no details of the VPN at all. */
    vpn_server_performance: text({ enum: performances }),
  },
  (table) => [
    check("phone_is_one", sql`${table.id} = 1`),
    check("phone_sim", sql`${table.sim_card_status} in (${quoted(simStatuses)})`),
    check("phone_signal", sql`${table.network_signal_strength} in (${quoted(signals)})`),
    check("phone_technology", sql`${table.network_technology_connected} in (${quoted(technologies)})`),
    check("phone_connection", sql`${table.network_connection_status} in (${quoted(connections)})`),
    check("phone_preference", sql`${table.network_mode_preference} in (${quoted(modePreferences)})`),
    check("phone_apn", sql`${table.apn_name} in (${quoted(apnNames)})`),
  ],
);

export const apps = sqliteTable("apps", {
  app_name: text().primaryKey(),
  position: integer().notNull(),
  sms: flag().notNull(),
  storage: flag().notNull(),
  phone: flag().notNull(),
  network: flag().notNull(),
});

/** Who holds the phone and where, what the networks around give, and what the carrier lets it do: one row. */
export const surroundings = sqliteTable(
  "surroundings",
  {
    id: integer().primaryKey(),
    name: text(),
    /** The line that the phone is on; null: it is on none, and the carrier does not reach it. */
    phone_number: text(),
    is_abroad: flag().notNull(),
    roaming_allowed: flag().notNull(),
    /** Null: there is no such network here. */
    signal_2g: text({ enum: signals }),
    signal_3g: text({ enum: signals }),
    signal_4g: text({ enum: signals }),
    signal_5g: text({ enum: signals }),
    mobile_data_usage_exceeded: flag().notNull(),
    line_active: flag().notNull(),
    /** The three are null together: no payment is asked for. */
    payment_bill_id: text(),
    payment_amount_due: real(),
    payment_paid: flag(),
  },
  (table) => [check("surroundings_are_one", sql`${table.id} = 1`)],
);
