/** Whose account and line a call is about. */
import { z } from "zod";
import type { DomainDatabase } from "../../database.ts";
import { ToolError } from "../../tool.ts";
import {
  type CustomerDocument,
  type LineDocument,
  type PlanDocument,
  readCustomer,
  readLine,
  readPlan,
} from "../records.ts";

export const customerIdInput = z.string().describe("For example 'C1001'");
export const lineIdInput = z.string().describe("One of the customer's lines, for example 'L1002'");

/** @throws ToolError where there is no such customer. */
export function requireCustomer(db: DomainDatabase, customerId: string): CustomerDocument {
  const customer = readCustomer(db, customerId);
  if (customer === undefined) throw new ToolError(`Customer with ID ${customerId} not found`);
  return customer;
}

/** @throws ToolError where there is no such customer, or the line is not theirs. */
export function requireLine(db: DomainDatabase, customerId: string, lineId: string): LineDocument {
  const { line_ids } = requireCustomer(db, customerId);
  const line = line_ids.includes(lineId) ? readLine(db, lineId) : undefined;
  if (line === undefined) throw new ToolError(`Line ${lineId} not found for customer ${customerId}`);
  return line;
}

export function planOfLine(db: DomainDatabase, line: LineDocument): PlanDocument {
  return readPlan(db, line.plan_id) as PlanDocument;
}
