/** Which world a request is about: in a body, and in a query, where a number is a text. */
import { z } from "zod";

const Seed = z.int().min(0);
export const worldFields = { world: z.enum(["builtin", "tau2"]).default("builtin"), seed: Seed.default(0) };

/** Of a list of tasks. */
export const TasksQuery = z.strictObject({
  world: worldFields.world,
  seed: z.string().regex(/^\d+$/, "expected a whole number").transform(Number).pipe(Seed).default(0),
  split: z.enum(["train", "test"]).optional(),
});
