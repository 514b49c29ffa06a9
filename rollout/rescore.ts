/** A stored trajectory's reward, computed again from its tool calls alone. */
import { canonical, type Reward, type Worlds } from "../domains/index.ts";
import { UsageError } from "../servers/index.ts";
import { settle, withVerdicts } from "./outcome.ts";
import { replay } from "./replay.ts";
import type { Trajectory } from "./trajectory.ts";

export interface Rescore {
  /** Null where the record contradicts itself, so that there is nothing to compare. */
  readonly reward: Reward | null;
  /** Where it differs from the record, in one line; null when all agrees. */
  readonly problem: string | null;
}

/** How the record contradicts itself, in one line: whatever failed has no reward, and all else has one, in its mode. */
export function contradiction({ ended, failure, reward, mode }: Trajectory): string | null {
  const failed = ended.how === "failed";
  if (failed && failure === null) return "the record failed, and no failure is told";
  if (!failed && failure !== null) return "nothing failed, yet a failure is told";
  if (failed && reward !== null) return "the record failed, yet has a reward";
  if (!failed && reward === null) return "nothing failed, yet there is no reward";
  return reward === null || reward.mode === mode ? null : `the reward's mode is ${reward.mode}, the record's ${mode}`;
}

/**
 * A judge's verdicts are taken from the record, since no replay gives them.
 * @throws UsageError when the record was made with another version of the domain.
 */
export function rescore(worlds: Worlds, trajectory: Trajectory): Rescore {
  const { id, domain, world: kind, seed, domain_version, task_id, solo, messages, ended, reward: stored } = trajectory;
  const problem = contradiction(trajectory);
  if (problem !== null) return { reward: null, problem };
  if (stored === null) throw new Error(`${id} has no reward`);
  const world = worlds.get(domain, kind, seed);
  if (world.domain.version !== domain_version) {
    throw new UsageError(
      `${id} is of ${domain} ${domain_version}, this is ${world.domain.version}: scores don't compare`,
    );
  }
  const { nl_assertions } = world.task(task_id);
  const replayed = replay(world, task_id, messages, stored.mode, solo);
  let reward = settle(replayed.reward, ended);
  if (nl_assertions.length > 0 && typeof stored.components.nl_assertions === "number") {
    const untrue = new Set(stored.reasons.map((reason) => reason.component === "nl_assertions" && reason.expected));
    reward = withVerdicts(
      reward,
      nl_assertions,
      nl_assertions.map((assertion) => !untrue.has(assertion)),
    );
  }
  const differs = canonical(reward) === canonical(stored) ? null : difference(stored, reward);
  return { reward, problem: replayed.mismatch ?? differs };
}

function difference(stored: Reward, scored: Reward): string {
  if (stored.value !== scored.value) return `the record says ${stored.value}, its calls give ${scored.value}`;
  return "the value is the same, but its components or reasons are not";
}
