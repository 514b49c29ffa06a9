/** Episodes as chats for SFT, each message marked whether it is learned: what the policy said, and nothing else. */
import { type asFunctions, type Message, seenByPolicy, type ToolCall } from "../../rollout/index.ts";
import type { Columns, Row } from "./dataset-file.ts";

export type FunctionTools = ReturnType<typeof asFunctions>;

export const openaiColumns: Columns = {
  messages: [
    {
      role: "string",
      content: "string",
      tool_calls: [{ id: "string", type: "string", function: { name: "string", arguments: "string" } }],
      tool_call_id: "string",
      weight: "int",
    },
  ],
  tools: "json",
};

/** OpenAI's fine-tuning format. `weight` stands on the assistant's messages: 1 is learned. */
export function openaiRow(messages: readonly Message[], tools: FunctionTools): Row {
  const chat = untilLastSaid(messages).map(({ role, content, tool_calls, tool_call_id, sampled }) => ({
    role,
    // Chat templates take no null.
    content: content ?? "",
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(role === "assistant" && { weight: sampled ? 1 : 0 }),
  }));
  return { messages: chat, tools };
}

export const sharegptColumns: Columns = {
  conversations: [{ from: "string", value: "string", train: "boolean" }],
  system: "string",
  tools: "string",
};

interface Turn {
  readonly from: "system" | "human" | "gpt" | "function_call" | "observation";
  readonly value: string;
  /** axolotl's flag. LLaMA-Factory learns all that is from gpt or function_call. */
  readonly train: boolean;
}

/**
 * LLaMA-Factory's dialect of ShareGPT, where humans and observations take turns with gpt and function calls, and a human
 * begins: so the greeting, which no policy sampled, is left out, and the results of one message's calls are one turn.
 */
export function sharegptRow(messages: readonly Message[], tools: FunctionTools): Row {
  const chat = untilLastSaid(messages);
  const turns: Turn[] = [];
  for (const message of chat) {
    const turn = asTurn(message);
    const before = turns.at(-1);
    if (before === undefined && turn.from !== "human") continue;
    if (turn.from === "observation" && before?.from === "observation") {
      turns[turns.length - 1] = { ...before, value: before.value + BETWEEN_RESULTS + turn.value };
    } else {
      turns.push(turn);
    }
  }
  const system = chat.find(({ role }) => role === "system")?.content ?? "";
  return { conversations: turns, system, tools: JSON.stringify(tools.map((tool) => tool.function)) };
}

/** As LLaMA-Factory joins several results itself where it reads OpenAI's format. */
const BETWEEN_RESULTS = "\n</tool_response>\n<tool_response>\n";

const senders = { system: "system", user: "human", assistant: "gpt", tool: "observation" } as const;

function asTurn({ role, content, tool_calls, sampled }: Message): Turn {
  const text = content ?? "";
  if (tool_calls === undefined) return { from: senders[role], value: text, train: sampled };
  const calls = JSON.stringify(tool_calls.length === 1 ? asCall(tool_calls[0] as ToolCall) : tool_calls.map(asCall));
  // Text beside calls is told from them by the tags.
  const value = text === "" ? calls : `${text}<tool_call>${calls}</tool_call>`;
  return { from: "function_call", value, train: sampled };
}

function asCall({ function: { name, arguments: text } }: ToolCall) {
  try {
    return { name, arguments: JSON.parse(text) };
  } catch {
    return { name, arguments: text };
  }
}

/** What the policy saw, up to the last that it said: nothing is learned from what comes after. */
function untilLastSaid(messages: readonly Message[]): Message[] {
  const seen = seenByPolicy(messages);
  return seen.slice(0, seen.findLastIndex(({ sampled }) => sampled) + 1);
}
