/** Templates of one request that can be granted as it stands. */
import { alone } from "../../templates.ts";
import { someAddress } from "../order-book.ts";
import { changeAddress, changeProfile, profileFromOrder, shipAll, shipHome } from "./addresses.ts";
import { chooseLines, exchangeItems, refundMethods, returnItems } from "./delivered.ts";
import {
  ableMethods,
  cancel,
  cancelAll,
  changeItems,
  changePayment,
  chooseSwaps,
  otherMethods,
  priceDifference,
} from "./pending.ts";
import { type Reference, type Request, refer } from "./request.ts";
import type { Customer, Order } from "./shop.ts";
import { type Desk, type Draft, isDelivered, isModified, isPending, onOne, type Template } from "./template.ts";
import { sameAddress } from "./words.ts";

export const reasons = ["no longer needed", "ordered by mistake"] as const;

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

/** A draft about one order, whichever way the customer refers to it. */
function onRef(draft: (desk: Desk, ref: Reference) => Request | undefined, fits = isPending): Draft {
  return onOne((desk, order) => draft(desk, refer(desk.random, order)), fits);
}

/** Several pending orders, and none of which it is open whether it counts as pending. */
const hasSeveralPending = ({ orders }: Customer) => orders.filter(isPending).length > 1 && !orders.some(isModified);

export const ordinaryTemplates: readonly Template[] = [
  alone("cancel", 22, onRef(onOrder.cancel)),
  alone("change-items", 16, onRef(onOrder.swap)),
  alone(
    "change-two-items",
    10,
    onRef((desk, ref) => onOrder.swap(desk, ref, 2)),
  ),
  alone("change-payment", 14, onRef(onOrder.changePayment)),
  alone("change-address", 16, onRef(onOrder.changeAddress)),
  alone(
    "ship-home",
    8,
    onRef(
      ({ random }, ref) => shipHome(random, ref),
      (order) => isPending(order) && !isHome(order),
    ),
  ),
  alone("return", 16, onRef(onOrder.returnSome, isDelivered)),
  alone(
    "return-everything",
    7,
    onRef(
      (desk, ref) => onOrder.returnSome(desk, ref, true),
      (order) => isDelivered(order) && order.lines.length > 1,
    ),
  ),
  alone("exchange", 16, onRef(onOrder.swap, isDelivered)),
  alone(
    "exchange-two-items",
    10,
    onRef((desk, ref) => onOrder.swap(desk, ref, 2), isDelivered),
  ),
  alone("profile-address", 10, ({ random }, customer) => changeProfile(random, customer, someAddress(random))),
  alone(
    "profile-from-order",
    6,
    onRef(
      ({ random }, ref) => profileFromOrder(random, ref),
      (order) => isDelivered(order) && !isHome(order),
    ),
  ),
  alone("cancel-all", 8, ({ random }, customer) =>
    hasSeveralPending(customer) ? cancelAll(random, customer, random.pick(reasons)) : undefined,
  ),
  alone("ship-all", 6, ({ random }, customer) =>
    hasSeveralPending(customer) ? shipAll(random, customer, someAddress(random)) : undefined,
  ),
];
