/** What columns may hold, in the order that counts. */
import { sql } from "drizzle-orm";

/** In order: each may take what asks for one before it. */
export const levels = ["freshman", "sophomore", "junior", "senior", "graduate"] as const;
export const standings = ["good", "probation", "suspended"] as const;
/** From best to worst, each with its grade points. Only these count; "AU" stands for an audited course. */
export const gradePoints = {
  A: 4,
  "A-": 3.7,
  "B+": 3.3,
  B: 3,
  "B-": 2.7,
  "C+": 2.3,
  C: 2,
  "C-": 1.7,
  "D+": 1.3,
  D: 1,
  F: 0,
} as const;
export type Grade = keyof typeof gradePoints;
export const grades = Object.keys(gradePoints) as [Grade, ...Grade[]];
export const modes = ["credit", "audit"] as const;
export const enrollmentStatuses = ["enrolled", "dropped", "withdrawn"] as const;
export const holdKinds = ["financial", "advising", "immunization", "conduct"] as const;
export const overrideKinds = ["consent", "credit_limit"] as const;
export const refundPercents = [100, 50, 0] as const;

export type Level = (typeof levels)[number];
export type Mode = (typeof modes)[number];
export type HoldKind = (typeof holdKinds)[number];

/** As SQL lists them. */
export const oneOf = (values: readonly (string | number)[]) =>
  sql.raw(`(${values.map((value) => (typeof value === "number" ? value : `'${value}'`)).join(", ")})`);
