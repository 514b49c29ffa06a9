/** An OpenAI-compatible endpoint, as policy, simulated user and judge call it. */
import OpenAI, { APIConnectionError, APIError } from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { UsageError } from "../servers/index.ts";
import type { Tokens } from "./usage.ts";

export type Variables = Readonly<Record<string, string | undefined>>;
export type ChatParams = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "messages"> & {
  messages: ChatCompletionMessageParam[];
};
export type ChatMessage = ChatCompletionMessageParam;

export interface ChatAnswer {
  readonly message: OpenAI.ChatCompletionMessage;
  readonly usage: Tokens;
}

export interface ChatEndpoint {
  /** @throws Error in one line when the endpoint fails; rate limits and hiccups have been retried by then. */
  ask(params: ChatParams, signal?: AbortSignal): Promise<ChatAnswer>;
}

const TIMEOUT_MS = 300_000;
const RETRIES = 4;

/**
 * Reads `OPENAI_API_KEY` and `OPENAI_BASE_URL`, or those names with `prefix` before them where they are set.
 * A local endpoint often takes no key: one is needed only where no base URL is given.
 */
export function chatEndpoint(env: Variables, prefix = "", retries = RETRIES): ChatEndpoint {
  const baseURL = env[`${prefix}OPENAI_BASE_URL`] ?? env.OPENAI_BASE_URL;
  const apiKey = env[`${prefix}OPENAI_API_KEY`] ?? env.OPENAI_API_KEY ?? (baseURL ? "none" : undefined);
  if (apiKey === undefined)
    throw new UsageError("a model needs OPENAI_API_KEY, or OPENAI_BASE_URL of an endpoint of your own");
  const client = new OpenAI({ apiKey, baseURL: baseURL ?? null, timeout: TIMEOUT_MS, maxRetries: retries });
  return { ask: (params, signal) => ask(client, params, signal) };
}

async function ask(client: OpenAI, params: ChatParams, signal: AbortSignal | undefined): Promise<ChatAnswer> {
  const { choices, usage } = await client.chat.completions.create(
    { ...params, stream: false },
    { signal: signal ?? null },
  );
  const message = choices?.[0]?.message;
  if (message === undefined) throw new Error(`${params.model} answered without a message`);
  const tokens = { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 };
  return { message, usage: tokens };
}

/** The conversation does not fit the model: OpenAI's code for it, or the wording of servers that have none. */
export function isContextFull(error: unknown): boolean {
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status !== 400) return false;
  return error.code === "context_length_exceeded" || /maximum context length|context window/i.test(error.message);
}
