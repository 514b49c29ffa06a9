/** The world's rows as task templates read them: customers with their reservations, and the flights that can be booked. */
import { asc } from "drizzle-orm";
import type { DomainDatabase } from "../../database.ts";
import { type Subject, splitOf } from "../../templates.ts";
import type { Membership } from "../allowance.ts";
import { minuteOf, minutesOf, shiftDate } from "../calendar.ts";
import type { Cabin } from "../schema.ts";
import * as tables from "../schema.ts";

export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly dob: string;
}

export interface Method {
  readonly id: string;
  readonly source: (typeof tables.paymentSources)[number];
  readonly brand: string | null;
  /** Of a card its last four digits, of the others those of the id. */
  readonly ending: string;
  /** Of gift cards and certificates; nothing limits a credit card. */
  readonly worth: number;
}

export interface Flight {
  readonly number: string;
  readonly origin: string;
  readonly destination: string;
  /** "14:05:00", and "01:10:00+1" for the day after. */
  readonly departs: string;
  readonly arrives: string;
}

/** A flight on a date. Seats and prices are those of one that can be booked, else none. */
export interface Seat {
  readonly flight: Flight;
  readonly date: string;
  readonly status: (typeof tables.flightStatuses)[number];
  readonly seats: Readonly<Record<Cabin, number>>;
  readonly prices: Readonly<Record<Cabin, number>>;
}

/** From one airport to another: one flight, or two with a stop. */
export type Way = readonly Seat[];

export interface Leg extends Seat {
  /** What one passenger paid for it. */
  readonly price: number;
}

export interface Reservation {
  readonly id: string;
  readonly customer: Customer;
  readonly origin: string;
  readonly destination: string;
  readonly round: boolean;
  readonly cabin: Cabin;
  readonly there: readonly Leg[];
  /** Empty where it is one way. */
  readonly back: readonly Leg[];
  readonly passengers: readonly Person[];
  readonly payments: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly createdAt: string;
  readonly bags: number;
  /** Those among them that were paid for. */
  readonly paid: number;
  readonly insured: boolean;
  readonly cancelled: boolean;
}

export interface Customer extends Subject, Person {
  readonly email: string;
  readonly membership: Membership;
  readonly cards: readonly Method[];
  readonly giftCards: readonly Method[];
  readonly certificates: readonly Method[];
  /** People booked for before. */
  readonly saved: readonly Person[];
  readonly reservations: readonly Reservation[];
}

export interface Airline {
  readonly customers: readonly Customer[];
  /** Pairs of airports with a direct flight. */
  readonly routes: readonly (readonly [origin: string, destination: string])[];
  /** What the search tools give for a date. */
  direct(origin: string, destination: string, date: string): Way[];
  withStop(origin: string, destination: string, date: string): Way[];
}

export function readAirline(db: DomainDatabase): Airline {
  const seats = readSeats(db);
  const open = [...seats.values()].filter(({ status }) => status === "available");
  const leaving = Map.groupBy(open, ({ flight, date }) => `${flight.origin} ${date}`);
  const from = (origin: string, date: string) => leaving.get(`${origin} ${date}`) ?? [];
  const to = (found: readonly Seat[], destination: string) =>
    found.filter(({ flight }) => flight.destination === destination);
  const routes = new Map(
    open.map(({ flight: { origin, destination } }) => [origin + destination, [origin, destination]]),
  );
  return {
    customers: readCustomers(db, seats),
    routes: [...routes.values()] as unknown as Airline["routes"],
    direct: (origin, destination, date) => to(from(origin, date), destination).map((seat) => [seat]),
    withStop: (origin, destination, date) =>
      from(origin, date).flatMap((first) => {
        const landed = first.flight.arrives.endsWith("+1") ? shiftDate(date, 1) : date;
        return to(from(first.flight.destination, landed), destination)
          .filter((second) => leaves(second) >= lands(first))
          .map((second) => [first, second]);
      }),
  };
}

/** In minutes, over all dates. */
export function leaves({ flight, date }: Seat): number {
  return minuteOf(date, minutesOf(flight.departs));
}

export function lands({ flight, date }: Seat): number {
  return minuteOf(date, minutesOf(flight.arrives));
}

