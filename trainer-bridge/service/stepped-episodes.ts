/** Episodes that a trainer plays itself: it generates, this answers with what its message caused. */
import type { z } from "zod";
import {
  type Attempt,
  asFunctions,
  asUtterance,
  type DrivenSetting,
  type Ended,
  EpisodeFailure,
  type Message,
  type OpenAttempt,
  openAttempt,
  Trajectory,
  trajectoryOf,
} from "../../rollout/index.ts";
import { Refusal } from "../../servers/index.ts";
import { Segments } from "../segment.ts";
import { type RolloutRecord, recordOf } from "./record.ts";
import { bug, digest, type Rollouts } from "./rollouts.ts";
import type { EpisodeBody, StepBody } from "./spec.ts";

/** What the policy has to read next, or how it ended. */
export interface Standing {
  /** How many messages the policy has sent. */
  readonly turn: number;
  /** All of them at the start, later those after the policy's own. */
  readonly messages: readonly Heard[];
  readonly ended: Ended | null;
}

type Heard = Omit<Message, "sampled" | "requestor" | "is_error">;

interface Opened extends Standing {
  readonly episode_id: string;
  readonly tools: ReturnType<typeof asFunctions>;
}

interface Stepped {
  readonly id: string;
  readonly asked: string;
  readonly attempt: Attempt;
  readonly setting: DrivenSetting;
  readonly segments: Segments;
  readonly startedAt: number;
  readonly controller: AbortController;
  readonly callOff: () => void;
  readonly opened: Promise<{ readonly play: OpenAttempt; readonly reply: Opened }>;
  readonly noopSolvable: boolean;
  /** The last answer, and to what; a request that comes twice is answered twice alike. */
  last: { readonly asked: string; readonly reply: Promise<Standing> } | null;
  turn: number;
  /** The policy's last message is still being answered. */
  isBusy: boolean;
  record: Promise<RolloutRecord> | null;
}

const RETRY_AFTER_SECONDS = "5";

export class SteppedEpisodes {
  readonly #rollouts: Rollouts;
  /** Oldest first. */
  readonly #episodes = new Map<string, Stepped>();

  constructor(rollouts: Rollouts) {
    this.#rollouts = rollouts;
  }

