/** The same hire, with motors and a rider who has the display in hand: what dual control adds to a domain. */
import { eq, ne } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { assertion, defineDomain, setup, type TaskInput, tool } from "../../../domains/index.ts";
import { bikeHire } from "./index.ts";

const batteries = sqliteTable("batteries", { bike_id: text().primaryKey(), locked: integer().notNull() });
/** Of the bike that the rider stands at. */
const display = sqliteTable("display", {
  bike_id: text().primaryKey(),
  eco: integer().notNull(),
  motor: text().notNull(),
});
const batteryRows = z.object({ batteries: z.array(z.object({ bike_id: z.string(), locked: z.number() })) });
const displayRow = z.object({ bike_id: z.string(), eco: z.number(), motor: z.string() });
const displayRows = z.object({ display: z.array(displayRow) });
const bike = z.strictObject({ bike_id: z.string().describe("For example 'b12'") });
const nothing = z.strictObject({});
const { agent } = bikeHire.documents;

const release_battery = tool({
  description: "Release the battery of a bike whose motor does not run.",
  effect: "write",
  input: bike,
  output: z.string(),
  run({ bike_id }, { db }) {
    db.update(batteries).set({ locked: 0 }).where(eq(batteries.bike_id, bike_id)).run();
    return "Released";
  },
});

const look_at_display = tool({
  description: "Look at the display of the bike that you stand at.",
  effect: "read",
  input: nothing,
  output: z.string(),
  asked: { words: ["display", "motor", "eco mode"] },
  run(_, { db }) {
    const shown = db.select().from(display).get();
    return shown ? `Eco mode is ${shown.eco ? "on" : "off"}. The motor is ${shown.motor}.` : "You are at no bike.";
  },
});

const toggle_eco_mode = tool({
  description: "Turn the eco mode of the bike that you stand at on or off.",
  effect: "write",
  input: nothing,
  output: z.string(),
  asked: {
    words: ["eco mode", "economy mode"],
    switched: { look: "look_at_display", on: "Eco mode is on", off: "Eco mode is off" },
  },
  run(_, { db }) {
    const eco = db.select().from(display).get()?.eco ? 0 : 1;
    db.update(display).set({ eco }).run();
    return `Eco mode is now ${eco ? "on" : "off"}.`;
  },
});

const stand_at = setup({
  input: bike,
  run: ({ bike_id }, { db }) => void db.insert(display).values({ bike_id, eco: 1, motor: "off" }).run(),
});

const lock_battery = setup({
  input: bike,
  run: ({ bike_id }, { db }) =>
    void db.update(batteries).set({ locked: 1 }).where(eq(batteries.bike_id, bike_id)).run(),
});

const motor_runs = assertion({
  input: nothing,
  holds: (_, { db }) => db.select().from(display).get()?.motor === "running",
});

function motorTask({ id, reference_actions: [lookUp], ...hire }: TaskInput): TaskInput {
  const bike_id = id.replace("hire-", "");
  const facts = [
    { name: "bike number", asks: ["which", "number"], say: `It is ${bike_id}.`, disclosure: "asked" as const },
  ];
  const test = {
    call: { requestor: "user" as const, name: "look_at_display", arguments: {} },
    says: "motor is running",
  };
  const complaint = "The motor still does not run.";
  const step = { say: "My bike's motor does not run.", facts, actions: [0, 1, 2], test: { ...test, complaint } };
  return {
    ...hire,
    id: `motor-${bike_id}`,
    user: {
      instructions: `You stand at bike ${bike_id}, whose motor does not run. Do with the display what you are asked to.`,
      agenda: { greeting: "Hello!", identity: [], steps: [step] },
    },
    ticket: `A rider stands at bike ${bike_id}, whose motor does not run.`,
    initial_state: {
      actions: [
        { requestor: "user", name: "stand_at", arguments: { bike_id } },
        { name: "lock_battery", arguments: { bike_id } },
      ],
    },
    reference_actions: [
      ...(lookUp ? [lookUp] : []),
      { name: "release_battery", arguments: { bike_id } },
      { requestor: "user", name: "toggle_eco_mode", arguments: {} },
    ],
    env_assertions: [{ requestor: "user", name: "motor_runs", arguments: {} }],
    reward_basis: ["db", "env_assertions"],
  };
}

export const ebikeHire = defineDomain({
  ...bikeHire,
  name: "ebikes",
  schema: { ...bikeHire.schema, batteries, display },
  tools: { assistant: { ...bikeHire.tools.assistant, release_battery }, user: { look_at_display, toggle_eco_mode } },
  setups: { assistant: { lock_battery }, user: { stand_at } },
  assertions: { assistant: {}, user: { motor_runs } },
  documents: {
    agent: {
      shape: agent.shape.and(batteryRows),
      read: (db) => ({ ...agent.read(db), batteries: db.select().from(batteries).all() }),
      write(db, document) {
        agent.write(db, document);
        db.insert(batteries).values(batteryRows.parse(document).batteries).run();
      },
    },
    user: {
      shape: displayRows,
      read: (db) => ({ display: db.select().from(display).all() }),
      write(db, document) {
        for (const row of displayRows.parse(document).display) db.insert(display).values(row).run();
      },
    },
  },
  settle({ db }) {
    const shown = db.select().from(display).get();
    if (shown === undefined) return;
    const battery = db.select().from(batteries).where(eq(batteries.bike_id, shown.bike_id)).get();
    const motor = battery?.locked === 0 && shown.eco === 0 ? "running" : "off";
    db.update(display).set({ motor }).where(ne(display.motor, motor)).run();
  },
  uncompared: ["display"],
  domainPolicies: {
    standard: {
      parts: {
        hiring: { builtin: new URL("./policy.md", import.meta.url) },
        motors: { builtin: new URL("./ebikes.md", import.meta.url) },
      },
    },
  },
  seed(db, random) {
    bikeHire.seed(db, random);
    const { bikes } = agent.read(db) as { bikes: { bike_id: string }[] };
    db.insert(batteries)
      .values(bikes.map(({ bike_id }) => ({ bike_id, locked: 0 })))
      .run();
  },
  *tasks(db, random) {
    for (const hire of bikeHire.tasks(db, random)) {
      yield { ...hire, domain: "ebikes" };
      yield motorTask({ ...hire, domain: "ebikes" });
    }
  },
});
