/** What cancelling and changing do with seats and money on a built-in world, and what they refuse. */
import { describe, expect, test } from "vitest";
import { refundsDue } from "../../domains/airline/quirks.ts";
import type { ReservationDocument } from "../../domains/airline/shapes.ts";
import type { Environment, Json } from "../../domains/index.ts";
import { ann, booking, full, max, ok, refusal, seats, smallWorld, stateOf, worth, zoe } from "../support/airline.ts";

const world = smallWorld("builtin");

const flightsOf = ({ flights }: ReservationDocument) => flights.map(({ flight_number, date }) => [flight_number, date]);

describe("cancel_reservation", () => {
  test("gives the seats and a gift card's money back, once", () => {
    using environment = world.open();
    const cancelled = ok<ReservationDocument>(environment, "cancel_reservation", { reservation_id: "ROUND1" });
    expect(cancelled.status).toBe("cancelled");
    expect(cancelled.payment_history.at(-1)).toEqual({ payment_id: "gift_card_1", amount: -370 });
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(870);
    expect(seats(environment, "F08", "2024-05-30")).toEqual({ ...full, economy: 6 });
    expect(seats(environment, "F09", "2024-05-31")).toEqual({ ...full, economy: 6 });
    const changed = environment.changes();
    for (const [name, args] of [
      ["cancel_reservation", {}],
      ["update_reservation_passengers", { passengers: [ann, max] }],
      ["update_reservation_baggages", { total_baggages: 2, nonfree_baggages: 0, payment_id: "credit_card_1" }],
      ["update_reservation_flights", { cabin: "economy", flights: [], payment_id: "credit_card_1" }],
    ] as const) {
      const again = environment.call("assistant", name, { reservation_id: "ROUND1", ...args } as Record<string, Json>);
      expect(again).toEqual({ ok: false, error: expect.stringContaining("Reservation ROUND1 is cancelled already") });
    }
    expect(environment.changes()).toEqual(changed);
  });

  test("refunds no certificate", () => {
    using environment = world.open();
    const { payment_history } = ok<ReservationDocument>(environment, "cancel_reservation", {
      reservation_id: "WAYOUT",
    });
    expect(payment_history.slice(2)).toEqual([{ payment_id: "credit_card_1", amount: -350 }]);
    expect(worth(environment, "ann_lee_1", "certificate_0")).toBeUndefined();
  });

  test("books and refunds no amount that is too large to count", () => {
    using environment = world.open();
    const change = (nonfree_baggages: number) => {
      const bags = { total_baggages: Number.MAX_SAFE_INTEGER, nonfree_baggages, payment_id: "credit_card_1" };
      return environment.call("assistant", "update_reservation_baggages", { reservation_id: "ROUND1", ...bags });
    };
    const refused = { ok: false, error: "Amounts are too large" };
    expect(change(Number.MAX_SAFE_INTEGER)).toEqual(refused);
    // What each of the two costs can be counted, what both cost can't.
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 50);
    for (const nonfree of [most, 0, most]) expect(change(nonfree)).toMatchObject({ ok: true });
    const before = environment.changes();
    expect(environment.call("assistant", "cancel_reservation", { reservation_id: "ROUND1" })).toEqual(refused);
    expect(environment.changes()).toEqual(before);
  });

  test("refunds no more than was paid where a change was refunded to another card", () => {
    using environment = world.open();
    const flights = [
      { flight_number: "F08", date: "2024-05-30" },
      { flight_number: "F09", date: "2024-05-31" },
    ];
    // In basic economy the flights cost 58 and 59 instead of 90 and 95: (185 - 117) * 2 = 136 come back.
    const change = { reservation_id: "ROUND1", cabin: "basic_economy", flights, payment_id: "credit_card_1" };
    ok(environment, "update_reservation_flights", change);
    const { payment_history } = ok<ReservationDocument>(environment, "cancel_reservation", {
      reservation_id: "ROUND1",
    });
    expect(payment_history).toEqual([
      { payment_id: "gift_card_1", amount: 370 },
      { payment_id: "credit_card_1", amount: -136 },
      { payment_id: "gift_card_1", amount: -234 },
    ]);
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(734);
  });

  test("refunds no certificate, though the user has one of that id again", () => {
    using environment = world.open();
    const send = () => ok<string>(environment, "send_certificate", { user_id: "ann_lee_1", amount: 108 });
    const text = send();
    const id = text.split(" ")[1] as string;
    const payment_methods = [{ payment_id: id, amount: 108 }];
    const { reservation_id } = ok<ReservationDocument>(environment, "book_reservation", {
      ...booking,
      payment_methods,
    });
    expect(send()).toBe(text);
    const cancelled = ok<ReservationDocument>(environment, "cancel_reservation", { reservation_id });
    expect(cancelled.payment_history).toEqual(payment_methods);
    expect(worth(environment, "ann_lee_1", id)).toBe(108);
  });

  test("what a third card has got back is refunded to neither of two", () => {
    const history = [
      { payment_id: "a", amount: 50 },
      { payment_id: "b", amount: 100 },
      { payment_id: "lost", amount: 70 },
      { payment_id: "b", amount: 10 },
      { payment_id: "c", amount: -60 },
    ];
    expect(refundsDue("builtin", history, (id) => id !== "lost")).toEqual([{ payment_id: "b", amount: -100 }]);
    const less = history.with(4, { payment_id: "c", amount: -20 });
    expect(refundsDue("builtin", less, (id) => id !== "lost")).toEqual([
      { payment_id: "a", amount: -30 },
      { payment_id: "b", amount: -110 },
    ]);
  });

  test("of a flight that can't be booked there are no seats to give back", () => {
    using environment = world.open();
    ok(environment, "cancel_reservation", { reservation_id: "BOBBED" });
    expect(stateOf(environment).flights.F08?.dates["2024-05-09"]).toMatchObject({ status: "delayed" });
  });

  test("asks for no ground, as the domain policy does", () => {
    using environment = world.open();
    expect(ok<ReservationDocument>(environment, "cancel_reservation", { reservation_id: "BOBBED" }).status).toBe(
      "cancelled",
    );
    expect(refusal(world, "cancel_reservation", { reservation_id: "NOBODY" })).toBe("Reservation NOBODY not found");
  });
});

