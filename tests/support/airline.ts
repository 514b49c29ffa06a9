/** A small airline, known by heart, as a built-in world and as a tau2 world over the same rows. */
import { isDeepStrictEqual } from "node:util";
import { readDocument, writeDocument } from "../../domains/airline/document.ts";
import * as schema from "../../domains/airline/schema.ts";
import {
  AirlineDocument,
  type InstanceDocument,
  type ReservationDocument,
  type UserDocument,
} from "../../domains/airline/shapes.ts";
import * as tools from "../../domains/airline/tools/index.ts";
import { createImage } from "../../domains/database.ts";
import { defineDomain } from "../../domains/domain.ts";
import { type Environment, type Json, type JsonObject, World } from "../../domains/index.ts";

export interface Airline {
  flights: Record<string, { dates: Record<string, InstanceDocument> }>;
  users: Record<string, UserDocument>;
  reservations: Record<string, ReservationDocument>;
}

/** May has 31 days. */
export const dates = ["2024-05-08", "2024-05-09", "2024-05-10", "2024-05-30", "2024-05-31", "2024-06-01"];

/** Number, origin, destination, departure, arrival. The night flight F04 lands the day after. */
const timetable = [
  ["F11", "BOS", "ORD", "06:00:00", "07:30:00"],
  ["F12", "ORD", "SFO", "08:00:00", "11:00:00"],
  ["F10", "JFK", "SFO", "01:00:00", "07:00:00"],
  ["F01", "BOS", "JFK", "08:00:00", "09:30:00"],
  ["F02", "JFK", "SFO", "10:00:00", "16:00:00"],
  ["F03", "JFK", "SFO", "09:00:00", "15:00:00"],
  ["F04", "BOS", "JFK", "22:00:00", "01:00:00+1"],
  ["F05", "JFK", "SFO", "00:30:00", "06:00:00"],
  ["F06", "SFO", "JFK", "12:00:00", "20:00:00"],
  ["F07", "JFK", "BOS", "21:00:00", "22:30:00"],
  ["F08", "BOS", "SFO", "07:00:00", "13:00:00"],
  ["F09", "SFO", "BOS", "09:00:00", "17:00:00"],
] as const;

/** Seats on what can be booked. */
export const full = { basic_economy: 9, economy: 4, business: 3 };

/** What cannot be booked; all else can, for $50, $100 and $300 and the flight's number. */
const otherwise: Record<string, InstanceDocument> = {
  "F08 2024-05-08": {
    status: "landed",
    actual_departure_time_est: "2024-05-08T07:05:00",
    actual_arrival_time_est: "2024-05-08T13:01:00",
  },
  "F09 2024-05-08": { status: "cancelled" },
  "F08 2024-05-09": {
    status: "delayed",
    estimated_departure_time_est: "2024-05-09T09:00:00",
    estimated_arrival_time_est: "2024-05-09T15:00:00",
  },
  "F09 2024-05-09": {
    status: "flying",
    actual_departure_time_est: "2024-05-09T09:02:00",
    estimated_arrival_time_est: "2024-05-09T17:00:00",
  },
  "F06 2024-05-09": {
    status: "on time",
    estimated_departure_time_est: "2024-05-09T12:00:00",
    estimated_arrival_time_est: "2024-05-09T20:00:00",
  },
};

function instance(number: string, date: string): InstanceDocument {
  const at = Number(number.slice(1));
  const available: InstanceDocument = {
    status: "available",
    available_seats: full,
    prices: { basic_economy: 50 + at, economy: 100 + at, business: 300 + at },
  };
  return otherwise[`${number} ${date}`] ?? available;
}

const flights = Object.fromEntries(
  timetable.map(([flight_number, origin, destination, departure, arrival]) => [
    flight_number,
    {
      flight_number,
      origin,
      destination,
      scheduled_departure_time_est: departure,
      scheduled_arrival_time_est: arrival,
      dates: Object.fromEntries(dates.map((date) => [date, instance(flight_number, date)])),
    },
  ]),
);

const address = { address1: "1 Elm Way", address2: null, city: "Boston", country: "USA", state: "MA", zip: "02134" };
export const ann = { first_name: "Ann", last_name: "Lee", dob: "1980-01-02" };
export const max = { first_name: "Max", last_name: "Lee", dob: "2010-03-04" };
export const zoe = { first_name: "Zoe", last_name: "Lee", dob: "2001-02-03" };
const bob = { first_name: "Bob", last_name: "Ray", dob: "1970-05-06" };

const users: Record<string, UserDocument> = {
  ann_lee_1: {
    user_id: "ann_lee_1",
    name: { first_name: "Ann", last_name: "Lee" },
    address,
    email: "ann@example.com",
    dob: ann.dob,
    payment_methods: {
      credit_card_1: { source: "credit_card", id: "credit_card_1", brand: "visa", last_four: "1111" },
      certificate_1: { source: "certificate", id: "certificate_1", amount: 150 },
      gift_card_1: { source: "gift_card", id: "gift_card_1", amount: 500 },
      gift_card_2: { source: "gift_card", id: "gift_card_2", amount: 60 },
      certificate_2: { source: "certificate", id: "certificate_2", amount: 80 },
    },
    saved_passengers: [max, zoe],
    membership: "gold",
    reservations: ["ROUND1", "WAYOUT"],
  },
  bob_ray_2: {
    user_id: "bob_ray_2",
    name: { first_name: "Bob", last_name: "Ray" },
    address: { ...address, address2: "Apt 2" },
    email: "bob@example.com",
    dob: bob.dob,
    payment_methods: {
      credit_card_2: { source: "credit_card", id: "credit_card_2", brand: "amex", last_four: "2222" },
    },
    saved_passengers: [],
    membership: "regular",
    reservations: ["BOBBED"],
  },
};

