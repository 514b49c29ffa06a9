/** What follows from a transcript and a calendar: grade averages, credits earned, tuition given back. Pure. */
import { roundCents } from "../money.ts";
import { type Grade, gradePoints } from "./schema.ts";

export interface Finished {
  readonly course_id: string;
  readonly grade: Grade | "AU";
  readonly credits: number;
  readonly repeatable: boolean;
}

/** Over every graded attempt, weighed by credits, to two decimals; null before the first grade. */
export function gradeAverage(finished: readonly Finished[]): number | null {
  let points = 0;
  let credits = 0;
  for (const entry of finished) {
    if (entry.grade === "AU") continue;
    points += gradePoints[entry.grade] * entry.credits;
    credits += entry.credits;
  }
  return credits === 0 ? null : roundCents(points / credits);
}

/** Of courses passed with a D or better: each course once, unless it is repeatable. */
export function creditsEarned(finished: readonly Finished[]): number {
  const counted = new Set<string>();
  let credits = 0;
  for (const entry of finished) {
    if (entry.grade === "AU" || entry.grade === "F" || counted.has(entry.course_id)) continue;
    if (!entry.repeatable) counted.add(entry.course_id);
    credits += entry.credits;
  }
  return credits;
}

/** In dollars. `tuition` is per credit. */
export function refundAmount(percent: number, credits: number, tuition: number): number {
  return roundCents((percent / 100) * credits * tuition);
}

/** Whether the day of `now` is the deadline's or earlier. */
export function isOpen(deadline: string, now: string): boolean {
  return now.slice(0, 10) <= deadline;
}
