/** Groups: n attempts at one task, asked for at once and summed up when all are done. */
import type { z } from "zod";
import { Refusal } from "../../servers/index.ts";
import { groupAdvantages } from "../grpo/advantage.ts";
import type { Entry } from "./kept.ts";
import type { Rollouts } from "./rollouts.ts";
import { digest, type GroupBody, nameOnly, type RolloutSpec } from "./spec.ts";

export interface GroupSummary {
  /** How many rewards there are, and how many could not be told. */
  readonly scored: number;
  readonly null_rewards: number;
  /** Over the scored ones; `std` over n - 1. Null without any. */
  readonly mean: number | null;
  readonly std: number | null;
  /** Nothing to learn from: no two scored rewards differ. */
  readonly zero_variance: boolean;
}

export function summaryOf(rewards: readonly (number | null)[]): GroupSummary {
  const { mean, std, scored, zeroVariance } = groupAdvantages(rewards, { std: "sample", epsilon: 0 });
  return { scored, null_rewards: rewards.length - scored, mean, std, zero_variance: zeroVariance };
}

/**
 * Asks for the attempts of one group, each with its number as attempt and at the end of its id.
 * @param isPatient of a batch that was taken on: it limits itself, and is not turned away any more
 * @throws Refusal as `Rollouts.submit` does; then none of the group has begun
 */
export function submitGroup(
  rollouts: Rollouts,
  groupId: string,
  n: number,
  spec: Omit<RolloutSpec, "attempt">,
  isPatient = false,
): Entry[] {
  const attempts = Array.from({ length: n }, (_, attempt) => {
    return [`${groupId}/${attempt}`, groupId, { ...spec, attempt }] as const;
  });
  const wanted = attempts.filter((attempt) => rollouts.find(...attempt) === undefined);
  rollouts.requireRoom(isPatient ? 0 : wanted.length);
  return attempts.map((attempt) => rollouts.submit(...attempt, true));
}

interface Group {
  readonly asked: string;
  readonly entries: readonly Entry[];
}

export class Groups {
  readonly #rollouts: Rollouts;
  /** Oldest first. */
  readonly #groups = new Map<string, Group>();

  constructor(rollouts: Rollouts) {
    this.#rollouts = rollouts;
  }

  /** @throws Refusal as `Rollouts.submit` does; then none of the group has begun */
  submit(body: z.output<typeof GroupBody>): void {
    const { group_id, n, ...spec } = body;
    const asked = digest({ ...body, task: nameOnly(body.task) });
    const known = this.#groups.get(group_id);
    if (known?.asked === asked) return;
    if (known !== undefined) {
      throw new Refusal(409, `group '${group_id}' was asked for before, in other words: take another group_id`);
    }
    this.#groups.set(group_id, { asked, entries: submitGroup(this.#rollouts, group_id, n, spec) });
    this.#forget();
  }

  /** How the group stands. @throws Refusal 404 */
  view(id: string) {
    const entries = this.#of(id);
    const records = entries.flatMap(({ record }) => record ?? []);
    const isDone = records.length === entries.length;
    const summary = isDone ? summaryOf(records.map(({ reward }) => reward)) : null;
    return { group_id: id, n: entries.length, done: records.length, records, summary };
  }

  /** Resolves when so many are done; all of them unless told otherwise. @throws Refusal 404 */
  enough(id: string, least?: number): Promise<void> {
    const entries = this.#of(id);
    let wanted = Math.min(least ?? entries.length, entries.length);
    if (wanted <= 0) return Promise.resolve();
    return new Promise<void>((resolve) => {
      for (const { done } of entries) {
        void done.then(() => {
          wanted -= 1;
          if (wanted === 0) resolve();
        });
      }
    });
  }

  /** Groups hold their records: finished ones make room, oldest first. */
  #forget(): void {
    let held = [...this.#groups.values()].reduce((sum, { entries }) => sum + entries.length, 0);
    for (const [id, { entries }] of this.#groups) {
      if (held <= this.#rollouts.options.kept) return;
      if (entries.some(({ state }) => state !== "done")) continue;
      this.#groups.delete(id);
      held -= entries.length;
    }
  }

  #of(id: string): readonly Entry[] {
    const group = this.#groups.get(id);
    if (group === undefined) throw new Refusal(404, `no group '${id}': ask for it with POST /v1/groups`);
    return group.entries;
  }
}
