/** The built-in world's dates: what lies around its present day. */
import type { Random } from "../../random.ts";

/** The domain's clock. */
export const NOW = "2025-02-25T12:08:00-05:00";
export const TODAY = NOW.slice(0, 10);

export interface Period {
  readonly name: string;
  readonly start: string;
  readonly end: string;
  /** Bills are made out on the first day of what they are for. */
  readonly due: string;
}

export const december: Period = { name: "December", start: "2024-12-01", end: "2024-12-31", due: "2024-12-28" };
export const january: Period = { name: "January", start: "2025-01-01", end: "2025-01-31", due: "2025-01-28" };
export const february: Period = { name: "February", start: "2025-02-01", end: "2025-02-28", due: "2025-02-28" };
export const march: Period = { name: "March", start: "2025-03-01", end: "2025-03-31", due: "2025-03-28" };

/** A day of one of the years from `first` to `last`, before the 29th. */
export function someDay(random: Random, first: number, last: number): string {
  return `${random.int(first, last)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`;
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
