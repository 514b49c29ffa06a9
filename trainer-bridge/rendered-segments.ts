/** Token samples of an episode whose endpoint gave no ids: rendered by the model's own chat template, without log-probs. */
import { type Message, seenByPolicy } from "../rollout/index.ts";
import type { ChatTemplate } from "./chat-template.ts";

/** One append-only token sequence, as a record has it but for what only a sampler knows. */
export interface RenderedSegment {
  readonly prompt_ids: number[];
  /** From the policy's first token to its last. */
  readonly response_ids: number[];
  /** 1 on what the policy said, up to and including the token that ends its turn. Of the length of `response_ids`. */
  readonly response_mask: (0 | 1)[];
  /** The policy's turns in it, from 0. */
  readonly turns: number[];
  /** Why it begins: with the episode, or since the template wrote earlier turns anew. Forks are drift. */
  readonly join: "start" | "fork";
}

/**
 * Each sampled message follows what the template prompts it with. Where a prompt goes on from all ids so far, what lies
 * between is put in with mask 0; where it does not, as Qwen3's, which drops the thoughts of earlier turns, a new segment begins.
 * @param messages an episode's record; what the policy has not seen is passed over
 * @throws Error naming the turn where the template does not take a message, or does not go on from its own prompt
 */
export function renderSegments(
  template: ChatTemplate,
  messages: readonly Message[],
  tools: readonly object[],
): RenderedSegment[] {
  const seen = seenByPolicy(messages);
  const segments: RenderedSegment[] = [];
  let turn = 0;
  for (const [at, { sampled }] of seen.entries()) {
    if (!sampled) continue;
    const { prompt, said } = turnText(template, seen.slice(0, at + 1), tools, turn);
    const promptIds = template.encode(prompt);
    const saidIds = template.encode(said);
    const open = segments.at(-1);
    const between = open && whatFollows(promptIds, open);
    if (open && between) {
      append(open, between, 0);
      append(open, saidIds, 1);
      open.turns.push(turn);
    } else {
      const join = open ? "fork" : "start";
      const response_mask = saidIds.map(() => 1 as const);
      segments.push({ prompt_ids: promptIds, response_ids: saidIds, response_mask, turns: [turn], join });
    }
    turn += 1;
  }
  return segments;
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

/** The ids after the segment's; undefined where these do not begin with all of its own. */
function whatFollows(ids: readonly number[], { prompt_ids, response_ids }: RenderedSegment): number[] | undefined {
  const length = prompt_ids.length + response_ids.length;
  const isPrefix = prompt_ids.every((id, at) => id === ids[at]);
  if (!isPrefix || !response_ids.every((id, at) => id === ids[prompt_ids.length + at])) return undefined;
  return ids.slice(length);
}

function append({ response_ids, response_mask }: RenderedSegment, ids: readonly number[], mask: 0 | 1): void {
  for (const id of ids) {
    response_ids.push(id);
    response_mask.push(mask);
  }
}
