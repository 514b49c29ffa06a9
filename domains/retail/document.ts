/** Rows <-> the nested document of tau2-bench's retail `db.json`. Tools return parts of the same document. */
import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../database.ts";
import type { JsonObject } from "../json.ts";
import * as tables from "./schema.ts";

const Address = z.object({
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  country: z.string(),
  state: z.string(),
  zip: z.string(),
});
type Address = z.output<typeof Address>;

export const Variant = z.object({
  item_id: z.string(),
  options: z.record(z.string(), z.string()),
  available: z.boolean(),
  price: z.number(),
});

export const Product = z.object({
  name: z.string(),
  product_id: z.string(),
  variants: z.record(z.string(), Variant),
});

const PaymentMethod = z.union([
  z.object({ source: z.literal("credit_card"), id: z.string(), brand: z.string(), last_four: z.string() }),
  z.object({ source: z.literal("gift_card"), id: z.string(), balance: z.number() }),
  z.object({ source: z.literal("paypal"), id: z.string() }),
]);

export const User = z.object({
  user_id: z.string(),
  name: z.object({ first_name: z.string(), last_name: z.string() }),
  address: Address,
  email: z.string(),
  payment_methods: z.record(z.string(), PaymentMethod),
  orders: z.array(z.string()),
});

export const Order = z.object({
  order_id: z.string(),
  user_id: z.string(),
  address: Address,
  items: z.array(
    z.object({
      name: z.string(),
      product_id: z.string(),
      item_id: z.string(),
      price: z.number(),
      options: z.record(z.string(), z.string()),
    }),
  ),
  status: z.enum(tables.orderStatuses),
  fulfillments: z.array(z.object({ tracking_id: z.array(z.string()), item_ids: z.array(z.string()) })),
  payment_history: z.array(
    z.object({
      transaction_type: z.enum(["payment", "refund"]),
      amount: z.number(),
      payment_method_id: z.string(),
    }),
  ),
  cancel_reason: z.enum(tables.cancelReasons).nullable().default(null),
  exchange_items: z.array(z.string()).nullable().default(null),
  exchange_new_items: z.array(z.string()).nullable().default(null),
  exchange_payment_method_id: z.string().nullable().default(null),
  exchange_price_difference: z.number().nullable().default(null),
  return_items: z.array(z.string()).nullable().default(null),
  return_payment_method_id: z.string().nullable().default(null),
});

export const RetailDocument = z.object({
  products: z.record(z.string(), Product),
  users: z.record(z.string(), User),
  orders: z.record(z.string(), Order),
});

export type VariantDocument = z.output<typeof Variant>;
export type ProductDocument = z.output<typeof Product>;
export type PaymentMethodDocument = z.output<typeof PaymentMethod>;
export type UserDocument = z.output<typeof User>;
export type OrderDocument = z.output<typeof Order>;

const { users, paymentMethods, products, variants, orders, orderItems, payments, fulfilments } = tables;
const id = sql.placeholder("id");

const userById = query((db) => db.select().from(users).where(eq(users.user_id, id)).prepare());
const methodsOfUser = query((db) =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.user_id, id))
    .orderBy(asc(paymentMethods.position))
    .prepare(),
);
const ordersOfUser = query((db) =>
  db
    .select({ order_id: orders.order_id })
    .from(orders)
    .where(eq(orders.user_id, id))
    .orderBy(asc(orders.position))
    .prepare(),
);
const productById = query((db) => db.select().from(products).where(eq(products.product_id, id)).prepare());
const variantsOfProduct = query((db) =>
  db.select().from(variants).where(eq(variants.product_id, id)).orderBy(asc(variants.position)).prepare(),
);
const variantById = query((db) => db.select().from(variants).where(eq(variants.item_id, id)).prepare());
const orderById = query((db) => db.select().from(orders).where(eq(orders.order_id, id)).prepare());
const itemsOfOrder = query((db) =>
  db.select().from(orderItems).where(eq(orderItems.order_id, id)).orderBy(asc(orderItems.position)).prepare(),
);
const paymentsOfOrder = query((db) =>
  db.select().from(payments).where(eq(payments.order_id, id)).orderBy(asc(payments.position)).prepare(),
);
const fulfilmentsOfOrder = query((db) =>
  db.select().from(fulfilments).where(eq(fulfilments.order_id, id)).orderBy(asc(fulfilments.position)).prepare(),
);

