/** What model calls cost, by who made them. */
import { z } from "zod";

/** What is no whole number in an endpoint's answer counts as none. */
const TokenCount = z.int().min(0).max(1e9).catch(0);
const Tokens = z.object({ input_tokens: TokenCount, output_tokens: TokenCount });
export type Tokens = z.output<typeof Tokens>;

export const noTokens: Tokens = { input_tokens: 0, output_tokens: 0 };

/** The tokens of one model call, however they were reported; undefined where nothing was. */
export function asTokens(reported: unknown): Tokens | undefined {
  return Tokens.safeParse(reported).data;
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
