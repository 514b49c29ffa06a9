/** The shop's tables. Money is in dollars; `position` columns keep the order of tau2-bench's lists. */
import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export type Options = Record<string, string>;

export const orderStatuses = [
  "pending",
  "pending (item modified)",
  "processed",
  "delivered",
  "cancelled",
  "exchange requested",
  "return requested",
] as const;

export const cancelReasons = ["no longer needed", "ordered by mistake"] as const;

const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

const address = () => ({
  address1: text().notNull(),
  address2: text().notNull(),
  city: text().notNull(),
  country: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
});

export const users = sqliteTable(
  "users",
  {
    user_id: text().primaryKey(),
    position: integer().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    ...address(),
    email: text().notNull(),
  },
  (table) => [index("users_by_email").on(sql`lower(${table.email})`), index("users_by_zip").on(table.zip)],
);

export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    payment_method_id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.user_id),
    position: integer().notNull(),
    source: text({ enum: ["credit_card", "gift_card", "paypal"] }).notNull(),
    brand: text(),
    last_four: text(),
    balance: real(),
  },
  (table) => [
    check("payment_methods_source", sql`${table.source} in ('credit_card', 'gift_card', 'paypal')`),
    check("payment_methods_card", sql`(${table.source} = 'credit_card') = (${table.last_four} is not null)`),
    check("payment_methods_balance", sql`(${table.source} = 'gift_card') = (${table.balance} is not null)`),
    index("payment_methods_of_user").on(table.user_id, table.position),
  ],
);

export const products = sqliteTable("products", {
  product_id: text().primaryKey(),
  position: integer().notNull(),
  name: text().notNull(),
});

export const variants = sqliteTable(
  "variants",
  {
    item_id: text().primaryKey(),
    product_id: text()
      .notNull()
      .references(() => products.product_id),
    position: integer().notNull(),
    options: text({ mode: "json" }).$type<Options>().notNull(),
    available: integer({ mode: "boolean" }).notNull(),
    price: real().notNull(),
  },
  (table) => [
    check("variants_price", sql`${table.price} > 0`),
    index("variants_of_product").on(table.product_id, table.position),
  ],
);

export const orders = sqliteTable(
  "orders",
  {
    order_id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.user_id),
    /** Place among the user's orders. */
    position: integer().notNull(),
    ...address(),
    status: text({ enum: orderStatuses }).notNull(),
    cancel_reason: text({ enum: cancelReasons }),
    exchange_items: text({ mode: "json" }).$type<string[]>(),
    exchange_new_items: text({ mode: "json" }).$type<string[]>(),
    exchange_payment_method_id: text().references(() => paymentMethods.payment_method_id),
    exchange_price_difference: real(),
    return_items: text({ mode: "json" }).$type<string[]>(),
    return_payment_method_id: text().references(() => paymentMethods.payment_method_id),
  },
  (table) => [
    check("orders_status", sql`${table.status} in (${quoted(orderStatuses)})`),
    check("orders_cancel_reason", sql`${table.cancel_reason} in (${quoted(cancelReasons)})`),
    index("orders_of_user").on(table.user_id, table.position),
  ],
);

export const orderItems = sqliteTable(
  "order_items",
  {
    order_id: text()
      .notNull()
      .references(() => orders.order_id),
    position: integer().notNull(),
    item_id: text()
      .notNull()
      .references(() => variants.item_id),
    product_id: text()
      .notNull()
      .references(() => products.product_id),
    name: text().notNull(),
    price: real().notNull(),
    options: text({ mode: "json" }).$type<Options>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.order_id, table.position] })],
);

export const payments = sqliteTable(
  "payments",
  {
    order_id: text()
      .notNull()
      .references(() => orders.order_id),
    position: integer().notNull(),
    transaction_type: text({ enum: ["payment", "refund"] }).notNull(),
    amount: real().notNull(),
    payment_method_id: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.order_id, table.position] }),
    foreignKey({ columns: [table.payment_method_id], foreignColumns: [paymentMethods.payment_method_id] }),
    check("payments_type", sql`${table.transaction_type} in ('payment', 'refund')`),
  ],
);

export const fulfilments = sqliteTable(
  "fulfilments",
  {
    order_id: text()
      .notNull()
      .references(() => orders.order_id),
    position: integer().notNull(),
    tracking_ids: text({ mode: "json" }).$type<string[]>().notNull(),
    item_ids: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.order_id, table.position] })],
);
