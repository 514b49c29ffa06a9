/**
 * Templates of requests that the domain policy forbids. The customer settles for something that silence does not give:
 * another change, an answer, or a person to talk to.
 */
import { alone } from "../../templates.ts";
import { refusedBookings } from "./refused-bookings.ts";
import { refusedCancelling } from "./refused-cancelling.ts";
import { refusedChanges } from "./refused-changes.ts";
import { refusedCompensation } from "./refused-compensation.ts";
import { refusedExtras } from "./refused-extras.ts";
import type { Draft, Template } from "./template.ts";

const refusals = [
  ...refusedCompensation,
  ...refusedCancelling,
  ...refusedChanges,
  ...refusedExtras,
  ...refusedBookings,
];

export const refusalTemplates: readonly Template[] = refusals.map(([name, count, draft]) =>
  alone(`refuse-${name}`, count, draft),
);

/** Any of them, by chance. */
export const anyRefusal: Draft = (desk, customer) => {
  const [, , draft] = desk.random.pick(refusals);
  return draft(desk, customer);
};
