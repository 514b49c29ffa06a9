/** The built-in world's tasks, from templates: train and test share no customer, and each reservation is used sparingly. */
import { compose } from "../compose.ts";
import type { DomainDatabase } from "../database.ts";
import type { DraftCall } from "../draft.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { drawTasks, readings } from "../templates.ts";
import { now } from "./calendar.ts";
import { bagTemplates } from "./tasks/bags.ts";
import { bookingTemplates } from "./tasks/bookings.ts";
import { cabinTemplates } from "./tasks/cabins.ts";
import { cancelTemplates } from "./tasks/cancelling.ts";
import { combinationTemplates } from "./tasks/combinations.ts";
import { compensationTemplates } from "./tasks/compensation.ts";
import { handoverTemplates } from "./tasks/handovers.ts";
import { identify } from "./tasks/identity.ts";
import { lookalikeTemplates } from "./tasks/lookalikes.ts";
import { mindTemplates } from "./tasks/minds.ts";
import { partialTemplates } from "./tasks/partial.ts";
import { peopleTemplates } from "./tasks/people.ts";
import { questionTemplates } from "./tasks/questions.ts";
import { rebookingTemplates } from "./tasks/rebookings.ts";
import { refusalTemplates } from "./tasks/refusals.ts";
import { type Customer, readAirline } from "./tasks/rows.ts";
import type { Request, Template } from "./tasks/template.ts";
import * as assistant from "./tools/index.ts";

/** Those that few customers fit come first, and find them unused. */
const templates: readonly Template[] = [
  ...lookalikeTemplates,
  ...compensationTemplates,
  ...partialTemplates,
  ...refusalTemplates,
  ...combinationTemplates,
  ...mindTemplates,
  ...cancelTemplates,
  ...rebookingTemplates,
  ...cabinTemplates,
  ...bagTemplates,
  ...peopleTemplates,
  ...questionTemplates,
  ...handoverTemplates,
  ...bookingTemplates,
];

const tools = { assistant, user: {} };

function taskOf(random: Random, id: string, customer: Customer, requests: readonly Request[]): TaskInput {
  const { split } = customer;
  const identity = identify(random.fork("identity"), customer);
  const unknown = "the ids of payment methods, or more about flights and prices than you are told";
  return compose({ id, domain: "airline", split, tools, identity, requests, unknown });
}

export function tasks(db: DomainDatabase, random: Random): TaskInput[] {
  const airline = readAirline(db);
  const result = readings(tools, { db, now, random, world: "builtin" });
  // Indented, since a number right after a colon would pass for a part of a time of day.
  const read = (call: DraftCall) => JSON.stringify(JSON.parse(result(call) || "null"), null, 1);
  return drawTasks({ random, templates, rows: airline, subjects: airline.customers, task: taskOf, read });
}
