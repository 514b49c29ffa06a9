/**
 * What tau2-bench 1.0.1's airline does, told a second time: over plain objects, call after call, from the tables of its
 * checks. It shares nothing with the tools that it is compared with.
 */
import { airports } from "../../domains/airline/airports.ts";
import type { PaymentMethodDocument, ReservationDocument } from "../../domains/airline/shapes.ts";
import type { Json } from "../../domains/index.ts";
import type { Airline } from "./airline.ts";

export type Outcome = { value: Json } | { error: string };
// biome-ignore lint/suspicious/noExplicitAny: arguments as they come
type Arguments = any;

class Refusal extends Error {}

const refuse = (message: string): never => {
  throw new Refusal(message);
};

interface Timed {
  flight_number: string;
  origin: string;
  destination: string;
  scheduled_departure_time_est: string;
  scheduled_arrival_time_est: string;
}

export class AirlineModel {
  readonly data: Airline;

  constructor(data: Airline) {
    this.data = structuredClone(data);
  }

  /** A refused call changes nothing. */
  call(name: string, args: Arguments): Outcome {
    const saved = structuredClone({ users: this.data.users, reservations: this.data.reservations });
    try {
      const handler = (this as unknown as Record<string, (args: Arguments) => Json>)[name];
      return { value: structuredClone(handler?.call(this, args) ?? null) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      Object.assign(this.data, saved);
      return { error: error.message };
    }
  }

  get_user_details({ user_id }: Arguments): Json {
    return (this.data.users[user_id] ?? refuse(`User ${user_id} not found`)) as unknown as Json;
  }

  get_reservation_details({ reservation_id }: Arguments): Json {
    return this.#reservation(reservation_id) as unknown as Json;
  }

  list_all_airports(): Json {
    return airports as unknown as Json;
  }

  get_flight_status({ flight_number, date }: Arguments): Json {
    return this.#instance(flight_number, date).status;
  }

  search_direct_flight({ origin, destination, date }: Arguments): Json {
    return this.#search(date, (flight) => flight.origin === origin && flight.destination === destination) as Json;
  }

  search_onestop_flight({ origin, destination, date }: Arguments): Json {
    const pairs: Json[] = [];
    for (const first of this.#search(date, (flight) => flight.origin === origin)) {
      const { scheduled_arrival_time_est: landed, destination: stop } = first;
      const date2 = landed.includes("+1") ? `2024-05-${Number.parseInt(date.slice(-2), 10) + 1}` : date;
      const goesOn = (flight: Timed) =>
        flight.origin === stop && flight.destination === destination && flight.scheduled_departure_time_est >= landed;
      for (const second of this.#search(date2, goesOn)) {
        pairs.push([
          { ...first, date },
          { ...second, date: date2 },
        ]);
      }
    }
    return pairs;
  }

  send_certificate({ user_id, amount }: Arguments): Json {
    const methods = this.data.users[user_id]?.payment_methods ?? refuse(`User ${user_id} not found`);
    const free = [2, 3, 4].map((last) => `certificate_322132${last}`).find((id) => !(id in methods));
    if (free === undefined) return refuse("Too many certificates");
    methods[free] = { source: "certificate", id: free, amount };
    return `Certificate ${free} added to user ${user_id} with amount ${amount}.`;
  }

  cancel_reservation({ reservation_id }: Arguments): Json {
    const reservation = this.#reservation(reservation_id);
    const { payment_history: history } = reservation;
    history.push(...history.map(({ payment_id, amount }) => ({ payment_id, amount: 0 - amount })));
    reservation.status = "cancelled";
    return reservation as unknown as Json;
  }

  update_reservation_passengers({ reservation_id, passengers }: Arguments): Json {
    const reservation = this.#reservation(reservation_id);
    if (passengers.length !== reservation.passengers.length) refuse("Number of passengers does not match");
    reservation.passengers = passengers;
    return reservation as unknown as Json;
  }

  update_reservation_baggages({ reservation_id, total_baggages, nonfree_baggages, payment_id }: Arguments): Json {
    const reservation = this.#reservation(reservation_id);
    this.#pay(reservation, payment_id, 50 * Math.max(0, nonfree_baggages - reservation.nonfree_baggages));
    Object.assign(reservation, { total_baggages, nonfree_baggages });
    return reservation as unknown as Json;
  }

  update_reservation_flights({ reservation_id, cabin, flights, payment_id }: Arguments): Json {
    const reservation = this.#reservation(reservation_id);
    const count = reservation.passengers.length;
    const legs = flights.map(({ flight_number, date }: Arguments) => {
      for (const leg of reservation.flights) {
        if (cabin === reservation.cabin && leg.flight_number === flight_number && leg.date === date) return leg;
      }
      return this.#leg(flight_number, date, cabin, count);
    });
    const sum = (all: ReservationDocument["flights"]) => all.reduce((total, { price }) => total + price * count, 0);
    this.#pay(reservation, payment_id, sum(legs) - sum(reservation.flights));
    Object.assign(reservation, { flights: legs, cabin });
    return reservation as unknown as Json;
  }

  book_reservation(args: Arguments): Json {
    const { user_id, cabin, passengers, payment_methods } = args;
    const user = this.data.users[user_id] ?? refuse(`User ${user_id} not found`);
    const id = ["HATHAT", "HATHAU", "HATHAV"].find((code) => !(code in this.data.reservations));
    if (id === undefined) return refuse("Too many reservations");
    const count = passengers.length;
    let total = 0;
    const legs = args.flights.map(({ flight_number, date }: Arguments) => {
      const leg = this.#leg(flight_number, date, cabin, count);
      total += leg.price * count;
      return leg;
    });
    if (args.insurance === "yes") total += 30 * count;
    total += 50 * args.nonfree_baggages;
    let paid = 0;
    for (const { payment_id, amount } of payment_methods) {
      const method = user.payment_methods[payment_id] ?? refuse(`Payment method ${payment_id} not found`);
      if ("amount" in method && method.amount < amount) refuse(`Not enough balance in payment method ${payment_id}`);
      paid += amount;
    }
    if (total !== paid) refuse(`Payment amount does not add up, total price is ${total}, but paid ${paid}`);
    for (const { payment_id, amount } of payment_methods) {
      const method = user.payment_methods[payment_id] as PaymentMethodDocument;
      if (method.source === "gift_card") method.amount -= amount;
      if (method.source === "certificate") delete user.payment_methods[payment_id];
    }
    for (const { flight_number, date } of legs) {
      const instance = this.#instance(flight_number, date);
      if ("available_seats" in instance) instance.available_seats[cabin as "economy"] -= count;
    }
    const { origin, destination, flight_type, total_baggages, nonfree_baggages, insurance } = args;
    this.data.reservations[id] = {
      reservation_id: id,
      user_id,
      origin,
      destination,
      flight_type,
      cabin,
      flights: legs,
      passengers,
      payment_history: payment_methods,
      created_at: "2024-05-15T15:00:00",
      total_baggages,
      nonfree_baggages,
      insurance,
      status: null,
    };
    user.reservations.push(id);
    return this.data.reservations[id] as unknown as Json;
  }

  #reservation(id: string): ReservationDocument {
    return this.data.reservations[id] ?? refuse(`Reservation ${id} not found`);
  }

