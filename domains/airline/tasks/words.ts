/** How customers put things: places, dates, cabins, people and payment methods in words. */
import { dateWords } from "../calendar.ts";
import { airports } from "../catalogue/map.ts";
import type { Cabin } from "../schema.ts";
import type { Method, Person } from "./rows.ts";

const places = new Map(airports.map(({ iata, name }) => [iata, name]));

/** "Boston" */
export function place(iata: string): string {
  return places.get(iata) ?? iata;
}

/** "basic economy" */
export function cabinWords(cabin: Cabin): string {
  return cabin.replace("_", " ");
}

const brands: Readonly<Record<string, string>> = {
  visa: "Visa card",
  mastercard: "Mastercard",
  amex: "Amex card",
  discover: "Discover card",
};

/** "Visa card ending in 4821", "gift card ending in 0917" */
export function methodName({ source, brand, ending }: Method): string {
  return `${source === "credit_card" ? (brands[brand ?? ""] ?? brand) : source.replace("_", " ")} ending in ${ending}`;
}

/** "my certificate ending in 3321 first, then my gift card ending in 8812, and the rest with my Visa card ending in 4821" */
export function paymentWords(methods: readonly Method[]): string {
  const [first, second, ...others] = methods.map((method) => `my ${methodName(method)}`);
  if (second === undefined) return first ?? "";
  const middle = [second, ...others].slice(0, -1).map((name) => `, then ${name}`);
  return `${first} first${middle.join("")}, and the rest with ${[second, ...others].at(-1)}`;
}

export function nameOf({ first_name, last_name }: Person): string {
  return `${first_name} ${last_name}`;
}

/** "born on April 3, 1988" */
export function birthWords(dob: string): string {
  return `born on ${dateWords(dob)}, ${dob.slice(0, 4)}`;
}

/** "one bag", "3 bags" */
export function bagWords(count: number): string {
  return count === 0 ? "no bags" : count === 1 ? "one bag" : `${count} bags`;
}
