/** A task's environment, taken back to where the task begins for each run: what checks and the audit try calls on. */
import type { Domain } from "./domain.ts";
import type { Environment } from "./environment.ts";
import { compared, type Reward, type RewardMode, reward, type Transcript } from "./reward.ts";
import type { Call, Task } from "./task.ts";
import type { World } from "./world.ts";

export class Trial {
  readonly environment: Environment;
  readonly #world: World;
  readonly #task: Task;

  /** @throws WorldError when the task's initial state can't be reached. */
  constructor(world: World, task: Task, { solo = false }: { solo?: boolean } = {}) {
    this.#world = world;
    this.#task = task;
    this.environment = world.open({ task, solo });
  }

  /** Makes the calls from the start. Yields what the failed ones said. */
  make(calls: readonly Call[]): string[] {
    this.environment.reset();
    for (const { requestor, name, arguments: args } of calls) this.environment.call(requestor, name, args);
    return this.environment.calls.flatMap(({ name, result }) => (result.ok ? [] : `${name}: ${result.error}`));
  }

  /** What the calls made so far are worth; unless given, all that the task wants told was told, and no judge was there. */
  score(transcript: Transcript = { said: this.#task.communicate }, mode: RewardMode = "evaluation"): Reward {
    return reward(this.#world, this.#task, this.environment, transcript, mode);
  }

  /** What the calls from the start are worth. */
  worth(calls: readonly Call[], transcript?: Transcript, mode?: RewardMode): number | null {
    this.make(calls);
    return this.score(transcript, mode).value;
  }

  /** All that success can be read from now: the rows that are compared, and what assertions of the basis say. */
  standing(): string {
    const { environment } = this;
    const { env_assertions, reward_basis } = this.#task;
    const rows = compared(environment.changes(), environment).map(({ table, key, after }) => [table.name, key, after]);
    const asserted = reward_basis.includes("env_assertions") ? env_assertions : [];
    return JSON.stringify([rows, asserted.map((assertion) => environment.holds(assertion))]);
  }

  [Symbol.dispose](): void {
    this.environment.close();
  }
}

export function isWrite({ tools }: Domain, { requestor, name }: Call): boolean {
  return tools[requestor][name]?.effect === "write";
}

/** Indices of the reference actions that write. */
export function writesOf(domain: Domain, { reference_actions }: Task): number[] {
  return reference_actions.flatMap((action, at) => (isWrite(domain, action) ? at : []));
}