function addressOf({ address1, address2, city, country, state, zip }: Address): Address {
  return { address1, address2, city, country, state, zip };
}

export function readVariant(db: DomainDatabase, id: string): VariantDocument | undefined {
  const row = variantById(db).get({ id });
  return row && variantOf(row);
}

function variantOf({ item_id, options, available, price }: typeof variants.$inferSelect): VariantDocument {
  return { item_id, options, available, price };
}

export function readProduct(db: DomainDatabase, id: string): ProductDocument | undefined {
  const row = productById(db).get({ id });
  return row && productOf(row, variantsOfProduct(db).all({ id }));
}

function productOf(
  { name, product_id }: typeof products.$inferSelect,
  ofProduct: (typeof variants.$inferSelect)[],
): ProductDocument {
  const entries = ofProduct.map((variant) => [variant.item_id, variantOf(variant)]);
  return { name, product_id, variants: Object.fromEntries(entries) };
}

function methodOf(row: typeof paymentMethods.$inferSelect): PaymentMethodDocument {
  const { source, payment_method_id: id } = row;
  if (source === "credit_card") return { source, id, brand: row.brand ?? "", last_four: row.last_four ?? "" };
  if (source === "gift_card") return { source, id, balance: row.balance ?? 0 };
  return { source, id };
}

export function readUser(db: DomainDatabase, id: string): UserDocument | undefined {
  const row = userById(db).get({ id });
  return row && userOf(row, methodsOfUser(db).all({ id }), ordersOfUser(db).all({ id }));
}

function userOf(
  row: typeof users.$inferSelect,
  methods: (typeof paymentMethods.$inferSelect)[],
  ofUser: { order_id: string }[],
): UserDocument {
  return {
    user_id: row.user_id,
    name: { first_name: row.first_name, last_name: row.last_name },
    address: addressOf(row),
    email: row.email,
    payment_methods: Object.fromEntries(methods.map((method) => [method.payment_method_id, methodOf(method)])),
    orders: ofUser.map((order) => order.order_id),
  };
}

export function readOrder(db: DomainDatabase, id: string): OrderDocument | undefined {
  const row = orderById(db).get({ id });
  return (
    row &&
    orderOf(row, itemsOfOrder(db).all({ id }), fulfilmentsOfOrder(db).all({ id }), paymentsOfOrder(db).all({ id }))
  );
}

function orderOf(
  row: typeof orders.$inferSelect,
  items: (typeof orderItems.$inferSelect)[],
  parcels: (typeof fulfilments.$inferSelect)[],
  history: (typeof payments.$inferSelect)[],
): OrderDocument {
  return {
    order_id: row.order_id,
    user_id: row.user_id,
    address: addressOf(row),
    items: items.map(({ name, product_id, item_id, price, options }) => ({
      name,
      product_id,
      item_id,
      price,
      options,
    })),
    status: row.status,
    fulfillments: parcels.map(({ tracking_ids, item_ids }) => ({ tracking_id: tracking_ids, item_ids })),
    payment_history: history.map(({ transaction_type, amount, payment_method_id }) => {
      return { transaction_type, amount, payment_method_id };
    }),
    cancel_reason: row.cancel_reason,
    exchange_items: row.exchange_items,
    exchange_new_items: row.exchange_new_items,
    exchange_payment_method_id: row.exchange_payment_method_id,
    exchange_price_difference: row.exchange_price_difference,
    return_items: row.return_items,
    return_payment_method_id: row.return_payment_method_id,
  };
}

