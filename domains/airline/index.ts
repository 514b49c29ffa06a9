/** The airline domain: bookings, changes, cancellations and compensation at an airline's reservations desk. */
import { defineDomain } from "../domain.ts";
import { now } from "./calendar.ts";
import { readDocument, writeDocument } from "./document.ts";
import * as schema from "./schema.ts";
import { seed } from "./seed.ts";
import { AirlineDocument } from "./shapes.ts";
import { tasks } from "./tasks.ts";
import * as tools from "./tools/index.ts";

export const airline = defineDomain({
  name: "airline",
  version: "1",
  summary: "Book, change and cancel flights, and compensate passengers, by an airline's rules.",
  schema,
  now,
  tools: { assistant: tools, user: {} },
  documents: { agent: { shape: AirlineDocument, read: readDocument, write: writeDocument } },
  heldOut: ["user_id", "reservation_id"],
  domainPolicies: {
    standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url), tau2: "policy.md" } } },
  },
  seed,
  tasks,
});
