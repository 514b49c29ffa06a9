/** Random calls of the airline's tools, which often fit together and often not quite. */
import type { Cabin } from "../../domains/airline/schema.ts";
import type { Json, Random } from "../../domains/index.ts";
import { type Airline, ann, max } from "./airline.ts";

type Call = [name: string, args: Record<string, Json>];

export function randomCall(random: Random, { flights, users, reservations }: Airline): Call {
  const some = <Value>(all: readonly Value[], odd: Value): Value =>
    all.length === 0 || random.chance(0.04) ? odd : random.pick(all);
  const user = random.pick(Object.values(users));
  const held = random.chance(0.9) ? user.reservations : Object.keys(reservations);
  const reservation = reservations[some(held.length > 0 ? held : Object.keys(reservations), "NOPE")];
  const reservation_id = reservation?.reservation_id ?? "NOPE";
  const payment_id = some(Object.keys(users[reservation?.user_id ?? ""]?.payment_methods ?? {}), "gift_card_0");
  const timed = Object.values(flights) as unknown as { flight_number: string; origin: string; destination: string }[];
  const date = () => some(Object.keys(flights[timed[0]?.flight_number ?? ""]?.dates ?? {}), "2024-05-1");
  const leg = () => ({ flight_number: some(timed, { flight_number: "F99" } as never).flight_number, date: date() });
  const cabin = random.pick(["basic_economy", "economy", "business"]);
  const flight = random.pick(timed);
  const args = { flight_number: some(timed, { flight_number: "F99" } as never).flight_number, date: date() };
  switch (random.int(0, 9)) {
    case 0:
      return ["get_user_details", { user_id: some(Object.keys(users), "nobody") }];
    case 1:
      return ["get_flight_status", args];
    case 2:
      return ["search_direct_flight", { origin: flight.origin, destination: flight.destination, date: date() }];
    case 3: {
      const other = random.pick(timed);
      return ["search_onestop_flight", { origin: flight.origin, destination: other.destination, date: date() }];
    }
    case 4:
      return ["send_certificate", { user_id: user.user_id, amount: random.int(1, 200) }];
    case 5:
      return random.chance(0.4)
        ? ["cancel_reservation", { reservation_id }]
        : ["get_reservation_details", { reservation_id }];
    case 6: {
      const bags = { total_baggages: random.int(-1, 6), nonfree_baggages: random.int(-1, 4) };
      return ["update_reservation_baggages", { reservation_id, ...bags, payment_id }];
    }
    case 7: {
      const count = random.chance(0.7) ? (reservation?.passengers.length ?? 1) : random.int(0, 3);
      const passengers = Array.from({ length: count }, () => ({ ...random.pick([ann, max]) }));
      return ["update_reservation_passengers", { reservation_id, passengers }];
    }
    case 8: {
      const kept = (reservation?.flights ?? []).map(({ flight_number, date }) => ({ flight_number, date }));
      const legs = random.chance(0.5) ? kept : [...kept.slice(0, 1), leg()];
      const flightsAsked = random.chance(0.1) ? Array.from({ length: random.int(0, 3) }, leg) : legs;
      const same = random.chance(0.4) && reservation ? reservation.cabin : cabin;
      return ["update_reservation_flights", { reservation_id, cabin: same, flights: flightsAsked, payment_id }];
    }
    default:
      return ["book_reservation", randomBooking(random, flights, user, cabin as Cabin, leg, flight)];
  }
}

function randomBooking(
  random: Random,
  flights: Airline["flights"],
  user: Airline["users"][string],
  cabin: Cabin,
  leg: () => { flight_number: string; date: string },
  { origin, destination, flight_number }: { origin: string; destination: string; flight_number: string },
): Record<string, Json> {
  const passengers = Array.from({ length: random.int(random.chance(0.05) ? 0 : 1, 3) }, () => ({
    ...random.pick([ann, max]),
  }));
  const legs = random.chance(0.6) ? [{ ...leg(), flight_number }] : [leg(), leg()];
  const insurance = random.pick(["yes", "no"]);
  const nonfree_baggages = random.int(random.chance(0.05) ? -1 : 0, 2);
  const price = legs.reduce((sum, asked) => {
    const instance = flights[asked.flight_number]?.dates[asked.date];
    return sum + (instance?.status === "available" ? instance.prices[cabin] : 0);
  }, 0);
  let rest = passengers.length * (price + (insurance === "yes" ? 30 : 0)) + 50 * nonfree_baggages;
  if (random.chance(0.1)) rest += random.int(-60, 60);
  const payment_methods: { payment_id: string; amount: number }[] = [];
  // A certificate twice would fail in tau2-bench half-way, after money has moved: no call here changes half.
  for (const method of random.shuffle(Object.values(user.payment_methods))) {
    const limit = "amount" in method ? method.amount : rest;
    const amount = random.chance(0.9) ? Math.min(rest, limit) : random.int(-20, 300);
    if (rest <= 0 && payment_methods.length > 0) break;
    payment_methods.push({ payment_id: method.id, amount });
    rest -= amount;
    if (method.source === "gift_card" && random.chance(0.2)) {
      payment_methods.push({ payment_id: method.id, amount: Math.min(rest, limit) });
      rest -= Math.min(rest, limit);
    }
  }
  return {
    user_id: random.chance(0.03) ? "nobody" : user.user_id,
    origin,
    destination,
    flight_type: random.pick(["one_way", "one_way", "round_trip"]),
    cabin,
    flights: legs,
    passengers,
    payment_methods,
    total_baggages: random.int(0, 3),
    nonfree_baggages,
    insurance,
  };
}
