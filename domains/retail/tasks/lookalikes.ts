/** Templates where several orders fit what the customer says, and only a question tells which is meant. */
import { capitalized } from "../../wording.ts";
import { exchangeItems, refundMethods, returnItems } from "./delivered.ts";
import { whichOrderFact } from "./facts.ts";
import { onOrder } from "./ordinary.ts";
import { ableMethods, changeItems, distinctLines, priceDifference } from "./pending.ts";
import { type Reference, type Request, readAllOrders, tellingProducts } from "./request.ts";
import type { Customer, Order, Product } from "./shop.ts";
import { type Desk, isDelivered, isPending, type Template } from "./template.ts";
import { differences, fullName, methodName, noun } from "./words.ts";

interface Pair {
  readonly order: Order;
  readonly product: Product;
}

/** An order and a product of it that another order of the same status has as well. */
function lookalike(desk: Desk, customer: Customer, fits: (order: Order) => boolean): Pair | undefined {
  for (const order of desk.random.shuffle(customer.orders.filter(fits))) {
    const twins = distinctLines(order).filter(({ product }) =>
      customer.orders.some((other) => {
        return other !== order && other.status === order.status && other.lines.some((line) => line.product === product);
      }),
    );
    if (twins[0]) return { order, product: twins[0].product };
  }
  return undefined;
}

/** What sets the order apart from all the customer's orders with that product; undefined where nothing does. */
function distinction({ random }: Desk, { order, product }: Pair): string | undefined {
  const rivals = order.customer.orders.filter((other) => {
    return other !== order && other.lines.some((line) => line.product === product);
  });
  const own = order.lines.find((line) => line.product === product);
  const ways: string[] = [];
  const rivalLines = rivals.flatMap(({ lines }) => lines).filter((line) => line.product === product);
  if (own && rivalLines.every((line) => differences(own, line).length > 0))
    ways.push(`the one with the ${fullName(own)}`);
  const companion = tellingProducts(order)[0];
  if (companion) ways.push(`the one that also has the ${noun(companion)} in it`);
  if (rivals.every(({ address }) => address.city !== order.address.city))
    ways.push(`the one that was sent to ${order.address.city}`);
  if (rivals.every(({ paidWith }) => paidWith !== order.paidWith))
    ways.push(`the one I paid for with my ${methodName(order.paidWith)}`);
  return ways.length > 0 ? random.pick(ways) : undefined;
}

function lookalikeTemplate(
  name: string,
  count: number,
  fits: (order: Order) => boolean,
  draft: (desk: Desk, ref: Reference, product: Product) => Request | undefined,
): Template {
  return {
    name: `similar-orders-${name}`,
    count,
    draft(desk, customer) {
      const pair = lookalike(desk, customer, fits);
      const which = pair && distinction(desk, pair);
      if (pair === undefined || which === undefined) return undefined;
      const say = desk.random.pick([`I mean ${which}.`, `${capitalized(which)}, please.`]);
      const request = draft(
        desk,
        {
          order: pair.order,
          phrase: `order with the ${noun(pair.product)}`,
          content: [pair.product],
          facts: [whichOrderFact(isPending(pair.order) ? say.replace("was sent", "is going") : say)],
          reads: readAllOrders(customer),
          traps: ["similar orders"],
        },
        pair.product,
      );
      const others = customer.orders.filter((other) => other !== pair.order && other.status === pair.order.status);
      return request && [{ ...request, used: [pair.order, ...others] }];
    },
  };
}

function swapOf({ random }: Desk, ref: Reference, product: Product): Request | undefined {
  const present = ref.order.lines.find((line) => line.product === product);
  const wanted = present && product.variants.filter((variant) => variant.available && variant !== present);
  if (present === undefined || wanted === undefined || wanted.length === 0) return undefined;
  // Named by all its options: "instead of the navy one" would give away which order is meant.
  const swap = { present, wanted: random.pick(wanted) };
  const methods = ableMethods(ref.order.customer, priceDifference([swap]));
  if (methods.length === 0) return undefined;
  const make = isDelivered(ref.order) ? exchangeItems : changeItems;
  const request = make(random, ref, [swap], random.pick(methods));
  const wish = (verb: string) => `${verb} the ${fullName(swap.wanted)}.`;
  const [say] = request.say.split(" I want ");
  const [brief] = request.brief.split(" You want the ");
  return { ...request, say: `${say} ${wish("I want")}`, brief: `${brief} ${wish("You want")}` };
}

export const lookalikeTemplates: readonly Template[] = [
  lookalikeTemplate("cancel", 9, isPending, onOrder.cancel),
  lookalikeTemplate("address", 7, isPending, onOrder.changeAddress),
  lookalikeTemplate("change-item", 7, isPending, swapOf),
  lookalikeTemplate("return", 8, isDelivered, ({ random }, ref, product) => {
    const lines = ref.order.lines.filter((line) => line.product === product);
    return returnItems(random, ref, lines, random.pick(refundMethods(ref.order)));
  }),
  lookalikeTemplate("exchange", 8, isDelivered, swapOf),
];
