/** Plays a policy on tasks: groups of attempts, several at a time, results in input order. */
import { setImmediate } from "node:timers/promises";
import { Random, type RewardMode } from "../domains/index.ts";
import type { Desk, Desks } from "./desk.ts";
import { Episode, type Limits, type Outcome } from "./episode.ts";
import { boundary, EpisodeFailure } from "./failure.ts";
import type { Judge } from "./judge.ts";
import { ContextFull, type Policy, type PolicyKind } from "./policy.ts";
import { type TaskLine, taskOf } from "./task-line.ts";
import { TRAJECTORY_VERSION, type Trajectory } from "./trajectory.ts";
import { noUsage } from "./usage.ts";
import type { UserKind } from "./user.ts";

export interface RolloutSetting {
  readonly desks: Desks;
  readonly policy: PolicyKind;
  readonly user: UserKind;
  readonly judge?: Judge | undefined;
  readonly limits: Limits;
  readonly mode: RewardMode;
  /** What all chance in the run comes from. */
  readonly seed: number;
  readonly clock?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Attempt {
  readonly line: TaskLine;
  readonly attempt: number;
}

/** Plays one attempt. Never rejects but for a bug or an abort: a failure is part of the record. */
export async function playAttempt(setting: RolloutSetting, { line, attempt }: Attempt): Promise<Trajectory> {
  // An in-memory episode waits for nothing outside: without this, signals and timers would wait for the whole run.
  await setImmediate();
  setting.signal?.throwIfAborted();
  const random = new Random(setting.seed).fork(line.domain).fork(line.id).fork(attempt);
  const { policy: policyKind, user: userKind } = setting;
  const policy = policyKind.play(taskOf(line), random.fork("policy"));
  const outcome = await playEpisode(setting, line, policy, random);
  return {
    version: TRAJECTORY_VERSION,
    id: `${line.domain}/${line.id}/${attempt}`,
    domain: line.domain,
    world: line.world,
    seed: line.seed,
    domain_version: line.domain_version,
    task_id: line.id,
    split: line.split,
    attempt,
    run_seed: setting.seed,
    policy: {
      kind: policyKind.kind,
      ...(policyKind.model !== undefined && { model: policyKind.model }),
      options: policyKind.options,
      ...(policy.slips?.length && { slips: policy.slips.map(({ step, kind }) => ({ step, kind })) }),
    },
    user: { kind: userKind.kind, ...(userKind.model !== undefined && { model: userKind.model }) },
    ...outcome,
    messages: [...outcome.messages],
  };
}

async function playEpisode(setting: RolloutSetting, line: TaskLine, policy: Policy, random: Random): Promise<Outcome> {
  const { desks, judge, limits, mode, clock, signal } = setting;
  let desk: Desk;
  try {
    desk = await boundary("environment", () => desks.open(line));
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof EpisodeFailure)) throw error;
    const failure = { boundary: error.boundary, message: error.message };
    const ended = { how: "failed", reason: error.boundary } as const;
    return { ended, failure, reward: null, messages: [], usage: noUsage() };
  }
  try {
    const user = setting.user.play(taskOf(line), random.fork("user"), desk.agent.tools);
    const episode = new Episode({ line, desk, user, limits, mode, judge, clock, signal });
    await episode.start();
    while (episode.ended === null) await takeTurn(episode, policy, desk, signal);
    const outcome = await episode.finish();
    signal?.throwIfAborted();
    return outcome;
  } finally {
    // The reward is in; a desk that does not close is the server's to expire.
    await desk.close().catch(() => undefined);
  }
}

async function takeTurn(episode: Episode, policy: Policy, { agent }: Desk, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  try {
    const input = { messages: episode.conversation, tools: agent.tools, signal };
    const { message, usage } = await boundary("policy", async () => policy.act(input));
    await episode.step(message, usage);
  } catch (error) {
    if (!(error instanceof EpisodeFailure)) throw error;
    if (error.cause instanceof ContextFull) episode.truncate("tokens");
    else episode.fail(error);
  }
}

/**
 * Maps in parallel and yields in input order. At most `concurrency` run at once, and at most four times as many are
 * started and not yet yielded, so that one slow item cannot pile up the rest. After an abort nothing is started, what
 * had been done is yielded, and the rest is left out.
 */
export async function* inOrder<In, Out>(
  items: Iterable<In>,
  work: (item: In) => Promise<Out>,
  concurrency: number,
  signal?: AbortSignal,
): AsyncGenerator<Out> {
  const source = items[Symbol.iterator]();
  const window: Promise<Out>[] = [];
  const running = new Set<Promise<boolean>>();
  const start = (): boolean => {
    const next = signal?.aborted ? { done: true as const, value: undefined } : source.next();
    if (next.done) return false;
    const result = work(next.value);
    window.push(result);
    const leave = () => running.delete(settled);
    const settled: Promise<boolean> = result.then(leave, leave);
    running.add(settled);
    return true;
  };
  for (;;) {
    while (running.size < concurrency && window.length < concurrency * 4 && start());
    const head = window[0];
    if (head === undefined) return;
    const isHead = () => "head" as const;
    const first = await Promise.race([head.then(isHead, isHead), ...running]);
    if (typeof first === "boolean") continue;
    window.shift();
    try {
      yield await head;
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  }
}
