/** The registrar's tables and the student portal's. Money is in dollars, dates are ISO. What can be counted is not stored. */
export * from "./schema/catalogue.ts";
export * from "./schema/portal.ts";
export * from "./schema/students.ts";
export {
  enrollmentStatuses,
  type Grade,
  gradePoints,
  grades,
  type HoldKind,
  holdKinds,
  type Level,
  levels,
  type Mode,
  modes,
  overrideKinds,
  refundPercents,
  standings,
} from "./schema/values.ts";
