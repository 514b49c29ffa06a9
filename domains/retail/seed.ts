/** The built-in world's rows: a catalogue, customers, and orders in every status, with money right to the cent. */
import type { DomainDatabase } from "../database.ts";
import { Ids } from "../ids.ts";
import { insertRows } from "../insert.ts";
import { roundCents } from "../money.ts";
import type { Random } from "../random.ts";
import { firstNames, lastNames } from "./catalogue/people.ts";
import { catalogue } from "./catalogue/products.ts";
import { OrderBook, type SoldProduct, someAddress } from "./order-book.ts";
import * as tables from "./schema.ts";

type VariantRow = typeof tables.variants.$inferInsert;
type UserRow = typeof tables.users.$inferInsert;
type MethodRow = typeof tables.paymentMethods.$inferInsert;

const userCount = 540;

export function seed(db: DomainDatabase, random: Random): void {
  const ids = new Ids(random.fork("ids"));
  const sold = stock(db, random.fork("products"), ids);
  const methodsOf = new Map<UserRow, MethodRow[]>();
  for (const user of people(random.fork("users"))) methodsOf.set(user, wallet(random.fork(user.user_id), user, ids));
  insertRows(db, tables.users, [...methodsOf.keys()]);
  insertRows(db, tables.paymentMethods, [...methodsOf.values()].flat());
  const book = new OrderBook(random.fork("orders"), ids, sold);
  for (const [user, methods] of methodsOf) book.shop(user, methods);
  insertRows(db, tables.orders, book.orders);
  insertRows(db, tables.orderItems, book.items);
  insertRows(db, tables.payments, book.payments);
  insertRows(db, tables.fulfilments, book.fulfilments);
}

function stock(db: DomainDatabase, random: Random, ids: Ids): SoldProduct[] {
  const sold = random.shuffle(catalogue).map(({ name, base, options }) => {
    const product_id = ids.fresh("", 10);
    const level = base * (0.92 + random.next() * 0.16);
    const variants = chooseCombinations(random, options).map(({ options, surcharge }, position): VariantRow => {
      const price =
        Math.floor(level + surcharge + random.int(0, 3)) + random.pick([0, 0.25, 0.49, 0.5, 0.75, 0.95, 0.99]);
      return { item_id: ids.fresh("", 10), product_id, position, options, available: random.chance(0.72), price };
    });
    return { product_id, name, variants };
  });
  insertRows(
    db,
    tables.products,
    sold.map(({ product_id, name }, position) => ({ product_id, name, position })),
  );
  insertRows(
    db,
    tables.variants,
    sold.flatMap(({ variants }) => variants),
  );
  return sold;
}

/** Ten to fourteen of all combinations of a product's options, or all where there are no more. */
function chooseCombinations(random: Random, options: (typeof catalogue)[number]["options"]) {
  let combinations: { options: tables.Options; surcharge: number }[] = [{ options: {}, surcharge: 0 }];
  for (const [option, values] of Object.entries(options)) {
    combinations = combinations.flatMap((combination) =>
      Object.entries(values).map(([value, surcharge]) => ({
        options: { ...combination.options, [option]: value },
        surcharge: combination.surcharge + surcharge,
      })),
    );
  }
  return random.shuffle(combinations).slice(0, random.int(10, 14));
}

/** Customers whose user ids, emails and (first name, last name, zip) are all their own. */
function people(random: Random): UserRow[] {
  const rows: UserRow[] = [];
  const taken = new Set<string>();
  while (rows.length < userCount) {
    const first_name = random.pick(firstNames);
    const last_name = random.pick(lastNames);
    const handle = `${first_name}_${last_name}`.toLowerCase();
    const address = someAddress(random);
    const email = `${handle.replace("_", random.pick([".", "_", ""]))}${random.int(2, 98)}@example.${random.pick(["com", "net", "org"])}`;
    const keys = [`${handle} ${address.zip}`, email];
    if (keys.some((key) => taken.has(key))) continue;
    let user_id: string;
    do user_id = `${handle}_${random.digits(4)}`;
    while (taken.has(user_id));
    for (const key of [...keys, user_id]) taken.add(key);
    rows.push({ user_id, position: rows.length, first_name, last_name, ...address, email });
  }
  return rows;
}

/** One to three payment methods, at most one gift card and one PayPal account, so that a customer can name each in words. */
function wallet(random: Random, { user_id }: UserRow, ids: Ids): MethodRow[] {
  const card = (): MethodRow => {
    const brand = random.pick(["visa", "mastercard", "amex", "discover"]);
    const payment_method_id = ids.fresh("credit_card_", 7);
    return { payment_method_id, user_id, position: 0, source: "credit_card", brand, last_four: random.digits(4) };
  };
  const giftCard = (): MethodRow => {
    const balance = random.chance(0.12) ? 0 : roundCents(random.int(4, 620) + random.int(0, 99) / 100);
    return { payment_method_id: ids.fresh("gift_card_", 7), user_id, position: 0, source: "gift_card", balance };
  };
  const paypal = (): MethodRow => {
    return { payment_method_id: ids.fresh("paypal_", 7), user_id, position: 0, source: "paypal" };
  };
  const kinds = random.shuffle([card, giftCard, paypal, card]).slice(0, random.pick([1, 2, 2, 2, 3, 3]));
  return kinds.map((make, position) => ({ ...make(), position }));
}
