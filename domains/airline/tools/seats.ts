/** Flights on a date: whether they can be booked, and the seats that bookings take. */
import { and, eq, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError } from "../../tool.ts";
import type { Leg } from "../itinerary.ts";
import { type FlightRow, type InstanceRow, pricesOf, seatsOf } from "../records.ts";
import { type Cabin, flightDates, flights } from "../schema.ts";

const flightByNumber = query((db) =>
  db
    .select()
    .from(flights)
    .where(eq(flights.flight_number, sql.placeholder("id")))
    .prepare(),
);

const onDate = and(eq(flightDates.flight_number, sql.placeholder("id")), eq(flightDates.date, sql.placeholder("date")));

const instanceByDate = query((db) => db.select().from(flightDates).where(onDate).prepare());

/** @throws ToolError where there is no such flight. */
export function requireFlight(db: DomainDatabase, flightNumber: string): FlightRow {
  const flight = flightByNumber(db).get({ id: flightNumber });
  if (flight === undefined) throw new ToolError(`Flight ${flightNumber} not found`);
  return flight;
}

/** @throws ToolError where the flight does not fly on that date. */
export function requireInstance(db: DomainDatabase, flightNumber: string, date: string): InstanceRow {
  const instance = instanceByDate(db).get({ id: flightNumber, date });
  if (instance === undefined) throw new ToolError(`Flight ${flightNumber} not found on date ${date}`);
  return instance;
}

/** A flight on a date, and what a seat in the cabin costs now. @throws ToolError unless it has `count` seats there. */
export function requireSeats(
  db: DomainDatabase,
  { flight_number, date }: { flight_number: string; date: string },
  cabin: Cabin,
  count: number,
): Leg & { price: number } {
  const flight = requireFlight(db, flight_number);
  const instance = requireInstance(db, flight_number, date);
  if (instance.status !== "available") {
    throw new ToolError(`Flight ${flight_number} not available on date ${date}`);
  }
  if (seatsOf(instance)[cabin] < count) throw new ToolError(`Not enough seats on flight ${flight_number}`);
  return { ...flight, date, price: pricesOf(instance)[cabin] };
}

const addSeats = query((db) =>
  db
    .update(flightDates)
    .set({
      basic_economy_seats: sql`${flightDates.basic_economy_seats} + ${sql.placeholder("basic_economy")}`,
      economy_seats: sql`${flightDates.economy_seats} + ${sql.placeholder("economy")}`,
      business_seats: sql`${flightDates.business_seats} + ${sql.placeholder("business")}`,
    })
    .where(and(onDate, eq(flightDates.status, "available")))
    .prepare(),
);

/** Takes `count` seats on each flight, or gives them back where it is below zero. Flights that can't be booked have none. */
export function takeSeats(
  db: DomainDatabase,
  legs: readonly { flight_number: string; date: string }[],
  cabin: Cabin,
  count: number,
): void {
  const none = { basic_economy: 0, economy: 0, business: 0 };
  for (const { flight_number: id, date } of legs) addSeats(db).run({ ...none, [cabin]: -count, id, date });
}
