/** Several requests of one customer in one conversation: none in the other's way. */
import { endsLast } from "../../draft.ts";
import { canonical } from "../../json.ts";
import { anyBags } from "./bags.ts";
import { anyBooking } from "./bookings.ts";
import { downgrade, upgrade } from "./cabins.ts";
import { anyCancellation } from "./cancelling.ts";
import { anyCorrection, anyReplacement } from "./people.ts";
import { anyRebooking } from "./rebookings.ts";
import type { Reservation } from "./rows.ts";
import { type Draft, legsOf, type Request } from "./template.ts";

const changes: readonly Draft[] = [
  ...[anyRebooking, anyRebooking, anyCancellation, anyBooking],
  ...[upgrade, downgrade, anyBags, anyCorrection, anyReplacement],
];

/** A request that can be granted, by chance: the first that the customer's rows allow. */
export const anyChange: Draft = (desk, customer) => {
  for (const draft of desk.random.shuffle(changes)) {
    const request = draft(desk, customer);
    if (request) return request;
  }
  return undefined;
};

/** A conversation of more calls than this goes on too long: fewer of them where more has to be said. */
const room = (requests: number) => 19 - 2 * requests;

/** Whether serving one request changes nothing for another, answers and transfers come last, and it does not get too long. */
export function getAlong(requests: readonly Request[]): boolean {
  const flights = requests.map(flightsOf);
  const apart = flights.every((own, at) =>
    flights.slice(at + 1).every((other) => [...own].every((flight) => !other.has(flight))),
  );
  return (
    endsLast(requests) &&
    apart &&
    new Set(requests.flatMap(({ calls }) => calls.map((call) => canonical({ ...call })))).size <=
      room(requests.length) &&
    requests.filter((request) => touches(request, "gift_card_")).length < 2 &&
    requests.filter((request) => touches(request, "certificate_")).length < 2
  );
}

/** The flights on which a request takes seats or gives them back. */
function flightsOf({ calls, used }: Request): Set<string> {
  const booked = (used as Reservation[]).flatMap(legsOf).map(({ flight, date }) => `${flight.number} ${date}`);
  const wanted = calls.flatMap(({ arguments: { flights = [] } }) =>
    (flights as { flight_number: string; date: string }[]).map(({ flight_number, date }) => `${flight_number} ${date}`),
  );
  return new Set([...booked, ...wanted]);
}

/** A method that two requests draw on might not be enough for both, and one that is paid back may be enough for more. */
function touches({ calls, used, traps = [] }: Request, prefix: string): boolean {
  const pays = (used as Reservation[]).flatMap(({ payments }) => payments.map(({ payment_id }) => payment_id));
  const named = JSON.stringify(calls.map((call) => call.arguments)).includes(`"${prefix}`);
  const cancels = calls.some(({ name }) => name === "cancel_reservation");
  return named || (cancels && pays.some((id) => id.startsWith(prefix))) || traps.includes("gift card too small");
}
