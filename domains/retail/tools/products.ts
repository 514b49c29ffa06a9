/** The catalogue. */
import { asc } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { Product, readProduct, readVariant, Variant } from "../document.ts";
import { products } from "../schema.ts";

const allByName = query((db) =>
  db
    .select({ name: products.name, product_id: products.product_id })
    .from(products)
    .orderBy(asc(products.name))
    .prepare(),
);

export const list_all_product_types = tool({
  description: "List the product types of the shop: name and product id.",
  effect: "read",
  input: z.strictObject({}),
  output: z.record(z.string(), z.string()),
  run(_, { db }) {
    return Object.fromEntries(
      allByName(db)
        .all()
        .map(({ name, product_id }) => [name, product_id]),
    );
  },
});

export const get_product_details = tool({
  description: "Read a product type with all its variants: item id, options, availability and price.",
  effect: "read",
  input: z.strictObject({
    product_id: z.string().describe("For example '8310926033'. Not an item id: the two are not related"),
  }),
  output: Product,
  run({ product_id }, { db }) {
    const product = readProduct(db, product_id);
    if (product === undefined) throw new ToolError("Product not found");
    return product;
  },
});

export const get_item_details = tool({
  description: "Read one variant of a product by its item id: options, availability and price.",
  effect: "read",
  input: z.strictObject({ item_id: z.string().describe("For example '6469567736'. Not a product id") }),
  output: Variant,
  run({ item_id }, { db }) {
    const variant = readVariant(db, item_id);
    if (variant === undefined) throw new ToolError("Item not found");
    return variant;
  },
});
