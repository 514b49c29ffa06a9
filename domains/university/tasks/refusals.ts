/**
 * Templates of requests that the domain policy forbids. The student settles for something that silence does not give:
 * another change, an answer, or a person to talk to.
 */
import { alone } from "../../templates.ts";
import { refusedChanges } from "./refused-changes.ts";
import { refusedCourses } from "./refused-courses.ts";
import { refusedSeats } from "./refused-seats.ts";
import { refusedWaits } from "./refused-waits.ts";
import type { Draft, Template } from "./template.ts";

const refusals = [...refusedWaits, ...refusedChanges, ...refusedCourses, ...refusedSeats];

export const refusalTemplates: readonly Template[] = refusals.map(([name, count, draft]) =>
  alone(`refuse-${name}`, count, draft),
);

/** Any of them, by chance. */
export const anyRefusal: Draft = (desk, student) => {
  const [, , draft] = desk.random.pick(refusals);
  return draft(desk, student);
};
