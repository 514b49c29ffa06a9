/** What a run's trajectories come to: success with its uncertainty, what went wrong, what it cost. */
import { completion, type Reward } from "../domains/index.ts";
import type { Message } from "./message.ts";
import { type Interval, passHat, successInterval, sum, type Tally } from "./statistics.ts";
import { attemptKey, playerText, settingKey, type Trajectory } from "./trajectory.ts";
import { noUsage, type Role, type Usage } from "./usage.ts";

/** All that the report keeps of a trajectory. */
interface Episode {
  readonly task: string;
  readonly labels: Readonly<Record<Dimension, string>>;
  readonly ended: Trajectory["ended"];
  readonly value: number | null;
  readonly db: number | null;
  readonly completion: number | null;
  /** Whether there is more than one thing to complete. */
  readonly isParted: boolean;
  readonly turns: number;
  readonly toolCalls: number;
  readonly toolErrors: number;
  readonly slips: number;
  readonly usage: Usage;
}

export const dimensions = ["domain", "split", "policy", "user", "mode"] as const;
export type Dimension = (typeof dimensions)[number];

export interface Summary {
  readonly tasks: number;
  readonly episodes: number;
  /** Episodes with a reward; means are over these. */
  readonly scored: number;
  /** Null without a scored episode. */
  readonly success: Interval | null;
  /** For k = 1, 2, ... */
  readonly pass_hat: readonly number[];
  /** Mean of the db component over all episodes that have it, unjudged ones too. */
  readonly db: number | null;
  /**
   * Mean share of the tasks' criteria that hold (TCR) over all scored episodes; null where no task has more than one, so
   * that it would say what success says.
   */
  readonly completion: number | null;
  /** Episodes without a reward, by the boundary that failed; `unjudged` where a judge was needed and none given. */
  readonly null_rewards: Readonly<Record<string, number>>;
  readonly truncated: Readonly<Record<string, number>>;
  /** How users ended episodes; `early_stop` is a user_stop that left the task undone. */
  readonly user_ends: Readonly<Record<string, number>>;
  readonly turns: number | null;
  readonly tool_calls: number | null;
  readonly tool_errors: number | null;
  /** Episodes in which the policy made mistakes on purpose. */
  readonly slipped: number;
  readonly usage: Usage;
}

export interface Report {
  readonly overall: Summary;
  readonly by: Readonly<Record<Dimension, Readonly<Record<string, Summary>>>>;
}

export class ReportBuilder {
  readonly #episodes = new Map<string, Episode>();
  #replaced = 0;

  /** A later record of an attempt stands for an earlier one, as after `--resume`, but a failed one never for a sound one. */
  add(trajectory: Trajectory): void {
    const key = `${settingKey(trajectory)} ${attemptKey(trajectory)}`;
    const earlier = this.#episodes.get(key);
    if (earlier) this.#replaced += 1;
    const keep = earlier && earlier.ended.how !== "failed" && trajectory.ended.how === "failed";
    if (!keep) this.#episodes.set(key, digest(trajectory));
  }

  /** How many records are left out, since another one of the same attempt stands for them. */
  get replaced(): number {
    return this.#replaced;
  }

  build(): Report {
    const episodes = [...this.#episodes.values()];
    const by = Object.fromEntries(
      dimensions.map((dimension) => {
        const groups = Map.groupBy(episodes, ({ labels }) => labels[dimension]);
        return [dimension, Object.fromEntries([...groups].map(([label, group]) => [label, summarise(group)]))];
      }),
    ) as Report["by"];
    return { overall: summarise(episodes), by };
  }
}

function labelsOf({
  domain,
  world,
  solo,
  domain_policy,
  split,
  policy,
  user,
  mode,
}: Trajectory): Record<Dimension, string> {
  const setting = [world !== "builtin" && world, solo && "solo", domain_policy].filter(Boolean);
  return {
    domain: setting.length === 0 ? domain : `${domain} (${setting.join(", ")})`,
    split: split ?? "none",
    policy: playerText(policy),
    user: playerText(user),
    mode,
  };
}

function digest(trajectory: Trajectory): Episode {
  const { messages, ended, reward, usage, policy } = trajectory;
  const labels = labelsOf(trajectory);
  const byPolicy = messages.filter(({ sampled }) => sampled);
  return {
    task: `${settingKey(trajectory)} ${attemptKey({ ...trajectory, attempt: 0, run_seed: 0 })}`,
    labels,
    ended,
    value: reward?.value ?? null,
    db: reward?.components.db ?? null,
    completion: reward && completion(reward),
    isParted: reward !== null && criteriaOf(reward) > 1,
    turns: byPolicy.length,
    toolCalls: sum(byPolicy.map(({ tool_calls }) => tool_calls?.length ?? 0)),
    toolErrors: messages.filter(isPolicyError).length,
    slips: policy.slips?.length ?? 0,
    usage,
  };
}

function criteriaOf({ basis, criteria }: Reward): number {
  return sum(basis.map((component) => criteria[component]?.of ?? 0));
}

function isPolicyError({ is_error, requestor }: Message): boolean {
  return is_error === true && requestor !== "user";
}

function summarise(episodes: readonly Episode[]): Summary {
  const scored = episodes.filter(({ value }) => value !== null);
  const groups = Map.groupBy(scored, ({ task }) => task);
  const tallies = [...groups.values()].map((group): Tally => {
    return { attempts: group.length, successes: group.filter(({ value }) => value === 1).length };
  });
  const compared = episodes.flatMap(({ db }) => db ?? []);
  return {
    tasks: new Set(episodes.map(({ task }) => task)).size,
    episodes: episodes.length,
    scored: scored.length,
    success: successInterval(tallies),
    pass_hat: passHat(tallies),
    db: mean(compared),
    completion: scored.some(({ isParted }) => isParted)
      ? mean(scored.flatMap((episode) => episode.completion ?? []))
      : null,
    null_rewards: count(episodes, ({ value, ended }) => {
      if (value !== null) return undefined;
      return ended.how === "failed" ? ended.reason : "unjudged";
    }),
    truncated: count(episodes, ({ ended }) => (ended.how === "truncated" ? ended.reason : undefined)),
    user_ends: count(episodes, ({ ended, value }) => {
      if (ended.how !== "terminated") return undefined;
      return ended.reason === "user_stop" && value === 0 ? "early_stop" : ended.reason;
    }),
    turns: mean(scored.map(({ turns }) => turns)),
    tool_calls: mean(scored.map(({ toolCalls }) => toolCalls)),
    tool_errors: mean(scored.map(({ toolErrors }) => toolErrors)),
    slipped: episodes.filter(({ slips }) => slips > 0).length,
    usage: totalUsage(episodes),
  };
}

function count(episodes: readonly Episode[], label: (episode: Episode) => string | undefined): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const episode of episodes) {
    const name = label(episode);
    if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}

function totalUsage(episodes: readonly Episode[]): Usage {
  const total = noUsage();
  for (const { usage } of episodes) {
    for (const role of Object.keys(total) as Role[]) {
      total[role].calls += usage[role].calls;
      total[role].input_tokens += usage[role].input_tokens;
      total[role].output_tokens += usage[role].output_tokens;
    }
  }
  return total;
}
