/** A task with the world it belongs to: one line of what `deskgym tasks` prints and `deskgym rollout` reads. */
import { z } from "zod";
import { Task, type World } from "../domains/index.ts";

/** Where rows and tasks come from; with the domain's version it fixes both, byte for byte. */
export const WorldName = {
  world: z.enum(["builtin", "tau2"]),
  seed: z.int(),
  domain_version: z.string(),
};

/** How an episode is set; absent: the agent has its own tools, and the first form of the domain policy. */
export const Setting = {
  /** The agent has both sides' tools, and the task's ticket instead of a user. */
  solo: z.literal(true).optional(),
  /** A form of the domain policy. */
  domain_policy: z.string().optional(),
};

export const TaskLine = Task.safeExtend({ ...WorldName, ...Setting });
export type TaskLine = z.output<typeof TaskLine>;

export function taskLine({ domain, kind, seed }: World, task: Task): TaskLine {
  return { ...task, world: kind, seed, domain_version: domain.version };
}

/** The task alone, as the world has it. */
export function taskOf(line: TaskLine): Task {
  const { world: _world, seed: _seed, domain_version: _version, solo: _solo, domain_policy: _policy, ...task } = line;
  return task;
}
