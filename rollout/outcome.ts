/** How an episode ended, and what that makes of its reward. */
import { z } from "zod";
import type { Component, Reason, Reward } from "../domains/index.ts";
import { Boundary } from "./failure.ts";
import { UserStop } from "./user.ts";

/** Where an episode is cut off. */
export const Limits = z.strictObject({
  /** Messages of the policy. */
  turns: z.int(),
  /** Failed tool calls of the policy. */
  errors: z.int(),
  /** The policy's context, as its endpoint counts it. */
  tokens: z.int().optional(),
  /** Time of the policy's turns; nobody else's counts. */
  seconds: z.number().optional(),
});
export type Limits = Readonly<z.output<typeof Limits>>;

export const Limit = z.enum(["turns", "errors", "tokens", "time", "abandoned"]);
export type Limit = z.output<typeof Limit>;

/** `terminated`: the user ended it; `truncated`: we did, at a limit; `failed`: something broke that is nobody's score. */
export const Ended = z.discriminatedUnion("how", [
  z.strictObject({ how: z.literal("terminated"), reason: UserStop }),
  z.strictObject({ how: z.literal("truncated"), reason: Limit }),
  z.strictObject({ how: z.literal("failed"), reason: Boundary }),
]);
export type Ended = z.output<typeof Ended>;

/** A truncated episode is worth 0 whatever its rows say: its policy did not come to an end. */
export function settle(reward: Reward, ended: Ended): Reward {
  if (ended.how !== "truncated") return reward;
  const component = reward.basis[0] as Component;
  const text = `truncated by the limit on ${ended.reason}, which counts as 0`;
  return { ...reward, value: 0, reasons: [{ component, text }, ...reward.reasons] };
}

/** The reward with a judge's verdict on each of the task's assertions, which was left open until then. */
export function withVerdicts(reward: Reward, assertions: readonly string[], verdicts: readonly boolean[]): Reward {
  const component = "nl_assertions" as const;
  const untrue = assertions.filter((_, at) => !verdicts[at]);
  const components = { ...reward.components, [component]: untrue.length === 0 ? 1 : 0 };
  const of = assertions.length;
  const criteria = { ...reward.criteria, [component]: { met: of - untrue.length, of } };
  const reasons: Reason[] = reward.reasons.filter((reason) => reason.component !== component);
  reasons.push(...untrue.map((expected) => ({ component, text: `the judge found it untrue: ${expected}`, expected })));
  const scores = reward.basis.map((name) => components[name] ?? null);
  const value = scores.includes(0) ? 0 : scores.includes(null) ? null : 1;
  return { ...reward, value, components, criteria, reasons };
}
