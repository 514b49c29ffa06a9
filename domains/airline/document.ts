/** Rows <-> the whole document of tau2-bench's airline `db.json`. */
import { asc } from "drizzle-orm";
import type { z } from "zod";
import type { DomainDatabase } from "../database.ts";
import { insertRows } from "../insert.ts";
import type { JsonObject } from "../json.ts";
import { flightOf, reservationOf, userOf } from "./records.ts";
import * as tables from "./schema.ts";
import type { AirlineDocument, FlightDocument, InstanceDocument, ReservationDocument, UserDocument } from "./shapes.ts";

const { flights, flightDates, users, paymentMethods, savedPassengers } = tables;
const { reservations, reservationFlights, passengers, payments } = tables;

/** The whole document, with one query a table. */
export function readDocument(db: DomainDatabase): JsonObject {
  const grouped = <Row extends { position: number }>(rows: Row[], by: (row: Row) => string) => {
    const groups = Map.groupBy(rows, by);
    for (const group of groups.values()) group.sort((a, b) => a.position - b.position);
    return (id: string) => groups.get(id) ?? [];
  };
  const instances = db.select().from(flightDates).orderBy(asc(flightDates.flight_number), asc(flightDates.date)).all();
  const instancesOf = Map.groupBy(instances, (row) => row.flight_number);
  const methodsOf = grouped(db.select().from(paymentMethods).all(), (row) => row.user_id);
  const savedBy = grouped(db.select().from(savedPassengers).all(), (row) => row.user_id);
  const bookedBy = grouped(db.select().from(reservations).all(), (row) => row.user_id);
  const legsOf = grouped(db.select().from(reservationFlights).all(), (row) => row.reservation_id);
  const passengersOf = grouped(db.select().from(passengers).all(), (row) => row.reservation_id);
  const historyOf = grouped(db.select().from(payments).all(), (row) => row.reservation_id);
  const flightRows = db.select().from(flights).orderBy(asc(flights.position)).all();
  const userRows = db.select().from(users).orderBy(asc(users.position)).all();
  return {
    flights: Object.fromEntries(
      flightRows.map((row) => [row.flight_number, flightOf(row, instancesOf.get(row.flight_number) ?? [])]),
    ),
    users: Object.fromEntries(
      userRows.map((row) => {
        const { user_id } = row;
        return [user_id, userOf(row, methodsOf(user_id), savedBy(user_id), bookedBy(user_id))];
      }),
    ),
    reservations: Object.fromEntries(
      userRows
        .flatMap(({ user_id }) => bookedBy(user_id))
        .map((row) => {
          const id = row.reservation_id;
          return [id, reservationOf(row, legsOf(id), passengersOf(id), historyOf(id))];
        }),
    ),
  };
}

/** @throws Error when a reservation's user does not list it, or a reference leads nowhere. */
export function writeDocument(db: DomainDatabase, json: JsonObject): void {
  const document = json as unknown as z.output<typeof AirlineDocument>;
  const all = { users: Object.values(document.users), reservations: Object.values(document.reservations) };
  for (const { user_id, reservations: listed } of all.users) {
    const stray = listed.find((id) => document.reservations[id]?.user_id !== user_id);
    if (stray !== undefined) throw new Error(`user ${user_id} lists reservation ${stray}, which is not theirs`);
  }
  writeFlights(db, Object.values(document.flights));
  writeUsers(db, all.users);
  const positions = all.reservations.map(({ user_id, reservation_id }) => {
    const position = document.users[user_id]?.reservations.indexOf(reservation_id) ?? -1;
    if (position < 0) throw new Error(`user ${user_id} does not list reservation ${reservation_id}`);
    return position;
  });
  writeReservations(db, all.reservations, positions);
}

function writeFlights(db: DomainDatabase, all: FlightDocument[]): void {
  const inOrder = all.map((flight, position) => ({ ...flight, position }));
  insertRows(db, flights, inOrder);
  const rows = all.flatMap(({ flight_number, dates }) =>
    Object.entries(dates).map(([date, instance]) => ({ flight_number, date, ...instanceColumns(instance) })),
  );
  insertRows(db, flightDates, rows);
}

function instanceColumns(instance: InstanceDocument): Omit<typeof flightDates.$inferInsert, "flight_number" | "date"> {
  switch (instance.status) {
    case "available": {
      const { status, available_seats: seats, prices } = instance;
      return {
        status,
        basic_economy_seats: seats.basic_economy,
        economy_seats: seats.economy,
        business_seats: seats.business,
        basic_economy_price: prices.basic_economy,
        economy_price: prices.economy,
        business_price: prices.business,
      };
    }
    case "on time":
    case "delayed": {
      const { status, estimated_departure_time_est: departure, estimated_arrival_time_est: arrival } = instance;
      return { status, departure, arrival };
    }
    case "flying": {
      const { status, actual_departure_time_est: departure, estimated_arrival_time_est: arrival } = instance;
      return { status, departure, arrival };
    }
    case "landed": {
      const { status, actual_departure_time_est: departure, actual_arrival_time_est: arrival } = instance;
      return { status, departure, arrival };
    }
    case "cancelled":
      return { status: instance.status };
  }
}

function writeUsers(db: DomainDatabase, all: UserDocument[]): void {
  const rows = all.map(({ user_id, name, address, email, dob, membership }, position) => {
    return { user_id, position, ...name, ...address, email, dob, membership };
  });
  insertRows(db, users, rows);
  const methods = all.flatMap(({ user_id, payment_methods }) =>
    Object.values(payment_methods).map(({ id, ...details }, position) => {
      return { user_id, payment_method_id: id, position, ...details };
    }),
  );
  insertRows(db, paymentMethods, methods);
  const saved = all.flatMap(({ user_id, saved_passengers }) =>
    saved_passengers.map((passenger, position) => ({ user_id, position, ...passenger })),
  );
  insertRows(db, savedPassengers, saved);
}

/** `positions`: the place of each among its user's. */
function writeReservations(db: DomainDatabase, all: ReservationDocument[], positions: number[]): void {
  const rows = all.map((reservation, at) => ({ ...reservation, position: positions[at] as number }));
  insertRows(db, reservations, rows);
  const inOrder = <Row>(listed: (reservation: ReservationDocument) => Row[]) =>
    all.flatMap((reservation) =>
      listed(reservation).map((row, position) => {
        return { ...row, reservation_id: reservation.reservation_id, position };
      }),
    );
  insertRows(
    db,
    reservationFlights,
    inOrder((reservation) => reservation.flights),
  );
  insertRows(
    db,
    passengers,
    inOrder((reservation) => reservation.passengers),
  );
  insertRows(
    db,
    payments,
    inOrder((reservation) => reservation.payment_history),
  );
}
