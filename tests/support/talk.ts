/** A scripted user to talk with, and facts for its agenda. */
import { type AgendaStep, Random, type Task } from "../../domains/index.ts";
import { type Message, scripted } from "../../rollout/index.ts";
import { libraryTask } from "./speakers.ts";

/** Indices of the task's reference actions. */
export const READ = 1;
export const WRITE = 2;
export const HANDOVER = 3;

export const step = (changes: Partial<AgendaStep>): AgendaStep => {
  return { say: "Cancel my order.", facts: [], actions: [WRITE], tell: [], ...changes };
};

const tools = ["read_book", "lend_book", "transfer_to_human_agents"].map((name) => {
  return { name, title: name, description: "", inputSchema: {}, readOnly: name !== "lend_book" };
});

/** A user to talk with: each call says something and returns the answer. */
export function talk(steps: AgendaStep[]): (text?: string) => string {
  const task: Task = {
    ...libraryTask(),
    reference_actions: [
      { requestor: "assistant", name: "find_member", arguments: {} },
      { requestor: "assistant", name: "read_book", arguments: {} },
      { requestor: "assistant", name: "lend_book", arguments: {} },
      { requestor: "assistant", name: "transfer_to_human_agents", arguments: {} },
    ],
    user: {
      instructions: "-",
      agenda: {
        greeting: "Hello.",
        identity: [
          { name: "email", asks: ["email", "e-mail"], say: "It's ada@example.com.", disclosure: "asked" },
          { name: "name", asks: ["name"], say: "I'm Ada Byron.", disclosure: "asked" },
          { name: "zip code", asks: ["zip", "postal"], say: "My zip code is 02110.", disclosure: "asked" },
        ],
        steps,
      },
    },
  };
  const user = scripted.play(task, new Random(0), tools);
  const messages: Message[] = [];
  return (text) => {
    if (text !== undefined) messages.push({ role: "assistant", content: text, sampled: true });
    const { content } = user.reply({ messages, tools: [] }) as { content: string };
    messages.push({ role: "user", content, sampled: false });
    return content;
  };
}

export const reason = {
  name: "reason",
  asks: ["reason", "why"],
  say: "I don't need it any more.",
  disclosure: "asked" as const,
};

export const secretNumber = {
  name: "order number",
  asks: ["order number", "order id"],
  say: "I don't know the number. It's the order with the rain jacket.",
  disclosure: "secret" as const,
};
export const refund = {
  name: "payment method for the refund",
  asks: ["refund", "payment method", "money back"],
  say: "To my gift card, please.",
  disclosure: "asked" as const,
};
export const address = {
  name: "new address",
  asks: ["new address", "shipping address", "street", "the address", "where"],
  say: "1 Main Street, Boston, MA 02999, please.",
  disclosure: "asked" as const,
};
export const pendingOrders = {
  name: "pending orders",
  asks: ["pending orders", "orders as well"],
  say: "No, leave my orders as they are.",
  disclosure: "known" as const,
};
