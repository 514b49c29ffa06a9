/** The public door of the domains: the registry, one line a domain, and what the other layers build on. */
import { airline } from "./airline/index.ts";
import type { Domain } from "./domain.ts";
import { retail } from "./retail/index.ts";
import { telecom } from "./telecom/index.ts";
import { university } from "./university/index.ts";

export { type Audit, audit, type TaskAudit, type TaskCount } from "./audit.ts";
export { type AuditCode, type AuditFinding, auditCodes } from "./audit-codes.ts";
export { type CheckResult, runChecks } from "./checks.ts";
export { type DomainDatabase, hold, query, type RowChange } from "./database.ts";
export {
  type Domain,
  type DomainDefinition,
  type DomainDocument,
  defineDomain,
  type PolicyForm,
  type PolicyParts,
} from "./domain.ts";
export { type CallRecord, type CallResult, Environment } from "./environment.ts";
export { canonical, type Json, type JsonObject, tooDeep, unfit } from "./json.ts";
export { Random } from "./random.ts";
export { completion, type Reason, type Reward, type RewardMode, reward, type Transcript } from "./reward.ts";
export {
  type Agenda,
  type AgendaStep,
  Call,
  Component,
  type Fact,
  type ReferenceAction,
  Task,
  type TaskInput,
} from "./task.ts";
export { tells } from "./told.ts";
export {
  type Asked,
  type Assertion,
  assertion,
  type Effect,
  type Requestor,
  type Setup,
  setup,
  type Tool,
  type ToolContext,
  ToolError,
  tool,
  toolTitle,
  transferTool,
  type WorldKind,
} from "./tool.ts";
export { type Opening, World } from "./world.ts";
export { WorldError } from "./world-error.ts";
export { Worlds } from "./worlds.ts";

export const domains: Readonly<Record<string, Domain>> = { retail, airline, telecom, university };
