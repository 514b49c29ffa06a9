/** The built-in world's tasks, from templates: train and test share no customer, and test has faults that training lacks. */
import { compose } from "../compose.ts";
import type { DomainDatabase } from "../database.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { drawTasks, readings } from "../templates.ts";
import type { ToolContext } from "../tool.ts";
import { NOW } from "./seed/calendar.ts";
import { onPhone, putInHands } from "./tasks/calls.ts";
import { type Customer, isActive, readCarrier } from "./tasks/carrier.ts";
import { identify, namesNumber } from "./tasks/identity.ts";
import { prove } from "./tasks/proof.ts";
import { requestTemplates } from "./tasks/requests.ts";
import type { Request } from "./tasks/template.ts";
import { troubleTemplates } from "./tasks/troubles.ts";
import * as tools from "./tools/index.ts";
import * as userTools from "./user-tools/index.ts";

const bothTools = { assistant: tools, user: userTools };

export function tasks(db: DomainDatabase, random: Random): TaskInput[] {
  const rows = readCarrier(db);
  const context: ToolContext = {
    db,
    now: NOW,
    random: random.fork("proofs"),
    world: "builtin",
  };
  return drawTasks({
    random,
    templates: [...requestTemplates, ...troubleTemplates],
    rows,
    subjects: rows.customers,
    task: (own, id, customer, requests) => taskOf(own, id, customer, requests, context),
    read: readings(bothTools, context),
  });
}

const numbered = ["contact", "contact", "id"] as const;
const unnumbered = ["contact", "name", "name", "id"] as const;

function taskOf(
  random: Random,
  id: string,
  customer: Customer,
  requests: readonly Request[],
  context: ToolContext,
): TaskInput {
  const line = requests.find(({ phone }) => phone)?.phone ?? customer.lines.find(isActive);
  if (line === undefined) throw new Error(`${customer.id} has no active line`);
  const identity =
    requests.find((request) => request.identity)?.identity ??
    identify(random, customer, random.pick(requests.some(namesNumber) ? numbered : unnumbered));
  const start = [putInHands(line), onPhone("set_battery_level", { level: random.int(18, 97) })];
  const task = compose({
    id,
    domain: "telecom",
    split: customer.split,
    tools: bothTools,
    identity,
    requests: requests.map((request, at) =>
      at === 0 ? { ...request, initial: [...start, ...(request.initial ?? [])] } : request,
    ),
    unknown: "the carrier's ids of lines, bills and plans",
  });
  for (const { proof } of requests) if (proof) prove(id, { ...proof, before: [...start, ...proof.before] }, context);
  return task;
}
