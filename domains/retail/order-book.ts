/** The built-in world's orders: what each customer bought, and what became of it, with money right to the cent. */

import type { Ids } from "../ids.ts";
import { roundCents } from "../money.ts";
import type { Random } from "../random.ts";
import { cities, streetKinds, streets } from "./catalogue/people.ts";
import * as tables from "./schema.ts";

type VariantRow = typeof tables.variants.$inferInsert;
type UserRow = typeof tables.users.$inferInsert;
type MethodRow = typeof tables.paymentMethods.$inferInsert;
type OrderRow = typeof tables.orders.$inferInsert;
type ItemRow = typeof tables.orderItems.$inferInsert;
type PaymentRow = typeof tables.payments.$inferInsert;
type FulfilmentRow = typeof tables.fulfilments.$inferInsert;
type Status = (typeof tables.orderStatuses)[number];
type Address = Pick<UserRow, "address1" | "address2" | "city" | "state" | "country" | "zip">;

export interface SoldProduct {
  readonly product_id: string;
  readonly name: string;
  readonly variants: readonly VariantRow[];
}

/** How often each status comes up among a hundred orders. */
const statusShares: Readonly<Record<Status, number>> = {
  pending: 40,
  delivered: 34,
  processed: 7,
  cancelled: 6,
  "pending (item modified)": 5,
  "return requested": 4,
  "exchange requested": 4,
};

export function someAddress(random: Random): Address {
  const [city, state, zipPrefix] = random.pick(cities);
  const address1 = `${random.int(11, 989)} ${random.pick(streets)} ${random.pick(streetKinds)}`;
  const address2 = random.chance(0.5)
    ? ""
    : random.pick([
        `Apt ${random.int(1, 48)}`,
        `Apt ${random.int(1, 9)}${random.pick(["A", "B", "C"])}`,
        `Unit ${random.int(2, 30)}`,
      ]);
  return {
    address1,
    address2,
    city,
    state,
    country: "USA",
    zip: zipPrefix + String(random.int(1, 99)).padStart(2, "0"),
  };
}

export class OrderBook {
  readonly orders: OrderRow[] = [];
  readonly items: ItemRow[] = [];
  readonly payments: PaymentRow[] = [];
  readonly fulfilments: FulfilmentRow[] = [];
  readonly #random: Random;
  readonly #ids: Ids;
  readonly #sold: readonly SoldProduct[];
  readonly #statuses: readonly Status[];

  constructor(random: Random, ids: Ids, sold: readonly SoldProduct[]) {
    this.#random = random;
    this.#ids = ids;
    this.#sold = sold;
    this.#statuses = tables.orderStatuses.flatMap((status) => Array<Status>(statusShares[status]).fill(status));
  }

  shop(user: UserRow, methods: readonly MethodRow[]): void {
    const bought: SoldProduct[] = [];
    const count = this.#random.pick([1, 1, 2, 2, 2, 3, 3, 4]);
    for (let position = 0; position < count; position++) this.#order(user, methods, position, bought);
  }

