/** What the bridge returns for one rollout. */
import { z } from "zod";
import { type Ended, type TaskLine, Trajectory } from "../../rollout/index.ts";
import { version } from "../../servers/index.ts";
import { Segment, type Segments, Turn } from "../segment.ts";
import { digest, TaskRef, taskRefOf } from "./spec.ts";

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
    /** The policy's answers. */
    turns: z.int(),
    /** The next three are null where there is no trajectory. */
    tool_calls: z.int().nullable(),
    tool_errors: z.int().nullable(),
    user_turns: z.int().nullable(),
    /** Prompts that continued the tokens before them, and those that did not. */
    joins: z.int(),
    drift: z.int(),
    void_turns: z.int(),
    /** Ids with mask 1. */
    response_tokens: z.int(),
  }),
  /** Of what was played and what came of it, and of nothing that only says who played it and when: see `hashOf`. */
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
  /** The run's. */
  readonly seed: number;
  readonly attempt: number;
  readonly noopSolvable: boolean;
  readonly segments: Segments;
  readonly queuedMs: number;
  readonly ms: number;
  readonly ending: Trajectory | Unfinished;
}

/** Why there is no trajectory. */
export type Unfinished = { readonly aborted: "deadline" | "cancelled" } | { readonly bug: string };

/** What nobody foresaw: all of it goes to stderr, one line into the record. */
export function bug(id: string, error: unknown): Unfinished {
  process.stderr.write(`deskgym: bug in ${id}: ${error instanceof Error ? error.stack : String(error)}\n`);
  return { bug: error instanceof Error ? error.message : String(error) };
}

export function recordOf(source: RecordSource): RolloutRecord {
  const { rollout_id, group_id, line, noopSolvable, segments, ending } = source;
  const trajectory = "messages" in ending ? ending : null;
  const told = {
    task: { ...taskRefOf(line), split: line.split },
    ...endOf(ending),
    segments: segments.list,
    trajectory,
  };
  return {
    ...{ record_version: 1, rollout_id, group_id, ...told, noop_solvable: noopSolvable, turns: segments.turns },
    counters: { turns: segments.turns.length, ...countsOf(trajectory), ...tokenCounts(segments) },
    hash: hashOf(told, source),
    timing: { queued_s: seconds(source.queuedMs), seconds: seconds(source.ms) },
    versions: { deskgym: version, domain: line.domain_version },
  };
}

/**
 * Over task, run seed, attempt, status, termination, reward, each segment's ids and mask, and the names and arguments of all
 * tool calls. Log-probs differ in their last digits from one run of an engine to the next; they, weights, models, calls'
 * ids and texts do not count.
 */
function hashOf(
  { task, status, termination, reward, segments, trajectory }: Hashed,
  { seed, attempt }: RecordSource,
): string {
  const calls = trajectory?.messages.flatMap(({ tool_calls = [] }) =>
    tool_calls.map(({ function: { name, arguments: args } }) => [name, args]),
  );
  // Texts, since sorting the keys of long lists of numbers would cost most of a record's time.
  const ids = segments.map((one) => JSON.stringify([one.prompt_ids, one.response_ids, one.response_mask]));
  return digest({ task, seed, attempt, status, termination, reward, ids, calls: calls ?? [] });
}

type Hashed = Pick<RolloutRecord, "task" | "status" | "termination" | "reward" | "segments" | "trajectory">;

function seconds(ms: number): number {
  return Math.round(ms) / 1000;
}

type End = Pick<RolloutRecord, "status" | "termination" | "failure" | "reward">;

function endOf(ending: Trajectory | Unfinished): End {
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
  if (trajectory === null) return { tool_calls: null, tool_errors: null, user_turns: null };
  const { messages } = trajectory;
  const results = messages.filter(({ role, requestor }) => role === "tool" && requestor !== "user");
  return {
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
