/** The built-in world's tasks, from templates: train and test share no user, and each order is used sparingly. */
import type { DomainDatabase } from "../database.ts";
import { canonical, type Json } from "../json.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { compose } from "./tasks/compose.ts";
import { ordinaryTemplates } from "./tasks/ordinary.ts";
import { questionTemplates } from "./tasks/questions.ts";
import { type Customer, type Order, readShop } from "./tasks/shop.ts";
import type { Desk, Template } from "./tasks/template.ts";

const templates: readonly Template[] = [...ordinaryTemplates, ...questionTemplates];

export function* tasks(db: DomainDatabase, random: Random): Iterable<TaskInput> {
  const shop = readShop(db);
  const orderUses = new Map<Order, number>();
  const customerUses = new Map<Customer, number>();
  const drafted = new Set<string>();
  for (const { name, count, draft } of templates) {
    const own = random.fork(name);
    // Least used first, by chance among equals.
    const queue = own.shuffle(shop.customers).sort((a, b) => (customerUses.get(a) ?? 0) - (customerUses.get(b) ?? 0));
    let made = 0;
    for (const customer of queue) {
      if (made === count) break;
      const chance = own.fork(customer.id);
      const desk: Desk = {
        random: chance,
        shop,
        order: (of, fits) =>
          chance.shuffle(of.orders.filter(fits)).sort((a, b) => (orderUses.get(a) ?? 0) - (orderUses.get(b) ?? 0))[0],
      };
      const requests = draft(desk, customer);
      if (requests === undefined) continue;
      const id = `${name}-${String(made + 1).padStart(3, "0")}`;
      const task = compose(chance.fork("task"), id, customer, requests);
      const outcome = canonical([task.reference_actions, task.communicate] as unknown as Json);
      if (drafted.has(outcome)) continue;
      drafted.add(outcome);
      made++;
      customerUses.set(customer, (customerUses.get(customer) ?? 0) + 1);
      for (const order of requests.flatMap(({ orders }) => orders))
        orderUses.set(order, (orderUses.get(order) ?? 0) + 1);
      yield task;
    }
  }
}
