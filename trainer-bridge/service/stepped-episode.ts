/** One episode that a trainer steps: what is known of it, and how it begins. */
import {
  type Attempt,
  asFunctions,
  type DrivenSetting,
  type Ended,
  EpisodeFailure,
  type Message,
  type OpenAttempt,
  openAttempt,
} from "../../rollout/index.ts";
import { Refusal } from "../../servers/index.ts";
import type { Segments } from "../segment.ts";
import type { RolloutRecord } from "./record.ts";

/** What the policy has to read next, or how it ended. */
export interface Standing {
  /** How many messages the policy has sent. */
  readonly turn: number;
  /** All of them at the start, later those after the policy's own. */
  readonly messages: readonly Heard[];
  readonly ended: Ended | null;
}

type Heard = Omit<Message, "sampled" | "requestor" | "is_error">;

export interface Opened extends Standing {
  readonly episode_id: string;
  readonly tools: ReturnType<typeof asFunctions>;
}

interface Started {
  readonly play: OpenAttempt;
  readonly reply: Opened;
}

export interface Stepped {
  readonly id: string;
  readonly asked: string;
  readonly attempt: Attempt;
  readonly setting: DrivenSetting;
  readonly segments: Segments;
  readonly startedAt: number;
  readonly controller: AbortController;
  readonly callOff: () => void;
  readonly opened: Promise<Started>;
  readonly noopSolvable: boolean;
  /** The last answer, and to what; a request that comes twice is answered twice alike. */
  last: { readonly asked: string; readonly reply: Promise<Standing> } | null;
  turn: number;
  /** The policy's last message is still being answered. */
  isBusy: boolean;
  /** When something was last asked of it or answered. */
  usedAt: number;
  record: Promise<RolloutRecord> | null;
  /** Resolves when its desk is closed. */
  readonly left: PromiseWithResolvers<void>;
}

/** Opens a desk and has the user begin. @throws Refusal 502 when the desk does not open */
export async function startEpisode(episode_id: string, setting: DrivenSetting, attempt: Attempt): Promise<Started> {
  const play = await openAttempt(setting, attempt).catch((error) => {
    if (!(error instanceof EpisodeFailure)) throw error;
    throw new Refusal(502, `the ${error.boundary} failed: ${error.message}`);
  });
  try {
    const messages = await play.episode.start();
    const tools = asFunctions(play.desk.agent.tools);
    return { play, reply: { episode_id, turn: 0, messages: messages.map(heard), tools, ended: play.episode.ended } };
  } catch (error) {
    await play.desk.close().catch(() => undefined);
    throw error;
  }
}

/** A message as a policy reads it. */
export function heard({ role, content, tool_calls, tool_call_id }: Message): Heard {
  return {
    role,
    content,
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  };
}
