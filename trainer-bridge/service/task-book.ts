/** The tasks that may be asked for: found, checked against how they are to be played, and what is known of each. */
import { setImmediate } from "node:timers/promises";
import { reward, type Task, type World, WorldError, type Worlds } from "../../domains/index.ts";
import { checkLine, type TaskLine, taskLine } from "../../rollout/index.ts";
import { Refusal } from "../../servers/index.ts";
import { digest, type EpisodeSpec, type TaskRef, taskRefOf } from "./spec.ts";

type Query = Pick<TaskRef, "domain" | "world" | "seed"> & { readonly split?: "train" | "test" | undefined };

export class TaskBook {
  readonly worlds: Worlds;
  readonly #solvedByNothing = new WeakMap<Task, boolean>();

  constructor(worlds: Worlds) {
    this.worlds = worlds;
  }

  /** @throws Refusal, WorldError or UsageError in one line when there is no such task or it can't be played so. */
  line({ domain, id, world, seed, solo, domain_policy, split }: TaskRef): TaskLine {
    const here = this.#world(domain, world, seed);
    if (!here.tasks.has(id)) throw new Refusal(404, `no task '${id}' in ${domain}: GET /v1/tasks?domain=${domain}`);
    const line = taskLine(here, here.task(id));
    if (split !== undefined && split !== line.split) {
      throw new Refusal(400, `task ${id} is of ${splitOf(line.split)}, not of ${splitOf(split)}`);
    }
    return { ...line, ...(solo && { solo }), ...(domain_policy !== undefined && { domain_policy }) };
  }

  /** @throws Refusal 403 for training on a test split, unless it is forced; others as `line` does. */
  admit({ task, user, mode, force }: Pick<EpisodeSpec, "task" | "user" | "mode" | "force">): TaskLine {
    const line = this.line(task);
    if (line.split === "test" && mode === "training" && !force) {
      const remedy = 'take a task of the train split, say mode "evaluation", or "force": true';
      throw new Refusal(403, `task ${line.id} is of the test split, which is not trained on: ${remedy}`);
    }
    checkLine(line, this.worlds, { policy: "", user: userName(line, user), slip: undefined });
    return line;
  }

  /** Whether an episode in which nothing is said or done is rewarded. */
  solvedByNothing(line: TaskLine, mode: EpisodeSpec["mode"]): boolean {
    const world = this.#world(line.domain, line.world, line.seed);
    const task = world.task(line.id);
    // In evaluation more counts than in training: what training does not reward, it does not either.
    const known = this.#solvedByNothing.get(task) ?? nothingPays(world, task, "training");
    this.#solvedByNothing.set(task, known);
    return known && (mode === "training" || nothingPays(world, task, mode));
  }

  /** Others are served meanwhile: whether doing nothing solves a task takes an environment of it to tell. */
  async list({ domain, world, seed, split }: Query) {
    const here = this.#world(domain, world, seed);
    const tasks = [...here.tasks.values()].filter((task) => split === undefined || task.split === split);
    const listed = [];
    for (const [at, task] of tasks.entries()) {
      if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
      const line = taskLine(here, task);
      listed.push({
        task: taskRefOf(line),
        split: task.split,
        domain_version: line.domain_version,
        noop_solvable: this.solvedByNothing(line, "training"),
        preview: task.user.instructions.slice(0, PREVIEW),
        hash: digest(task),
      });
    }
    return listed;
  }

  #world(domain: string, kind: TaskRef["world"], seed: number): World {
    try {
      return this.worlds.get(domain, kind, seed);
    } catch (error) {
      if (!(error instanceof WorldError) || Object.hasOwn(this.worlds.domains, domain)) throw error;
      throw new Refusal(404, error.message);
    }
  }
}

function splitOf(split: "train" | "test" | null): string {
  return split === null ? "no split" : `the ${split} split`;
}

const PREVIEW = 200;
const AT_ONCE = 4;

export function userName({ solo }: TaskLine, { kind }: EpisodeSpec["user"]): string {
  return kind ?? (solo ? "ticket" : "scripted");
}

function nothingPays(world: World, task: Task, mode: EpisodeSpec["mode"]): boolean {
  using environment = world.open({ task });
  return reward(world, task, environment, { said: [] }, mode).value === 1;
}
