/** The built-in world's flights: who flies where and when, and what becomes of each flight on each day. */
import type { Random } from "../random.ts";
import { clockTime, dates, minuteOf, nowMinute, stamp, today, weekday } from "./calendar.ts";
import { type Airport, airports, distance, miles } from "./catalogue/map.ts";
import type * as tables from "./schema.ts";
import { type Cabin, cabins } from "./schema.ts";

type FlightRow = typeof tables.flights.$inferInsert;
type FlightDateRow = typeof tables.flightDates.$inferInsert;

const FLIGHTS = 318;
/** Spokes are linked to so many hubs, and so many pairs of spokes to each other. */
const LINKS = [3, 3, 4];
const SPOKE_PAIRS = 6;
/** Nobody flies between airports that are closer, in miles. */
const NEAR = 180;

/** The parts of the day in which a route's flights leave, in minutes after midnight. */
const MORNING = [330, 620] as const;
const AFTERNOON = [690, 980] as const;
const EVENING = [1010, 1310] as const;

export interface Flight {
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  /** Minutes after midnight; the arrival may go beyond the day. */
  readonly departure: number;
  readonly arrival: number;
}

/** A flight on one date. */
export interface Instance {
  readonly flight: Flight;
  readonly date: string;
  readonly status: (typeof tables.flightStatuses)[number];
  /** Minutes by which it was or will be late, where it has left or is about to. */
  readonly late: number;
  readonly seats: Readonly<Record<Cabin, number>>;
  readonly prices: Readonly<Record<Cabin, number>>;
}

export class Timetable {
  readonly flights: readonly Flight[];
  readonly instances: readonly Instance[];
  readonly #byKey: ReadonlyMap<string, Instance>;
  readonly #fromTo: ReadonlyMap<string, readonly Flight[]>;
  readonly #leaving: ReadonlyMap<string, readonly Instance[]>;
  readonly #arriving: ReadonlyMap<string, readonly Instance[]>;

  constructor(random: Random) {
    this.flights = schedule(random.fork("routes"));
    this.instances = this.flights.flatMap((flight) => days(random.fork(flight.number), flight));
    this.#byKey = new Map(this.instances.map((instance) => [`${instance.flight.number} ${instance.date}`, instance]));
    this.#fromTo = Map.groupBy(this.flights, ({ origin, destination }) => `${origin} ${destination}`);
    this.#leaving = Map.groupBy(this.instances, ({ flight, date }) => `${flight.origin} ${date}`);
    this.#arriving = Map.groupBy(this.instances, ({ flight, date }) => `${flight.destination} ${date}`);
  }

  direct(origin: string, destination: string): readonly Flight[] {
    return this.#fromTo.get(`${origin} ${destination}`) ?? [];
  }

  leaving(origin: string, date: string): readonly Instance[] {
    return this.#leaving.get(`${origin} ${date}`) ?? [];
  }

  /** Those that left on `date`. */
  arriving(destination: string, date: string): readonly Instance[] {
    return this.#arriving.get(`${destination} ${date}`) ?? [];
  }

  on(flight: Flight, date: string): Instance | undefined {
    return this.#byKey.get(`${flight.number} ${date}`);
  }

  flightRows(): FlightRow[] {
    return this.flights.map(({ number, origin, destination, departure, arrival }, position) => ({
      flight_number: number,
      position,
      origin,
      destination,
      scheduled_departure_time_est: clockTime(departure),
      scheduled_arrival_time_est: clockTime(arrival),
    }));
  }

  dateRows(): FlightDateRow[] {
    return this.instances.map(({ flight, date, status, late, seats, prices }) => {
      const row: FlightDateRow = { flight_number: flight.number, date, status };
      if (status === "available") {
        return {
          ...row,
          ...{ basic_economy_seats: seats.basic_economy, economy_seats: seats.economy, business_seats: seats.business },
          basic_economy_price: prices.basic_economy,
          economy_price: prices.economy,
          business_price: prices.business,
        };
      }
      if (status === "cancelled") return row;
      const departure = stamp(minuteOf(date, flight.departure + late));
      return { ...row, departure, arrival: stamp(minuteOf(date, flight.arrival + late)) };
    });
  }
}

type Pair = readonly [Airport, Airport];

