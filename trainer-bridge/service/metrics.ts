/** The bridge's counters as Prometheus reads them. */
import { metric } from "../../servers/index.ts";
import type { Gate } from "./gate.ts";
import type { Rollouts } from "./rollouts.ts";

export function metricsText(rollouts: Rollouts, episodes: number, gate: Gate): string {
  const outcomes = [...rollouts.counts].map(([outcome, count]): [string, number] => [`outcome="${outcome}"`, count]);
  return [
    metric("deskgym_bridge_rollouts_running", "gauge", "Rollouts that play now.", [["", rollouts.running]]),
    metric("deskgym_bridge_rollouts_queued", "gauge", "Rollouts that wait their turn.", [["", rollouts.queued]]),
    metric("deskgym_bridge_rollouts_total", "counter", "Rollouts that ended, by status or failure.", outcomes),
    metric("deskgym_bridge_response_tokens_total", "counter", "Tokens that policies sampled.", [["", rollouts.tokens]]),
    metric("deskgym_bridge_drift_total", "counter", "Prompts that did not continue the tokens before them.", [
      ["", rollouts.drift],
    ]),
    metric("deskgym_bridge_episodes_open", "gauge", "Episodes that trainers step now.", [["", episodes]]),
    metric("deskgym_bridge_paused_seconds_total", "counter", "Time during which no policy call began.", [
      ["", gate.pausedMs / 1000],
    ]),
  ].join("");
}