describe("update_reservation_flights", () => {
  const change = {
    reservation_id: "ROUND1",
    cabin: "economy",
    flights: [
      { flight_number: "F08", date: "2024-05-30" },
      { flight_number: "F09", date: "2024-06-01" },
    ],
    payment_id: "gift_card_1",
  };

  test("a flight that stays keeps its price and seats; another costs what it costs now", () => {
    using environment = world.open();
    const changed = ok<ReservationDocument>(environment, "update_reservation_flights", change);
    expect(changed.flights.map(({ date, price }) => [date, price])).toEqual([
      ["2024-05-30", 90],
      ["2024-06-01", 109],
    ]);
    expect(changed.payment_history.at(-1)).toEqual({ payment_id: "gift_card_1", amount: 28 });
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(472);
    expect(seats(environment, "F08", "2024-05-30")).toEqual(full);
    expect(seats(environment, "F09", "2024-05-31")).toEqual({ ...full, economy: 6 });
    expect(seats(environment, "F09", "2024-06-01")).toEqual({ ...full, economy: 2 });
  });

  test("another cabin costs what it costs now on every flight, and moves the seats", () => {
    using environment = world.open();
    const changed = ok<ReservationDocument>(environment, "update_reservation_flights", {
      reservation_id: "WAYOUT",
      cabin: "economy",
      flights: [
        { flight_number: "F01", date: "2024-05-30", price: 1 },
        { flight_number: "F02", date: "2024-05-30", origin: "JFK" },
      ],
      payment_id: "gift_card_2",
    });
    expect([changed.cabin, changed.flights.map(({ price }) => price)]).toEqual(["economy", [101, 102]]);
    expect(changed.payment_history.at(-1)).toEqual({ payment_id: "gift_card_2", amount: -247 });
    expect(worth(environment, "ann_lee_1", "gift_card_2")).toBe(307);
    expect(seats(environment, "F01", "2024-05-30")).toEqual({ ...full, economy: 3, business: 4 });
  });

  test("nothing is booked where nothing changes", () => {
    using environment = world.open();
    ok(environment, "update_reservation_flights", {
      ...change,
      flights: [change.flights[0], { flight_number: "F09", date: "2024-05-31" }] as Json,
    });
    expect(environment.changes()).toEqual([]);
  });

  test("a basic economy reservation changes too: that it may not is the domain policy's", () => {
    using environment = world.open();
    const args = { reservation_id: "BOBBED", cabin: "basic_economy", payment_id: "credit_card_2" };
    const flights = [{ flight_number: "F08", date: "2024-05-30" }];
    expect(flightsOf(ok(environment, "update_reservation_flights", { ...args, flights }))).toEqual([
      ["F08", "2024-05-30"],
    ]);
  });

  test.each([
    ["a reservation that isn't there", { reservation_id: "NOPE" }, "Reservation NOPE not found"],
    ["a flight that isn't there", { flights: [{ flight_number: "F77", date: "2024-05-30" }] }, "Flight F77 not found"],
    [
      "a date without it",
      { flights: [{ flight_number: "F08", date: "2024-05-29" }] },
      "Flight F08 not found on date 2024-05-29",
    ],
    [
      "a cancelled flight",
      { flights: [{ flight_number: "F09", date: "2024-05-08" }] },
      "Flight F09 not available on date 2024-05-08",
    ],
    ["no way back", { flights: change.flights.slice(0, 1) }, "The flights should lead from BOS to SFO and back"],
    [
      "a flight that goes elsewhere",
      { flights: [{ flight_number: "F01", date: "2024-05-30" }] },
      "The flights should lead from BOS",
    ],
    ["a card that isn't there", { payment_id: "gift_card_9" }, "Payment method not found"],
    ["a certificate", { payment_id: "certificate_1" }, "Certificate cannot be used to update reservation"],
    ["too small a card", { cabin: "business", payment_id: "gift_card_2" }, "Gift card balance is not enough"],
  ])("refuses %s", (_, changed, message) => {
    expect(refusal(world, "update_reservation_flights", { ...change, ...changed })).toContain(message);
  });

  test("refuses more passengers than seats", () => {
    const fill = (environment: Environment) => {
      const one = [{ payment_id: "credit_card_1", amount: 309 * 2 }];
      const flights = [{ flight_number: "F09", date: "2024-06-01" }];
      const back = { ...booking, origin: "SFO", destination: "BOS", cabin: "business", passengers: [ann, max] };
      ok(environment, "book_reservation", { ...back, flights, payment_methods: one });
    };
    const args = { ...change, cabin: "business", payment_id: "credit_card_1" };
    expect(refusal(world, "update_reservation_flights", args, fill)).toBe("Not enough seats on flight F09");
  });
});

