/** Random calls, one after the other: the tau2 world does what a second telling of tau2-bench does, and no money or seat is lost on a built-in one. */
import { describe, expect, test } from "vitest";
import type { ReservationDocument } from "../../domains/airline/shapes.ts";
import { type Environment, type Json, Random, type World } from "../../domains/index.ts";
import { tau2World } from "../../domains/world.ts";
import { type Airline, machinery, smallWorld, stateOf } from "../support/airline.ts";
import { randomCall } from "../support/airline-calls.ts";
import { AirlineModel } from "../support/airline-model.ts";
import { sameValue, tau2Directory } from "../support/recordings.ts";

/** Plays `count` calls on both, and tells how many of each tool were taken and refused. */
function compare(world: World, random: Random, count: number): Map<string, number> {
  using environment = world.open();
  const model = new AirlineModel(stateOf(environment));
  const seen = new Map<string, number>();
  for (let at = 0; at < count; at++) {
    const [name, args] = randomCall(random, model.data);
    const expected = model.call(name, args);
    const got = environment.call("assistant", name, args);
    const found = got.ok ? { value: got.value } : { error: got.error };
    if (!sameValue(found, expected)) expect({ name, args, found }).toEqual({ name, args, found: expected });
    const kind = `${name} ${got.ok ? "taken" : "refused"}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  expect(sameValue(environment.state().agent, model.data as unknown as Json)).toBe(true);
  return seen;
}

const writes = ["book_reservation", "update_reservation_flights", "update_reservation_passengers"];
const both = [...writes, "update_reservation_baggages", "cancel_reservation", "get_flight_status"];

describe("a tau2 world", () => {
  test("does what a second telling of tau2-bench does", () => {
    const world = smallWorld("tau2");
    const random = new Random("small airline");
    const total = new Map<string, number>();
    for (let run = 0; run < 150; run++) {
      for (const [kind, count] of compare(world, random, 40)) total.set(kind, (total.get(kind) ?? 0) + count);
    }
    for (const name of both) {
      for (const outcome of ["taken", "refused"])
        expect([name, total.get(`${name} ${outcome}`) ?? 0 > 20]).toBeTruthy();
    }
    expect(total.get("book_reservation taken")).toBeGreaterThan(50);
    expect(total.get("update_reservation_flights taken")).toBeGreaterThan(50);
  });

  test.skipIf(!tau2Directory)("so does a clone's", () => {
    const seen = compare(tau2World(machinery, tau2Directory ?? ""), new Random("clone"), 200);
    expect(seen.get("search_onestop_flight taken")).toBeGreaterThan(10);
  });
});

/** Seats free and seats booked, together, by flight, date and cabin. */
function allSeats(state: Airline): Map<string, number> {
  const seats = new Map<string, number>();
  const add = (key: string, count: number) => seats.set(key, (seats.get(key) ?? 0) + count);
  for (const [number, { dates }] of Object.entries(state.flights)) {
    for (const [date, instance] of Object.entries(dates)) {
      if (instance.status !== "available") continue;
      for (const [cabin, count] of Object.entries(instance.available_seats)) add(`${number} ${date} ${cabin}`, count);
    }
  }
  for (const { status, flights, cabin, passengers } of Object.values(state.reservations)) {
    if (status === "cancelled") continue;
    for (const { flight_number, date } of flights) {
      const key = `${flight_number} ${date} ${cabin}`;
      if (seats.has(key)) add(key, passengers.length);
    }
  }
  return seats;
}

/** What a gift card holds and what reservations have taken from it, together. */
function allMoney(state: Airline): Map<string, number> {
  const money = new Map<string, number>();
  for (const { payment_methods } of Object.values(state.users)) {
    for (const method of Object.values(payment_methods)) {
      if (method.source === "gift_card") money.set(method.id, method.amount);
    }
  }
  for (const { payment_history } of Object.values(state.reservations)) {
    for (const { payment_id, amount } of payment_history) {
      if (money.has(payment_id)) money.set(payment_id, (money.get(payment_id) ?? 0) + amount);
    }
  }
  return money;
}

function lowest(environment: Environment): number {
  const { users, flights } = stateOf(environment);
  const amounts = Object.values(users).flatMap(({ payment_methods }) =>
    Object.values(payment_methods).flatMap((method) => ("amount" in method ? method.amount : [])),
  );
  const seats = Object.values(flights).flatMap(({ dates }) =>
    Object.values(dates).flatMap((instance) =>
      instance.status === "available" ? Object.values(instance.available_seats) : [],
    ),
  );
  return Math.min(...amounts, ...seats);
}

const net = ({ payment_history }: ReservationDocument) => payment_history.reduce((sum, { amount }) => sum + amount, 0);

test("on a built-in world, seats and money only move, and what is cancelled keeps nothing but certificates", () => {
  const world = smallWorld("builtin");
  const random = new Random("built-in airline");
  const taken = new Map<string, number>();
  for (let run = 0; run < 80; run++) {
    using environment = world.open();
    const start = stateOf(environment);
    const [seats, money] = [allSeats(start), allMoney(start)];
    for (let at = 0; at < 40; at++) {
      const [name, args] = randomCall(random, stateOf(environment));
      if (environment.call("assistant", name, args).ok) taken.set(name, (taken.get(name) ?? 0) + 1);
    }
    const end = stateOf(environment);
    expect(allSeats(end)).toEqual(seats);
    expect(allMoney(end)).toEqual(money);
    expect(lowest(environment)).toBeGreaterThanOrEqual(0);
    for (const reservation of Object.values(end.reservations)) {
      if (reservation.status === null) continue;
      const lost = reservation.payment_history.filter(({ payment_id }) => payment_id.startsWith("certificate"));
      expect(net(reservation)).toBe(lost.reduce((sum, { amount }) => sum + amount, 0));
    }
  }
  for (const name of [...writes, "update_reservation_baggages", "cancel_reservation"]) {
    expect([name, (taken.get(name) ?? 0) > 30]).toEqual([name, true]);
  }
});
