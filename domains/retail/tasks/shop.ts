/** The world's rows as task templates read them: customers with their orders, orders with their items. */
import { asc } from "drizzle-orm";
import type { DomainDatabase } from "../../database.ts";
import { splitOf } from "../../templates.ts";
import * as tables from "../schema.ts";

export type Address = Pick<
  typeof tables.users.$inferSelect,
  "address1" | "address2" | "city" | "state" | "country" | "zip"
>;
export type Method = typeof tables.paymentMethods.$inferSelect;

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly id: string;
  readonly product: Product;
  readonly options: tables.Options;
  readonly available: boolean;
  readonly price: number;
}

export interface Order {
  readonly id: string;
  readonly customer: Customer;
  readonly status: (typeof tables.orderStatuses)[number];
  readonly address: Address;
  /** What was bought, one entry a piece. */
  readonly lines: readonly Variant[];
  readonly payments: readonly { readonly type: "payment" | "refund"; readonly amount: number }[];
  /** What was first paid with. */
  readonly paidWith: Method;
  readonly parcels: readonly { readonly tracking: string; readonly items: readonly string[] }[];
  /** Of a requested return: the item ids. */
  readonly returned: readonly string[];
}

export interface Customer {
  readonly id: string;
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly address: Address;
  readonly methods: readonly Method[];
  readonly orders: readonly Order[];
  readonly split: "train" | "test";
}

export interface Shop {
  readonly customers: readonly Customer[];
  readonly products: readonly Product[];
}

export function readShop(db: DomainDatabase): Shop {
  const variants = new Map<string, Variant>();
  const variantRows = Map.groupBy(
    db.select().from(tables.variants).orderBy(asc(tables.variants.position)).all(),
    (row) => row.product_id,
  );
  const productRows = db.select().from(tables.products).orderBy(asc(tables.products.position)).all();
  const products = productRows.map(({ product_id, name }): Product => {
    const own: Variant[] = [];
    const product = { id: product_id, name, variants: own };
    for (const { item_id, options, available, price } of variantRows.get(product_id) ?? []) {
      const variant = { id: item_id, product, options, available, price };
      variants.set(item_id, variant);
      own.push(variant);
    }
    return product;
  });
  const methods = Map.groupBy(
    db.select().from(tables.paymentMethods).orderBy(asc(tables.paymentMethods.position)).all(),
    (row) => row.user_id,
  );
  const orders = Map.groupBy(
    db.select().from(tables.orders).orderBy(asc(tables.orders.position)).all(),
    (row) => row.user_id,
  );
  const parts = orderParts(db, variants);
  const customers = db
    .select()
    .from(tables.users)
    .orderBy(asc(tables.users.position))
    .all()
    .map((row): Customer => {
      const own: Order[] = [];
      const { user_id: id, first_name: first, last_name: last, email } = row;
      const wallet = methods.get(id) ?? [];
      const customer = {
        id,
        first,
        last,
        email,
        address: addressOf(row),
        methods: wallet,
        orders: own,
        split: splitOf(id),
      } as const;
      for (const order of orders.get(id) ?? []) {
        const { lines, payments, parcels } = parts(order.order_id);
        const paidWith = wallet.find((method) => method.payment_method_id === payments[0]?.method);
        if (paidWith === undefined) throw new Error(`order ${order.order_id} was paid with none of its user's methods`);
        const { order_id, status, return_items } = order;
        const address = addressOf(order);
        own.push({
          id: order_id,
          customer,
          status,
          address,
          lines,
          payments,
          paidWith,
          parcels,
          returned: return_items ?? [],
        });
      }
      return customer;
    });
  return { customers, products };
}

function addressOf({ address1, address2, city, country, state, zip }: Address): Address {
  return { address1, address2, city, country, state, zip };
}

function orderParts(db: DomainDatabase, variants: ReadonlyMap<string, Variant>) {
  const { orderItems, payments, fulfilments } = tables;
  const byOrder = <Row extends { order_id: string }>(rows: Row[]) => Map.groupBy(rows, (row) => row.order_id);
  const items = byOrder(db.select().from(orderItems).orderBy(asc(orderItems.position)).all());
  const paid = byOrder(db.select().from(payments).orderBy(asc(payments.position)).all());
  const sent = byOrder(db.select().from(fulfilments).orderBy(asc(fulfilments.position)).all());
  return (id: string) => ({
    lines: (items.get(id) ?? []).flatMap((row) => variants.get(row.item_id) ?? []),
    payments: (paid.get(id) ?? []).map((row) => {
      return { type: row.transaction_type, amount: row.amount, method: row.payment_method_id };
    }),
    parcels: (sent.get(id) ?? []).map((row) => ({ tracking: row.tracking_ids.join(" "), items: row.item_ids })),
  });
}
