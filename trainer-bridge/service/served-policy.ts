/** The policy behind a rollout's endpoint: its token ids are kept as they come, or their lack ends the rollout. */
import type { Json } from "../../domains/index.ts";
import { type ChatEndpoint, chatCompletions, chatEndpointAt, type PolicyKind } from "../../rollout/index.ts";
import type { Segments } from "../segment.ts";
import { finishReasonOf, saysSomething, TEXT_WITHOUT_IDS, TokensMissing, tokensOf } from "../tokens.ts";
import type { Gate } from "./gate.ts";
import type { RolloutSpec } from "./spec.ts";

/** vLLM takes the first of the two ids, SGLang both; each passes over what it does not know. */
const WITH_IDS = { n: 1, logprobs: true, return_token_ids: true, return_prompt_token_ids: true };

function wantsIds({ policy: { protocol }, mode }: Pick<RolloutSpec, "policy" | "mode">): boolean {
  return protocol === undefined ? mode === "training" : protocol === "chat_token_ids";
}

/** `segments` grows with each answer. Answers without the ids that are wanted fail the episode at the policy's boundary. */
export function servedPolicy(rolloutId: string, spec: RolloutSpec, segments: Segments, gate: Gate): PolicyKind {
  const { base_url, model, api_key, headers, extra_body } = spec.policy;
  const endpoint = chatEndpointAt({
    baseURL: base_url,
    apiKey: api_key ?? "none",
    // Whoever balances between replicas keeps an episode, and its prefix cache, on one.
    headers: { "X-Session-ID": rolloutId, ...headers },
    // A long answer is not asked for twice: the rollout's deadline alone ends it. Timers count no further.
    timeoutMs: Math.min(spec.limits.deadline_s * 1000, 2 ** 31 - 1),
  });
  const keeps = wantsIds(spec);
  const ask: ChatEndpoint["ask"] = async (params, signal) => {
    await gate.pass(signal);
    const version = gate.version ?? spec.weight_version ?? null;
    const answer = await endpoint.ask({ ...params, ...extra_body, ...(keeps && WITH_IDS) }, signal);
    if (keeps) {
      const sampled = tokensOf(answer.body);
      if (sampled.token_ids.length === 0 && saysSomething(answer.message)) throw new TokensMissing(TEXT_WITHOUT_IDS);
      segments.add({ ...sampled, weight_version: sampled.weight_version ?? version });
    } else {
      segments.addText(finishReasonOf(answer.body));
    }
    return answer;
  };
  return chatCompletions({ ask }, model, spec.sampling as Readonly<Record<string, Json>>);
}
