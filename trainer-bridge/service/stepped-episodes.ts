/** Episodes that a trainer plays itself: it generates, this answers with what its message caused. */
import type { z } from "zod";
import {
  asUtterance,
  type DrivenSetting,
  type OpenAttempt,
  Trajectory,
  trajectoryOf,
  unlessCalledOff,
} from "../../rollout/index.ts";
import { Refusal, tryAgain } from "../../servers/index.ts";
import { Segments } from "../segment.ts";
import { countsOf } from "../tokens.ts";
import { bug, type RolloutRecord, recordOf } from "./record.ts";
import type { Rollouts } from "./rollouts.ts";
import { digest, type EpisodeBody, limitsOf, nameOnly, type StepBody } from "./spec.ts";
import { heard, type Opened, type Standing, type Stepped, startEpisode } from "./stepped-episode.ts";

/** So long without a request, it may be called off to make room. */
const IDLE_MS = 10 * 60_000;

export class SteppedEpisodes {
  readonly #rollouts: Rollouts;
  /** Oldest first. */
  readonly #episodes = new Map<string, Stepped>();
  /** Those whose desks are not closed, known by id or not. */
  readonly #open = new Set<Stepped>();

  constructor(rollouts: Rollouts) {
    this.#rollouts = rollouts;
  }

  /** How many have a desk. */
  get size(): number {
    return this.#open.size;
  }

