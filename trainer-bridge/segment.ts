/** An episode's answers as token sequences that only ever grow: joined on an exact prefix, and never on anything less. */
import { z } from "zod";
import { type Sampled, TokenIds } from "./tokens.ts";

export const Segment = z.strictObject({
  prompt_ids: TokenIds,
  /** The next three have one length. All that follows the prompt: what was sampled, and what came between. */
  response_ids: TokenIds,
  /** 1 exactly where the policy sampled the id. */
  response_mask: z.array(z.union([z.literal(0), z.literal(1)])),
  /** Of the distribution that was sampled from; 0 where the mask is 0. */
  logprobs: z.array(z.number()),
  /** Which weights sampled `[start, end)` of the response. */
  weight_versions: z.array(z.strictObject({ start: z.int(), end: z.int(), version: z.string().nullable() })),
  /** The policy's turns in it, from 0. */
  turns: z.array(z.int()),
  /** Why it begins: the episode's first, or the prompt did not continue what went before. */
  join: z.enum(["start", "fork"]),
});
export type Segment = z.output<typeof Segment>;

/** Where a turn's ids stand: `[start, end)` of the segment's response. `segment` is null without ids. */
export const Turn = z.strictObject({
  segment: z.int().nullable(),
  start: z.int(),
  end: z.int(),
  finish_reason: z.string().nullable(),
});
export type Turn = z.output<typeof Turn>;

export class Segments {
  readonly list: Segment[] = [];
  readonly turns: Turn[] = [];
  /** Prompts that continued what went before, and those that did not. */
  joins = 0;
  drift = 0;
  /** Answers of no tokens at all: nothing to train on. */
  voidTurns = 0;

  /** Whether its answers came with ids, all or none: the first tells. */
  get hasIds(): boolean {
    return this.list.length > 0 || this.voidTurns > 0;
  }

  /** An answer without ids. */
  addText(finish_reason: string | null): void {
    this.turns.push({ segment: null, start: 0, end: 0, finish_reason });
  }

  add(sampled: Sampled): void {
    const turn = this.turns.length;
    const { finish_reason } = sampled;
    if (sampled.token_ids.length === 0) {
      this.voidTurns += 1;
      this.turns.push({ segment: null, start: 0, end: 0, finish_reason });
      return;
    }
    const segment = this.#segmentFor(sampled.prompt_ids);
    const start = segment.response_ids.length;
    for (const [at, id] of sampled.token_ids.entries()) extend(segment, id, 1, sampled.logprobs[at] ?? 0);
    const end = segment.response_ids.length;
    segment.turns.push(turn);
    const last = segment.weight_versions.at(-1);
    if (last?.version === sampled.weight_version) last.end = end;
    else segment.weight_versions.push({ start, end, version: sampled.weight_version });
    this.turns.push({ segment: this.list.length - 1, start, end, finish_reason });
  }

  /** The segment that the prompt continues, brought up to the prompt's end; else a new one. */
  #segmentFor(prompt: readonly number[]): Segment {
    const last = this.list.at(-1);
    if (last !== undefined && continues(last, prompt)) {
      this.joins += 1;
      const known = last.prompt_ids.length + last.response_ids.length;
      for (let at = known; at < prompt.length; at++) extend(last, prompt[at] as number, 0, 0);
      return last;
    }
    if (last !== undefined) this.drift += 1;
    const segment: Segment = {
      prompt_ids: [...prompt],
      response_ids: [],
      response_mask: [],
      logprobs: [],
      weight_versions: [],
      turns: [],
      join: last === undefined ? "start" : "fork",
    };
    this.list.push(segment);
    return segment;
  }
}

function extend(segment: Segment, id: number, mask: 0 | 1, logprob: number): void {
  segment.response_ids.push(id);
  segment.response_mask.push(mask);
  segment.logprobs.push(logprob);
}

function continues({ prompt_ids, response_ids }: Segment, prompt: readonly number[]): boolean {
  const before = prompt_ids.length;
  if (prompt.length < before + response_ids.length) return false;
  return prompt_ids.every((id, at) => id === prompt[at]) && response_ids.every((id, at) => id === prompt[before + at]);
}
