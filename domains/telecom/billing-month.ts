/** The carrier's billing months, and the days of them that bills name. Dates are YYYY-MM-DD. */

export interface BillingMonth {
  readonly period_start: string;
  readonly period_end: string;
  /** The last day on which the month's charges are paid in time. */
  readonly due_date: string;
}

export function today(now: string): string {
  return now.slice(0, 10);
}

/** The month of a date, or the one so many `after` it; before it, where that is negative. */
export function billingMonth(date: string, after = 0): BillingMonth {
  const [year, month] = date.split("-").map(Number) as [number, number];
  const day = (offset: number, dayOfMonth: number) =>
    new Date(Date.UTC(year, month - 1 + offset, dayOfMonth)).toISOString().slice(0, 10);
  return { period_start: day(after, 1), period_end: day(after + 1, 0), due_date: day(after, 15) };
}
