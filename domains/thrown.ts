/** What was thrown, as an Error: a domain of somebody's own may throw anything. */
import { inspect } from "node:util";

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`it threw ${inspect(thrown)}, which is no Error`);
}
