/** The nested objects of tau2-bench's airline `db.json`, in its order of fields. Tools return the same objects. */
import { z } from "zod";
import * as tables from "./schema.ts";

const PerCabin = z.object({ basic_economy: z.int(), economy: z.int(), business: z.int() });

const Instance = z.discriminatedUnion("status", [
  z.object({ status: z.literal("available"), available_seats: PerCabin, prices: PerCabin }),
  z.object({
    status: z.enum(["on time", "delayed"]),
    estimated_departure_time_est: z.string(),
    estimated_arrival_time_est: z.string(),
  }),
  z.object({
    status: z.literal("flying"),
    actual_departure_time_est: z.string(),
    estimated_arrival_time_est: z.string(),
  }),
  z.object({
    status: z.literal("landed"),
    actual_departure_time_est: z.string(),
    actual_arrival_time_est: z.string(),
  }),
  z.object({ status: z.literal("cancelled") }),
]);

const Flight = z.object({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  scheduled_departure_time_est: z.string(),
  scheduled_arrival_time_est: z.string(),
  dates: z.record(z.string(), Instance),
});

/** A flight as a search finds it. */
export const DirectFlight = z.object({
  flight_number: z.string(),
  origin: z.string(),
  destination: z.string(),
  status: z.literal("available"),
  scheduled_departure_time_est: z.string(),
  scheduled_arrival_time_est: z.string(),
  /** Null where the caller has named the date. */
  date: z.string().nullable(),
  available_seats: PerCabin,
  prices: PerCabin,
});

const PaymentMethod = z.discriminatedUnion("source", [
  z.object({ source: z.literal("credit_card"), id: z.string(), brand: z.string(), last_four: z.string() }),
  z.object({ source: z.literal("gift_card"), id: z.string(), amount: z.number() }),
  z.object({ source: z.literal("certificate"), id: z.string(), amount: z.number() }),
]);

const Passenger = z.object({ first_name: z.string(), last_name: z.string(), dob: z.string() });

export const User = z.object({
  user_id: z.string(),
  name: z.object({ first_name: z.string(), last_name: z.string() }),
  address: z.object({
    address1: z.string(),
    address2: z.string().nullable().default(null),
    city: z.string(),
    country: z.string(),
    state: z.string(),
    zip: z.string(),
  }),
  email: z.string(),
  dob: z.string(),
  payment_methods: z.record(z.string(), PaymentMethod),
  saved_passengers: z.array(Passenger),
  membership: z.enum(tables.memberships),
  reservations: z.array(z.string()),
});

export const Reservation = z.object({
  reservation_id: z.string(),
  user_id: z.string(),
  origin: z.string(),
  destination: z.string(),
  flight_type: z.enum(tables.flightTypes),
  cabin: z.enum(tables.cabins),
  flights: z.array(
    z.object({
      flight_number: z.string(),
      origin: z.string(),
      destination: z.string(),
      date: z.string(),
      price: z.int(),
    }),
  ),
  passengers: z.array(Passenger),
  payment_history: z.array(z.object({ payment_id: z.string(), amount: z.int() })),
  created_at: z.string(),
  total_baggages: z.int(),
  nonfree_baggages: z.int(),
  insurance: z.enum(tables.insuranceAnswers),
  status: z.literal("cancelled").nullable().default(null),
});

export const AirlineDocument = z.object({
  flights: z.record(z.string(), Flight),
  users: z.record(z.string(), User),
  reservations: z.record(z.string(), Reservation),
});

export type InstanceDocument = z.output<typeof Instance>;
export type FlightDocument = z.output<typeof Flight>;
export type DirectFlightDocument = z.output<typeof DirectFlight>;
export type PaymentMethodDocument = z.output<typeof PaymentMethod>;
export type PassengerDocument = z.output<typeof Passenger>;
export type UserDocument = z.output<typeof User>;
export type ReservationDocument = z.output<typeof Reservation>;
export type PaymentDocument = ReservationDocument["payment_history"][number];
export type LegDocument = ReservationDocument["flights"][number];
