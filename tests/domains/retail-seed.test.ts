/** The built-in retail world: its size, its money, its references, and that the seed alone decides it. */
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { roundCents } from "../../domains/money.ts";
import { cities } from "../../domains/retail/catalogue/people.ts";
import type { RetailDocument } from "../../domains/retail/document.ts";
import { retail } from "../../domains/retail/index.ts";
import { orderStatuses } from "../../domains/retail/schema.ts";
import { builtinWorld } from "../../domains/world.ts";

type Document = z.output<typeof RetailDocument>;

function documentOf(seed: number): Document {
  using environment = builtinWorld(retail, seed).open();
  return environment.state().agent as unknown as Document;
}

const cents = (amount: number) => Math.round(amount * 100);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + cents(amount), 0);

describe.each([0, 1])("the built-in retail world of seed %i", (seed) => {
  const { products, users, orders } = documentOf(seed);
  const variants = new Map(Object.values(products).flatMap(({ variants }) => Object.entries(variants)));

  it("is as large as promised, and small enough to be copied a thousand times", () => {
    expect(Object.keys(users).length).toBeGreaterThanOrEqual(500);
    expect(Object.keys(orders).length).toBeGreaterThanOrEqual(1000);
    expect(Object.keys(products).length).toBeGreaterThanOrEqual(50);
    expect(variants.size).toBeGreaterThanOrEqual(500);
    expect(builtinWorld(retail, seed).imageSize).toBeLessThan(1_500_000);
  });

  it("has every status, every payment kind, and variants that are sold out", () => {
    const statuses = new Set(Object.values(orders).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([...orderStatuses].sort());
    const kinds = new Set(
      Object.values(users).flatMap((user) => Object.values(user.payment_methods).map((m) => m.source)),
    );
    expect([...kinds].sort()).toEqual(["credit_card", "gift_card", "paypal"]);
    const available = [...variants.values()].filter((variant) => variant.available).length;
    expect(available / variants.size).toBeGreaterThan(0.6);
    expect(available / variants.size).toBeLessThan(0.85);
  });

  it("balances: what was paid less what was refunded is what the items cost, and nothing once cancelled", () => {
    for (const order of Object.values(orders)) {
      const booked = (kind: string) =>
        sum(order.payment_history.filter((entry) => entry.transaction_type === kind).map((entry) => entry.amount));
      const due = order.status === "cancelled" ? 0 : sum(order.items.map((item) => item.price));
      expect(booked("payment") - booked("refund"), order.order_id).toBe(due);
      for (const { amount } of order.payment_history) expect(amount).toBeGreaterThan(0);
    }
  });

  it("keeps every amount in whole cents and no balance below zero", () => {
    const balances = Object.values(users)
      .flatMap((user) => Object.values(user.payment_methods))
      .flatMap((method) => (method.source === "gift_card" ? [method.balance] : []));
    const amounts = Object.values(orders).flatMap((order) => order.payment_history.map((entry) => entry.amount));
    const prices = [...variants.values()].map(({ price }) => price);
    for (const amount of [...balances, ...amounts, ...prices]) {
      expect(roundCents(amount)).toBe(amount);
      expect(amount).toBeGreaterThanOrEqual(0);
    }
  });

  it("sells what the catalogue lists, at its price", () => {
    for (const { items } of Object.values(orders)) {
      for (const { item_id, product_id, name, price, options } of items) {
        const product = products[product_id];
        expect(product?.name).toBe(name);
        expect(product?.variants[item_id]).toMatchObject({ price, options });
      }
    }
    for (const product of Object.values(products)) {
      const combinations = Object.values(product.variants).map(({ options }) => JSON.stringify(options));
      expect(new Set(combinations).size).toBe(combinations.length);
    }
  });

  it("refers only to what is there, and each user's orders to that user", () => {
    for (const user of Object.values(users)) {
      for (const id of user.orders) expect(orders[id]?.user_id).toBe(user.user_id);
    }
    for (const order of Object.values(orders)) {
      const user = users[order.user_id];
      expect(user?.orders).toContain(order.order_id);
      const methods = Object.keys(user?.payment_methods ?? {});
      const used = [order.exchange_payment_method_id, order.return_payment_method_id].filter((id) => id !== null);
      for (const id of [...used, ...order.payment_history.map((entry) => entry.payment_method_id)]) {
        expect(methods).toContain(id);
      }
    }
  });

  it("leaves orders as the tools would have left them", () => {
    for (const order of Object.values(orders)) {
      const { status, items, payment_history: history } = order;
      const ids = items.map((item) => item.item_id);
      expect(order.cancel_reason !== null).toBe(status === "cancelled");
      expect(order.return_items !== null).toBe(status === "return requested");
      expect(order.exchange_items !== null).toBe(status === "exchange requested");
      const shipped = ["processed", "delivered", "return requested", "exchange requested"].includes(status);
      expect(order.fulfillments.flatMap((parcel) => parcel.item_ids)).toEqual(shipped ? ids : []);
      expect(history.length).toBe(status === "cancelled" || status === "pending (item modified)" ? 2 : 1);
      for (const id of [...(order.return_items ?? []), ...(order.exchange_items ?? [])]) expect(ids).toContain(id);
      if (order.return_payment_method_id !== null && !order.return_payment_method_id.startsWith("gift_card_")) {
        expect(order.return_payment_method_id).toBe(history[0]?.payment_method_id);
      }
      const exchanged = (order.exchange_items ?? []).map((id) => variants.get(id)?.price ?? 0);
      const wanted = (order.exchange_new_items ?? []).map((id) => variants.get(id)?.price ?? 0);
      expect(cents(order.exchange_price_difference ?? 0)).toBe(sum(wanted) - sum(exchanged));
    }
  });

  it("tells its customers apart", () => {
    const people = Object.values(users);
    const distinct = (keys: readonly string[]) => expect(new Set(keys).size).toBe(keys.length);
    distinct(people.map(({ email }) => email.toLowerCase()));
    distinct(people.map(({ name, address }) => `${name.first_name} ${name.last_name} ${address.zip}`.toLowerCase()));
    for (const user of people) {
      expect(user.email).toBe(user.email.toLowerCase());
      expect(user.user_id).toMatch(/^[a-z]+_[a-z]+_\d{4}$/);
      const methods = Object.values(user.payment_methods);
      expect(methods.length).toBeGreaterThanOrEqual(1);
      distinct(methods.map((method) => (method.source === "credit_card" ? method.last_four : method.source)));
    }
  });

  it("sends parcels to places that exist", () => {
    const places = new Set(cities.map(([city, state, prefix]) => `${city} ${state} ${prefix}`));
    for (const { address } of [...Object.values(users), ...Object.values(orders)]) {
      expect(places).toContain(`${address.city} ${address.state} ${address.zip.slice(0, 3)}`);
      expect(address.zip).toMatch(/^\d{5}$/);
    }
  });
});

describe("the seed", () => {
  it("fixes the world", () => {
    expect(documentOf(0)).toEqual(documentOf(0));
  });

  it("makes another world of another number", () => {
    const [users, others] = [0, 1].map((seed) => Object.keys(documentOf(seed).users)) as [string[], string[]];
    expect(users.filter((id) => others.includes(id)).length).toBeLessThan(10);
  });
});
