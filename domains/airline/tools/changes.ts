/** Changing a reservation: its flights and cabin, its passengers, its bags. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { checkActive, checkBags, checkTrip, movesSeats } from "../quirks.ts";
import { passengers as passengerRows, reservations } from "../schema.ts";
import { Reservation } from "../shapes.ts";
import { NONFREE_BAG } from "./booking.ts";
import { cabinInput, flightsInput, passengersInput, reservationIdInput } from "./inputs.ts";
import { paymentIdInput, settleChange } from "./payment.ts";
import { replaceLegs, requireReservation } from "./reservations.ts";
import { requireFlight, requireSeats, takeSeats } from "./seats.ts";

interface Dated {
  readonly flight_number: string;
  readonly date: string;
}

function isSame(one: Dated, other: Dated): boolean {
  return one.flight_number === other.flight_number && one.date === other.date;
}

const setCabin = query((db) =>
  db
    .update(reservations)
    .set({ cabin: sql`${sql.placeholder("cabin")}` })
    .where(eq(reservations.reservation_id, sql.placeholder("id")))
    .prepare(),
);

export const update_reservation_flights = tool({
  description:
    "Change the flights of a reservation, its cabin, or both. A flight that stays, with its date, in the same cabin keeps its price; every other costs what it costs now. One card pays the difference or gets it back. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({
    reservation_id: reservationIdInput,
    cabin: cabinInput,
    flights: flightsInput,
    payment_id: paymentIdInput,
  }),
  output: Reservation,
  run({ reservation_id, cabin, flights, payment_id }, { db, world }) {
    const reservation = requireReservation(db, reservation_id);
    checkActive(world, reservation);
    const count = reservation.passengers.length;
    const booked = cabin === reservation.cabin ? reservation.flights : [];
    const legs = flights.map((flight) => {
      const kept = booked.find((leg) => isSame(leg, flight));
      return kept ? { ...requireFlight(db, flight.flight_number), ...kept } : requireSeats(db, flight, cabin, count);
    });
    checkTrip(world, reservation, legs);
    const cost = (priced: readonly { price: number }[]) => priced.reduce((sum, { price }) => sum + price, 0) * count;
    settleChange(db, reservation, payment_id, cost(legs) - cost(reservation.flights));
    replaceLegs(db, reservation_id, legs);
    setCabin(db).run({ id: reservation_id, cabin });
    if (movesSeats(world)) {
      const kept = booked.filter((leg) => legs.some((other) => isSame(leg, other)));
      const others = <Flight extends Dated>(all: readonly Flight[]) =>
        all.filter((leg) => !kept.some((one) => isSame(one, leg)));
      takeSeats(db, others(reservation.flights), reservation.cabin, -count);
      takeSeats(db, others(legs), cabin, count);
    }
    return requireReservation(db, reservation_id);
  },
});

const setPassenger = query((db) =>
  db
    .update(passengerRows)
    .set({
      first_name: sql`${sql.placeholder("first_name")}`,
      last_name: sql`${sql.placeholder("last_name")}`,
      dob: sql`${sql.placeholder("dob")}`,
    })
    .where(
      and(
        eq(passengerRows.reservation_id, sql.placeholder("id")),
        eq(passengerRows.position, sql.placeholder("position")),
      ),
    )
    .prepare(),
);

export const update_reservation_passengers = tool({
  description:
    "Replace the passengers of a reservation: correct a name or a date of birth, or let somebody else travel. Their number stays. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({ reservation_id: reservationIdInput, passengers: passengersInput }),
  output: Reservation,
  run({ reservation_id, passengers }, { db, world }) {
    const reservation = requireReservation(db, reservation_id);
    checkActive(world, reservation);
    if (passengers.length !== reservation.passengers.length) {
      throw new ToolError("Number of passengers does not match");
    }
    for (const [position, passenger] of passengers.entries()) {
      setPassenger(db).run({ ...passenger, id: reservation_id, position });
    }
    return requireReservation(db, reservation_id);
  },
});

const setBags = query((db) =>
  db
    .update(reservations)
    .set({
      total_baggages: sql`${sql.placeholder("total")}`,
      nonfree_baggages: sql`${sql.placeholder("nonfree")}`,
    })
    .where(eq(reservations.reservation_id, sql.placeholder("id")))
    .prepare(),
);

export const update_reservation_baggages = tool({
  description:
    "Set the number of checked bags of a reservation. Each nonfree bag more than before costs $50, which one card pays. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({
    reservation_id: reservationIdInput,
    total_baggages: z.int().describe("All bags from now on, those booked before too"),
    nonfree_baggages: z.int().describe("Those among them that cost $50, those paid before too"),
    payment_id: paymentIdInput,
  }),
  output: Reservation,
  run({ reservation_id, total_baggages, nonfree_baggages, payment_id }, { db, world }) {
    const reservation = requireReservation(db, reservation_id);
    checkActive(world, reservation);
    checkBags(world, total_baggages, nonfree_baggages);
    settleChange(
      db,
      reservation,
      payment_id,
      NONFREE_BAG * Math.max(0, nonfree_baggages - reservation.nonfree_baggages),
    );
    setBags(db).run({ id: reservation_id, total: total_baggages, nonfree: nonfree_baggages });
    return requireReservation(db, reservation_id);
  },
});
