/** The policy behind a rollout's endpoint: its token ids are kept as they come, or their lack ends the rollout. */
import { setTimeout } from "node:timers/promises";
import type { Json } from "../../domains/index.ts";
import {
  type ChatEndpoint,
  chatCompletions,
  chatEndpointAt,
  EndpointError,
  type PolicyKind,
} from "../../rollout/index.ts";
import type { Segments } from "../segment.ts";
import { countsOf, finishReasonOf, saysSomething, TEXT_WITHOUT_IDS, TokensMissing, tokensOf } from "../tokens.ts";
import type { Gate } from "./gate.ts";
import type { RolloutSpec } from "./spec.ts";
import { warnOnce } from "./warn-once.ts";

/** vLLM takes the first of the two ids, SGLang both; each passes over what it does not know. */
const WITH_IDS = { n: 1, logprobs: true, return_token_ids: true, return_prompt_token_ids: true };

function wantsIds({ policy: { protocol }, mode }: Pick<RolloutSpec, "policy" | "mode">): boolean {
  return protocol === undefined ? mode === "training" : protocol === "chat_token_ids";
}

/** `segments` grows with each answer. Answers without the ids that are wanted fail the episode at the policy's boundary. */
export function servedPolicy(rolloutId: string, spec: RolloutSpec, segments: Segments, gate: Gate): PolicyKind {
  const { base_url, model, api_key, headers, extra_body, patience_s } = spec.policy;
  const endpoint = chatEndpointAt({
    baseURL: base_url,
    apiKey: api_key ?? "none",
    // Whoever balances between replicas keeps an episode, and its prefix cache, on one.
    headers: { "X-Session-ID": rolloutId, ...headers },
    // Every try has to pass the gate.
    retries: 0,
    // The rollout's deadline alone ends an answer that takes long. Timers count no further.
    timeoutMs: 2 ** 31 - 1,
  });
  const keeps = wantsIds(spec);
  const ask: ChatEndpoint["ask"] = async (params, signal) => {
    const body = { ...params, ...extra_body, ...(keeps && WITH_IDS) };
    const { answer, version } = await patiently(gate, patience_s * 1000, signal, async () => {
      const version = gate.version ?? spec.weight_version ?? null;
      return { answer: await endpoint.ask(body, signal), version };
    });
    if (!keeps) {
      segments.addText(finishReasonOf(answer.body));
      return answer;
    }
    const sampled = tokensOf(answer.body);
    if (sampled.token_ids.length === 0 && saysSomething(answer.message)) throw new TokensMissing(TEXT_WITHOUT_IDS);
    segments.add({ ...sampled, weight_version: sampled.weight_version ?? version });
    // Without them there would be no limit on tokens.
    return answer.usage.input_tokens > 0 ? answer : { ...answer, usage: countsOf(sampled) };
  };
  return chatCompletions({ ask }, model, spec.sampling as Readonly<Record<string, Json>>);
}

/** Tries again, each time through the gate, what may pass, until it has waited for so long between its tries. */
async function patiently<T>(
  gate: Gate,
  ms: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  let waited = 0;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    await gate.pass(signal);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof EndpointError && error.passes)) throw error;
      // "At once" would have no end.
      const wait = Math.min(error.retryAfterMs || pause, MOST_AFTER_MS);
      waited += wait;
      if (waited > ms) throw error;
      warnOnce(
        `${error.message}: it is asked again, for ${ms / 1000} s at most`,
        error.message.split(" ", 3).join(" "),
      );
      await setTimeout(wait, undefined, { signal });
    }
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
const MOST_AFTER_MS = 60_000;
