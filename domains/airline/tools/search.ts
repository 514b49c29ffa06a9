/** The timetable: airports, flights that can be booked, and how a flight stands. */
import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { tool } from "../../tool.ts";
import { airports } from "../airports.ts";
import { onwardFrom } from "../quirks.ts";
import { type FlightRow, type InstanceRow, pricesOf, seatsOf } from "../records.ts";
import { flightDates, flightStatuses, flights } from "../schema.ts";
import { DirectFlight, type DirectFlightDocument } from "../shapes.ts";
import { airportInput, dateInput, flightNumberInput } from "./inputs.ts";
import { requireFlight, requireInstance } from "./seats.ts";

const ends = {
  origin: eq(flights.origin, sql.placeholder("origin")),
  destination: eq(flights.destination, sql.placeholder("destination")),
};

/** Flights that can be booked on a date between the given ends, in the order of the timetable. */
const available = (...between: (keyof typeof ends)[]) =>
  query((db) =>
    db
      .select({ ...getTableColumns(flights), ...getTableColumns(flightDates) })
      .from(flights)
      .innerJoin(
        flightDates,
        and(
          eq(flightDates.flight_number, flights.flight_number),
          eq(flightDates.date, sql.placeholder("date")),
          eq(flightDates.status, "available"),
        ),
      )
      .where(and(...between.map((end) => ends[end])))
      .orderBy(asc(flights.position))
      .prepare(),
  );

const direct = available("origin", "destination");
const leaving = available("origin");
const arriving = available("destination");

function found(row: FlightRow & InstanceRow, date: string | null): DirectFlightDocument {
  return {
    flight_number: row.flight_number,
    origin: row.origin,
    destination: row.destination,
    status: "available",
    scheduled_departure_time_est: row.scheduled_departure_time_est,
    scheduled_arrival_time_est: row.scheduled_arrival_time_est,
    date,
    available_seats: seatsOf(row),
    prices: pricesOf(row),
  };
}

export const list_all_airports = tool({
  description: "List the airports that the airline flies to: code and city.",
  effect: "read",
  input: z.strictObject({}),
  output: z.array(z.object({ iata: z.string(), city: z.string() })),
  run() {
    return airports.map(({ iata, city }) => ({ iata, city }));
  },
});

const searchInput = z.strictObject({
  origin: airportInput("Where it starts"),
  destination: airportInput("Where it ends"),
  date: dateInput,
});

export const search_direct_flight = tool({
  description:
    "Find the direct flights between two airports that can be booked on a date, with seats and prices by cabin.",
  effect: "read",
  input: searchInput,
  output: z.array(DirectFlight),
  run({ origin, destination, date }, { db }) {
    return direct(db)
      .all({ origin, destination, date })
      .map((row) => found(row, null));
  },
});

export const search_onestop_flight = tool({
  description:
    "Find the ways between two airports with one change of flights that can be booked: pairs of flights, the first on the given date. The second may be a day later.",
  effect: "read",
  input: searchInput,
  output: z.array(z.array(DirectFlight)),
  run({ origin, destination, date }, { db, world }) {
    const onwards = onwardFlights(db, destination);
    return leaving(db)
      .all({ origin, date })
      .flatMap((first) => {
        const earliest = onwardFrom(world, date, first.scheduled_arrival_time_est);
        return onwards(earliest.date)
          .filter((second) => second.origin === first.destination)
          .filter((second) => second.scheduled_departure_time_est >= earliest.time)
          .map((second) => [found(first, date), found(second, earliest.date)]);
      });
  },
});

/** The flights to a destination by date, each date read once. */
function onwardFlights(db: DomainDatabase, destination: string): (date: string) => (FlightRow & InstanceRow)[] {
  const read = new Map<string, (FlightRow & InstanceRow)[]>();
  return (date) => {
    const rows = read.get(date) ?? arriving(db).all({ destination, date });
    read.set(date, rows);
    return rows;
  };
}

export const get_flight_status = tool({
  description: "Read how a flight stands on a date: available, on time, delayed, flying, landed or cancelled.",
  effect: "read",
  input: z.strictObject({ flight_number: flightNumberInput, date: dateInput }),
  output: z.enum(flightStatuses),
  run({ flight_number, date }, { db }) {
    requireFlight(db, flight_number);
    return requireInstance(db, flight_number, date).status;
  },
});
