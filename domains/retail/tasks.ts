/** The built-in world's tasks, from templates: train and test share no user, and each order is used sparingly. */
import type { DomainDatabase } from "../database.ts";
import type { DraftCall } from "../draft.ts";
import type { Random } from "../random.ts";
import type { TaskInput } from "../task.ts";
import { drawTasks } from "../templates.ts";
import { combinationTemplates } from "./tasks/combinations.ts";
import { taskOf } from "./tasks/compose.ts";
import { detourTemplates } from "./tasks/detours.ts";
import { handoverTemplates } from "./tasks/handovers.ts";
import { lookalikeTemplates } from "./tasks/lookalikes.ts";
import { ordinaryTemplates } from "./tasks/ordinary.ts";
import { partialTemplates } from "./tasks/partial.ts";
import { questionTemplates } from "./tasks/questions.ts";
import { refusalTemplates } from "./tasks/refusals.ts";
import { readShop, type Shop } from "./tasks/shop.ts";
import type { Template } from "./tasks/template.ts";

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

export function tasks(db: DomainDatabase, random: Random): TaskInput[] {
  const shop = readShop(db);
  return drawTasks({
    random,
    templates,
    rows: shop,
    subjects: shop.customers,
    task: taskOf,
    read: (call) => numbersRead(call, shop),
  });
}

/** What the result of a read holds that can pass for a number to tell. */
function numbersRead({ arguments: args }: DraftCall, { customers, products }: Shop): string {
  const product = products.find(({ id }) => id === args.product_id);
  const order = customers.flatMap(({ orders }) => orders).find(({ id }) => id === args.order_id);
  const customer = customers.find(({ id }) => id === args.user_id);
  const rows = [
    (product?.variants ?? order?.lines ?? []).map(({ options, price }) => [options, price]),
    [order?.payments, order?.address, customer?.address, customer?.methods],
  ];
  // Indented, since a number right after a colon would pass for a part of a time of day.
  return JSON.stringify(rows, null, 1);
}
