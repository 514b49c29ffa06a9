/** One item for another variant of the same product: the rule that modifying and exchanging share. */
import type { DomainDatabase } from "../../database.ts";
import { ToolError } from "../../tool.ts";
import { type OrderDocument, readProduct, type VariantDocument } from "../document.ts";

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
