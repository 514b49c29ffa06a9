/** What booking does with seats and money on a built-in world, and what it refuses. */
import { describe, expect, test } from "vitest";
import type { ReservationDocument, UserDocument } from "../../domains/airline/shapes.ts";
import type { Json } from "../../domains/index.ts";
import { ann, booking, dates, full, max, ok, refusal, seats, smallWorld, stateOf, worth } from "../support/airline.ts";

const world = smallWorld("builtin");

const flightsOf = ({ flights }: ReservationDocument) => flights.map(({ flight_number, date }) => [flight_number, date]);

describe("book_reservation", () => {
  test("takes seats and money, and is the user's last reservation", () => {
    using environment = world.open();
    const made = ok<ReservationDocument>(environment, "book_reservation", {
      ...booking,
      flight_type: "round_trip",
      flights: [
        { flight_number: "F08", date: "2024-05-30" },
        { flight_number: "F06", date: "2024-05-31" },
        { flight_number: "F07", date: "2024-05-31" },
      ],
      passengers: [ann, max],
      payment_methods: [
        { payment_id: "certificate_1", amount: 150 },
        { payment_id: "gift_card_1", amount: 500 },
        { payment_id: "credit_card_1", amount: 152 },
      ],
      total_baggages: 4,
      nonfree_baggages: 2,
      insurance: "yes",
    });
    // (108 + 106 + 107) for each of 2 passengers, 30 * 2 of insurance, 50 * 2 of bags.
    expect(made).toEqual({
      reservation_id: expect.stringMatching(/^[A-Z0-9]{6}$/),
      user_id: "ann_lee_1",
      origin: "BOS",
      destination: "SFO",
      flight_type: "round_trip",
      cabin: "economy",
      flights: [
        { flight_number: "F08", origin: "BOS", destination: "SFO", date: "2024-05-30", price: 108 },
        { flight_number: "F06", origin: "SFO", destination: "JFK", date: "2024-05-31", price: 106 },
        { flight_number: "F07", origin: "JFK", destination: "BOS", date: "2024-05-31", price: 107 },
      ],
      passengers: [ann, max],
      payment_history: [
        { payment_id: "certificate_1", amount: 150 },
        { payment_id: "gift_card_1", amount: 500 },
        { payment_id: "credit_card_1", amount: 152 },
      ],
      created_at: "2024-05-09T15:00:00",
      total_baggages: 4,
      nonfree_baggages: 2,
      insurance: "yes",
      status: null,
    });
    expect(seats(environment, "F08", "2024-05-30")).toEqual({ ...full, economy: 2 });
    expect(seats(environment, "F07", "2024-05-31")).toEqual({ ...full, economy: 2 });
    expect(seats(environment, "F07", "2024-05-30")).toEqual(full);
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(0);
    expect(worth(environment, "ann_lee_1", "certificate_1")).toBeUndefined();
    const { reservations } = ok<UserDocument>(environment, "get_user_details", { user_id: "ann_lee_1" });
    expect(reservations).toEqual(["ROUND1", "WAYOUT", made.reservation_id]);
    expect(ok(environment, "get_reservation_details", { reservation_id: made.reservation_id })).toEqual(made);
  });

  test("a certificate is used up though it is worth more", () => {
    using environment = world.open();
    ok(environment, "book_reservation", {
      ...booking,
      payment_methods: [{ payment_id: "certificate_1", amount: 108 }],
    });
    expect(worth(environment, "ann_lee_1", "certificate_1")).toBeUndefined();
  });

  test("ids follow from what is booked: in any order the same, and never twice", () => {
    const calls = [
      booking,
      { ...booking, cabin: "business", payment_methods: [{ payment_id: "gift_card_1", amount: 308 }] },
    ];
    const ends = [calls, calls.toReversed()].map((order) => {
      using environment = world.open();
      for (const args of order) ok(environment, "book_reservation", args);
      return stateOf(environment).reservations;
    });
    expect(ends[0]).toEqual(ends[1]);
    using environment = world.open();
    const made = [1, 2].map(() => ok<ReservationDocument>(environment, "book_reservation", booking).reservation_id);
    expect(new Set(made).size).toBe(2);
  });

  test("passengers in another order are the same booking", () => {
    const two = { ...booking, payment_methods: [{ payment_id: "gift_card_1", amount: 216 }] };
    const ids = [
      [ann, max],
      [max, ann],
    ].map((passengers) => {
      using environment = world.open();
      return ok<ReservationDocument>(environment, "book_reservation", { ...two, passengers }).reservation_id;
    });
    expect(ids[0]).toBe(ids[1]);
  });

  const leg = (flight_number: string, date = "2024-05-30") => ({ flight_number, date });
  const pays = (...entries: [string, number][]) => entries.map(([payment_id, amount]) => ({ payment_id, amount }));

  test.each([
    ["a user who isn't there", { user_id: "ann" }, "User ann not found"],
    ["a flight that isn't there", { flights: [leg("F77")] }, "Flight F77 not found"],
    ["a date without it", { flights: [leg("F08", "2024-06-02")] }, "Flight F08 not found on date 2024-06-02"],
    ["a landed flight", { flights: [leg("F08", dates[0])] }, "Flight F08 not available on date 2024-05-08"],
    ["a delayed flight", { flights: [leg("F08", dates[1])] }, "Flight F08 not available on date 2024-05-09"],
    ["more passengers than seats", { passengers: [ann, max, ann, max, ann] }, "Not enough seats on flight F08"],
    ["nobody", { passengers: [] }, "There should be at least one passenger"],
    ["no flights", { flights: [] }, "The flights should lead from BOS to SFO"],
    ["flights to elsewhere", { flights: [leg("F01")] }, "The flights should lead from BOS to SFO"],
    ["flights from elsewhere", { flights: [leg("F02")] }, "The flights should lead from BOS to SFO"],
    [
      "a round trip that turns back too early",
      { flight_type: "round_trip", flights: [leg("F01"), leg("F07")] },
      "The flights should lead from BOS to SFO and back",
    ],
    ["no way back", { flight_type: "round_trip" }, "The flights should lead from BOS to SFO and back"],
    [
      "a way back that doesn't start where it ends",
      { flight_type: "round_trip", flights: [leg("F08"), leg("F07", "2024-05-31")] },
      "Flight F07 on 2024-05-31 leaves from JFK, but the flight before it lands at SFO",
    ],
    [
      "a change that is too short",
      { flights: [leg("F01"), leg("F03")] },
      "Flight F03 on 2024-05-30 leaves before the flight before it has landed",
    ],
    [
      "going on before the night flight lands",
      { flights: [leg("F04", "2024-05-30"), leg("F05", "2024-05-31")] },
      "Flight F05 on 2024-05-31 leaves before the flight before it has landed",
    ],
    [
      "one flight twice",
      { flights: [leg("F08"), leg("F08")] },
      "leaves from BOS, but the flight before it lands at SFO",
    ],
    ["more nonfree bags than bags", { nonfree_baggages: 2 }, "The nonfree bags should be 0 or more, and not more"],
    ["bags below zero", { total_baggages: -1, nonfree_baggages: -1 }, "The nonfree bags should be 0 or more"],
    ["another's card", { payment_methods: pays(["credit_card_2", 108]) }, "Payment method credit_card_2 not found"],
    [
      "too small a card",
      { payment_methods: pays(["gift_card_2", 108]) },
      "Not enough balance in payment method gift_card_2",
    ],
    [
      "one card twice, over what it holds",
      { payment_methods: pays(["gift_card_2", 54], ["gift_card_2", 54]) },
      "Not enough balance in payment method gift_card_2",
    ],
    [
      "two certificates",
      { payment_methods: pays(["certificate_1", 54], ["certificate_2", 54]) },
      "A booking cannot take more than one certificate",
    ],
    [
      "a payment below zero",
      { payment_methods: pays(["gift_card_1", -2], ["credit_card_1", 110]) },
      "Amounts should be",
    ],
    [
      "too little",
      { payment_methods: pays(["gift_card_1", 100]) },
      "Payment amount does not add up, total price is 108, but paid 100",
    ],
    ["no payment", { payment_methods: [] }, "Payment amount does not add up, total price is 108, but paid 0"],
    ["a cabin that isn't there", { cabin: "first" }, "Invalid arguments for book_reservation: 'cabin'"],
    ["part of a dollar", { payment_methods: pays(["gift_card_1", 108.5]) }, "Invalid arguments for book_reservation"],
  ])("refuses %s", (_, change, message) => {
    expect(refusal(world, "book_reservation", { ...booking, ...change } as Record<string, Json>)).toContain(message);
  });

  test.each([
    ["by night over the end of a month", [leg("F04", "2024-05-31"), leg("F10", "2024-06-01")]],
    ["with a night at the stop", [leg("F01", "2024-05-30"), leg("F02", "2024-05-31")]],
  ])("takes a change of flights %s", (_, flights) => {
    using environment = world.open();
    const price = flights.reduce((sum, { flight_number }) => sum + 100 + Number(flight_number.slice(1)), 0);
    const made = { ...booking, flights, payment_methods: [{ payment_id: "gift_card_1", amount: price }] };
    expect(flightsOf(ok(environment, "book_reservation", made))).toHaveLength(2);
  });
});
