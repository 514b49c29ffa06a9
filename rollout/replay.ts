/** Scores a record from its tool calls alone, made again on a fresh environment. */
import { type CallResult, canonical, type Reward, type RewardMode, reward, type World } from "../domains/index.ts";
import { admit, errorText } from "./admission.ts";
import { type Message, said } from "./message.ts";

interface Replay {
  readonly reward: Reward;
  /** The first call whose result is not the recorded one; null when all agree. */
  readonly mismatch: string | null;
}

export function replay(
  world: World,
  taskId: string,
  messages: readonly Message[],
  mode: RewardMode,
  solo = false,
): Replay {
  const task = world.task(taskId);
  using environment = world.open({ task, solo });
  let mismatch: string | null = null;
  for (const [at, message] of messages.entries()) {
    const requestor = message.role === "user" ? "user" : "assistant";
    for (const [place, call] of (message.tool_calls ?? []).entries()) {
      const { name } = call.function;
      const admission = admit(call, Object.keys(environment.tools(requestor)));
      const result =
        "refusal" in admission
          ? { ok: false as const, error: admission.refusal }
          : environment.call(requestor, name, admission.arguments);
      // By place, since models use an id more than once.
      const record = messages[at + 1 + place];
      if (record && gives(result, record)) continue;
      mismatch ??= `${name.slice(0, 100)} (${call.id.slice(0, 100)}) did not give what was recorded`;
    }
  }
  const verdict = reward(world, task, environment, { said: said(messages) }, mode);
  return { reward: verdict, mismatch };
}

function gives(result: CallResult, { role, content, is_error }: Message): boolean {
  if (role !== "tool" || content === null) return false;
  if (!result.ok) return is_error === true && content === errorText(result.error);
  if (is_error === true) return false;
  const { value } = result;
  if (typeof value === "string") return value === content;
  try {
    return canonical(JSON.parse(content)) === canonical(value);
  } catch {
    return false;
  }
}
