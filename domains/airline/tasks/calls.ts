/** The calls that requests are made of. */
import type { DraftCall } from "../../draft.ts";
import type { Cabin } from "../schema.ts";
import type { Customer, Method, Person, Reservation, Seat, Way } from "./rows.ts";
import { legsOf } from "./template.ts";

export const readUser = ({ id }: Customer): DraftCall => ({ name: "get_user_details", arguments: { user_id: id } });

export const readReservation = ({ id }: Reservation): DraftCall => {
  return { name: "get_reservation_details", arguments: { reservation_id: id } };
};

export const readAllReservations = (customer: Customer): DraftCall[] => {
  return [readUser(customer), ...customer.reservations.map(readReservation)];
};

const readStatus = ({ flight, date }: Seat): DraftCall => {
  return { name: "get_flight_status", arguments: { flight_number: flight.number, date } };
};

/** What tells whether a reservation has begun, is called off or delayed. */
export const readStatuses = (reservation: Reservation): DraftCall[] => legsOf(reservation).map(readStatus);

export const searchDirect = (origin: string, destination: string, date: string): DraftCall => {
  return { name: "search_direct_flight", arguments: { origin, destination, date } };
};

export const searchWithStop = (origin: string, destination: string, date: string): DraftCall => {
  return { name: "search_onestop_flight", arguments: { origin, destination, date } };
};

/** Finds the price of each flight as it is now. */
export const searchFlights = (legs: Way): DraftCall[] => {
  return legs.map(({ flight, date }) => searchDirect(flight.origin, flight.destination, date));
};

export const cancelCall = ({ id }: Reservation): DraftCall => {
  return { name: "cancel_reservation", arguments: { reservation_id: id } };
};

export const flightsCall = ({ id }: Reservation, legs: Way, cabin: Cabin, method: Method): DraftCall => {
  const flights = legs.map(({ flight, date }) => ({ flight_number: flight.number, date }));
  return {
    name: "update_reservation_flights",
    arguments: { reservation_id: id, cabin, flights, payment_id: method.id },
  };
};

export const bagsCall = ({ id }: Reservation, total: number, paid: number, method: Method): DraftCall => {
  return {
    name: "update_reservation_baggages",
    arguments: { reservation_id: id, total_baggages: total, nonfree_baggages: paid, payment_id: method.id },
  };
};

export const passengersCall = ({ id }: Reservation, passengers: readonly Person[]): DraftCall => {
  return {
    name: "update_reservation_passengers",
    arguments: { reservation_id: id, passengers: passengers.map((person) => ({ ...person })) },
  };
};

export const certificateCall = ({ id }: Customer, amount: number): DraftCall => {
  return { name: "send_certificate", arguments: { user_id: id, amount } };
};
