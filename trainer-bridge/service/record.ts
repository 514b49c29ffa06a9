/** What the bridge returns for one rollout. The same (task, seed, sampled tokens) gives the same hash. */
import { hash } from "node:crypto";
import { z } from "zod";
import { canonical } from "../../domains/index.ts";
import { type Ended, type TaskLine, Trajectory } from "../../rollout/index.ts";
import { version } from "../../servers/index.ts";
import { Segment, type Segments, Turn } from "../segment.ts";
import { TaskRef } from "./spec.ts";

const FailureClass = z.enum(["policy_endpoint", "user_sim", "env", "reward", "internal"]);

export const RolloutRecord = z.strictObject({
  record_version: z.literal(1),
  rollout_id: z.string(),
  group_id: z.string().nullable(),
  task: TaskRef.safeExtend({ split: z.enum(["train", "test"]).nullable() }),
  status: z.enum(["completed", "truncated", "failed", "aborted"]),
  /** Null where it failed. */
  termination: z
    .enum([
      "user_stop",
      "transfer",
      "out_of_scope",
      "max_turns",
      "max_errors",
      "max_tokens",
      "abandoned",
      "deadline",
      "cancelled",
    ])
    .nullable(),
  failure: z.strictObject({ class: FailureClass, message: z.string() }).nullable(),
  /** Null where nothing can be said: it failed, was aborted, or wants a judge. Never a policy's zero. */
  reward: z.number().nullable(),
  /** Doing nothing would be rewarded too. */
  noop_solvable: z.boolean(),
  segments: z.array(Segment),
  /** One for each of the policy's answers. */
  turns: z.array(Turn),
  counters: z.strictObject({
    turns: z.int(),
    tool_calls: z.int(),
    tool_errors: z.int(),
    user_turns: z.int(),
    /** Prompts that continued the tokens before them, and those that did not. */
    joins: z.int(),
    drift: z.int(),
    void_turns: z.int(),
    /** Ids with mask 1. */
    response_tokens: z.int(),
  }),
  hash: z.string(),
  timing: z.strictObject({ queued_s: z.number(), seconds: z.number() }),
  versions: z.strictObject({ deskgym: z.string(), domain: z.string() }),
  /** Null where the rollout was aborted. */
  trajectory: Trajectory.nullable(),
});
export type RolloutRecord = z.output<typeof RolloutRecord>;
type Failure = NonNullable<RolloutRecord["failure"]>;
type Termination = NonNullable<RolloutRecord["termination"]>;

export interface RecordSource {
  readonly rollout_id: string;
  readonly group_id: string | null;
  readonly line: TaskLine;
  readonly noopSolvable: boolean;
  readonly segments: Segments;
  readonly timing: RolloutRecord["timing"];
  readonly ending: Trajectory | Aborted;
}

/** Why there is no trajectory. */
export type Aborted = { readonly aborted: "deadline" | "cancelled" } | { readonly bug: string };

export function recordOf(source: RecordSource): RolloutRecord {
  const { rollout_id, group_id, line, noopSolvable, segments, timing, ending } = source;
  const trajectory = "messages" in ending ? ending : null;
  const { id, domain, world, seed, solo, domain_policy, split, domain_version } = line;
  const task = { domain, id, split, world, seed, ...(solo && { solo }), ...(domain_policy && { domain_policy }) };
  const tokens = { segments: segments.list, turns: segments.turns };
  const told = {
    record_version: 1 as const,
    task,
    ...endOf(ending),
    noop_solvable: noopSolvable,
    counters: { ...countsOf(trajectory), ...tokenCounts(segments) },
    versions: { deskgym: version, domain: domain_version },
    trajectory,
  };
  // Long lists of numbers, built in one order of keys: sorting those again would cost most of a record's time.
  const digest = hash("sha256", canonical(told) + JSON.stringify(tokens));
  return { ...told, ...tokens, rollout_id, group_id, timing, hash: digest };
}

type End = Pick<RolloutRecord, "status" | "termination" | "failure" | "reward">;

function endOf(ending: Trajectory | Aborted): End {
  if ("bug" in ending) return failed({ class: "internal", message: ending.bug });
  if ("aborted" in ending) return { status: "aborted", termination: ending.aborted, failure: null, reward: null };
  const { failure, ended, reward } = ending;
  if (failure) return failed({ class: boundaries[failure.boundary], message: failure.message });
  const status = ended.how === "terminated" ? "completed" : "truncated";
  return { status, termination: terminationOf(ended), failure: null, reward: reward?.value ?? null };
}

function failed(failure: Failure): End {
  return { status: "failed", termination: null, failure, reward: null };
}

const boundaries = { policy: "policy_endpoint", user: "user_sim", environment: "env", reward: "reward" } as const;
const limits = { turns: "max_turns", errors: "max_errors", tokens: "max_tokens" } as const;

function terminationOf({ reason }: Ended): Termination {
  return (Object.hasOwn(limits, reason) ? limits[reason as keyof typeof limits] : reason) as Termination;
}

function countsOf(trajectory: Trajectory | null) {
  const messages = trajectory?.messages ?? [];
  const results = messages.filter(({ role, requestor }) => role === "tool" && requestor !== "user");
  return {
    turns: messages.filter(({ sampled }) => sampled).length,
    tool_calls: results.length,
    tool_errors: results.filter(({ is_error }) => is_error).length,
    user_turns: messages.filter(({ role, tool_calls }) => role === "user" && tool_calls === undefined).length,
  };
}

function tokenCounts({ list, joins, drift, voidTurns }: Segments) {
  let response_tokens = 0;
  for (const { response_mask } of list) for (const mask of response_mask) response_tokens += mask;
  return { joins, drift, void_turns: voidTurns, response_tokens };
}
