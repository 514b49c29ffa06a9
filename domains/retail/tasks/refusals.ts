/**
 * Templates of requests that the domain policy forbids. The customer settles for something that silence does not give:
 * another change, an answer, or a person to talk to.
 */
import { refusedChanges } from "./refused-changes.ts";
import { refusedOrders } from "./refused-orders.ts";
import type { Template } from "./template.ts";

export const refusalTemplates: readonly Template[] = [...refusedOrders, ...refusedChanges].map(
  ([name, count, draft]) => ({
    name: `refuse-${name}`,
    count,
    draft(desk, customer) {
      const request = draft(desk, customer);
      return request && [request];
    },
  }),
);