describe("update_reservation_baggages", () => {
  const bags = { reservation_id: "ROUND1", total_baggages: 4, nonfree_baggages: 2, payment_id: "gift_card_1" };

  test("what is added to the nonfree bags is paid", () => {
    using environment = world.open();
    const first = ok<ReservationDocument>(environment, "update_reservation_baggages", bags);
    expect([first.total_baggages, first.nonfree_baggages]).toEqual([4, 2]);
    const more = { ...bags, total_baggages: 3, nonfree_baggages: 3, payment_id: "credit_card_1" };
    expect(ok<ReservationDocument>(environment, "update_reservation_baggages", more).payment_history).toEqual([
      { payment_id: "gift_card_1", amount: 370 },
      { payment_id: "gift_card_1", amount: 100 },
      { payment_id: "credit_card_1", amount: 50 },
    ]);
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(400);
    const free = ok<ReservationDocument>(environment, "update_reservation_baggages", { ...more, total_baggages: 9 });
    expect([free.total_baggages, free.payment_history.length]).toEqual([9, 3]);
  });

  test.each([
    ["a reservation that isn't there", { reservation_id: "NOPE" }, "Reservation NOPE not found"],
    ["a card that isn't there", { payment_id: "credit_card_2" }, "Payment method not found"],
    ["a certificate", { payment_id: "certificate_1" }, "Certificate cannot be used to update reservation"],
    ["too small a card", { payment_id: "gift_card_2" }, "Gift card balance is not enough"],
    ["more nonfree bags than bags", { total_baggages: 1 }, "The nonfree bags should be 0 or more, and not more"],
    ["text", { nonfree_baggages: "2" }, "Invalid arguments for update_reservation_baggages"],
  ])("refuses %s", (_, change, message) => {
    expect(refusal(world, "update_reservation_baggages", { ...bags, ...change })).toContain(message);
  });
});

describe("update_reservation_passengers", () => {
  test("replaces them in place", () => {
    using environment = world.open();
    const args = { reservation_id: "ROUND1", passengers: [ann, { ...zoe, seat: "1A" }] };
    expect(ok<ReservationDocument>(environment, "update_reservation_passengers", args).passengers).toEqual([ann, zoe]);
    expect(environment.changes()).toHaveLength(1);
  });

  test.each([
    ["fewer", [ann], "Number of passengers does not match"],
    ["more", [ann, max, zoe], "Number of passengers does not match"],
    [
      "one without a date of birth",
      [ann, { first_name: "Zoe", last_name: "Lee" }],
      "missing argument 'passengers.1.dob'",
    ],
  ])("refuses %s", (_, passengers, message) => {
    expect(refusal(world, "update_reservation_passengers", { reservation_id: "ROUND1", passengers })).toContain(
      message,
    );
  });
});
