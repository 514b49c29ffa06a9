/** A bike hire: the smallest domain that is whole. In a project of yours: `from "deskgym/domains"`. */
import { and, eq, isNull } from "drizzle-orm";
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { defineDomain, type TaskInput, ToolError, tool } from "../../../domains/index.ts";

const bikes = sqliteTable("bikes", { bike_id: text().primaryKey(), rider: text() });
const bike_id = z.string().describe("For example 'b12'");
const shape = z.object({ bikes: z.array(z.object({ bike_id: z.string(), rider: z.string().nullable() })) });

const look_up_bike = tool({
  description: "Look up who has a bike; nobody (null) where it is free.",
  effect: "read",
  input: z.strictObject({ bike_id }),
  output: z.string().nullable(),
  run(wanted, { db }) {
    const bike = db.select().from(bikes).where(eq(bikes.bike_id, wanted.bike_id)).get();
    if (!bike) throw new ToolError("There is no such bike: ask for its number.");
    return bike.rider;
  },
});

const hire_bike = tool({
  description: "Hire out a free bike to a rider, who must have confirmed its number.",
  effect: "write",
  input: z.strictObject({ bike_id, rider: z.string().describe("For example 'Ida Berg'") }),
  output: z.string(),
  run({ rider, ...wanted }, { db }) {
    const free = and(eq(bikes.bike_id, wanted.bike_id), isNull(bikes.rider));
    if (db.update(bikes).set({ rider }).where(free).run().changes === 0) throw new ToolError("That bike is not free.");
    return `${wanted.bike_id} is hired out to ${rider}`;
  },
});

const asked = (name: string, asks: string[], say: string) => ({ name, asks, say, disclosure: "asked" as const });

function task(bike_id: string, rider: string, split: "train" | "test"): TaskInput {
  const facts = [asked("bike number", ["which", "number"], `Bike ${bike_id}, please.`)];
  const identity = [asked("name", ["name"], `My name is ${rider}.`)];
  const agenda = { greeting: "Hello!", identity, steps: [{ say: "I'd like to hire a bike.", facts, actions: [0, 1] }] };
  const instructions = `You are ${rider}. You want to hire bike ${bike_id}. Say who you are, and which bike, when asked.`;
  const reference_actions = [
    { name: "look_up_bike", arguments: { bike_id } },
    { name: "hire_bike", arguments: { bike_id, rider } },
  ];
  const user = { instructions, agenda };
  return { id: `hire-${bike_id}`, domain: "bikes", split, user, reference_actions, reward_basis: ["db"] };
}

export const bikeHire = defineDomain({
  name: "bikes",
  version: "1",
  summary: "Hire out bikes to riders.",
  schema: { bikes },
  now: "2026-03-02T15:00:00Z",
  tools: { assistant: { look_up_bike, hire_bike }, user: {} },
  documents: {
    agent: {
      shape,
      read: (db) => ({ bikes: db.select().from(bikes).all() }),
      write: (db, document) => db.insert(bikes).values(shape.parse(document).bikes).run(),
    },
  },
  heldOut: ["bike_id", "rider"],
  domainPolicies: { standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url) } } } },
  seed(db, random) {
    const rows = [10, 20, 30, 40].map((ten) => ({ bike_id: `b${random.int(ten, ten + 9)}` }));
    db.insert(bikes).values(rows).run();
  },
  tasks(db) {
    const riders = ["Ida Berg", "Kim Lund", "Lou Roy", "Max Vogt"];
    const rows = db.select().from(bikes).all();
    return riders.map((rider, at) => task(rows[at]?.bike_id ?? "", rider, at < 2 ? "train" : "test"));
  },
});
