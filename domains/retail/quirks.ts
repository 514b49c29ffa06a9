/**
 * The live bugs of tau2-bench 1.0.1 that move retail scores. A tau2 world keeps them, so that scores compare; built-in
 * worlds do it right. Nothing else in this domain asks which world it is in.
 */
import { roundCents } from "../money.ts";
import type { WorldKind } from "../tool.ts";
import type { OrderDocument, VariantDocument } from "./document.ts";

type Payment = OrderDocument["payment_history"][number];

/** Price and options of a modified item. tau2: those of the last replacement, whichever item it was for. */
export function modifiedItemDetails(
  world: WorldKind,
  replacements: readonly VariantDocument[],
  at: number,
): Pick<VariantDocument, "price" | "options"> {
  const source = replacements[world === "tau2" ? replacements.length - 1 : at] as VariantDocument;
  return { price: source.price, options: source.options };
}

/** The price difference of modified items as it is booked. tau2: not rounded, so that 12.340000000000003 is stored. */
export function bookedDifference(world: WorldKind, difference: number): number {
  return world === "tau2" ? difference : roundCents(difference);
}

/** What cancelling refunds. tau2: every entry of the history once more, refunds too; else what each method still has paid. */
export function refundsDue(world: WorldKind, history: readonly Payment[]): Payment[] {
  if (world === "tau2") return history.map((entry) => ({ ...entry, transaction_type: "refund" }));
  const paid = new Map<string, number>();
  for (const { transaction_type, amount, payment_method_id } of history) {
    const sign = transaction_type === "payment" ? 1 : -1;
    paid.set(payment_method_id, roundCents((paid.get(payment_method_id) ?? 0) + sign * amount));
  }
  return [...paid]
    .filter(([, amount]) => amount > 0)
    .map(([payment_method_id, amount]) => ({ transaction_type: "refund", amount, payment_method_id }));
}
