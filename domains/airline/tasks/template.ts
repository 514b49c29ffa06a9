/** What this domain's templates are made of, and which reservations they can be about. */
import type * as draft from "../../draft.ts";
import type * as templates from "../../templates.ts";
import { minuteOf, nowMinute } from "../calendar.ts";
import type { Airline, Customer, Leg, Person, Reservation } from "./rows.ts";

export type Request = draft.Request;
export type Desk = templates.Desk<Airline>;
export type Draft = templates.Draft<Airline, Customer, Request>;
export type Template = templates.Template<Airline, Customer, Request>;

export function legsOf({ there, back }: Reservation): Leg[] {
  return [...there, ...back];
}

/** One of its flights has left. */
export function hasBegun(reservation: Reservation): boolean {
  return legsOf(reservation).some(({ status }) => status === "flying" || status === "landed");
}

/** It can be changed. */
export function isOpen(reservation: Reservation): boolean {
  return !reservation.cancelled && !hasBegun(reservation);
}

/** It can be changed, and the airline has cancelled none of its flights. */
export function isOnTrack(reservation: Reservation): boolean {
  return isOpen(reservation) && legsOf(reservation).every(({ status }) => status !== "cancelled");
}

/** All its flights can be booked still: nothing is the matter with them. */
export function isPlain(reservation: Reservation): boolean {
  return isOpen(reservation) && legsOf(reservation).every(({ status }) => status === "available");
}

export function isCalledOff(reservation: Reservation): boolean {
  return isOpen(reservation) && legsOf(reservation).some(({ status }) => status === "cancelled");
}

/** A flight is delayed, and none is cancelled. */
export function isDelayed(reservation: Reservation): boolean {
  const statuses = legsOf(reservation).map(({ status }) => status);
  return isOpen(reservation) && statuses.includes("delayed") && !statuses.includes("cancelled");
}

export interface Typo {
  readonly wrong: Person;
  readonly right: Person;
}

/** Someone in it is not as in the profile: how it stands there, and how it should. */
export function typoOf({ customer, passengers }: Reservation): Typo | undefined {
  const known = [customer, ...customer.saved];
  for (const wrong of passengers) {
    const { first_name, last_name, dob } = wrong;
    const exact = known.some((one) => one.first_name === first_name && one.last_name === last_name && one.dob === dob);
    if (exact) continue;
    const right = known.find((one) => {
      const same = [one.first_name === first_name, one.last_name === last_name, one.dob === dob];
      return same.filter(Boolean).length === 2;
    });
    if (right) return { wrong, right: { first_name: right.first_name, last_name: right.last_name, dob: right.dob } };
  }
  return undefined;
}

/** How many hours ago it was booked. */
export function age({ createdAt }: Reservation): number {
  const [date, time] = [createdAt.slice(0, 10), createdAt.slice(11)];
  return (nowMinute - minuteOf(date, Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)))) / 60;
}

export function isRecent(reservation: Reservation): boolean {
  return age(reservation) < 24;
}

/** Whether it may be cancelled, apart from illness and bad weather. */
export function hasGround(reservation: Reservation): boolean {
  return isRecent(reservation) || isCalledOff(reservation) || reservation.cabin === "business";
}

/** Whether the airline may compensate its passengers, if there is something to compensate. */
export function isProtected({ customer, insured, cabin }: Reservation): boolean {
  return customer.membership !== "regular" || insured || cabin === "business";
}

/** The desk's least used reservation of the customer that fits, and has no typo in it that nobody asks about. */
export function pick(
  { leastUsed }: Desk,
  { reservations }: Customer,
  fits: (reservation: Reservation) => boolean,
): Reservation | undefined {
  return leastUsed(reservations.filter((one) => fits(one) && typoOf(one) === undefined));
}

/** A draft about one reservation that fits. */
export function onOne(
  make: (desk: Desk, reservation: Reservation) => Request | undefined,
  fits: (reservation: Reservation) => boolean,
): Draft {
  return (desk, customer) => {
    const reservation = pick(desk, customer, fits);
    return reservation && make(desk, reservation);
  };
}
