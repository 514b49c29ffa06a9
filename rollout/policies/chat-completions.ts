/** A model behind an OpenAI-compatible endpoint. Malformed calls go on as they are: they are the model's own fault. */
import { type ChatEndpoint, type ChatMessage, isContextFull } from "../chat-endpoint.ts";
import type { Message, ToolCall, Utterance } from "../message.ts";
import { ContextFull, type PolicyAct, type PolicyInput, type PolicyKind } from "../policy.ts";

export function chatCompletions(endpoint: ChatEndpoint, model: string, temperature?: number): PolicyKind {
  const options = temperature === undefined ? {} : { temperature };
  const act = async ({ messages, tools, signal }: PolicyInput): Promise<PolicyAct> => {
    const functions = tools.map(({ name, description, inputSchema }) => {
      return { type: "function" as const, function: { name, description, parameters: inputSchema } };
    });
    const params = {
      model,
      messages: messages.map(asChat),
      ...(functions.length > 0 && { tools: functions }),
      ...options,
    };
    try {
      const { message, usage } = await endpoint.ask(params, signal);
      return { message: asUtterance(message.content, message.tool_calls), usage };
    } catch (cause) {
      throw isContextFull(cause) ? new ContextFull((cause as Error).message, { cause }) : cause;
    }
  };
  return { kind: "openai", model, options, play: () => ({ act }) };
}

/** A message of the record as an endpoint takes it, without the marks of our own. */
export function asChat({ role, content, tool_calls, tool_call_id }: Message): ChatMessage {
  return {
    role,
    content: content ?? (tool_calls ? null : ""),
    ...(tool_calls && { tool_calls }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  } as ChatMessage;
}

/** Ids may be missing from endpoints that are only nearly compatible. */
export function asUtterance(content: string | null | undefined, calls: readonly unknown[] | undefined): Utterance {
  const made = (calls ?? []).map((call, index): ToolCall => {
    const { id, function: called } = call as Partial<ToolCall>;
    const { name, arguments: args } = (called ?? {}) as { name?: unknown; arguments?: unknown };
    return {
      id: typeof id === "string" && id !== "" ? id : `call_${index}`,
      type: "function",
      function: {
        name: typeof name === "string" ? name : "",
        arguments: typeof args === "string" ? args : JSON.stringify(args ?? {}),
      },
    };
  });
  return { content: content ?? (made.length > 0 ? null : ""), ...(made.length > 0 && { tool_calls: made }) };
}
