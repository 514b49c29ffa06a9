/** How customers put things: goods, orders, payment methods and addresses in words, never in ids that only the shop knows. */
import type { Address, Method, Product, Variant } from "./shop.ts";

export function noun(product: Product): string {
  return product.name.toLowerCase();
}

/** "small, navy, unlined rain jacket" */
export function fullName({ options, product }: Variant): string {
  return `${Object.values(options).join(", ")} ${noun(product)}`;
}

/** The options in which `wanted` differs from `present`. */
export function differences(present: Variant, wanted: Variant): string[] {
  return Object.keys(wanted.options).filter((option) => wanted.options[option] !== present.options[option]);
}

/** "the large, olive one instead of the small, navy one, everything else the same": singles out one variant. */
export function swapWords(present: Variant, wanted: Variant): string {
  const changed = differences(present, wanted);
  const one = (variant: Variant) => `the ${changed.map((option) => variant.options[option]).join(", ")} one`;
  const rest = Object.keys(wanted.options).length - changed.length;
  const same = rest === 0 ? "" : ", everything else the same";
  return `${one(wanted)} instead of ${one(present)}${same}`;
}

const brands: Readonly<Record<string, string>> = {
  visa: "Visa card",
  mastercard: "Mastercard",
  amex: "Amex card",
  discover: "Discover card",
};

/** "Visa card ending in 4821" */
export function methodName({ source, brand, last_four }: Method): string {
  if (source === "gift_card") return "gift card";
  if (source === "paypal") return "PayPal account";
  return `${brands[brand ?? ""] ?? brand} ending in ${last_four}`;
}

/** "12 Alder Lane, Apt 4, Boston, MA 02134" */
export function addressWords({ address1, address2, city, state, zip }: Address): string {
  return `${address1}${address2 === "" ? "" : `, ${address2}`}, ${city}, ${state} ${zip}`;
}

export function sameAddress(a: Address, b: Address): boolean {
  return addressWords(a) === addressWords(b);
}
