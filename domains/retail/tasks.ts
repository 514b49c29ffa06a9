/** The built-in world's tasks, from templates: train and test share no user, and each order is used sparingly. */
import type { DomainDatabase } from "../database.ts";
import { canonical } from "../json.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { tells } from "../told.ts";
import { combinationTemplates } from "./tasks/combinations.ts";
import { compose } from "./tasks/compose.ts";
import { detourTemplates } from "./tasks/detours.ts";
import { handoverTemplates } from "./tasks/handovers.ts";
import { lookalikeTemplates } from "./tasks/lookalikes.ts";
import { ordinaryTemplates } from "./tasks/ordinary.ts";
import { partialTemplates } from "./tasks/partial.ts";
import { questionTemplates } from "./tasks/questions.ts";
import { refusalTemplates } from "./tasks/refusals.ts";
import { type Customer, type Order, readShop } from "./tasks/shop.ts";
import type { Desk, Template } from "./tasks/template.ts";
import { needsWork } from "./tasks/work.ts";

/** Those that few customers fit come first, and find them unused. */
const templates: readonly Template[] = [
  ...lookalikeTemplates,
  ...partialTemplates,
  ...refusalTemplates,
  ...combinationTemplates,
  ...detourTemplates,
  ...ordinaryTemplates,
  ...questionTemplates,
  ...handoverTemplates,
];

/** Shuffled, so that the first few are a fair sample of all templates. */
export function tasks(db: DomainDatabase, random: Random): TaskInput[] {
  return random.fork("order").shuffle([...drafted(db, random)]);
}

function* drafted(db: DomainDatabase, random: Random): Iterable<TaskInput> {
  const shop = readShop(db);
  const uses = new Map<Order | Customer, number>();
  const usesOf = (used: Order | Customer) => uses.get(used) ?? 0;
  const leastUsed = <Used extends Order | Customer>(own: Random, all: readonly Used[]) =>
    own.shuffle(all).sort((a, b) => usesOf(a) - usesOf(b));
  const outcomes = new Set<string>();
  const sayings = new Map<string, Customer["split"]>();
  for (const { name, count, draft, heldOut = false } of templates) {
    const own = random.fork(name);
    const left = { test: heldOut ? count : Math.max(1, Math.round(count * 0.28)), train: 0 };
    left.train = count - left.test;
    let made = 0;
    for (const customer of leastUsed(own, shop.customers)) {
      if (left[customer.split] === 0) continue;
      const chance = own.fork(customer.id);
      const desk: Desk = { random: chance, shop, order: (of, fits) => leastUsed(chance, of.orders.filter(fits))[0] };
      const requests = draft(desk, customer);
      if (requests === undefined || !requests.every((request) => needsWork(request, shop))) continue;
      if (requests.some(({ say }) => (sayings.get(say) ?? customer.split) !== customer.split)) continue;
      const id = `${name}-${String(made + 1).padStart(3, "0")}`;
      const task = compose(chance.fork("task"), id, customer, requests);
      const outcome = canonical([task.reference_actions, task.communicate]);
      if (outcomes.has(outcome) || givesAway(task)) continue;
      for (const { say } of requests) sayings.set(say, customer.split);
      outcomes.add(outcome);
      made++;
      left[customer.split]--;
      for (const used of [customer, ...requests.flatMap(({ orders }) => orders)]) uses.set(used, usesOf(used) + 1);
      yield task;
    }
  }
}

/** Whether the user says what it is to be told, if only by chance ("2" stands in "2-person"), or anyone might. */
function givesAway({ user, communicate = [] }: TaskInput): boolean {
  const text =
    JSON.stringify(user.agenda ?? "", (key, value) => (key === "tell" ? undefined : value)) + user.instructions;
  return communicate.some((fact) => tells(text, fact)) || (communicate.length > 0 && communicate.every(isGuessable));
}

/** A whole number that a message full of numbers might hold. */
function isGuessable(fact: string): boolean {
  return Number.isInteger(Number(fact)) && Number(fact) < 1000;
}
