/** Ids of new rows on a built-in world: functions of what the rows hold, so that calls give the same ids in any order. */
import { canonical } from "../json.ts";
import { Random } from "../random.ts";
import type { Cabin } from "./schema.ts";
import type { PassengerDocument } from "./shapes.ts";

const CODE = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];

export interface Booking {
  readonly user_id: string;
  readonly cabin: Cabin;
  readonly flights: readonly { flight_number: string; date: string }[];
  readonly passengers: readonly PassengerDocument[];
}

/** Codes of six letters and digits without end: the first that is free is the booking's. */
export function* reservationIds({ user_id, cabin, flights, passengers }: Booking): Generator<string> {
  const legs = flights.map(({ flight_number, date }) => [flight_number, date]);
  const random = new Random(canonical([user_id, cabin, legs, passengers.map(canonical).sort()]));
  for (;;) yield Array.from({ length: 6 }, () => random.pick(CODE)).join("");
}

/** Certificate ids without end: the first that the user does not have is the new certificate's. */
export function* certificateIds(userId: string, amount: number): Generator<string> {
  const random = new Random(canonical([userId, amount]));
  for (;;) yield `certificate_${random.digits(7)}`;
}
