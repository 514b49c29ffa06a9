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

/** Besides numbers, what pydantic takes for them: numbers in text, true and false. On the wire it is a plain number. */
const orText = <Target extends z.ZodType>(target: Target, form: RegExp) =>
  z.preprocess((value) => {
    if (typeof value === "boolean") return Number(value);
    return typeof value === "string" && form.test(value) ? Number(value.replaceAll("_", "")) : value;
  }, target);

export const wholeNumber = orText(z.int(), /^\s*[+-]?\d+(_\d+)*(\.0+)?\s*$/);
export const decimalNumber = orText(z.number(), /^\s*[+-]?(\d+(_\d+)*\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i);