  /** How many are open. */
  get size(): number {
    return [...this.#episodes.values()].filter(({ record }) => record === null).length;
  }

  /** @throws Refusal 409 for other words, 429, 503, 502 when the desk does not open, and as `TaskBook.admit` does */
  async open(body: z.output<typeof EpisodeBody>): Promise<Opened> {
    const { episode_id: id, ...spec } = body;
    const asked = digest(spec);
    const known = this.#episodes.get(id);
    if (known !== undefined) {
      if (known.asked === asked) return (await known.opened).reply;
      throw new Refusal(409, `episode '${id}' was opened before, in other words: take another episode_id`);
    }
    const { book, concurrency, desks, gate, now } = this.#rollouts.options;
    if (this.#rollouts.isDraining) this.#rollouts.requireRoom();
    if (this.size >= concurrency) {
      const retry = { "retry-after": RETRY_AFTER_SECONDS };
      throw new Refusal(429, `${concurrency} episodes are open, which is the limit: finish one`, retry);
    }
    const line = book.admit(spec);
    const { turns, errors, tokens, deadline_s } = spec.limits;
    const controller = new AbortController();
    const setting: DrivenSetting = {
      ...{ desks, user: this.#rollouts.userOf(line, spec.user), mode: spec.mode, seed: spec.seed },
      policy: { kind: "stepped", options: {} },
      limits: { turns, errors, ...(tokens !== undefined && { tokens }) },
      signal: controller.signal,
    };
    const attempt = { line, attempt: spec.attempt };
    const stepped: Stepped = {
      ...{ id, asked, attempt, setting, controller, segments: new Segments(), startedAt: now() },
      noopSolvable: book.solvedByNothing(line, spec.mode),
      callOff: gate.after(deadline_s * 1000, () => this.#abort(stepped, "deadline")),
      opened: this.#start(id, setting, attempt),
      ...{ last: null, turn: 0, isBusy: false, record: null },
    };
    this.#episodes.set(id, stepped);
    this.#forget();
    try {
      return (await stepped.opened).reply;
    } catch (error) {
      stepped.callOff();
      // Closed meanwhile, its id may be another's.
      if (this.#episodes.get(id) === stepped) this.#episodes.delete(id);
      throw error;
    }
  }

  /** @throws Refusal 404, or 409 for a turn that is not the next, or after the end */
  async step(id: string, body: z.output<typeof StepBody>): Promise<Standing> {
    const stepped = this.#of(id);
    const { play } = await stepped.opened;
    const asked = digest(body);
    if (stepped.last?.asked === asked) return stepped.last.reply;
    if (stepped.record !== null) throw new Refusal(409, `episode '${id}' is finished`);
    if (body.turn !== stepped.turn) {
      throw new Refusal(409, `episode '${id}' is at turn ${stepped.turn}, and this is turn ${body.turn}`);
    }
    if (stepped.isBusy)
      throw new Refusal(409, `episode '${id}' has not answered turn ${body.turn - 1} yet: wait for it`);
    if (play.episode.ended !== null) {
      throw new Refusal(409, `episode '${id}' has ended: POST /v1/episodes/${encodeURIComponent(id)}/finish`);
    }
    stepped.turn += 1;
    const reply = this.#take(stepped, play, body);
    stepped.last = { asked, reply };
    return reply;
  }

  /** Scores what was done, and closes. An episode that has not ended counts as abandoned, a 0. @throws Refusal 404 */
  async finish(id: string): Promise<RolloutRecord> {
    const stepped = this.#of(id);
    stepped.record ??= this.#score(stepped);
    return stepped.record;
  }

  /** @throws Refusal 404 */
  close(id: string): void {
    this.#abort(this.#of(id), "cancelled");
    this.#episodes.delete(id);
  }

  closeAll(): void {
    for (const stepped of this.#episodes.values()) this.#abort(stepped, "cancelled");
  }

  async #start(episode_id: string, setting: DrivenSetting, attempt: Attempt) {
    const play = await openAttempt(setting, attempt).catch((error) => {
      if (!(error instanceof EpisodeFailure)) throw error;
      throw new Refusal(502, `the ${error.boundary} failed: ${error.message}`);
    });
    const messages = await play.episode.start();
    const tools = asFunctions(play.desk.agent.tools);
    return { play, reply: { episode_id, turn: 0, messages: messages.map(heard), tools, ended: play.episode.ended } };
  }

  async #take(stepped: Stepped, { episode }: OpenAttempt, { message, tokens, usage }: z.output<typeof StepBody>) {
    const { segments, turn } = stepped;
    const { version } = this.#rollouts.options.gate;
    if (tokens === undefined) segments.addText(null);
    else segments.add({ ...tokens, weight_version: tokens.weight_version ?? version });
    // Without them there would be no limit on tokens.
    const counted = tokens && { input_tokens: tokens.prompt_ids.length, output_tokens: tokens.token_ids.length };
    stepped.isBusy = true;
    try {
      const { messages, ended } = await episode.step(asUtterance(message), usage ?? counted);
      return { turn, messages: messages.map(heard), ended };
    } finally {
      stepped.isBusy = false;
    }
  }

  async #score(stepped: Stepped): Promise<RolloutRecord> {
    const { play } = await stepped.opened;
    await stepped.last?.reply.catch(() => undefined);
    const { id, attempt, segments, noopSolvable, startedAt, callOff } = stepped;
    const ending = await this.#ending(stepped, play);
    callOff();
    await play.desk.close().catch(() => undefined);
    const record = recordOf({
      ...{ rollout_id: id, group_id: null, line: attempt.line, noopSolvable, segments, ending },
      timing: { queued_s: 0, seconds: Math.round(this.#rollouts.options.now() - startedAt) / 1000 },
    });
    this.#rollouts.count(record);
    return record;
  }

  async #ending({ id, setting, attempt, controller: { signal } }: Stepped, { episode }: OpenAttempt) {
    try {
      const outcome = await episode.finish();
      return signal.aborted ? { aborted: signal.reason } : Trajectory.parse(trajectoryOf(setting, attempt, outcome));
    } catch (error) {
      return bug(id, error);
    }
  }

  #abort(stepped: Stepped, reason: "deadline" | "cancelled"): void {
    if (stepped.record !== null) return;
    stepped.controller.abort(reason);
    stepped.record = this.#score(stepped);
    void stepped.record.catch(() => undefined);
  }

  /** Finished ones make room, oldest first. */
  #forget(): void {
    for (const [id, { record }] of this.#episodes) {
      if (this.#episodes.size <= this.#rollouts.options.kept) return;
      if (record !== null) this.#episodes.delete(id);
    }
  }

  #of(id: string): Stepped {
    const stepped = this.#episodes.get(id);
    if (stepped === undefined) throw new Refusal(404, `no episode '${id}': open one with POST /v1/episodes`);
    return stepped;
  }
}

function heard({ role, content, tool_calls, tool_call_id }: Message): Heard {
  return {
    role,
    content,
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}