function readSeats(db: DomainDatabase): Map<string, Seat> {
  const flights = new Map(
    db
      .select()
      .from(tables.flights)
      .orderBy(asc(tables.flights.position))
      .all()
      .map((row): [string, Flight] => {
        const { flight_number: number, origin, destination } = row;
        const [departs, arrives] = [row.scheduled_departure_time_est, row.scheduled_arrival_time_est];
        return [number, { number, origin, destination, departs, arrives }];
      }),
  );
  const seats = new Map<string, Seat>();
  for (const row of db.select().from(tables.flightDates).all()) {
    const flight = flights.get(row.flight_number);
    if (flight === undefined) continue;
    const { date, status } = row;
    seats.set(`${flight.number} ${date}`, {
      flight,
      date,
      status,
      seats: {
        basic_economy: row.basic_economy_seats ?? 0,
        economy: row.economy_seats ?? 0,
        business: row.business_seats ?? 0,
      },
      prices: {
        basic_economy: row.basic_economy_price ?? 0,
        economy: row.economy_price ?? 0,
        business: row.business_price ?? 0,
      },
    });
  }
  return seats;
}

function readCustomers(db: DomainDatabase, seats: ReadonlyMap<string, Seat>): Customer[] {
  const grouped = <Row extends { position: number }>(rows: Row[], key: keyof Row) => {
    const groups = Map.groupBy(rows, (row) => row[key]);
    return (id: string) => (groups.get(id as Row[keyof Row]) ?? []).sort((a, b) => a.position - b.position);
  };
  const methodsOf = grouped(db.select().from(tables.paymentMethods).all(), "user_id");
  const savedBy = grouped(db.select().from(tables.savedPassengers).all(), "user_id");
  const bookedBy = grouped(db.select().from(tables.reservations).all(), "user_id");
  const legsOf = grouped(db.select().from(tables.reservationFlights).all(), "reservation_id");
  const passengersOf = grouped(db.select().from(tables.passengers).all(), "reservation_id");
  const paymentsOf = grouped(db.select().from(tables.payments).all(), "reservation_id");
  const rows = db.select().from(tables.users).orderBy(asc(tables.users.position)).all();
  return rows.map((row): Customer => {
    const { user_id: id, email, membership } = row;
    const own: Reservation[] = [];
    const methods = methodsOf(id).map(methodOf);
    const of = (source: Method["source"]) => methods.filter((method) => method.source === source);
    const customer: Customer = {
      ...{ id, email, membership, split: splitOf(id), reservations: own },
      ...personOf(row),
      ...{ cards: of("credit_card"), giftCards: of("gift_card"), certificates: of("certificate") },
      saved: savedBy(id).map(personOf),
    };
    for (const booked of bookedBy(id)) {
      const legs = legsOf(booked.reservation_id).map((leg): Leg => {
        const seat = seats.get(`${leg.flight_number} ${leg.date}`);
        if (seat === undefined) throw new Error(`reservation ${booked.reservation_id} has a flight that does not fly`);
        return { ...seat, price: leg.price };
      });
      const turn = legs.findIndex(({ flight }) => flight.destination === booked.destination) + 1;
      own.push({
        ...{ id: booked.reservation_id, customer, origin: booked.origin, destination: booked.destination },
        ...{ round: booked.flight_type === "round_trip", cabin: booked.cabin, createdAt: booked.created_at },
        ...{ there: legs.slice(0, turn), back: legs.slice(turn), bags: booked.total_baggages },
        ...{ paid: booked.nonfree_baggages, insured: booked.insurance === "yes", cancelled: booked.status !== null },
        passengers: passengersOf(booked.reservation_id).map(personOf),
        payments: paymentsOf(booked.reservation_id).map(({ payment_id, amount }) => ({ payment_id, amount })),
      });
    }
    return customer;
  });
}

function personOf({ first_name, last_name, dob }: Person): Person {
  return { first_name, last_name, dob };
}

function methodOf(row: typeof tables.paymentMethods.$inferSelect): Method {
  const { payment_method_id: id, source, brand, last_four, amount } = row;
  return { id, source, brand, ending: last_four ?? id.slice(-4), worth: amount ?? Number.POSITIVE_INFINITY };
}
