/** Which of several ways from one airport to another a customer wants: each preference picks exactly one, or is not used. */
import type { Random } from "../../random.ts";
import type { Cabin } from "../schema.ts";
import { lands, leaves, type Seat, type Way } from "./rows.ts";

export interface Choice {
  readonly way: Way;
  /** "the cheapest nonstop flight" */
  readonly words: string;
}

export function priceOf(way: Way, cabin: Cabin): number {
  return way.reduce((sum, { prices }) => sum + prices[cabin], 0);
}

export function hasSeats(way: Way, cabin: Cabin, count: number): boolean {
  return way.every(({ seats }) => seats[cabin] >= count);
}

const firstOf = (way: Way) => way[0] as Seat;
const lastOf = (way: Way) => way.at(-1) as Seat;
const leavesAt = (way: Way) =>
  Number(firstOf(way).flight.departs.slice(0, 2)) + Number(firstOf(way).flight.departs.slice(3, 5)) / 60;

/** The one way for which `value` is smallest; undefined where there are two. */
function least(ways: readonly Way[], value: (way: Way) => number): Way | undefined {
  const [first, second] = ways.toSorted((a, b) => value(a) - value(b));
  return first && (second === undefined || value(first) < value(second)) ? first : undefined;
}

interface Preference {
  /** `noun`: "nonstop flight". */
  words(noun: string): string;
  fits?(way: Way): boolean;
  value(way: Way, cabin: Cabin): number;
  /** Not by what it costs: the same in every cabin. */
  readonly byTime?: true;
}

const preferences: readonly Preference[] = [
  { words: (noun) => `the cheapest ${noun}`, value: priceOf },
  { words: (noun) => `the cheapest ${noun}`, value: priceOf },
  { words: (noun) => `the ${noun} that leaves first`, value: (way) => leaves(firstOf(way)), byTime: true },
  { words: (noun) => `the ${noun} that leaves last`, value: (way) => -leaves(firstOf(way)), byTime: true },
  { words: (noun) => `the ${noun} that gets there first`, value: (way) => lands(lastOf(way)), byTime: true },
  {
    words: (noun) => `the cheapest ${noun} that leaves at noon or later`,
    fits: (way) => leavesAt(way) >= 12,
    value: priceOf,
  },
  {
    words: (noun) => `the cheapest ${noun} that leaves before noon`,
    fits: (way) => leavesAt(way) < 12,
    value: priceOf,
  },
];

export interface Wish {
  readonly ways: readonly Way[];
  readonly cabin: Cabin;
  readonly seats: number;
  /** "nonstop flight", "connection with one stop" */
  readonly noun: string;
  /** A way that would be no change. */
  readonly except?: Way | undefined;
  readonly byTime?: boolean | undefined;
}

/** One of the ways that have seats, out of two at least that there are. */
export function choose(random: Random, { ways, cabin, seats, noun, except, byTime = false }: Wish): Choice | undefined {
  if (ways.length < 2) return undefined;
  const possible = ways.filter((way) => hasSeats(way, cabin, seats));
  const usable = preferences.filter((preference) => !byTime || preference.byTime);
  for (const { words, fits = () => true, value } of random.shuffle(usable)) {
    const best = (among: readonly Way[]) => least(among.filter(fits), (one) => value(one, cabin));
    const way = best(possible);
    if (way === undefined || (except && isSameWay(way, except))) continue;
    return { way, words: `${words(noun)}${best(ways) === way ? "" : ", of those that still have enough seats"}` };
  }
  return undefined;
}

export function isSameWay(one: Way, other: Way): boolean {
  return (
    one.length === other.length &&
    one.every(({ flight, date }, at) => flight.number === other[at]?.flight.number && date === other[at]?.date)
  );
}