  /** People buy again what they bought before: that is where two similar orders come from. */
  #order(user: UserRow, methods: readonly MethodRow[], position: number, bought: SoldProduct[]): void {
    const random = this.#random;
    const basket = new Set<SoldProduct>();
    if (bought.length > 0 && random.chance(0.4)) basket.add(random.pick(bought));
    const size = random.pick([1, 1, 2, 2, 2, 3, 3, 4, 5]);
    while (basket.size < size) basket.add(random.pick(this.#sold));
    bought.push(...basket);
    const chosen = random.shuffle([...basket]).map((product) => ({ product, variant: random.pick(product.variants) }));
    const first = chosen[0];
    if (first && random.chance(0.04)) chosen.push(first);

    const order_id = this.#ids.fresh("#W", 7);
    const { address1, address2, city, country, state, zip } = random.chance(0.82) ? user : someAddress(random);
    const status = random.pick(this.#statuses);
    const address = { address1, address2, city, country, state, zip };
    const order: OrderRow = { order_id, user_id: user.user_id, position, ...address, status };
    const lines = chosen.map(({ product, variant }) => lineOf(product, variant));
    const paidWith = random.pick(methods).payment_method_id;
    const history = [
      {
        transaction_type: "payment" as const,
        amount: roundCents(lines.reduce((sum, { price }) => sum + price, 0)),
        payment_method_id: paidWith,
      },
    ];
    if (status === "cancelled") this.#cancel(order, history);
    if (status === "pending (item modified)") this.#modify(chosen, history, methods);
    if (status === "return requested") this.#return(order, lines, paidWith, methods);
    if (status === "exchange requested") this.#exchange(order, chosen, methods);

    this.orders.push(order);
    this.items.push(...lines.map((line, at) => ({ ...line, order_id, position: at })));
    this.payments.push(...history.map((payment, at) => ({ ...payment, order_id, position: at })));
    if (["processed", "delivered", "return requested", "exchange requested"].includes(status)) {
      this.#ship(order_id, lines);
    }
  }

  #cancel(order: OrderRow, history: Omit<PaymentRow, "order_id" | "position">[]): void {
    order.cancel_reason = this.#random.pick(tables.cancelReasons);
    history.push(...history.map((payment) => ({ ...payment, transaction_type: "refund" as const })));
  }

  /** The order as it stands came about by swapping one item for one of another price: the first payment was for that. */
  #modify(
    [swapped]: readonly { product: SoldProduct; variant: VariantRow }[],
    history: Omit<PaymentRow, "order_id" | "position">[],
    methods: readonly MethodRow[],
  ): void {
    const [payment] = history;
    if (!swapped || !payment) return;
    const { product, variant } = swapped;
    const difference = roundCents(
      variant.price - this.#random.pick(product.variants.filter(({ price }) => price !== variant.price)).price,
    );
    payment.amount = roundCents(payment.amount - difference);
    history.push({
      transaction_type: difference > 0 ? "payment" : "refund",
      amount: Math.abs(difference),
      payment_method_id: this.#random.pick(methods).payment_method_id,
    });
  }

  #return(
    order: OrderRow,
    lines: readonly { item_id: string }[],
    paidWith: string,
    methods: readonly MethodRow[],
  ): void {
    const returned = this.#random.shuffle(lines).slice(0, this.#random.int(1, lines.length));
    const allowed = methods.filter((method) => method.source === "gift_card" || method.payment_method_id === paidWith);
    order.return_items = returned.map((line) => line.item_id).sort();
    order.return_payment_method_id = this.#random.pick(allowed).payment_method_id;
  }

  #exchange(
    order: OrderRow,
    [swapped]: readonly { product: SoldProduct; variant: VariantRow }[],
    methods: readonly MethodRow[],
  ): void {
    if (!swapped) return;
    const { product, variant } = swapped;
    const wanted = this.#random.pick(product.variants.filter((other) => other !== variant));
    const difference = roundCents(wanted.price - variant.price);
    const able = methods.filter(({ balance }) => balance === undefined || balance === null || balance >= difference);
    order.exchange_items = [variant.item_id];
    order.exchange_new_items = [wanted.item_id];
    order.exchange_payment_method_id = this.#random.pick(able.length > 0 ? able : methods).payment_method_id;
    order.exchange_price_difference = difference;
  }

  #ship(order_id: string, lines: readonly { item_id: string }[]): void {
    const items = lines.map((line) => line.item_id);
    const split = items.length > 2 && this.#random.chance(0.2) ? this.#random.int(1, items.length - 1) : items.length;
    for (const [position, item_ids] of [items.slice(0, split), items.slice(split)].entries()) {
      if (item_ids.length === 0) continue;
      this.fulfilments.push({ order_id, position, tracking_ids: [this.#ids.fresh("", 12)], item_ids });
    }
  }
}

function lineOf({ product_id, name }: SoldProduct, { item_id, price, options }: VariantRow) {
  return { item_id, product_id, name, price, options };
}