const leg = (flight_number: string, date: string, price: number) => {
  const { origin, destination } = flights[flight_number] as { origin: string; destination: string };
  return { flight_number, origin, destination, date, price };
};
const booked = { total_baggages: 1, nonfree_baggages: 0, insurance: "no", status: null } as const;

const reservations: Record<string, ReservationDocument> = {
  ROUND1: {
    reservation_id: "ROUND1",
    user_id: "ann_lee_1",
    origin: "BOS",
    destination: "SFO",
    flight_type: "round_trip",
    cabin: "economy",
    flights: [leg("F08", "2024-05-30", 90), leg("F09", "2024-05-31", 95)],
    passengers: [ann, max],
    payment_history: [{ payment_id: "gift_card_1", amount: 370 }],
    created_at: "2024-05-01T10:00:00",
    ...booked,
  },
  // Paid with a certificate that is used up, and with a card.
  WAYOUT: {
    reservation_id: "WAYOUT",
    user_id: "ann_lee_1",
    origin: "BOS",
    destination: "SFO",
    flight_type: "one_way",
    cabin: "business",
    flights: [leg("F01", "2024-05-30", 200), leg("F02", "2024-05-30", 250)],
    passengers: [ann],
    payment_history: [
      { payment_id: "certificate_0", amount: 100 },
      { payment_id: "credit_card_1", amount: 350 },
    ],
    created_at: "2024-05-02T10:00:00",
    ...booked,
  },
  BOBBED: {
    reservation_id: "BOBBED",
    user_id: "bob_ray_2",
    origin: "BOS",
    destination: "SFO",
    flight_type: "one_way",
    cabin: "basic_economy",
    flights: [leg("F08", "2024-05-09", 40)],
    passengers: [bob],
    payment_history: [{ payment_id: "credit_card_2", amount: 40 }],
    created_at: "2024-05-03T10:00:00",
    ...booked,
  },
};

export const document = AirlineDocument.parse({ flights, users, reservations });

/** The domain's machinery without its built-in rows and tasks. */
export const machinery = defineDomain({
  name: "airline",
  version: "0",
  summary: "A small airline.",
  schema,
  now: "2024-05-09T15:00:00-04:00",
  tools: { assistant: tools, user: {} },
  documents: { agent: { shape: AirlineDocument, read: readDocument, write: writeDocument } },
  heldOut: [],
  domainPolicies: {
    standard: { parts: { policy: { builtin: new URL("library/policy.md", import.meta.url), tau2: "policy.md" } } },
  },
  seed: (db) => writeDocument(db, document as unknown as JsonObject),
  tasks: () => [],
});

export function smallWorld(kind: "builtin" | "tau2"): World {
  const image = createImage(schema, (db) => writeDocument(db, document as unknown as JsonObject));
  return new World({ domain: machinery, kind, seed: 0, image, loadTasks: () => [], readPolicy: () => "" });
}

/** @throws Error where the call is refused. */
export function ok<Value>(environment: Environment, name: string, args: Record<string, Json>): Value {
  const result = environment.call("assistant", name, args);
  if (!result.ok) throw new Error(`${name}: ${result.error}`);
  return result.value as Value;
}

/** Why a call is refused, `before` having been done. @throws Error where it is not, or changes something. */
export function refusal(
  world: World,
  name: string,
  args: Record<string, Json>,
  before?: (environment: Environment) => void,
): string {
  using environment = world.open();
  before?.(environment);
  const changed = environment.changes();
  const result = environment.call("assistant", name, args);
  if (result.ok) throw new Error(`${name} was not refused`);
  if (!isDeepStrictEqual(environment.changes(), changed)) throw new Error(`${name} was refused, yet changed something`);
  return result.error;
}

export function stateOf(environment: Environment): Airline {
  return environment.state().agent as unknown as Airline;
}

/** Seats left by cabin. */
export function seats(environment: Environment, flight: string, date: string): Record<string, number> | undefined {
  const found = stateOf(environment).flights[flight]?.dates[date];
  return found?.status === "available" ? found.available_seats : undefined;
}

/** What is on a gift card or certificate; undefined where the user has none of that id. */
export function worth(environment: Environment, userId: string, id: string): number | undefined {
  const method = ok<UserDocument>(environment, "get_user_details", { user_id: userId }).payment_methods[id];
  return method && "amount" in method ? method.amount : undefined;
}

/** Ann books F08 for herself; tests change what they are about. */
export const booking = {
  user_id: "ann_lee_1",
  origin: "BOS",
  destination: "SFO",
  flight_type: "one_way",
  cabin: "economy",
  flights: [{ flight_number: "F08", date: "2024-05-30" }],
  passengers: [ann],
  payment_methods: [{ payment_id: "gift_card_1", amount: 108 }],
  total_baggages: 1,
  nonfree_baggages: 0,
  insurance: "no",
} satisfies Record<string, Json>;
