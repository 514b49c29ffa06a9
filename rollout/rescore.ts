/** A stored trajectory's reward, computed again from its tool calls alone. */
import { canonical, type Reward, type Worlds } from "../domains/index.ts";
import { UsageError } from "../servers/index.ts";
import { settle, withVerdicts } from "./outcome.ts";
import { replay } from "./replay.ts";
import type { Trajectory } from "./trajectory.ts";

export interface Rescore {
  readonly reward: Reward;
  /** Where it differs from the record, in one line; null when all agrees. */
  readonly problem: string | null;
}

/** How the record contradicts itself, in one line: whatever failed has no reward, and all else has one. */
export function contradiction({ ended, failure, reward }: Trajectory): string | null {
  const failed = ended.how === "failed";
  if (failed !== (failure !== null))
    return `the record ends as ${ended.how}, ${failure ? "yet" : "and no"} failure is told`;
  if (failed === (reward !== null))
    return failed ? "the record failed, yet has a reward" : "nothing failed, yet there is no reward";
  return null;
}

/**
 * A judge's verdicts are taken from the record, since no replay gives them.
 * @throws UsageError when the record was made with another version of the domain.
 */
export function rescore(worlds: Worlds, trajectory: Trajectory): Rescore {
  const { id, domain, world: kind, seed, domain_version, task_id, messages, ended, reward: stored } = trajectory;
  if (stored === null) throw new Error(`${id} has no reward`);
  const world = worlds.get(domain, kind, seed);
  if (world.domain.version !== domain_version) {
    throw new UsageError(
      `${id} is of ${domain} ${domain_version}, this is ${world.domain.version}: scores don't compare`,
    );
  }
  const { nl_assertions } = world.task(task_id);
  const replayed = replay(world, task_id, messages, stored.mode);
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
