/** Whether flights, one after the other, are the trip that a reservation says. */
import { ToolError } from "../tool.ts";
import type { ReservationDocument } from "./shapes.ts";

export interface Leg {
  readonly flight_number: string;
  readonly date: string;
  readonly origin: string;
  readonly destination: string;
  readonly scheduled_departure_time_est: string;
  /** With a '+1' where it is on the day after `date`. */
  readonly scheduled_arrival_time_est: string;
}

type Trip = Pick<ReservationDocument, "origin" | "destination" | "flight_type">;

/**
 * @throws ToolError unless each flight starts where the one before has landed, and they lead from the origin to the
 * destination, and back again on a round trip.
 */
export function requireTrip({ origin, destination, flight_type }: Trip, legs: readonly Leg[]): void {
  for (const [at, leg] of legs.entries()) {
    const before = legs[at - 1];
    if (before === undefined) continue;
    const flight = `Flight ${leg.flight_number} on ${leg.date}`;
    if (leg.origin !== before.destination) {
      throw new ToolError(
        `${flight} leaves from ${leg.origin}, but the flight before it lands at ${before.destination}`,
      );
    }
    if (departure(leg) < arrival(before))
      throw new ToolError(`${flight} leaves before the flight before it has landed`);
  }
  const back = flight_type === "round_trip";
  const leads =
    legs[0]?.origin === origin &&
    legs.at(-1)?.destination === (back ? origin : destination) &&
    legs.some((leg) => leg.destination === destination);
  if (!leads) throw new ToolError(`The flights should lead from ${origin} to ${destination}${back ? " and back" : ""}`);
}

/** The date after a date, both YYYY-MM-DD. */
function dayAfter(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 1);
  return day.toISOString().slice(0, 10);
}

/** The date and the hour at which a flight of that date lands. */
export function landing(date: string, arrivalTime: string): { date: string; time: string } {
  const nextDay = arrivalTime.endsWith("+1");
  return { date: nextDay ? dayAfter(date) : date, time: arrivalTime.slice(0, 8) };
}

function departure({ date, scheduled_departure_time_est }: Leg): string {
  return `${date} ${scheduled_departure_time_est}`;
}

function arrival({ date, scheduled_arrival_time_est }: Leg): string {
  const landed = landing(date, scheduled_arrival_time_est);
  return `${landed.date} ${landed.time}`;
}
