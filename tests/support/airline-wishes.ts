/** Which flights a customer's words single out, told a second time: read off the sentence, looked up by the tools. */
import { airports } from "../../domains/airline/catalogue/map.ts";
import type { DirectFlightDocument } from "../../domains/airline/shapes.ts";
import type { Environment } from "../../domains/index.ts";
import { read } from "./airline-rules.ts";

export const codeOf = (place: string) => airports.find(({ name }) => name === place)?.iata ?? "";
export const dateOf = (words: string) => `2026-05-${(/May (\d+)/.exec(words)?.[1] ?? "").padStart(2, "0")}`;
export const dayOf = (date: string) => `May ${Number(date.slice(8))}`;
export const cabinOf = (words: string) => words.replace(" ", "_") as "basic_economy" | "economy" | "business";

const NOUN = "nonstop flight|connection|way to get there, nonstop or with one stop";
const THAT =
  "that leaves first|that leaves last|that gets there first|that leaves at noon or later|that leaves before noon";
const WISH = new RegExp(`the (cheapest )?(${NOUN})(?: (${THAT}))?(, of those that still have enough seats)?`, "gi");

/** The wishes in the last of the texts that has any. */
export function wishesIn(texts: readonly string[]): string[] {
  return texts.map((text) => text.match(WISH) ?? []).findLast((found) => found.length > 0) ?? [];
}

export interface Search {
  readonly origin: string;
  readonly destination: string;
  readonly date: string;
  readonly cabin: "basic_economy" | "economy" | "business";
  readonly seats: number;
}

export interface Option {
  readonly numbers: readonly string[];
  readonly price: number;
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** All ways that the wish fits best, of which there should be one. */
export function bestFor(environment: Environment, wish: string, search: Search): Option[] {
  const { origin, destination, date, cabin, seats } = search;
  const [, cheapest, noun = "", that = ""] = new RegExp(WISH.source, "i").exec(wish) ?? [];
  const args = { origin, destination, date };
  const direct = read<DirectFlightDocument[]>(environment, "search_direct_flight", args).map((flight) => [flight]);
  const stops = read<DirectFlightDocument[][]>(environment, "search_onestop_flight", args);
  const ways = noun.startsWith("nonstop") ? direct : noun === "connection" ? stops : [...direct, ...stops];
  const open = ways.filter((way) => way.every((flight) => flight.available_seats[cabin] >= seats));
  const leaves = (way: DirectFlightDocument[]) => minutes(way[0]?.scheduled_departure_time_est ?? "");
  const lands = (way: DirectFlightDocument[]) => {
    const last = way.at(-1) as DirectFlightDocument;
    const later = (last.date ?? date) > date ? 1440 : 0;
    const arrival = last.scheduled_arrival_time_est;
    return later + minutes(arrival) + (arrival.endsWith("+1") ? 1440 : 0);
  };
  const price = (way: DirectFlightDocument[]) => way.reduce((sum, { prices }) => sum + prices[cabin], 0);
  const fits = open.filter((way) => {
    if (that.includes("before noon")) return leaves(way) < 720;
    return !that.includes("at noon") || leaves(way) >= 720;
  });
  const value = cheapest
    ? price
    : that.includes("gets there")
      ? lands
      : that.includes("last")
        ? (way: DirectFlightDocument[]) => -leaves(way)
        : leaves;
  const least = Math.min(...fits.map(value));
  return fits
    .filter((way) => value(way) === least)
    .map((way) => ({ numbers: way.map(({ flight_number }) => flight_number), price: price(way) }));
}
