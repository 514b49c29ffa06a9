/** Where one episode takes place: the tools of both sides, the domain policy, and the score. */
import { canonical, type Reward, type RewardMode } from "../domains/index.ts";
import { UsageError } from "../servers/index.ts";
import type { Message } from "./message.ts";
import { type TaskLine, taskOf } from "./task-line.ts";
import type { ToolClient } from "./tool-client.ts";

export interface Desk {
  readonly agent: ToolClient;
  /** Null in a domain whose user has no tools. */
  readonly user: ToolClient | null;
  readonly domainPolicy: string;
  /** The reward for what was done here, not judged by a model. `messages` is the whole record. */
  score(messages: readonly Message[], mode: RewardMode): Promise<Reward>;
  close(): Promise<void>;
}

/** Opens desks on one transport. */
export interface Desks {
  open(line: TaskLine): Promise<Desk>;
}

/** @throws UsageError when the world's task is not the line's: scores of the two would not compare. */
export function sameTask(line: TaskLine, task: unknown): void {
  if (canonical(taskOf(line)) === canonical(task)) return;
  throw new UsageError(`task ${line.id} is not what this world has: list the tasks again with \`deskgym tasks\``);
}

export function noSolo(domain: string): string {
  return `${domain} has no solo mode: its user has no tools that the policy could have`;
}
