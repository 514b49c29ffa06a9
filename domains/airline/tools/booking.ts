/** Making a reservation. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool, type WorldKind } from "../../tool.ts";
import * as quirks from "../quirks.ts";
import { readReservation } from "../records.ts";
import { flightTypes, insuranceAnswers, passengers as passengerRows, reservations } from "../schema.ts";
import { type PaymentDocument, type PaymentMethodDocument, Reservation, type UserDocument } from "../shapes.ts";
import { airportInput, cabinInput, flightsInput, passengersInput, userIdInput, wholeNumber } from "./inputs.ts";
import { bookPayments, draw } from "./payment.ts";
import { replaceLegs, requireReservation } from "./reservations.ts";
import { requireSeats, takeSeats } from "./seats.ts";
import { requireUser } from "./users.ts";

const INSURANCE = 30;
export const NONFREE_BAG = 50;

const lastReservation = query((db) =>
  db
    .select({ position: sql<number | null>`max(${reservations.position})` })
    .from(reservations)
    .where(eq(reservations.user_id, sql.placeholder("id")))
    .prepare(),
);

const addReservation = query((db) =>
  db
    .insert(reservations)
    .values({
      reservation_id: sql.placeholder("reservation_id"),
      user_id: sql.placeholder("user_id"),
      position: sql.placeholder("position"),
      origin: sql.placeholder("origin"),
      destination: sql.placeholder("destination"),
      flight_type: sql.placeholder("flight_type"),
      cabin: sql.placeholder("cabin"),
      created_at: sql.placeholder("created_at"),
      total_baggages: sql.placeholder("total_baggages"),
      nonfree_baggages: sql.placeholder("nonfree_baggages"),
      insurance: sql.placeholder("insurance"),
    })
    .prepare(),
);

const addPassenger = query((db) =>
  db
    .insert(passengerRows)
    .values({
      reservation_id: sql.placeholder("reservation_id"),
      position: sql.placeholder("position"),
      first_name: sql.placeholder("first_name"),
      last_name: sql.placeholder("last_name"),
      dob: sql.placeholder("dob"),
    })
    .prepare(),
);

/** The user's method of each entry. @throws ToolError where one is missing or does not cover what it is to pay. */
function requireFunds(
  world: WorldKind,
  user: UserDocument,
  entries: readonly PaymentDocument[],
): PaymentMethodDocument[] {
  const methods = entries.map(({ payment_id, amount }, at) => {
    const method = Object.hasOwn(user.payment_methods, payment_id) ? user.payment_methods[payment_id] : undefined;
    if (method === undefined) throw new ToolError(`Payment method ${payment_id} not found`);
    quirks.checkAmount(world, amount);
    if (method.source !== "credit_card" && method.amount < amount + quirks.drawnBefore(world, entries, at)) {
      throw new ToolError(`Not enough balance in payment method ${payment_id}`);
    }
    return method;
  });
  quirks.checkCertificates(world, methods.filter(({ source }) => source === "certificate").length);
  return methods;
}

/** @throws ToolError where no id is left. */
function freeId(db: DomainDatabase, ids: Iterable<string>): string {
  for (const id of ids) if (readReservation(db, id) === undefined) return id;
  throw new ToolError("Too many reservations");
}

export const book_reservation = tool({
  description:
    "Book flights for one or more passengers. The price of all seats, $30 of insurance for each passenger and $50 for each nonfree bag are paid at once, and the payments must add up to them. A certificate is used up, whatever is left of it. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({
    user_id: userIdInput,
    origin: airportInput("Where the trip starts"),
    destination: airportInput("Where the trip leads"),
    flight_type: z.enum(flightTypes).describe("Whether the passengers come back on the same reservation"),
    cabin: cabinInput,
    flights: flightsInput,
    passengers: passengersInput,
    payment_methods: z
      .array(
        z.object({
          payment_id: z.string().describe("One of the user's payment methods, for example 'credit_card_1234567'"),
          amount: wholeNumber.describe("In dollars"),
        }),
      )
      .describe("What pays how much"),
    total_baggages: wholeNumber.describe("All bags to check in"),
    nonfree_baggages: z.int().describe("Those among them that cost $50"),
    insurance: z.enum(insuranceAnswers).describe("Whether the reservation is insured, for $30 a passenger"),
  }),
  output: Reservation,
  run({ flights, passengers, payment_methods, ...details }, { db, now, world }) {
    const { user_id, cabin, total_baggages, nonfree_baggages, insurance } = details;
    const user = requireUser(db, user_id);
    const id = freeId(db, quirks.newReservationIds(world, { user_id, cabin, flights, passengers }));
    const legs = flights.map((flight) => requireSeats(db, flight, cabin, passengers.length));
    quirks.checkTrip(world, details, legs);
    quirks.checkPassengers(world, passengers.length);
    quirks.checkBags(world, total_baggages, nonfree_baggages);
    const seat = legs.reduce((sum, { price }) => sum + price, 0) + (insurance === "yes" ? INSURANCE : 0);
    const total = seat * passengers.length + NONFREE_BAG * nonfree_baggages;
    const methods = requireFunds(world, user, payment_methods);
    const paid = payment_methods.reduce((sum, { amount }) => sum + amount, 0);
    if (paid !== total) {
      throw new ToolError(`Payment amount does not add up, total price is ${total}, but paid ${paid}`);
    }
    for (const [at, method] of methods.entries()) draw(db, user_id, method, payment_methods[at]?.amount ?? 0);
    takeSeats(db, legs, cabin, passengers.length);
    const position = (lastReservation(db).get({ id: user_id })?.position ?? -1) + 1;
    const created_at = quirks.bookingTime(world, now);
    addReservation(db).run({ ...details, reservation_id: id, position, created_at });
    replaceLegs(db, id, legs);
    for (const [position, passenger] of passengers.entries()) {
      addPassenger(db).run({ ...passenger, reservation_id: id, position });
    }
    bookPayments(db, id, 0, payment_methods);
    return requireReservation(db, id);
  },
});
