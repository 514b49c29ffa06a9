/**
 * The airline's tables. Money is in dollars; `position` columns keep the order of tau2-bench's lists. Nothing here holds
 * balances or seats above zero: tau2-bench lets a booking that names a card or a flight twice go below.
 */
import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const cabins = ["basic_economy", "economy", "business"] as const;
export const flightTypes = ["round_trip", "one_way"] as const;
export const memberships = ["gold", "silver", "regular"] as const;
export const insuranceAnswers = ["yes", "no"] as const;
export const flightStatuses = ["available", "on time", "delayed", "flying", "landed", "cancelled"] as const;
export const paymentSources = ["credit_card", "gift_card", "certificate"] as const;

export type Cabin = (typeof cabins)[number];

const quoted = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(", "));

export const flights = sqliteTable(
  "flights",
  {
    flight_number: text().primaryKey(),
    /** Place in the timetable, which is the order of search results. */
    position: integer().notNull(),
    origin: text().notNull(),
    destination: text().notNull(),
    /** HH:MM:SS, Eastern time everywhere. */
    scheduled_departure_time_est: text().notNull(),
    /** HH:MM:SS, with a '+1' at the end where the flight arrives on the next day. */
    scheduled_arrival_time_est: text().notNull(),
  },
  (table) => [
    index("flights_by_route").on(table.origin, table.destination, table.position),
    index("flights_to").on(table.destination, table.position),
  ],
);

/** A flight on one date. What a row holds besides follows from its status. */
export const flightDates = sqliteTable(
  "flight_dates",
  {
    flight_number: text()
      .notNull()
      .references(() => flights.flight_number),
    /** YYYY-MM-DD, of departure. */
    date: text().notNull(),
    status: text({ enum: flightStatuses }).notNull(),
    /** Date and time, 'on time', 'delayed', 'flying' and 'landed' only: actual once it has happened, else estimated. */
    departure: text(),
    arrival: text(),
    /** Seats that can be booked and the price of one, 'available' only. */
    basic_economy_seats: integer(),
    economy_seats: integer(),
    business_seats: integer(),
    basic_economy_price: integer(),
    economy_price: integer(),
    business_price: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.flight_number, table.date] }),
    check("flight_dates_status", sql`${table.status} in (${quoted(flightStatuses)})`),
    check(
      "flight_dates_seats",
      sql`(${table.status} = 'available') = (${table.basic_economy_seats} is not null and ${table.economy_seats} is not null and ${table.business_seats} is not null)`,
    ),
    check(
      "flight_dates_prices",
      sql`(${table.status} = 'available') = (${table.basic_economy_price} is not null and ${table.economy_price} is not null and ${table.business_price} is not null)`,
    ),
    check(
      "flight_dates_times",
      sql`(${table.status} in ('available', 'cancelled')) = (${table.departure} is null and ${table.arrival} is null)`,
    ),
  ],
);

export const users = sqliteTable(
  "users",
  {
    user_id: text().primaryKey(),
    position: integer().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    address1: text().notNull(),
    address2: text(),
    city: text().notNull(),
    country: text().notNull(),
    state: text().notNull(),
    zip: text().notNull(),
    email: text().notNull(),
    /** YYYY-MM-DD. */
    dob: text().notNull(),
    membership: text({ enum: memberships }).notNull(),
  },
  (table) => [check("users_membership", sql`${table.membership} in (${quoted(memberships)})`)],
);

/** A certificate that has paid is gone. Two users can have certificates of one id. */
export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    user_id: text()
      .notNull()
      .references(() => users.user_id),
    payment_method_id: text().notNull(),
    position: integer().notNull(),
    source: text({ enum: paymentSources }).notNull(),
    brand: text(),
    last_four: text(),
    /** What a gift card or a certificate is worth. */
    amount: real(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.payment_method_id] }),
    check("payment_methods_source", sql`${table.source} in (${quoted(paymentSources)})`),
    check("payment_methods_card", sql`(${table.source} = 'credit_card') = (${table.last_four} is not null)`),
    check("payment_methods_amount", sql`(${table.source} = 'credit_card') = (${table.amount} is null)`),
  ],
);

/** People whom a user has booked for. */
export const savedPassengers = sqliteTable(
  "saved_passengers",
  {
    user_id: text()
      .notNull()
      .references(() => users.user_id),
    position: integer().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    dob: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.position] })],
);

export const reservations = sqliteTable(
  "reservations",
  {
    reservation_id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.user_id),
    /** Place among the user's reservations. */
    position: integer().notNull(),
    origin: text().notNull(),
    destination: text().notNull(),
    flight_type: text({ enum: flightTypes }).notNull(),
    cabin: text({ enum: cabins }).notNull(),
    /** YYYY-MM-DDTHH:MM:SS. */
    created_at: text().notNull(),
    total_baggages: integer().notNull(),
    nonfree_baggages: integer().notNull(),
    insurance: text({ enum: insuranceAnswers }).notNull(),
    status: text({ enum: ["cancelled"] }),
  },
  (table) => [
    check("reservations_flight_type", sql`${table.flight_type} in (${quoted(flightTypes)})`),
    check("reservations_cabin", sql`${table.cabin} in (${quoted(cabins)})`),
    check("reservations_insurance", sql`${table.insurance} in (${quoted(insuranceAnswers)})`),
    check("reservations_status", sql`${table.status} = 'cancelled'`),
    index("reservations_of_user").on(table.user_id, table.position),
  ],
);

/** The legs of a reservation, each with what one seat on it cost. */
export const reservationFlights = sqliteTable(
  "reservation_flights",
  {
    reservation_id: text()
      .notNull()
      .references(() => reservations.reservation_id),
    position: integer().notNull(),
    origin: text().notNull(),
    destination: text().notNull(),
    flight_number: text().notNull(),
    date: text().notNull(),
    price: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.reservation_id, table.position] }),
    foreignKey({
      columns: [table.flight_number, table.date],
      foreignColumns: [flightDates.flight_number, flightDates.date],
    }),
  ],
);

export const passengers = sqliteTable(
  "passengers",
  {
    reservation_id: text()
      .notNull()
      .references(() => reservations.reservation_id),
    position: integer().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    dob: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reservation_id, table.position] })],
);

/** What was paid for a reservation, and, below zero, refunded. The method may be a certificate that is gone. */
export const payments = sqliteTable(
  "payments",
  {
    reservation_id: text()
      .notNull()
      .references(() => reservations.reservation_id),
    position: integer().notNull(),
    payment_id: text().notNull(),
    amount: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.reservation_id, table.position] })],
);
