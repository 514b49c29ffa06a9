/** A parcel desk: the task family that the example run trains on, small enough for a model made from scratch. */
import { and, eq, isNull } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { type DomainDatabase, defineDomain, type Effect, ToolError, tool } from "../../../../domains/index.ts";
import { DAYS, type Parcel, taskOf } from "./tasks.ts";

const COUNT = 720;

// Codes of words that are tokens of their own: to say one again is to copy two tokens.
const COLORS =
  "amber azure beige black blue brown coral cream cyan gold green grey indigo ivory jade khaki lemon lilac lime mauve olive orange pink plum red rose ruby silver teal white".split(
    " ",
  );
const ANIMALS =
  "bear bee camel cat cow crab crow deer dog dove duck eagle fox frog goat goose hare hen horse lion lynx mole mouse owl seal sheep swan tiger wolf wren".split(
    " ",
  );

const parcels = sqliteTable("parcels", {
  parcel_id: text().primaryKey(),
  state: text({ enum: ["sound", "damaged"] }).notNull(),
  /** On which it can be delivered, the first of them first. */
  days: text({ mode: "json" }).$type<(typeof DAYS)[number][]>().notNull(),
  /** What was done with it: "returned", "kept", or the day of its delivery. */
  done: text(),
});

const day = z.enum(DAYS).describe("One of its days");
const parcel_id = z.string().describe("For example 'amber-fox'");
const parcel = z.strictObject({ parcel_id });
const shown = z.object({ parcel_id: z.string(), state: z.enum(["sound", "damaged"]), days: z.array(z.enum(DAYS)) });
const rows = z.object({ parcels: z.array(shown.extend({ done: z.string().nullable() })) });

function find(db: DomainDatabase, wanted: string): Parcel {
  const columns = { parcel_id: parcels.parcel_id, state: parcels.state, days: parcels.days };
  const found = db.select(columns).from(parcels).where(eq(parcels.parcel_id, wanted)).get();
  if (!found) throw new ToolError("There is no such parcel: ask for its code.");
  return found;
}

/** What is done with a parcel is done once. */
function settle(db: DomainDatabase, wanted: string, done: string): string {
  const open = and(eq(parcels.parcel_id, wanted), isNull(parcels.done));
  if (db.update(parcels).set({ done }).where(open).run().changes === 0) throw new ToolError("It is done with already.");
  return "done";
}

const look_up_parcel = tool({
  description: "Look up a parcel's state and the days on which it can be delivered.",
  effect: "read",
  input: parcel,
  output: shown,
  run: (wanted, { db }) => find(db, wanted.parcel_id),
});

const write = { effect: "write" as Effect, output: z.string() };

const deliver_parcel = tool({
  ...write,
  description: "Deliver a sound parcel on one of its days, which the customer has confirmed.",
  input: z.strictObject({ parcel_id, day }),
  run(wanted, { db }) {
    const { state, days } = find(db, wanted.parcel_id);
    if (state === "damaged") throw new ToolError("A damaged parcel is not delivered.");
    if (!days.includes(wanted.day)) throw new ToolError(`Its days are ${days.join(", ")}.`);
    return settle(db, wanted.parcel_id, wanted.day);
  },
});

const return_parcel = tool({
  ...write,
  description: "Send a parcel back to where it came from, which the customer has confirmed.",
  input: parcel,
  run: (wanted, { db }) => settle(db, find(db, wanted.parcel_id).parcel_id, "returned"),
});

const keep_parcel = tool({
  ...write,
  description: "Keep a parcel at the desk for the customer to fetch, which the customer has confirmed.",
  input: parcel,
  run: (wanted, { db }) => settle(db, find(db, wanted.parcel_id).parcel_id, "kept"),
});

export const parcelDesk = defineDomain({
  name: "parcels",
  version: "1",
  summary: "Deliver, keep or return parcels.",
  schema: { parcels },
  now: "2026-03-01T09:00:00Z",
  tools: { assistant: { look_up_parcel, deliver_parcel, return_parcel, keep_parcel }, user: {} },
  documents: {
    agent: {
      shape: rows,
      read: (db) => ({ parcels: db.select().from(parcels).all() }),
      write(db, document) {
        for (const row of rows.parse(document).parcels) db.insert(parcels).values(row).run();
      },
    },
  },
  heldOut: ["parcel_id"],
  domainPolicies: { standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url) } } } },
  seed(db, random) {
    const codes = random.shuffle(COLORS.flatMap((color) => ANIMALS.map((animal) => `${color}-${animal}`)));
    for (const parcel_id of codes.slice(0, COUNT).sort()) {
      const days = random.shuffle(DAYS).slice(0, random.int(2, 3));
      const state = random.chance(0.25) ? "damaged" : "sound";
      db.insert(parcels)
        .values({ parcel_id, state, days: DAYS.filter((name) => days.includes(name)) })
        .run();
    }
  },
  *tasks(db, random) {
    const all = random.shuffle(db.select().from(parcels).orderBy(parcels.parcel_id).all());
    for (const [at, row] of all.entries()) {
      yield { domain: "parcels", ...taskOf(row, at < COUNT * 0.65 ? "train" : "test", random.fork(row.parcel_id)) };
    }
  },
});
