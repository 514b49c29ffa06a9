/** The airline's domain policy told a second time, as code: what a write breaks, judged by the rows and by what was said. */
import type { ReservationDocument, UserDocument } from "../../domains/airline/shapes.ts";
import { type Call, canonical, type Environment, type Json } from "../../domains/index.ts";

const CLOCK = Date.parse("2026-05-15T15:00:00Z");
const FREE = {
  regular: { basic_economy: 0, economy: 1, business: 2 },
  silver: { basic_economy: 1, economy: 2, business: 3 },
  gold: { basic_economy: 2, economy: 3, business: 4 },
} as const;

export interface Conversation {
  readonly userId: string;
  /** All that the user says on the request that the write serves. */
  readonly words: string;
  /** Rows as they were when the conversation began. */
  readonly start: Environment;
  readonly before: readonly Call[];
}

export function read<Document>(environment: Environment, name: string, args: Record<string, Json>): Document {
  const result = environment.call("assistant", name, args);
  if (!result.ok) throw new Error(`${name}: ${result.error}`);
  return result.value as Document;
}

const reservation = (environment: Environment, id: Json | undefined) =>
  read<ReservationDocument>(environment, "get_reservation_details", { reservation_id: String(id) });

function statuses(environment: Environment, { flights }: ReservationDocument): string[] {
  return flights.map(({ flight_number, date }) => read(environment, "get_flight_status", { flight_number, date }));
}

function beyond(user: UserDocument, cabin: ReservationDocument["cabin"], people: number, bags: number): number {
  return Math.max(0, bags - FREE[user.membership][cabin] * people);
}

const wantsOut = /\b(?:ill|leg|hospital|storm|thunderstorms|floods)\b/i;

/** One line for each rule that the write, about to be made, breaks. */
export function* breaches(environment: Environment, call: Call, said: Conversation): Iterable<string> {
  const { name, arguments: args } = call;
  const user = read<UserDocument>(environment, "get_user_details", { user_id: said.userId });
  if (name === "book_reservation") yield* booking(user, args as never);
  else if (name === "send_certificate") yield* compensation(user, args, said);
  else {
    const booked = reservation(environment, args.reservation_id);
    const now = statuses(environment, booked);
    if (booked.user_id !== said.userId) yield "somebody else's reservation";
    if (booked.status !== null) yield "a cancelled reservation";
    if (now.some((status) => status === "flying" || status === "landed")) yield "a reservation that has begun";
    if (name === "cancel_reservation") yield* cancelling(booked, now, said);
    if (name === "update_reservation_flights") yield* flights(user, booked, args as never);
    if (name === "update_reservation_baggages") yield* bags(user, booked, args as never);
    if (name === "update_reservation_passengers" && (args.passengers as Json[]).length !== booked.passengers.length)
      yield "another number of passengers";
  }
}

interface BookingArguments extends Pick<ReservationDocument, "cabin" | "passengers" | "flights" | "user_id"> {
  readonly payment_methods: readonly { payment_id: string; amount: number }[];
  readonly total_baggages: number;
  readonly nonfree_baggages: number;
}

function* booking(user: UserDocument, args: BookingArguments): Iterable<string> {
  const { cabin, passengers, payment_methods, total_baggages, nonfree_baggages } = args;
  if (args.user_id !== user.user_id) yield "a booking for somebody else's account";
  if (passengers.length < 1 || passengers.length > 5) yield "a party of none, or of more than five";
  const methods = payment_methods.map(({ payment_id }) => user.payment_methods[payment_id]);
  const count = (source: string) => methods.filter((method) => method?.source === source).length;
  if (methods.some((method) => method === undefined)) yield "a method that is not in the profile";
  if (count("certificate") > 1 || count("credit_card") > 1 || count("gift_card") > 3)
    yield "too many methods of a kind";
  for (const [at, { amount }] of payment_methods.entries()) {
    const method = methods[at];
    const last = at === payment_methods.length - 1;
    if (!last && method && method.source !== "credit_card" && method.amount !== amount) yield "a method not used up";
  }
  if (nonfree_baggages !== beyond(user, cabin, passengers.length, total_baggages)) yield "bags wrongly paid for";
}

function* cancelling(booked: ReservationDocument, now: readonly string[], { words }: Conversation): Iterable<string> {
  const hours = (CLOCK - Date.parse(`${booked.created_at}Z`)) / 3_600_000;
  const grounds = [
    hours < 24,
    now.includes("cancelled"),
    booked.cabin === "business",
    booked.insurance === "yes" && wantsOut.test(words),
  ];
  if (!grounds.includes(true)) yield "no ground for cancelling";
}

interface FlightsArguments extends Pick<ReservationDocument, "cabin" | "flights"> {
  readonly payment_id: string;
}

function* flights(user: UserDocument, booked: ReservationDocument, args: FlightsArguments): Iterable<string> {
  const plain = (legs: FlightsArguments["flights"]) => legs.map(({ flight_number, date }) => ({ flight_number, date }));
  const moved = canonical(plain(args.flights) as Json) !== canonical(plain(booked.flights) as Json);
  if (!moved && args.cabin === booked.cabin) yield "a change of nothing";
  if (moved && args.cabin === "basic_economy") yield "other flights in basic economy";
  yield* oneMethod(user, args.payment_id);
}

interface BagsArguments {
  readonly total_baggages: number;
  readonly nonfree_baggages: number;
  readonly payment_id: string;
}

function* bags(user: UserDocument, booked: ReservationDocument, args: BagsArguments): Iterable<string> {
  const { total_baggages: total, nonfree_baggages: paid, payment_id } = args;
  if (total <= booked.total_baggages) yield "no bag more";
  const due = Math.max(booked.nonfree_baggages, beyond(user, booked.cabin, booked.passengers.length, total));
  if (paid !== due) yield "bags wrongly paid for";
  yield* oneMethod(user, payment_id);
}

function* oneMethod(user: UserDocument, id: string): Iterable<string> {
  const method = user.payment_methods[id];
  if (method === undefined || method.source === "certificate") yield "a method that can't pay for a change";
}

function* compensation(user: UserDocument, args: Call["arguments"], said: Conversation): Iterable<string> {
  const { words, start, before } = said;
  if (args.user_id !== user.user_id) yield "compensation for somebody else";
  if (!/\bcompensat/i.test(words)) yield "compensation that nobody asked for";
  const due = user.reservations.flatMap((id) => {
    const found = before.some((call) => call.arguments.reservation_id === id);
    return found ? compensationOf(user, start, before, id) : [];
  });
  if (!due.includes(Number(args.amount)))
    yield `compensation of ${args.amount} where ${due.join(" or ") || "nothing"} is due`;
}

function compensationOf(user: UserDocument, start: Environment, before: readonly Call[], id: string): number[] {
  const booked = reservation(start, id);
  const now = statuses(start, booked);
  const isProtected = user.membership !== "regular" || booked.insurance === "yes" || booked.cabin === "business";
  if (!isProtected) return [];
  if (now.includes("cancelled")) return [100 * booked.passengers.length];
  const changed = before.some(({ name, arguments: args }) => {
    return args.reservation_id === id && ["update_reservation_flights", "cancel_reservation"].includes(name);
  });
  return now.includes("delayed") && changed ? [50 * booked.passengers.length] : [];
}
