/** A reward as it stands in trajectories and comes from a server, checked. */
import { z } from "zod";
import { Call, Component, type Reward as DomainReward, type Json } from "../domains/index.ts";

const JsonValue = z.json() as unknown as z.ZodType<Json>;

const Reason = z.strictObject({
  component: Component,
  text: z.string(),
  table: z.string().optional(),
  key: z.string().optional(),
  column: z.string().nullable().optional(),
  expected: JsonValue.optional(),
  found: JsonValue.optional(),
  call: Call.extend({ index: z.int() }).nullable().optional(),
  reference: Call.nullable().optional(),
});

export const Reward = z.strictObject({
  value: z.number().nullable(),
  mode: z.enum(["evaluation", "training"]),
  basis: z.array(Component),
  components: z.partialRecord(Component, z.number().nullable()),
  criteria: z.partialRecord(Component, z.strictObject({ met: z.int(), of: z.int() })),
  reasons: z.array(Reason),
}) as unknown as z.ZodType<DomainReward>;
