/** A model behind an OpenAI-compatible endpoint. Malformed calls go on as they are: they are the model's own fault. */
import type { Json } from "../../domains/index.ts";
import { callArguments } from "../admission.ts";
import { asFunctions, type ChatEndpoint, type ChatMessage, isContextFull } from "../chat-endpoint.ts";
import type { Message, ToolCall } from "../message.ts";
import { ContextFull, type PolicyAct, type PolicyInput, type PolicyKind } from "../policy.ts";

/** `options`: how to sample, in the endpoint's own words; they stand in the record. */
export function chatCompletions(
  endpoint: ChatEndpoint,
  model: string,
  options: Readonly<Record<string, Json>> = {},
): PolicyKind {
  const act = async ({ messages, tools, signal }: PolicyInput): Promise<PolicyAct> => {
    const functions = asFunctions(tools);
    const params = {
      model,
      messages: messages.map(asChat),
      ...(functions.length > 0 && { tools: functions }),
      ...options,
    };
    try {
      return await endpoint.ask(params, signal);
    } catch (cause) {
      throw isContextFull(cause) ? new ContextFull((cause as Error).message, { cause }) : cause;
    }
  };
  return { kind: "openai", model, options, play: () => ({ act }) };
}

/**
 * A message of the record as an endpoint takes it, without the marks of our own. Some servers parse the calls that they are
 * sent and refuse the whole request for one that the model got wrong.
 */
export function asChat({ role, content, tool_calls, tool_call_id }: Message): ChatMessage {
  return {
    role,
    content: content?.toWellFormed() ?? (tool_calls ? null : ""),
    ...(tool_calls && { tool_calls: tool_calls.map(asSent) }),
    ...(tool_call_id !== undefined && { tool_call_id }),
  } as ChatMessage;
}

function asSent(call: ToolCall): ToolCall {
  const { name, arguments: args } = call.function;
  const isSound = args.trim() !== "" && "arguments" in callArguments(call);
  const plain = name.replaceAll(/[^\w-]/g, "_").slice(0, 64);
  return { ...call, function: { name: plain || "unnamed", arguments: isSound ? args : "{}" } };
}
