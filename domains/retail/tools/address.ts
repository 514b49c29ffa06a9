/** An address as tools take it and rows store it. */
import { sql } from "drizzle-orm";
import { z } from "zod";

export const addressInput = {
  address1: z.string().describe("Street and number, for example '12 Alder Lane'"),
  address2: z.string().describe("Flat or suite, for example 'Apt 4'; '' where there is none"),
  city: z.string().describe("For example 'Boston'"),
  state: z.string().describe("Two letters, for example 'MA'"),
  country: z.string().describe("For example 'USA'"),
  zip: z.string().describe("For example '02134'"),
};

/** What a prepared update sets, by the names of `addressInput`. */
export const addressColumns = {
  address1: sql`${sql.placeholder("address1")}`,
  address2: sql`${sql.placeholder("address2")}`,
  city: sql`${sql.placeholder("city")}`,
  state: sql`${sql.placeholder("state")}`,
  country: sql`${sql.placeholder("country")}`,
  zip: sql`${sql.placeholder("zip")}`,
};
