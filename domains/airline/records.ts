/** One user or reservation out of its rows, and the objects that rows make up. */
import { and, asc, eq, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../database.ts";
import * as tables from "./schema.ts";
import type {
  FlightDocument,
  InstanceDocument,
  PassengerDocument,
  PaymentDocument,
  PaymentMethodDocument,
  ReservationDocument,
  UserDocument,
} from "./shapes.ts";

const { flights, flightDates, users, paymentMethods, savedPassengers } = tables;
const { reservations, reservationFlights, passengers, payments } = tables;
const id = sql.placeholder("id");

export type FlightRow = typeof flights.$inferSelect;
export type InstanceRow = typeof flightDates.$inferSelect;
type UserRow = typeof users.$inferSelect;
type MethodRow = typeof paymentMethods.$inferSelect;
type ReservationRow = typeof reservations.$inferSelect;
type LegRow = typeof reservationFlights.$inferSelect;

const userById = query((db) => db.select().from(users).where(eq(users.user_id, id)).prepare());
const methodsOfUser = query((db) =>
  db
    .select()
    .from(paymentMethods)
    .where(eq(paymentMethods.user_id, id))
    .orderBy(asc(paymentMethods.position))
    .prepare(),
);
const methodOfUser = query((db) =>
  db
    .select()
    .from(paymentMethods)
    .where(and(eq(paymentMethods.user_id, id), eq(paymentMethods.payment_method_id, sql.placeholder("method"))))
    .prepare(),
);
const savedByUser = query((db) =>
  db
    .select()
    .from(savedPassengers)
    .where(eq(savedPassengers.user_id, id))
    .orderBy(asc(savedPassengers.position))
    .prepare(),
);
const reservationsOfUser = query((db) =>
  db
    .select({ reservation_id: reservations.reservation_id })
    .from(reservations)
    .where(eq(reservations.user_id, id))
    .orderBy(asc(reservations.position))
    .prepare(),
);
const reservationById = query((db) =>
  db.select().from(reservations).where(eq(reservations.reservation_id, id)).prepare(),
);
const legsOfReservation = query((db) =>
  db
    .select()
    .from(reservationFlights)
    .where(eq(reservationFlights.reservation_id, id))
    .orderBy(asc(reservationFlights.position))
    .prepare(),
);
const passengersOfReservation = query((db) =>
  db.select().from(passengers).where(eq(passengers.reservation_id, id)).orderBy(asc(passengers.position)).prepare(),
);
const paymentsOfReservation = query((db) =>
  db.select().from(payments).where(eq(payments.reservation_id, id)).orderBy(asc(payments.position)).prepare(),
);

export function readUser(db: DomainDatabase, id: string): UserDocument | undefined {
  const row = userById(db).get({ id });
  return (
    row && userOf(row, methodsOfUser(db).all({ id }), savedByUser(db).all({ id }), reservationsOfUser(db).all({ id }))
  );
}

export function readReservation(db: DomainDatabase, id: string): ReservationDocument | undefined {
  const row = reservationById(db).get({ id });
  return (
    row &&
    reservationOf(
      row,
      legsOfReservation(db).all({ id }),
      passengersOfReservation(db).all({ id }),
      paymentsOfReservation(db).all({ id }),
    )
  );
}

export function readPaymentMethod(db: DomainDatabase, user: string, method: string): PaymentMethodDocument | undefined {
  const row = methodOfUser(db).get({ id: user, method });
  return row && methodOf(row);
}

export function seatsOf(row: InstanceRow): Record<tables.Cabin, number> {
  return {
    basic_economy: row.basic_economy_seats ?? 0,
    economy: row.economy_seats ?? 0,
    business: row.business_seats ?? 0,
  };
}

export function pricesOf(row: InstanceRow): Record<tables.Cabin, number> {
  return {
    basic_economy: row.basic_economy_price ?? 0,
    economy: row.economy_price ?? 0,
    business: row.business_price ?? 0,
  };
}

export function flightOf(row: FlightRow, instances: InstanceRow[]): FlightDocument {
  const { flight_number, origin, destination, scheduled_departure_time_est, scheduled_arrival_time_est } = row;
  const dates = Object.fromEntries(instances.map((instance) => [instance.date, instanceOf(instance)]));
  return { flight_number, origin, destination, scheduled_departure_time_est, scheduled_arrival_time_est, dates };
}

function instanceOf(row: InstanceRow): InstanceDocument {
  const [departure, arrival] = [row.departure ?? "", row.arrival ?? ""];
  switch (row.status) {
    case "available":
      return { status: row.status, available_seats: seatsOf(row), prices: pricesOf(row) };
    case "on time":
    case "delayed":
      return { status: row.status, estimated_departure_time_est: departure, estimated_arrival_time_est: arrival };
    case "flying":
      return { status: row.status, actual_departure_time_est: departure, estimated_arrival_time_est: arrival };
    case "landed":
      return { status: row.status, actual_departure_time_est: departure, actual_arrival_time_est: arrival };
    case "cancelled":
      return { status: row.status };
  }
}

function methodOf(row: MethodRow): PaymentMethodDocument {
  const { source, payment_method_id: id } = row;
  if (source === "credit_card") return { source, id, brand: row.brand ?? "", last_four: row.last_four ?? "" };
  return { source, id, amount: row.amount ?? 0 };
}

function passengerOf({ first_name, last_name, dob }: PassengerDocument): PassengerDocument {
  return { first_name, last_name, dob };
}

export function userOf(
  row: UserRow,
  methods: MethodRow[],
  saved: PassengerDocument[],
  ofUser: { reservation_id: string }[],
): UserDocument {
  const { user_id, first_name, last_name, address1, address2, city, country, state, zip } = row;
  return {
    user_id,
    name: { first_name, last_name },
    address: { address1, address2, city, country, state, zip },
    email: row.email,
    dob: row.dob,
    payment_methods: Object.fromEntries(methods.map((method) => [method.payment_method_id, methodOf(method)])),
    saved_passengers: saved.map(passengerOf),
    membership: row.membership,
    reservations: ofUser.map((reservation) => reservation.reservation_id),
  };
}

export function reservationOf(
  row: ReservationRow,
  legs: LegRow[],
  travellers: PassengerDocument[],
  history: PaymentDocument[],
): ReservationDocument {
  return {
    reservation_id: row.reservation_id,
    user_id: row.user_id,
    origin: row.origin,
    destination: row.destination,
    flight_type: row.flight_type,
    cabin: row.cabin,
    flights: legs.map(({ flight_number, origin, destination, date, price }) => {
      return { flight_number, origin, destination, date, price };
    }),
    passengers: travellers.map(passengerOf),
    payment_history: history.map(({ payment_id, amount }) => ({ payment_id, amount })),
    created_at: row.created_at,
    total_baggages: row.total_baggages,
    nonfree_baggages: row.nonfree_baggages,
    insurance: row.insurance,
    status: row.status,
  };
}
