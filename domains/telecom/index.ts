/** The telecom domain: a carrier's technical support, for a user who holds the phone. */
import { defineDomain } from "../domain.ts";
import * as assertions from "./assertions/index.ts";
import { CarrierDocument, readDocument, writeDocument } from "./document.ts";
import * as schema from "./schema.ts";
import { NOW } from "./seed/calendar.ts";
import { seed } from "./seed.ts";
import { settle } from "./settle.ts";
import * as setups from "./setups/index.ts";
import { tasks } from "./tasks.ts";
import * as tools from "./tools/index.ts";
import { unlistedTask } from "./unlisted.ts";
import { readUserDocument, UserDocument, writeUserDocument } from "./user-document.ts";
import * as userTools from "./user-tools/index.ts";

const text = (builtin: string, tau2: string) => ({ builtin: new URL(`./policy/${builtin}`, import.meta.url), tau2 });
const main = text("main.md", "main_policy.md");
const soloMain = text("main-solo.md", "main_policy_solo.md");
const manual = text("manual.md", "tech_support_manual.md");
const workflow = text("workflow.md", "tech_support_workflow.md");
const soloWorkflow = text("workflow-solo.md", "tech_support_workflow_solo.md");

export const telecom = defineDomain({
  name: "telecom",
  version: "1",
  summary: "Get customers' phones back to service, data and picture messages, with their own hands on the phone.",
  schema,
  now: NOW,
  tools: { assistant: tools, user: userTools },
  setups,
  assertions,
  documents: {
    agent: { shape: CarrierDocument, read: readDocument, write: writeDocument },
    user: { shape: UserDocument, read: readUserDocument, write: writeUserDocument },
  },
  settle,
  uncompared: ["phone", "apps", "surroundings"],
  heldOut: ["customer_id", "line_id", "bill_id", "device_id", "phone_number"],
  domainPolicies: {
    manual: {
      parts: { main_policy: main, tech_support_policy: manual },
      solo: { main_policy: soloMain, tech_support_policy: manual },
    },
    workflow: {
      parts: { main_policy: main, tech_support_policy: workflow },
      solo: { main_policy: soloMain, tech_support_policy: soloWorkflow },
    },
  },
  seed,
  unlistedTask,
  tasks,
});