/** The whole document, with one query a table. */
export function readDocument(db: DomainDatabase): JsonObject {
  const grouped = <Row extends { position: number }>(rows: Row[], by: (row: Row) => string) => {
    const groups = Map.groupBy(rows, by);
    for (const group of groups.values()) group.sort((a, b) => a.position - b.position);
    return (id: string) => groups.get(id) ?? [];
  };
  const variantsOf = grouped(db.select().from(variants).all(), (row) => row.product_id);
  const methodsOf = grouped(db.select().from(paymentMethods).all(), (row) => row.user_id);
  const ordersOf = grouped(db.select().from(orders).all(), (row) => row.user_id);
  const itemsOf = grouped(db.select().from(orderItems).all(), (row) => row.order_id);
  const parcelsOf = grouped(db.select().from(fulfilments).all(), (row) => row.order_id);
  const historyOf = grouped(db.select().from(payments).all(), (row) => row.order_id);
  const productRows = db.select().from(products).orderBy(asc(products.position)).all();
  const userRows = db.select().from(users).orderBy(asc(users.position)).all();
  return {
    products: Object.fromEntries(
      productRows.map((row) => [row.product_id, productOf(row, variantsOf(row.product_id))]),
    ),
    users: Object.fromEntries(
      userRows.map((row) => [row.user_id, userOf(row, methodsOf(row.user_id), ordersOf(row.user_id))]),
    ),
    orders: Object.fromEntries(
      userRows
        .flatMap(({ user_id }) => ordersOf(user_id))
        .map((row) => {
          const { order_id } = row;
          return [order_id, orderOf(row, itemsOf(order_id), parcelsOf(order_id), historyOf(order_id))];
        }),
    ),
  };
}

/** @throws Error when an order's user does not list it, or a reference leads nowhere. */
export function writeDocument(db: DomainDatabase, json: JsonObject): void {
  const document = json as unknown as z.output<typeof RetailDocument>;
  for (const [at, { product_id, name, variants: ofProduct }] of Object.values(document.products).entries()) {
    db.insert(products).values({ product_id, position: at, name }).run();
    const rows = Object.values(ofProduct).map((variant, position) => ({ ...variant, product_id, position }));
    if (rows.length > 0) db.insert(variants).values(rows).run();
  }
  for (const [at, user] of Object.values(document.users).entries()) {
    const { user_id, name, address, email } = user;
    db.insert(users)
      .values({ user_id, position: at, ...name, ...address, email })
      .run();
    const rows = Object.values(user.payment_methods).map((method, position) => {
      const { id, ...details } = method;
      return { payment_method_id: id, user_id, position, ...details };
    });
    if (rows.length > 0) db.insert(paymentMethods).values(rows).run();
  }
  for (const { user_id, orders: listed } of Object.values(document.users)) {
    const stray = listed.find((id) => document.orders[id]?.user_id !== user_id);
    if (stray !== undefined) throw new Error(`user ${user_id} lists order ${stray}, which is not theirs`);
  }
  for (const order of Object.values(document.orders)) {
    const { order_id, user_id, address, items, fulfillments, payment_history, ...rest } = order;
    const position = document.users[user_id]?.orders.indexOf(order_id) ?? -1;
    if (position < 0) throw new Error(`user ${user_id} does not list order ${order_id}`);
    db.insert(orders)
      .values({ order_id, user_id, position, ...address, ...rest })
      .run();
    const inOrder = <T>(rows: T[]) => rows.map((row, position) => ({ ...row, order_id, position }));
    if (items.length > 0) db.insert(orderItems).values(inOrder(items)).run();
    if (payment_history.length > 0) db.insert(payments).values(inOrder(payment_history)).run();
    const parcels = fulfillments.map(({ tracking_id, item_ids }) => ({ tracking_ids: tracking_id, item_ids }));
    if (parcels.length > 0) db.insert(fulfilments).values(inOrder(parcels)).run();
  }
}
