/** An OpenAI-compatible endpoint, as policy, simulated user and judge call it. */
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import { Agent, EnvHttpProxyAgent, fetch } from "undici";
import { z } from "zod";
import { UsageError } from "../servers/index.ts";
import type { Utterance } from "./message.ts";
import type { ToolDefinition } from "./tool-client.ts";
import { asTokens, noTokens, type Tokens } from "./usage.ts";
import { asUtterance } from "./utterance.ts";

export type Variables = Readonly<Record<string, string | undefined>>;
export type ChatParams = Omit<OpenAI.ChatCompletionCreateParamsNonStreaming, "messages"> & {
  messages: ChatCompletionMessageParam[];
};
export type ChatMessage = ChatCompletionMessageParam;

export interface ChatAnswer {
  /** Text and calls as the model gave them, well formed or not: what it makes a mess of is its own fault. */
  readonly message: Utterance;
  readonly usage: Tokens;
  /** All that the endpoint answered: token ids are no part of OpenAI's shape, and servers put them where they like. */
  readonly body: unknown;
}

interface ChatAddress {
  readonly baseURL?: string | undefined;
  readonly apiKey: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Of a request that was not answered; what was answered is never asked again. */
  readonly retries?: number | undefined;
  /** How long one answer may take; after it the request counts as not answered. */
  readonly timeoutMs?: number | undefined;
}

export interface ChatEndpoint {
  /** @throws EndpointError in one line when the endpoint fails; rate limits and hiccups have been retried by then. */
  ask(params: ChatParams, signal?: AbortSignal): Promise<ChatAnswer>;
}

export class EndpointError extends Error {
  override name = "EndpointError";
  /** It was away or busy, or gave up what it had begun: asked again, it may answer. */
  readonly passes: "away" | "given up" | undefined;

  constructor(message: string, passes: EndpointError["passes"], options?: ErrorOptions) {
    super(message, options);
    this.passes = passes;
  }

  /** When it wants to be asked again, in milliseconds; undefined where it does not say. */
  get retryAfterMs(): number | undefined {
    const seconds = this.cause instanceof APIError ? this.cause.headers?.get("retry-after") : undefined;
    return seconds && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
  }
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
  return chatEndpointAt({ baseURL, apiKey, retries });
}

export function chatEndpointAt({
  baseURL,
  apiKey,
  headers = {},
  retries = RETRIES,
  timeoutMs = TIMEOUT_MS,
}: ChatAddress): ChatEndpoint {
  const options = { apiKey, baseURL: baseURL ?? null, timeout: timeoutMs, maxRetries: retries };
  const client = new OpenAI({ ...options, defaultHeaders: headers, fetch: fetchLong });
  return {
    async ask(params, signal) {
      for (let left = retries; ; left--) {
        try {
          return await ask(client, params, signal);
        } catch (error) {
          // The library has tried again what never was answered.
          if (!(error instanceof EndpointError && error.passes === "given up" && left > 0)) throw error;
        }
      }
    },
  };
}

/** An answer that is not streamed has no headers before it is whole: fetch's own five minutes would cut off long ones. */
const patient = { headersTimeout: 0, bodyTimeout: 0 };
const hasProxy = process.env.NODE_USE_ENV_PROXY === "1" || process.execArgv.includes("--use-env-proxy");
const dispatcher = hasProxy ? new EnvHttpProxyAgent(patient) : new Agent(patient);
const fetchLong = (async (url: string, init: object) => {
  try {
    return await fetch(url, { ...init, dispatcher });
  } catch (error) {
    const code = causesOf(error).map((cause) => (cause as NodeJS.ErrnoException).code);
    // The library would take the name of this error for its own limit on an answer's time.
    if (code.includes("UND_ERR_CONNECT_TIMEOUT") || code.includes("ETIMEDOUT"))
      throw new Error("no connection came about");
    throw error;
  }
}) as unknown as typeof globalThis.fetch;

/** Tools as an endpoint takes them. */
export function asFunctions(tools: readonly ToolDefinition[]): OpenAI.ChatCompletionFunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => {
    return { type: "function", function: { name, description, parameters: inputSchema } };
  });
}

/** What has to be right for an answer to be one; what the model said in it is looked at elsewhere. */
const Fields = z.record(z.string(), z.unknown());
const Completion = z.object({
  choices: z.tuple([z.object({ message: Fields, finish_reason: z.unknown().optional() })], z.unknown()),
  usage: Fields.catch({}),
});

async function ask(client: OpenAI, params: ChatParams, signal: AbortSignal | undefined): Promise<ChatAnswer> {
  const who = `${params.model} at ${client.baseURL}`;
  let answer: unknown;
  try {
    answer = await client.chat.completions.create({ ...params, stream: false }, { signal: signal ?? null });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new EndpointError(`${who} ${problemOf(cause)}`, isAway(cause) ? "away" : undefined, { cause });
  }
  const { data, error: cause } = Completion.safeParse(answer);
  if (data === undefined) throw new EndpointError(`${who} ${NO_COMPLETION}`, undefined, { cause });
  const [{ message, finish_reason }] = data.choices;
  if (GIVEN_UP.has(finish_reason)) throw new EndpointError(`${who} gave up its answer: ${finish_reason}`, "given up");
  const { prompt_tokens: input_tokens, completion_tokens: output_tokens } = data.usage;
  return { message: asUtterance(message), usage: asTokens({ input_tokens, output_tokens }) ?? noTokens, body: answer };
}

/** vLLM's and SGLang's words for an answer that stops because weights change or the engine fails, not because it is over. */
const GIVEN_UP: ReadonlySet<unknown> = new Set(["abort", "error"]);
const NO_COMPLETION = "gave an answer that is no chat completion";

/** The library says "Connection error." and hides in causes what it was. */
function problemOf(error: unknown): string {
  if (error instanceof SyntaxError) return NO_COMPLETION;
  if (error instanceof APIConnectionTimeoutError) return "did not answer in time";
  if (error instanceof APIError && error.status !== undefined) return `answered ${error.message}`;
  const last = causesOf(error).at(-1);
  const { code, message } = last as NodeJS.ErrnoException;
  return error instanceof APIConnectionError
    ? `can't be reached: ${code ?? message}`
    : `broke off in its answer: ${code ?? message}`;
}

/** A status that another try may change; of an answer that took too long there is no other. */
function isAway(error: unknown): boolean {
  if (error instanceof APIConnectionTimeoutError || !(error instanceof APIError)) return false;
  return error.status === undefined || error.status >= 500 || [408, 409, 429].includes(error.status);
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : [];
}

/** What `ask` threw says that the conversation does not fit the model: OpenAI's code for it, or the wording of servers that have none. */
export function isContextFull(failure: unknown): boolean {
  const error = failure instanceof Error ? failure.cause : undefined;
  if (!(error instanceof APIError) || error instanceof APIConnectionError) return false;
  if (![400, 413, 422].includes(error.status ?? 0)) return false;
  return error.code === "context_length_exceeded" || CONTEXT_FULL.test(error.message);
}

const CONTEXT_FULL = new RegExp(
  [
    "context[_ ](length|window|size)",
    "(prompt|input) is too (long|large)",
    "too many (input )?tokens",
    "(input token count|number of input tokens).*exceeds",
    "inputs.? tokens \\+ .*must be",
  ].join("|"),
  "i",
);
