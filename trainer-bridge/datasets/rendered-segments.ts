/** Token samples of an episode whose endpoint gave no ids: rendered by the model's own chat template, without log-probs. */
import { type Message, seenByPolicy } from "../../rollout/index.ts";
import { type Segment, Segments } from "../segment.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** A segment but for what only a sampler knows. Mask 1: what the policy said, with the token that ends its turn. */
export type RenderedSegment = Omit<Segment, "logprobs" | "weight_versions">;

/**
 * Each sampled message follows what the template prompts it with. A prompt that does not go on from all ids so far, as one of
 * Qwen3's, which drops the thoughts of earlier turns, begins a new segment with `join` "fork".
 * @param messages an episode's record; what the policy has not seen is passed over
 * @throws Error naming the turn where the template does not take a message, or does not go on from its own prompt
 */
export function renderSegments(
  template: ChatTemplate,
  messages: readonly Message[],
  tools: readonly object[],
): RenderedSegment[] {
  const seen = seenByPolicy(messages);
  const segments = new Segments();
  for (const [at, { sampled }] of seen.entries()) {
    if (!sampled) continue;
    const { prompt, said } = turnText(template, seen.slice(0, at + 1), tools, segments.turns.length);
    const ids = { prompt_ids: template.encode(prompt), token_ids: template.encode(said) };
    segments.add({ ...ids, logprobs: [], weight_version: null, finish_reason: null });
  }
  return segments.list.map(({ logprobs: _none, weight_versions: _unknown, ...segment }) => segment);
}

/** The last message's prompt, and what the template writes for it, up to and including the end of the turn. */
function turnText(template: ChatTemplate, messages: readonly Message[], tools: readonly object[], turn: number) {
  const prompt = template.render(messages.slice(0, -1), tools, true);
  const text = template.render(messages, tools, false);
  if (!text.startsWith(prompt)) {
    throw new Error(`turn ${turn}: the chat template does not go on from its own prompt: give it other keywords`);
  }
  const end = text.lastIndexOf(template.endOfTurn);
  if (end < prompt.length)
    throw new Error(`turn ${turn}: the chat template does not end it with ${template.endOfTurn}`);
  return { prompt, said: text.slice(prompt.length, end + template.endOfTurn.length) };
}
