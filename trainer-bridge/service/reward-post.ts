/** The reward, posted to a gateway that keeps the tokens itself. */
import { setTimeout } from "node:timers/promises";
import type { RolloutRecord } from "./record.ts";
import type { RolloutSpec } from "./spec.ts";

const TRIES = 4;
const TIMEOUT_MS = 30_000;

/**
 * In the shape of verl's uni-agent gateway, `POST /sessions/{id}/reward_info`: `finished` is false where a limit ended the
 * episode, and other fields it would take for metrics. Without a reward nothing is posted: it would count as 0. What can't
 * be posted is told on stderr.
 */
export async function postReward(
  url: string,
  { rollout_id, reward, status }: RolloutRecord,
  { api_key, headers }: RolloutSpec["policy"],
  signal: AbortSignal,
): Promise<void> {
  if (reward === null) return;
  const reward_info = { reward, finished: status === "completed" };
  const authorization = api_key === undefined ? {} : { authorization: `Bearer ${api_key}` };
  for (let tries = 1; ; tries++) {
    const problem = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorization, ...headers },
      body: JSON.stringify({ reward_info }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    }).then(
      ({ ok, status: answered }) => (ok ? undefined : `it was answered ${answered}`),
      (error: Error) => error.message,
    );
    if (problem === undefined) return;
    if (tries === TRIES || signal.aborted) {
      process.stderr.write(`deskgym: the reward of ${rollout_id} could not be posted to ${url}: ${problem}\n`);
      return;
    }
    await setTimeout(250 * 2 ** (tries - 1), undefined, { signal }).catch(() => undefined);
  }
}
