/** The retail domain: orders, returns and exchanges of a web shop. */
import { defineDomain } from "../domain.ts";
import { RetailDocument, readDocument, writeDocument } from "./document.ts";
import * as schema from "./schema.ts";
import { seed } from "./seed.ts";
import { tasks } from "./tasks.ts";
import * as tools from "./tools/index.ts";

export const retail = defineDomain({
  name: "retail",
  version: "1",
  summary: "Cancel, change, return and exchange orders of a web shop, by its rules.",
  schema,
  now: "2026-03-02T15:00:00-05:00",
  tools: { assistant: tools, user: {} },
  documents: { agent: { shape: RetailDocument, read: readDocument, write: writeDocument } },
  heldOut: ["user_id", "order_id"],
  domainPolicies: {
    standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url), tau2: "policy.md" } } },
  },
  seed,
  tasks,
});
