/** The reward, posted to a gateway that keeps the tokens itself. */
import { setTimeout } from "node:timers/promises";
import type { RolloutRecord } from "./record.ts";
import type { RolloutSpec } from "./spec.ts";

const TRIES = 4;
const TIMEOUT_MS = 30_000;

/** In the shape of verl's uni-agent gateway, `POST /sessions/{id}/reward_info`. What can't be posted goes to stderr. */
export async function postReward(
  url: string,
  { rollout_id, reward, status, failure }: RolloutRecord,
  { api_key, headers }: RolloutSpec["policy"],
): Promise<void> {
  const reward_info = { reward, finished: status === "completed" || status === "truncated", failure, rollout_id };
  const authorization = api_key === undefined ? {} : { authorization: `Bearer ${api_key}` };
  for (let tries = 1; ; tries++) {
    const problem = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...authorization, ...headers },
      body: JSON.stringify({ reward_info }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).then(
      ({ ok, status: answered }) => (ok ? undefined : `it was answered ${answered}`),
      (error: Error) => error.message,
    );
    if (problem === undefined) return;
    if (tries === TRIES) {
      process.stderr.write(`deskgym: the reward of ${rollout_id} could not be posted to ${url}: ${problem}\n`);
      return;
    }
    await setTimeout(250 * 2 ** tries);
  }
}
