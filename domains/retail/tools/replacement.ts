/** One item for another variant of the same product: the rule that modifying and exchanging share. */
import { z } from "zod";
import type { DomainDatabase } from "../../database.ts";
import { ToolError } from "../../tool.ts";
import { type OrderDocument, readProduct, type VariantDocument } from "../document.ts";
import { itemIdsInput, orderIdInput, paymentMethodIdInput } from "./orders.ts";

export const replacementInput = z.strictObject({
  order_id: orderIdInput,
  item_ids: itemIdsInput,
  new_item_ids: z
    .array(z.string())
    .describe("The item id that replaces each, in the same order: an available variant of the same product"),
  payment_method_id: paymentMethodIdInput,
});

/**
 * The variant that replaces an item of the order, and what it costs more, in dollars, not rounded.
 * @throws ToolError when it is no variant of the same product, or not available.
 */
export function replacement(
  db: DomainDatabase,
  order: OrderDocument,
  itemId: string,
  newItemId: string,
): { variant: VariantDocument; difference: number } {
  const item = order.items.find((candidate) => candidate.item_id === itemId);
  const product = item && readProduct(db, item.product_id);
  if (item === undefined || product === undefined) throw new ToolError("Product not found");
  const variant = Object.hasOwn(product.variants, newItemId) ? product.variants[newItemId] : undefined;
  if (variant === undefined) throw new ToolError("Variant not found");
  if (!variant.available) throw new ToolError(`New item ${newItemId} not found or available`);
  return { variant, difference: variant.price - item.price };
}
