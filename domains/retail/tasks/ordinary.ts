/** Templates of one request that can be granted as it stands. */
import { someAddress } from "../order-book.ts";
import { chooseLines, exchangeItems, refundMethods, returnItems } from "./delivered.ts";
import {
  ableMethods,
  cancel,
  cancelAll,
  changeAddress,
  changeItems,
  changePayment,
  changeProfile,
  chooseSwaps,
  otherMethods,
  priceDifference,
  profileFromOrder,
  shipAll,
  shipHome,
} from "./pending.ts";
import { type Reference, type Request, refer } from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import { type Desk, isDelivered, isModified, isPending, type Template } from "./template.ts";
import { sameAddress } from "./words.ts";

const reasons = ["no longer needed", "ordered by mistake"] as const;

/** Requests about one order, whichever way the customer refers to it. */
export const onOrder = {
  cancel: ({ random }: Desk, ref: Reference) => cancel(random, ref, random.pick(reasons)),
  changeAddress: ({ random }: Desk, ref: Reference) => changeAddress(random, ref, someAddress(random)),
  changePayment({ random }: Desk, ref: Reference): Request | undefined {
    const methods = otherMethods(ref.order);
    return methods.length > 0 ? changePayment(random, ref, random.pick(methods)) : undefined;
  },
  /** A change for a pending order, an exchange for a delivered one. */
  swap({ random }: Desk, ref: Reference, count = 1): Request | undefined {
    const swaps = chooseSwaps(random, ref.order, count);
    const methods = ableMethods(ref.order.customer, priceDifference(swaps));
    if (swaps.length < count || methods.length === 0) return undefined;
    const make = isDelivered(ref.order) ? exchangeItems : changeItems;
    return make(random, ref, swaps, random.pick(methods));
  },
  returnSome({ random }: Desk, ref: Reference, everything = false): Request | undefined {
    const lines = chooseLines(random, ref.order, everything);
    if (lines.length === 0) return undefined;
    return returnItems(random, ref, lines, random.pick(refundMethods(ref.order)));
  },
};

export const isHome = ({ address, customer }: Order) => sameAddress(address, customer.address);

function onOne(draft: (desk: Desk, ref: Reference) => Request | undefined, fits = isPending): Template["draft"] {
  return (desk, customer) => {
    const order = desk.order(customer, fits);
    const request = order && draft(desk, refer(desk.random, order));
    return request && [request];
  };
}

const pendingOf = ({ orders }: Customer) => orders.filter(isPending);

export const ordinaryTemplates: readonly Template[] = [
  { name: "cancel", count: 26, draft: onOne(onOrder.cancel) },
  { name: "change-items", count: 20, draft: onOne(onOrder.swap) },
  { name: "change-two-items", count: 12, draft: onOne((desk, ref) => onOrder.swap(desk, ref, 2)) },
  { name: "change-payment", count: 20, draft: onOne(onOrder.changePayment) },
  { name: "change-address", count: 20, draft: onOne(onOrder.changeAddress) },
  {
    name: "ship-home",
    count: 10,
    draft: onOne(
      ({ random }, ref) => shipHome(random, ref),
      (order) => isPending(order) && !isHome(order),
    ),
  },
  { name: "return", count: 22, draft: onOne(onOrder.returnSome, isDelivered) },
  {
    name: "return-everything",
    count: 8,
    draft: onOne(
      (desk, ref) => onOrder.returnSome(desk, ref, true),
      (order) => isDelivered(order) && order.lines.length > 1,
    ),
  },
  { name: "exchange", count: 22, draft: onOne(onOrder.swap, isDelivered) },
  { name: "exchange-two-items", count: 12, draft: onOne((desk, ref) => onOrder.swap(desk, ref, 2), isDelivered) },
  {
    name: "profile-address",
    count: 14,
    draft: ({ random }, customer) => [changeProfile(random, customer, someAddress(random))],
  },
  {
    name: "profile-from-order",
    count: 6,
    draft: onOne(
      ({ random }, ref) => profileFromOrder(random, ref),
      (order) => isDelivered(order) && !isHome(order),
    ),
  },
  {
    name: "cancel-all",
    count: 8,
    draft: ({ random }, customer) =>
      pendingOf(customer).length > 1 && !customer.orders.some(isModified)
        ? [cancelAll(random, customer, random.pick(reasons))]
        : undefined,
  },
  {
    name: "ship-all",
    count: 6,
    draft: ({ random }, customer) =>
      pendingOf(customer).length > 1 && !customer.orders.some(isModified)
        ? [shipAll(random, customer, someAddress(random))]
        : undefined,
  },
];
