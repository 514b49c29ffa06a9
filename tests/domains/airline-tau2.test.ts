/** Where a tau2 world is as lax as tau2-bench 1.0.1, in what order it checks, and what it takes for a number. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { DirectFlightDocument, ReservationDocument, UserDocument } from "../../domains/airline/shapes.ts";
import { book_reservation } from "../../domains/airline/tools/index.ts";
import type { Environment, Json } from "../../domains/index.ts";
import { tau2World } from "../../domains/world.ts";
import { ann, booking, full, machinery, max, ok, refusal, seats, smallWorld, worth } from "../support/airline.ts";
import { tau2Directory } from "../support/recordings.ts";

const world = smallWorld("tau2");

const leg = (flight_number: string, date = "2024-05-30") => ({ flight_number, date });
const pays = (...entries: [string, Json][]) => entries.map(([payment_id, amount]) => ({ payment_id, amount }));
const book = (environment: Environment, change: Record<string, Json> = {}) =>
  ok<ReservationDocument>(environment, "book_reservation", { ...booking, ...change });

describe("book_reservation", () => {
  test("has three names for reservations, and one hour at which they are made", () => {
    using environment = world.open();
    const made = [1, 2, 3].map(() => book(environment));
    expect(made.map(({ reservation_id }) => reservation_id)).toEqual(["HATHAT", "HATHAU", "HATHAV"]);
    expect(made[0]?.created_at).toBe("2024-05-15T15:00:00");
    const fourth = environment.call("assistant", "book_reservation", { ...booking, flights: [leg("F77")] });
    expect(fourth).toEqual({ ok: false, error: "Too many reservations" });
    const { reservations } = ok<UserDocument>(environment, "get_user_details", { user_id: "ann_lee_1" });
    expect(reservations).toEqual(["ROUND1", "WAYOUT", "HATHAT", "HATHAU", "HATHAV"]);
  });

  test("looks at the balance of each payment by itself", () => {
    using environment = world.open();
    book(environment, { payment_methods: pays(["gift_card_2", 54], ["gift_card_2", 54]) });
    expect(worth(environment, "ann_lee_1", "gift_card_2")).toBe(-48);
  });

  test("takes payments below zero, and two certificates", () => {
    using environment = world.open();
    book(environment, { payment_methods: pays(["gift_card_1", -20], ["certificate_1", 100], ["certificate_2", 28]) });
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(520);
    expect(worth(environment, "ann_lee_1", "certificate_1")).toBeUndefined();
    expect(worth(environment, "ann_lee_1", "certificate_2")).toBeUndefined();
  });

  test("a certificate pays once: the second time it is gone", () => {
    const payment_methods = pays(["gift_card_1", 8], ["certificate_1", 50], ["certificate_1", 50]);
    const message = "Payment method certificate_1 not found";
    expect(refusal(world, "book_reservation", { ...booking, payment_methods })).toBe(message);
  });

  test("takes nobody, no flights, flights to anywhere, and bags below zero", () => {
    using environment = world.open();
    const nobody = book(environment, { passengers: [], payment_methods: [] });
    expect([nobody.passengers, nobody.flights.length]).toEqual([[], 1]);
    const nowhere = book(environment, { flights: [], insurance: "yes", payment_methods: pays(["credit_card_1", 30]) });
    expect(nowhere.flights).toEqual([]);
    const elsewhere = { flights: [leg("F06"), leg("F01")], total_baggages: -1, nonfree_baggages: -1 };
    const made = book(environment, { ...elsewhere, payment_methods: pays(["credit_card_1", 157]) });
    expect(made.flights.map(({ origin, destination }) => origin + destination)).toEqual(["SFOJFK", "BOSJFK"]);
  });

  test("a flight named twice gives more seats than there are", () => {
    using environment = world.open();
    const flights = [leg("F08"), leg("F08")];
    book(environment, { flights, passengers: [ann, max, ann], payment_methods: pays(["credit_card_1", 648]) });
    expect(seats(environment, "F08", "2024-05-30")).toEqual({ ...full, economy: -2 });
  });

  test.each([
    ["the user", { user_id: "ann", flights: [leg("F77")] }, "User ann not found"],
    [
      "then flight by flight",
      { flights: [leg("F08", "2024-05-08"), leg("F77")] },
      "Flight F08 not available on date 2024-05-08",
    ],
    [
      "each one's seats at once",
      { flights: [leg("F08"), leg("F77")], passengers: [ann, ann, ann, ann, ann] },
      "Not enough seats on flight F08",
    ],
    ["all of them", { flights: [leg("F08"), leg("F77")], payment_methods: pays(["none", 1]) }, "Flight F77 not found"],
    ["a date that isn't there", { flights: [leg("F08", "2024-5-30")] }, "Flight F08 not found on date 2024-5-30"],
    [
      "then payment by payment",
      { payment_methods: pays(["gift_card_2", 61], ["none", 47]) },
      "Not enough balance in payment method gift_card_2",
    ],
    ["and their ids", { payment_methods: pays(["none", 47], ["gift_card_2", 61]) }, "Payment method none not found"],
    [
      "then the sum",
      { payment_methods: pays(["gift_card_2", 60], ["credit_card_1", 49]) },
      "Payment amount does not add up, total price is 108, but paid 109",
    ],
    [
      "in which bags count, even below zero",
      { nonfree_baggages: -1 },
      "Payment amount does not add up, total price is 58, but paid 108",
    ],
  ])("checks %s", (_, change, message) => {
    expect(refusal(world, "book_reservation", { ...booking, ...change } as Record<string, Json>)).toBe(message);
  });
});

describe("cancel_reservation", () => {
  test("writes the refund down and moves neither money nor seats, again and again", () => {
    using environment = world.open();
    const cancel = () => ok<ReservationDocument>(environment, "cancel_reservation", { reservation_id: "WAYOUT" });
    const paid = [
      { payment_id: "certificate_0", amount: 100 },
      { payment_id: "credit_card_1", amount: 350 },
    ];
    const back = paid.map(({ payment_id, amount }) => ({ payment_id, amount: -amount }));
    expect(cancel()).toMatchObject({ status: "cancelled", payment_history: [...paid, ...back] });
    expect(cancel().payment_history).toEqual([...paid, ...back, ...back, ...paid]);
    ok(environment, "cancel_reservation", { reservation_id: "ROUND1" });
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(500);
    expect(seats(environment, "F08", "2024-05-30")).toEqual(full);
    expect(seats(environment, "F01", "2024-05-30")).toEqual(full);
  });

  test("what is cancelled can be changed", () => {
    using environment = world.open();
    ok(environment, "cancel_reservation", { reservation_id: "ROUND1" });
    const bags = { reservation_id: "ROUND1", total_baggages: 2, nonfree_baggages: 1, payment_id: "gift_card_1" };
    const { payment_history, status } = ok<ReservationDocument>(environment, "update_reservation_baggages", bags);
    expect([payment_history.length, status]).toEqual([3, "cancelled"]);
  });
});

describe("update_reservation_flights", () => {
  const change = {
    reservation_id: "ROUND1",
    cabin: "economy",
    flights: [leg("F01"), leg("F08")],
    payment_id: "gift_card_1",
  };

  test("takes any flights, credits a gift card, and leaves seats alone", () => {
    using environment = world.open();
    const changed = ok<ReservationDocument>(environment, "update_reservation_flights", change);
    expect(changed.flights.map(({ flight_number, price }) => [flight_number, price])).toEqual([
      ["F01", 101],
      ["F08", 90],
    ]);
    expect(changed.payment_history.at(-1)).toEqual({ payment_id: "gift_card_1", amount: 12 });
    const none = ok<ReservationDocument>(environment, "update_reservation_flights", { ...change, flights: [] });
    expect([none.flights, none.payment_history.at(-1)?.amount]).toEqual([[], -382]);
    expect(worth(environment, "ann_lee_1", "gift_card_1")).toBe(870);
    expect(seats(environment, "F01", "2024-05-30")).toEqual(full);
    expect(seats(environment, "F09", "2024-05-31")).toEqual(full);
  });

  test("a flight that stays may be gone, full, or twice", () => {
    using environment = world.open();
    const flights = [leg("F08", "2024-05-09"), leg("F08", "2024-05-09")];
    const args = { reservation_id: "BOBBED", cabin: "basic_economy", flights, payment_id: "credit_card_2" };
    const { payment_history } = ok<ReservationDocument>(environment, "update_reservation_flights", args);
    expect(payment_history.at(-1)).toEqual({ payment_id: "credit_card_2", amount: 40 });
    const economy = environment.call("assistant", "update_reservation_flights", { ...args, cabin: "economy" });
    expect(economy).toEqual({ ok: false, error: "Flight F08 not available on date 2024-05-09" });
  });

  test.each([
    ["the reservation", { reservation_id: "NOPE", flights: [leg("F77")] }, "Reservation NOPE not found"],
    ["then the flights", { flights: [leg("F77")], payment_id: "none" }, "Flight F77 not found"],
    ["then whose card it is", { payment_id: "credit_card_2" }, "Payment method not found"],
    [
      "that it is a card",
      { payment_id: "certificate_1", flights: [] },
      "Certificate cannot be used to update reservation",
    ],
    [
      "that it covers the difference",
      { payment_id: "gift_card_2", cabin: "business" },
      "Gift card balance is not enough",
    ],
  ])("checks %s", (_, changed, message) => {
    expect(refusal(world, "update_reservation_flights", { ...change, ...changed })).toBe(message);
  });

  test("a gift card below zero covers not even nothing", () => {
    using environment = world.open();
    book(environment, { payment_methods: pays(["gift_card_2", 54], ["gift_card_2", 54]) });
    const bags = { reservation_id: "ROUND1", total_baggages: 2, nonfree_baggages: 0, payment_id: "gift_card_2" };
    const result = environment.call("assistant", "update_reservation_baggages", bags);
    expect(result).toEqual({ ok: false, error: "Gift card balance is not enough" });
  });
});

test("update_reservation_baggages takes any numbers, and fewer nonfree bags cost nothing", () => {
  using environment = world.open();
  const bags = { reservation_id: "ROUND1", total_baggages: -3, nonfree_baggages: -1, payment_id: "gift_card_1" };
  const fewer = ok<ReservationDocument>(environment, "update_reservation_baggages", bags);
  expect([fewer.total_baggages, fewer.nonfree_baggages, fewer.payment_history.length]).toEqual([-3, -1, 1]);
  const two = ok<ReservationDocument>(environment, "update_reservation_baggages", { ...bags, nonfree_baggages: 1 });
  expect(two.payment_history.at(-1)).toEqual({ payment_id: "gift_card_1", amount: 100 });
});

describe("send_certificate", () => {
  test("has three names for each user's certificates, and gives one again that has been used", () => {
    using environment = world.open();
    const send = (user_id: string, amount: Json) =>
      environment.call("assistant", "send_certificate", { user_id, amount });
    const text = (last: number, user: string, amount: number) => ({
      ok: true,
      value: `Certificate certificate_322132${last} added to user ${user} with amount ${amount}.`,
    });
    expect(send("ann_lee_1", 108)).toEqual(text(2, "ann_lee_1", 108));
    expect(send("bob_ray_2", 50)).toEqual(text(2, "bob_ray_2", 50));
    expect(send("ann_lee_1", -5)).toEqual(text(3, "ann_lee_1", -5));
    expect(send("ann_lee_1", "5e-1")).toEqual(text(4, "ann_lee_1", 0.5));
    expect(send("ann_lee_1", 1)).toEqual({ ok: false, error: "Too many certificates" });
    book(environment, { payment_methods: pays(["certificate_3221322", 108]) });
    expect(send("ann_lee_1", "7")).toEqual(text(2, "ann_lee_1", 7));
    const { payment_methods } = ok<UserDocument>(environment, "get_user_details", { user_id: "ann_lee_1" });
    expect(Object.keys(payment_methods).slice(-3)).toEqual([3, 4, 2].map((last) => `certificate_322132${last}`));
    expect(payment_methods.certificate_3221322).toEqual({
      source: "certificate",
      id: "certificate_3221322",
      amount: 7,
    });
    expect(worth(environment, "bob_ray_2", "certificate_3221322")).toBe(50);
  });
});

describe("search_onestop_flight", () => {
  const ways = (date: string) => {
    using environment = world.open();
    const search = { origin: "BOS", destination: "SFO", date };
    const pairs = ok<DirectFlightDocument[][]>(environment, "search_onestop_flight", search);
    return pairs.map((pair) => pair.map((flight) => `${flight.flight_number} ${flight.date}`));
  };

  test("writes the day after without a zero, and in May", () => {
    for (const date of ["2024-05-08", "2024-05-31"])
      expect(ways(date)).toEqual([
        [`F11 ${date}`, `F12 ${date}`],
        [`F01 ${date}`, `F02 ${date}`],
      ]);
  });

  test("compares hours as text, so that what leaves at the hour of landing is missed on the day after", () => {
    for (const [date, next] of [
      ["2024-05-09", "2024-05-10"],
      ["2024-05-30", "2024-05-31"],
    ]) {
      expect(ways(date as string)).toEqual([
        [`F11 ${date}`, `F12 ${date}`],
        [`F01 ${date}`, `F02 ${date}`],
        [`F04 ${date}`, `F02 ${next}`],
        [`F04 ${date}`, `F03 ${next}`],
      ]);
    }
  });
});

describe("arguments", () => {
  test.each([["108"], [" 108 "], ["+108"], ["1_08"], ["108.0"], ["0108"]])("%j is an amount", (amount) => {
    using environment = world.open();
    expect(book(environment, { payment_methods: pays(["gift_card_1", amount]) }).payment_history).toEqual([
      { payment_id: "gift_card_1", amount: 108 },
    ]);
  });

  test("true is an amount of 1, and text a number of bags", () => {
    using environment = world.open();
    const payment_methods = pays(["gift_card_1", true], ["credit_card_1", 107]);
    expect(book(environment, { payment_methods, total_baggages: "3" })).toMatchObject({
      payment_history: [{ amount: 1 }, { amount: 107 }],
      total_baggages: 3,
    });
  });

  test.each([
    ["108."],
    ["10.8e1"],
    ["108.5"],
    ["one"],
    [""],
    ["0x6c"],
    ["1__08"],
    ["_108"],
    ["Infinity"],
    [null],
    [[108]],
  ])("%j is no amount", (amount) => {
    const args = { ...booking, payment_methods: pays(["gift_card_1", amount as Json]) };
    expect(refusal(world, "book_reservation", args)).toContain(
      "Invalid arguments for book_reservation: 'payment_methods.0.amount'",
    );
  });

  test("what flights, passengers and payments have too much is dropped", () => {
    using environment = world.open();
    const made = book(environment, {
      flights: [{ ...leg("F08"), price: 1, origin: "JFK", cabin: "business" }],
      passengers: [{ ...ann, seat: "1A" }],
      payment_methods: [{ payment_id: "gift_card_1", amount: 108, currency: "USD" }],
    });
    expect(made.flights).toEqual([{ ...leg("F08"), origin: "BOS", destination: "SFO", price: 108 }]);
    expect(made.passengers).toEqual([ann]);
    expect(made.payment_history).toEqual([{ payment_id: "gift_card_1", amount: 108 }]);
  });

  test("on the wire an amount is a plain number", () => {
    const { properties } = z.toJSONSchema(book_reservation.input, { io: "input" }) as Record<
      string,
      Record<string, Json>
    >;
    expect(properties).toMatchObject({
      total_baggages: { type: "integer" },
      payment_methods: { items: { properties: { amount: { type: "integer" } }, required: ["payment_id", "amount"] } },
    });
  });
});

test.skipIf(!tau2Directory)("a clone's fifty tasks can be done, and its world is small", () => {
  const clone = tau2World(machinery, tau2Directory ?? "");
  expect(clone.tasks.size).toBe(50);
  const refused = [...clone.tasks.values()].flatMap((task) => {
    using environment = clone.open({ task });
    return task.reference_actions.filter(({ name, arguments: args }) => !environment.call("assistant", name, args).ok);
  });
  expect(refused).toEqual([]);
  // As many as leave tau2-bench's database as it was.
  expect([...clone.tasks.values()].filter((task) => clone.expected(task).length === 0)).toHaveLength(24);
  expect(clone.imageSize).toBeLessThan(2 * 1024 * 1024);
});
