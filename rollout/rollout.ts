/** Plays a policy on tasks: groups of attempts, several at a time, results in input order. */
import { setImmediate } from "node:timers/promises";
import { Random, type RewardMode } from "../domains/index.ts";
import { unlessCalledOff } from "./called-off.ts";
import type { Desk, Desks } from "./desk.ts";
import { Episode, type Outcome } from "./episode.ts";
import { boundary, EpisodeFailure } from "./failure.ts";
import type { Judge } from "./judge.ts";
import type { Limits } from "./outcome.ts";
import { ContextFull, type Policy, type PolicyAct, type PolicyKind, type Slip } from "./policy.ts";
import { type TaskLine, taskOf } from "./task-line.ts";
import { TRAJECTORY_VERSION, Trajectory } from "./trajectory.ts";
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

/** An attempt whose policy somebody else plays: its name alone stands in the record. */
export type DrivenSetting = Omit<RolloutSetting, "policy"> & { readonly policy: Omit<PolicyKind, "play"> };

export interface Attempt {
  readonly line: TaskLine;
  readonly attempt: number;
}

export interface OpenAttempt {
  readonly desk: Desk;
  /** Not started yet. */
  readonly episode: Episode;
}

/** Plays one attempt. Never rejects but for an abort: a failure, of our own too, is part of the record. */
export async function playAttempt(setting: RolloutSetting, { line, attempt }: Attempt): Promise<Trajectory> {
  // An in-memory episode waits for nothing outside: without this, signals and timers would wait for the whole run.
  await setImmediate();
  setting.signal?.throwIfAborted();
  try {
    const random = chanceOf(setting, { line, attempt });
    const policy = await boundary("policy", () => setting.policy.play(taskOf(line), random.fork("policy")));
    const outcome = await playEpisode(setting, { line, attempt }, policy);
    const slips = policy.slips?.map(({ step, kind }) => ({ step, kind }));
    return Trajectory.parse(trajectoryOf(setting, { line, attempt }, outcome, slips));
  } catch (error) {
    setting.signal?.throwIfAborted();
    const name = `${line.domain}/${line.id}/${attempt}`;
    if (!(error instanceof EpisodeFailure)) {
      process.stderr.write(`deskgym: bug in ${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    }
    const at = error instanceof EpisodeFailure ? error.boundary : "environment";
    const failure = { boundary: at, message: error instanceof Error ? error.message : String(error) };
    const ended = { how: "failed", reason: at } as const;
    return trajectoryOf(setting, { line, attempt }, { ended, failure, reward: null, messages: [], usage: noUsage() });
  }
}

export function trajectoryOf(
  { policy, user, mode, limits, seed }: DrivenSetting,
  { line, attempt }: Attempt,
  outcome: Outcome,
  slips: readonly Slip[] = [],
): Trajectory {
  return {
    version: TRAJECTORY_VERSION,
    id: `${line.domain}/${line.id}/${attempt}`,
    domain: line.domain,
    world: line.world,
    seed: line.seed,
    domain_version: line.domain_version,
    ...(line.solo && { solo: line.solo }),
    ...(line.domain_policy !== undefined && { domain_policy: line.domain_policy }),
    task_id: line.id,
    split: line.split,
    attempt,
    run_seed: seed,
    mode,
    limits,
    policy: {
      kind: policy.kind,
      ...(policy.model !== undefined && { model: policy.model }),
      options: policy.options,
      ...(slips.length > 0 && { slips: [...slips] }),
    },
    user: { kind: user.kind, ...(user.model !== undefined && { model: user.model }) },
    ...outcome,
    messages: [...outcome.messages],
  };
}

/** What an attempt's chance comes from: the same whatever else the run has in it. */
function chanceOf({ seed }: DrivenSetting, { line, attempt }: Attempt): Random {
  return new Random(seed).fork(line.domain).fork(line.id).fork(attempt);
}

/** @throws EpisodeFailure when the desk does not open or the user can't play. */
export async function openAttempt(setting: DrivenSetting, { line, attempt }: Attempt): Promise<OpenAttempt> {
  const { desks, judge, limits, mode, clock, signal } = setting;
  const random = chanceOf(setting, { line, attempt }).fork("user");
  const desk = await boundary("environment", () => desks.open(line));
  try {
    const user = await boundary("user", () => setting.user.play(taskOf(line), random, desk.agent.tools));
    return { desk, episode: new Episode({ line, desk, user, limits, mode, judge, clock, signal }) };
  } catch (error) {
    await desk.close().catch(() => undefined);
    throw error;
  }
}

async function playEpisode(setting: RolloutSetting, attempt: Attempt, policy: Policy): Promise<Outcome> {
  const { signal } = setting;
  const { desk, episode } = await openAttempt(setting, attempt);
  try {
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
  const deadline = deadlineIn(episode.secondsLeft);
  let act: PolicyAct;
  try {
    const both = signal && deadline ? AbortSignal.any([signal, deadline]) : (deadline ?? signal);
    const input = { messages: episode.conversation, tools: agent.tools, signal: both };
    act = await boundary("policy", async () => {
      const acted = Promise.resolve(policy.act(input));
      return deadline ? unlessCalledOff(acted, deadline) : acted;
    });
  } catch (error) {
    if (!(error instanceof EpisodeFailure)) throw error;
    if (deadline?.aborted) episode.truncate("time");
    // A model that can't even read the rules is set up wrongly, and has lost nothing by itself.
    else if (error.cause instanceof ContextFull && hasActed(episode)) episode.truncate("tokens");
    else episode.fail(error);
    return;
  }
  await episode.step(act?.message, act?.usage);
}

function hasActed({ conversation }: Episode): boolean {
  return conversation.some(({ sampled }) => sampled);
}

/** Longer waits than a timer can count have no deadline. */
function deadlineIn(seconds = Number.POSITIVE_INFINITY): AbortSignal | undefined {
  const ms = Math.ceil(seconds * 1000);
  return ms < 2 ** 31 ? AbortSignal.timeout(Math.max(0, ms)) : undefined;
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
