/** Templates where several reservations fit what the customer says, and only a question tells which is meant. */
import { alone } from "../../templates.ts";
import { dateWords } from "../calendar.ts";
import { addBags, bagMethod } from "./bags.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { readAllReservations } from "./calls.ts";
import { cancel } from "./cancelling.ts";
import { whichReservationFact } from "./facts.ts";
import { replacePassenger } from "./people.ts";
import { priceChange } from "./rebooking.ts";
import { isRebookable, methodFor, rebookings } from "./rebookings.ts";
import type { Reference } from "./reference.ts";
import type { Customer, Reservation } from "./rows.ts";
import { type Desk, hasGround, isOnTrack, isPlain, legsOf, type Request, type Template, typoOf } from "./template.ts";
import { cabinWords, nameOf, place } from "./words.ts";

/** Trips to the same place that are still ahead, of which one fits. */
function lookalike(desk: Desk, customer: Customer, fits: (one: Reservation) => boolean): Reservation | undefined {
  const rivals = (one: Reservation) =>
    customer.reservations.filter((other) => other !== one && other.destination === one.destination);
  return desk.leastUsed(
    customer.reservations.filter((one) => fits(one) && rivals(one).some((other) => isPlain(other))),
  );
}

/** What sets the trip apart from all others to the same place; undefined where nothing does. */
function distinction({ random }: Desk, one: Reservation): string | undefined {
  const { customer, destination, origin, cabin, passengers } = one;
  const rivals = customer.reservations.filter((other) => other !== one && other.destination === destination);
  const date = one.there[0]?.date ?? "";
  const ways: string[] = [];
  if (rivals.every(({ there }) => there[0]?.date !== date)) ways.push(`the one that leaves on ${dateWords(date)}`);
  if (rivals.every((other) => other.origin !== origin)) ways.push(`the one that starts in ${place(origin)}`);
  if (rivals.every((other) => other.cabin !== cabin)) ways.push(`the one in ${cabinWords(cabin)}`);
  const companion = passengers.find(({ first_name }) => {
    const aboard = rivals.some((other) => other.passengers.some((person) => person.first_name === first_name));
    return first_name !== customer.first_name && !aboard;
  });
  if (companion) ways.push(`the one with ${nameOf(companion)}`);
  return ways.length > 0 ? random.pick(ways) : undefined;
}

function similar(
  name: string,
  count: number,
  fits: (one: Reservation) => boolean,
  make: (desk: Desk, ref: Reference) => Request | undefined,
): Template {
  return alone(`similar-trips-${name}`, count, (desk, customer) => {
    const reservation = lookalike(desk, customer, fits);
    const which = reservation && typoOf(reservation) === undefined && distinction(desk, reservation);
    if (reservation === undefined || !which) return undefined;
    const say = desk.random.pick([`I mean ${which}.`, `${which.replace("the one", "The one")}, please.`]);
    const request = make(desk, {
      reservation,
      phrase: `trip to ${place(reservation.destination)}`,
      facts: [whichReservationFact(say)],
      reads: readAllReservations(customer),
      traps: ["similar reservations"],
    });
    const others = customer.reservations.filter((other) => other.destination === reservation.destination);
    return request && { ...request, used: others };
  });
}

export const lookalikeTemplates: readonly Template[] = [
  similar(
    "cancel",
    6,
    (one) => isPlain(one) && hasGround(one),
    ({ random }, ref) => cancel(random, ref, "plans"),
  ),
  similar("change", 6, isRebookable, (desk, ref) => rebookings.date(desk, ref, "there")),
  similar("upgrade", 5, isPlain, (desk, ref) => {
    const { reservation } = ref;
    const [cabin] = otherCabins(reservation, "up");
    const due = cabin && priceChange(reservation, legsOf(reservation), cabin);
    const method = due ? methodFor(desk, reservation, due) : undefined;
    return cabin && method && changeCabin(desk.random, ref, cabin, method);
  }),
  similar("bags", 5, isOnTrack, ({ random }, ref) => {
    const more = random.int(1, 3);
    const method = bagMethod(random, ref.reservation, more);
    return method && addBags(random, ref, more, method);
  }),
  similar("passenger", 4, isOnTrack, ({ random }, ref) => replacePassenger(random, ref)),
];