/** Hubs are all linked, each spoke to some of them; both ways, two or three times a day. */
function schedule(random: Random): Flight[] {
  const hubs = airports.filter(({ hub }) => hub);
  const spokes = airports.filter(({ hub }) => !hub);
  const far = ([a, b]: Pair) => distance(a, b) >= NEAR;
  const pairs: Pair[] = hubs.flatMap((a, at) => hubs.slice(at + 1).map((b): Pair => [a, b]));
  for (const spoke of spokes) {
    const near = random.shuffle(hubs.filter((hub) => far([spoke, hub])));
    pairs.push(...near.slice(0, random.pick(LINKS)).map((hub): Pair => [spoke, hub]));
  }
  const between = spokes.flatMap((a, at) => spokes.slice(at + 1).map((b): Pair => [a, b]));
  pairs.push(...random.shuffle(between.filter(far)).slice(0, SPOKE_PAIRS));
  const routes = pairs.filter(far).flatMap(([a, b]): Pair[] => [
    [a, b],
    [b, a],
  ]);
  const three = new Set(random.shuffle(routes).slice(0, Math.max(0, FLIGHTS - 2 * routes.length)));
  const hours = (route: Pair) => {
    if (three.has(route)) return [MORNING, AFTERNOON, EVENING];
    return random.pick([
      [MORNING, EVENING],
      [MORNING, AFTERNOON],
      [AFTERNOON, EVENING],
    ]);
  };
  const planned = routes.flatMap((route) => hours(route).map((part) => ({ route, part })));
  const numbers = random.shuffle(Array.from({ length: 900 }, (_, at) => at + 100)).slice(0, planned.length);
  return planned
    .map(({ route: [from, to], part: [first, last] }, at): Flight => {
      const departure = first + 5 * random.int(0, Math.floor((last - first) / 5));
      const flying = 5 * Math.round((38 + (distance(from, to) / 465) * 60) / 5);
      const number = `PTL${numbers[at]}`;
      return { number, origin: from.iata, destination: to.iata, departure, arrival: departure + flying };
    })
    .sort((a, b) => (a.number < b.number ? -1 : 1));
}

function days(random: Random, flight: Flight): Instance[] {
  const level = (58 + miles(flight.origin, flight.destination) * 0.1) * (0.88 + random.next() * 0.3);
  const share = { basic_economy: 0.62 + random.next() * 0.14, economy: 1, business: 2.1 + random.next() * 0.9 };
  return dates.map((date) => {
    const { status, late } = fate(random, flight, date);
    const busy = ["Friday", "Sunday"].includes(weekday(date)) ? 1.12 : 1;
    const day = level * busy * (0.92 + random.next() * 0.16);
    const priceOf = (cabin: Cabin) => Math.round(day * share[cabin] * (0.97 + random.next() * 0.06));
    const seatsOf = (most: number) => (random.chance(0.13) ? 0 : random.int(1, most));
    const [basic_economy, economy, business] = cabins.map(priceOf) as [number, number, number];
    return {
      flight,
      date,
      status,
      late,
      seats: { basic_economy: seatsOf(16), economy: seatsOf(20), business: seatsOf(10) },
      prices: { basic_economy, economy, business },
    };
  });
}

/** From so many minutes before it leaves, a flight can't be booked any more. */
const GATE = 240;

/** What the clock, and chance, make of a flight on a date. */
function fate(random: Random, flight: Flight, date: string): Pick<Instance, "status" | "late"> {
  const [slight, long] = [random.int(0, 18), random.int(7, 36) * 10];
  const [odds, usual] = [random.next(), random.chance(0.75)];
  const due = minuteOf(date, flight.departure) - nowMinute;
  const daysAhead = (minuteOf(date) - minuteOf(today)) / 1440;
  const late = usual ? slight : random.int(20, 110);
  if (odds < (due < 0 ? 0.03 : daysAhead > 7 ? 0.012 : 0.05)) return { status: "cancelled", late: 0 };
  if (due < 0) {
    const held = due > -150 && odds > 0.85;
    if (held && due + long > 15) return { status: "delayed", late: long };
    const away = due + late < 0 ? late : 0;
    return { status: minuteOf(date, flight.arrival) + away < nowMinute ? "landed" : "flying", late: away };
  }
  if (daysAhead < 2 && odds > (daysAhead < 1 ? 0.82 : 0.89)) return { status: "delayed", late: long };
  return due < GATE ? { status: "on time", late: 0 } : { status: "available", late: 0 };
}