  #instance(number: string, date: string) {
    const flight = this.data.flights[number] ?? refuse(`Flight ${number} not found`);
    return flight.dates[date] ?? refuse(`Flight ${number} not found on date ${date}`);
  }

  #search(date: string, matches: (flight: Timed) => boolean): (Timed & { [key: string]: Json })[] {
    return Object.values(this.data.flights as Airline["flights"] & Record<string, Timed>).flatMap((flight) => {
      const { dates, flight_number, origin, destination, ...times } = flight as Timed & Airline["flights"][string];
      const instance = dates[date];
      if (instance?.status !== "available" || !matches(flight)) return [];
      return [{ flight_number, origin, destination, ...times, date: null, ...instance }];
    });
  }

  #leg(flight_number: string, date: string, cabin: "economy", count: number) {
    const instance = this.#instance(flight_number, date);
    if (instance.status !== "available") return refuse(`Flight ${flight_number} not available on date ${date}`);
    if (instance.available_seats[cabin] < count) refuse(`Not enough seats on flight ${flight_number}`);
    const { origin, destination } = this.data.flights[flight_number] as unknown as Timed;
    return { flight_number, origin, destination, date, price: instance.prices[cabin] };
  }

  #pay(reservation: ReservationDocument, id: string, amount: number): void {
    const method = this.data.users[reservation.user_id]?.payment_methods[id] ?? refuse("Payment method not found");
    if (method.source === "certificate") refuse("Certificate cannot be used to update reservation");
    if (method.source === "gift_card" && method.amount < amount) refuse("Gift card balance is not enough");
    if (method.source === "gift_card") method.amount -= amount;
    if (amount !== 0) reservation.payment_history.push({ payment_id: id, amount });
  }
}