  /** @throws Refusal 409 for other words, 429, 503, 502 when the desk does not open, and as `TaskBook.admit` does */
  async open(body: z.output<typeof EpisodeBody>): Promise<Opened> {
    const { episode_id: id, ...spec } = body;
    const asked = digest({ ...spec, task: nameOnly(spec.task) });
    const { book, concurrency, desks, gate, now } = this.#rollouts.options;
    const line = book.admit(spec);
    const user = this.#rollouts.userOf(line, spec.user);
    for (;;) {
      const known = this.#episodes.get(id);
      if (known?.asked === asked) return (await known.opened).reply;
      if (known !== undefined) {
        throw new Refusal(409, `episode '${id}' was opened before, in other words: take another episode_id`);
      }
      if (this.#rollouts.isDraining) this.#rollouts.requireRoom();
      if (this.size < concurrency) break;
      // Others may come meanwhile, and for the same id.
      await this.#makeRoom();
    }
    const controller = new AbortController();
    const setting: DrivenSetting = {
      ...{ desks, user, mode: spec.mode, seed: spec.seed },
      policy: { kind: "stepped", options: {} },
      limits: limitsOf(spec.limits),
      signal: controller.signal,
    };
    const attempt = { line, attempt: spec.attempt };
    const stepped: Stepped = {
      ...{ id, asked, attempt, setting, controller, segments: new Segments(), startedAt: now() },
      noopSolvable: book.solvedByNothing(line, spec.mode),
      callOff: gate.after(spec.limits.deadline_s * 1000, () => this.#abort(stepped, "deadline")),
      opened: startEpisode(id, setting, attempt),
      ...{ last: null, turn: 0, isBusy: false, usedAt: now(), record: null, left: Promise.withResolvers<void>() },
    };
    this.#episodes.set(id, stepped);
    this.#open.add(stepped);
    this.#forget();
    try {
      return (await stepped.opened).reply;
    } catch (error) {
      stepped.callOff();
      this.#leave(stepped);
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
    stepped.usedAt = this.#rollouts.options.now();
    if (stepped.last?.asked === asked) return this.#answer(stepped, stepped.last.reply);
    if (stepped.record !== null) throw finished(id);
    if (body.turn !== stepped.turn) {
      throw new Refusal(409, `episode '${id}' is at turn ${stepped.turn}, and this is turn ${body.turn}`);
    }
    if (stepped.isBusy)
      throw new Refusal(409, `episode '${id}' has not answered turn ${body.turn - 1} yet: wait for it`);
    if (play.episode.ended !== null) {
      throw new Refusal(409, `episode '${id}' has ended: POST /v1/episodes/${encodeURIComponent(id)}/finish`);
    }
    const hadTokens = stepped.turn === 0 ? undefined : stepped.segments.hasIds;
    if (hadTokens === (body.tokens === undefined)) {
      throw new Refusal(
        400,
        `episode '${id}': the turns before this had ${hadTokens ? "" : "no "}tokens: all have, or none`,
      );
    }
    stepped.turn += 1;
    const reply = this.#take(stepped, play, body);
    stepped.last = { asked, reply };
    return this.#answer(stepped, reply);
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

  async #take(stepped: Stepped, { episode }: OpenAttempt, { message, tokens, usage }: z.output<typeof StepBody>) {
    const { segments, turn } = stepped;
    const { version } = this.#rollouts.options.gate;
    if (tokens === undefined) segments.addText(null);
    else segments.add({ ...tokens, weight_version: tokens.weight_version ?? version });
    // Without them there would be no limit on tokens.
    const counted = tokens && countsOf(tokens);
    stepped.isBusy = true;
    try {
      const { messages, ended } = await episode.step(asUtterance(message), usage ?? counted);
      return { turn, messages: messages.map(heard), ended };
    } finally {
      stepped.isBusy = false;
      stepped.usedAt = this.#rollouts.options.now();
    }
  }

  /** Nobody waits for the answer of an episode that is called off. */
  async #answer({ id, controller: { signal } }: Stepped, reply: Promise<Standing>): Promise<Standing> {
    try {
      return await unlessCalledOff(reply, signal);
    } catch (error) {
      throw signal.aborted ? finished(id) : error;
    }
  }

  async #score(stepped: Stepped): Promise<RolloutRecord> {
    const { id, attempt, setting, segments, noopSolvable, startedAt, callOff } = stepped;
    const ending = await this.#ending(stepped);
    callOff();
    const record = recordOf({
      ...{ rollout_id: id, group_id: null, ...attempt, seed: setting.seed, noopSolvable, segments, ending },
      ...{ queuedMs: 0, ms: this.#rollouts.options.now() - startedAt },
    });
    this.#rollouts.count(record);
    return record;
  }

  async #ending(stepped: Stepped) {
    const { signal } = stepped.controller;
    try {
      return await unlessCalledOff(this.#played(stepped), signal);
    } catch (error) {
      return signal.aborted ? { aborted: signal.reason } : bug(stepped.id, error);
    }
  }

  /** Called off while a server hangs, it keeps its place until its desk is closed. */
  async #played(stepped: Stepped): Promise<Trajectory> {
    const { opened, setting, attempt, controller } = stepped;
    const { play } = await opened;
    try {
      await stepped.last?.reply.catch(() => undefined);
      controller.signal.throwIfAborted();
      return Trajectory.parse(trajectoryOf(setting, attempt, await play.episode.finish()));
    } finally {
      await play.desk.close().catch(() => undefined);
      this.#leave(stepped);
    }
  }

  /** Ends what runs for it, be it the scoring. */
  #abort(stepped: Stepped, reason: "deadline" | "cancelled"): void {
    stepped.controller.abort(reason);
    stepped.record ??= this.#score(stepped);
    void stepped.record.catch(() => undefined);
  }

  /** Calls off the one that nobody has used for longest. @throws Refusal 429 where all are in use */
  async #makeRoom(): Promise<void> {
    const { concurrency, now } = this.#rollouts.options;
    const unused = [...this.#open].filter(({ isBusy, record }) => !isBusy && record === null);
    const [first] = unused.toSorted((one, other) => one.usedAt - other.usedAt);
    if (first === undefined || now() - first.usedAt <= IDLE_MS) {
      throw tryAgain(429, `${concurrency} episodes are open, which is the limit: finish one`);
    }
    this.#abort(first, "cancelled");
    await first.left.promise;
  }

  #leave(stepped: Stepped): void {
    this.#open.delete(stepped);
    stepped.left.resolve();
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

function finished(id: string): Refusal {
  return new Refusal(409, `episode '${id}' is finished`);
}
