/** Arguments that several tools take. */
import { z } from "zod";
import { cabins } from "../schema.ts";

export const userIdInput = z.string().describe("For example 'jo_doe_1234'");
export const reservationIdInput = z.string().describe("For example 'K7QX2B'");
export const flightNumberInput = z.string().describe("For example 'HAT123'");
export const dateInput = z.string().describe("Date of departure, for example '2026-05-21'");
export const airportInput = (what: string) => z.string().describe(`${what}, three letters, for example 'BOS'`);
export const cabinInput = z.enum(cabins).describe("One cabin for all flights and all passengers");

/** Fields that are not asked for are dropped, not refused: models like to send the origin or the price along. */
export const flightsInput = z
  .array(z.object({ flight_number: flightNumberInput, date: dateInput }))
  .describe("Every flight of the reservation, in the order of travel, those that stay as they are too");

export const passengersInput = z
  .array(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      dob: z.string().describe("Date of birth, for example '1990-04-30'"),
    }),
  )
  .describe("Every passenger, the user too if they travel");

/** A number in text, and true or false, where tau2-bench takes them for numbers. On the wire it is a plain number. */
export const numeric = <Target extends z.ZodType>(target: Target) => z.preprocess(asNumber, target);

function asNumber(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "string" || !/^\s*[+-]?(\d+(_\d+)*\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(value)) return value;
  return Number(value.replaceAll("_", ""));
}
