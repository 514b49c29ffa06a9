/** The record of one episode, one JSON line; nothing in it tells the transport, the machine or the time of day. */
import { z } from "zod";
import { canonical } from "../domains/index.ts";
import { Boundary } from "./failure.ts";
import { Message } from "./message.ts";
import { Ended, Limits } from "./outcome.ts";
import { Reward } from "./reward-record.ts";
import { Setting, TaskLine, WorldName } from "./task-line.ts";
import { Usage } from "./usage.ts";

export const TRAJECTORY_VERSION = 2;

const Options = z.record(z.string(), z.json());

export const Trajectory = z.strictObject({
  version: z.literal(
    TRAJECTORY_VERSION,
    `trajectories of this deskgym are of version ${TRAJECTORY_VERSION}: roll out again`,
  ),
  /** `domain/task_id/attempt`: one for each attempt within a run. */
  id: z.string(),
  domain: z.string(),
  ...WorldName,
  ...Setting,
  task_id: z.string(),
  split: TaskLine.shape.split,
  /** Its place in the group of attempts at one task, from 0. */
  attempt: z.int(),
  /** What all chance in the run came from. */
  run_seed: z.int(),
  mode: z.enum(["evaluation", "training"]),
  limits: Limits,
  policy: z.strictObject({
    kind: z.string(),
    model: z.string().optional(),
    options: Options,
    /** Mistakes that the policy made on purpose. */
    slips: z.array(z.strictObject({ step: z.int(), kind: z.string() })).optional(),
  }),
  user: z.strictObject({ kind: z.string(), model: z.string().optional() }),
  messages: z.array(Message),
  ended: Ended,
  failure: z.strictObject({ boundary: Boundary, message: z.string() }).nullable(),
  /** Null when the episode failed. */
  reward: Reward.nullable(),
  usage: Usage,
});
export type Trajectory = z.output<typeof Trajectory>;

export function trajectoryLine(trajectory: Trajectory): string {
  return `${JSON.stringify(Trajectory.parse(trajectory))}\n`;
}

type AttemptName = Pick<
  Trajectory,
  "domain" | "domain_version" | "world" | "seed" | "solo" | "domain_policy" | "task_id" | "attempt" | "run_seed"
>;

/** Attempts of one setting with one key are the same attempt, made again. */
export function attemptKey(name: AttemptName): string {
  const { domain, domain_version, world, seed, solo = false, domain_policy = null, task_id, attempt, run_seed } = name;
  return JSON.stringify([domain, domain_version, world, seed, solo, domain_policy, task_id, attempt, run_seed]);
}

/** A text that two trajectories share where the same policy played with the same user, under the same rules. */
export function settingKey({ policy, user, mode, limits }: Pick<Trajectory, "policy" | "user" | "mode" | "limits">) {
  const { slips: _slips, ...player } = policy;
  return canonical({ policy: player, user, mode, limits });
}

interface Player {
  readonly kind: string;
  readonly model?: string | undefined;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A policy or user in one line: "expert slip=0.3". */
export function playerText({ kind, model, options = {} }: Player): string {
  const settings = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return [kind, ...(model === undefined ? [] : [model]), ...settings].join(" ");
}
