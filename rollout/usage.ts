/** What model calls cost, by who made them. */
import { z } from "zod";

export interface Tokens {
  readonly input_tokens: number;
  readonly output_tokens: number;
}

const Count = z.strictObject({ calls: z.int(), input_tokens: z.int(), output_tokens: z.int() });
export const Usage = z.strictObject({ policy: Count, user: Count, judge: Count });
export type Usage = z.output<typeof Usage>;
export type Role = keyof Usage;

export function noUsage(): Usage {
  const none = () => ({ calls: 0, input_tokens: 0, output_tokens: 0 });
  return { policy: none(), user: none(), judge: none() };
}

/** Adds one model call. Speakers that call no model report no tokens and are not counted. */
export function charge(usage: Usage, role: Role, tokens: Tokens | undefined): void {
  if (tokens === undefined) return;
  const count = usage[role];
  count.calls += 1;
  count.input_tokens += tokens.input_tokens;
  count.output_tokens += tokens.output_tokens;
}
