/** Scores a record from its tool calls alone, made again on a fresh environment. */
import { canonical, type Reward, type RewardMode, reward, type World } from "../domains/index.ts";
import { callsOf, type Message, said } from "./message.ts";

interface Replay {
  readonly reward: Reward;
  /** The first call whose result is not the recorded one; null when all agree. */
  readonly mismatch: string | null;
}

export function replay(world: World, taskId: string, messages: readonly Message[], mode: RewardMode): Replay {
  using environment = world.open();
  let mismatch: string | null = null;
  for (const [at, message] of messages.entries()) {
    for (const [place, call] of (message.tool_calls ?? []).entries()) {
      const [made] = callsOf({ ...message, tool_calls: [call] });
      if (made === undefined) continue;
      const result = environment.call(made.requestor, made.name, made.arguments);
      // By place, since models use an id more than once.
      const record = messages[at + 1 + place];
      const agrees = record && (result.ok ? sameText(result.value, record) : record.is_error === true);
      if (!agrees) mismatch ??= `${made.name} (${call.id}) did not give what was recorded`;
    }
  }
  const verdict = reward(world, world.task(taskId), environment, { said: said(messages) }, mode);
  return { reward: verdict, mismatch };
}

function sameText(value: unknown, { content, is_error }: Message): boolean {
  if (is_error === true || content === null) return false;
  if (typeof value === "string") return value === content;
  try {
    return canonical(JSON.parse(content)) === canonical(value);
  } catch {
    return false;
  }
}
