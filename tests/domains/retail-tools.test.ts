/** What the shop's tools do with rows and money on a built-in world, where every cent must go somewhere. */
import { describe, expect, test } from "vitest";
import { domains, type Environment, type Json, Worlds } from "../../domains/index.ts";
import { roundCents } from "../../domains/money.ts";
import type { OrderDocument, ProductDocument, UserDocument } from "../../domains/retail/document.ts";

const world = new Worlds(domains).get("retail");

function ok<Value>(environment: Environment, name: string, args: Record<string, Json>): Value {
  const result = environment.call("assistant", name, args);
  if (!result.ok) throw new Error(`${name}: ${result.error}`);
  return result.value as Value;
}

interface Shop {
  orders: Record<string, OrderDocument>;
  users: Record<string, UserDocument>;
  products: Record<string, ProductDocument>;
}

function shop(environment: Environment): Shop {
  return environment.state().agent as unknown as Shop;
}

function balance(user: UserDocument | undefined, id: string): number {
  const method = user?.payment_methods[id];
  return method?.source === "gift_card" ? method.balance : 0;
}

/** Paid less refunded, in dollars. */
function net({ payment_history }: OrderDocument, methodId?: string): number {
  const entries = payment_history.filter((entry) => methodId === undefined || entry.payment_method_id === methodId);
  return roundCents(
    entries.reduce((sum, { transaction_type, amount }) => sum + (transaction_type === "payment" ? amount : -amount), 0),
  );
}

function total({ items }: OrderDocument): number {
  return roundCents(items.reduce((sum, { price }) => sum + price, 0));
}

test("over every task, orders stay paid to the cent, and gift cards give what orders take", () => {
  const before = (() => {
    using environment = world.open();
    return shop(environment);
  })();
  let changed = 0;
  for (const task of world.tasks.values()) {
    using environment = world.open();
    for (const { name, arguments: args } of task.reference_actions) environment.call("assistant", name, args);
    const names = new Set(
      environment.changes().map(({ table, before: was, after }) => {
        const row = (after ?? was) as string[];
        return row[table.columns.indexOf("user_id")] ?? row[table.columns.indexOf("order_id")];
      }),
    );
    for (const id of Object.keys(before.orders).filter((order) => names.has(order))) {
      const order = ok<OrderDocument>(environment, "get_order_details", { order_id: id });
      expect([task.id, id, net(order)]).toEqual([task.id, id, order.status === "cancelled" ? 0 : total(order)]);
      const user = before.users[order.user_id];
      const now = ok<UserDocument>(environment, "get_user_details", { user_id: order.user_id });
      for (const method of Object.keys(user?.payment_methods ?? {})) {
        const orders = Object.values(before.orders).filter(({ user_id }) => user_id === order.user_id);
        const taken = orders.reduce((sum, was) => {
          const is = ok<OrderDocument>(environment, "get_order_details", { order_id: was.order_id });
          return sum + net(is, method) - net(was, method);
        }, 0);
        if (user?.payment_methods[method]?.source !== "gift_card") continue;
        expect(roundCents(balance(user, method) - balance(now, method))).toBe(roundCents(taken));
        changed++;
      }
    }
  }
  expect(changed).toBeGreaterThan(50);
});

describe("modify_pending_order_items", () => {
  const start = (() => {
    using environment = world.open();
    return shop(environment);
  })();
  /** A pending order with two different items that both have another variant in stock. */
  const found = Object.values(start.orders).flatMap((order) => {
    if (order.status !== "pending" || new Set(order.items.map(({ product_id }) => product_id)).size < 2) return [];
    const swaps = order.items.flatMap(({ item_id, product_id }) => {
      const other = Object.values(start.products[product_id]?.variants ?? {}).find((variant) => {
        return variant.available && !order.items.some((item) => item.item_id === variant.item_id);
      });
      return other ? [{ item_id, other }] : [];
    });
    const [one, two] = swaps;
    const card = Object.values(start.users[order.user_id]?.payment_methods ?? {}).find(
      ({ source }) => source !== "gift_card",
    );
    return one && two && one.item_id !== two.item_id && card ? [{ order, one, two, card }] : [];
  })[0];
  if (found === undefined) throw new Error("no order to modify");
  const { order, one, two, card } = found;
  const args = {
    order_id: order.order_id,
    item_ids: [one.item_id, two.item_id],
    new_item_ids: [one.other.item_id, two.other.item_id],
    payment_method_id: card.id,
  };

  test("gives each item its own price and options, books the rounded difference, and can be done once", () => {
    using environment = world.open();
    const changed = ok<OrderDocument>(environment, "modify_pending_order_items", args);
    for (const { other } of [one, two]) {
      const { item_id, price, options } = other;
      expect(changed.items).toContainEqual(expect.objectContaining({ item_id, price, options }));
    }
    expect(changed.status).toBe("pending (item modified)");
    expect(net(changed)).toBe(total(changed));
    const booked = changed.payment_history.at(-1);
    expect(booked?.amount).toBe(roundCents(Math.abs(total(changed) - total(order))));
    for (const name of ["modify_pending_order_items", "cancel_pending_order"]) {
      const again = name === "cancel_pending_order" ? { order_id: order.order_id, reason: "no longer needed" } : args;
      expect(environment.call("assistant", name, again).ok).toBe(false);
    }
  });

  test.each([
    ["an item that is not in it", { item_ids: [one.other.item_id, two.item_id] }, `${one.other.item_id} not found`],
    ["lists of two lengths", { new_item_ids: [one.other.item_id] }, "should match"],
    ["the same item", { new_item_ids: [one.item_id, two.other.item_id] }, "should be different"],
    ["another product's variant", { new_item_ids: [two.other.item_id, one.other.item_id] }, "Variant not found"],
    ["another's card", { payment_method_id: "gift_card_0000000" }, "Payment method not found"],
  ])("refuses %s", (_, change, message) => {
    using environment = world.open();
    expect(environment.call("assistant", "modify_pending_order_items", { ...args, ...change })).toEqual({
      ok: false,
      error: expect.stringContaining(message),
    });
    expect(environment.changes()).toEqual([]);
  });
});

test("cancelling after the payment was moved refunds the method that has paid, once", () => {
  using environment = world.open();
  const { orders, users } = shop(environment);
  for (const order of Object.values(orders)) {
    if (order.status !== "pending" || order.payment_history.length !== 1) continue;
    const paid = order.payment_history[0]?.payment_method_id;
    const other = Object.values(users[order.user_id]?.payment_methods ?? {}).find(
      ({ id, source }) => id !== paid && source !== "gift_card",
    );
    if (!other) continue;
    ok(environment, "modify_pending_order_payment", { order_id: order.order_id, payment_method_id: other.id });
    const cancelled = ok<OrderDocument>(environment, "cancel_pending_order", {
      order_id: order.order_id,
      reason: "ordered by mistake",
    });
    expect(cancelled.payment_history.at(-1)).toEqual({
      transaction_type: "refund",
      amount: total(order),
      payment_method_id: other.id,
    });
    expect(net(cancelled)).toBe(0);
    return;
  }
  throw new Error("no order to try it on");
});
