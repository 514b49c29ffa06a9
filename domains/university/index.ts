/** The university domain: course registration, with students who act in their own portal. */
import { defineDomain } from "../domain.ts";
import * as assertions from "./assertions.ts";
import { now } from "./catalogue/calendar.ts";
import { RegistrarDocument, readDocument, writeDocument } from "./document.ts";
import { set_student } from "./portal.ts";
import { PortalDocument, readPortalDocument, writePortalDocument } from "./portal-document.ts";
import * as schema from "./schema.ts";
import { seed } from "./seed.ts";
import { settle } from "./settle.ts";
import { tasks } from "./tasks.ts";
import * as tools from "./tools/index.ts";
import * as userTools from "./user-tools.ts";

export const university = defineDomain({
  name: "university",
  version: "1",
  summary:
    "Enroll in, drop, swap and audit courses by a registrar's rules; students pay, sign and confirm in a portal.",
  schema,
  now,
  tools: { assistant: tools, user: userTools },
  setups: { assistant: {}, user: { set_student } },
  assertions: { assistant: assertions, user: {} },
  documents: {
    agent: { shape: RegistrarDocument, read: readDocument, write: writeDocument },
    user: { shape: PortalDocument, read: readPortalDocument, write: writePortalDocument },
  },
  settle,
  uncompared: ["audit_log", "notifications"],
  heldOut: ["student_id"],
  domainPolicies: { standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url) } } } },
  seed,
  tasks,
});
