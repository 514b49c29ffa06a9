/**
 * A policy endpoint on loopback with a tokenizer of its own: one id a character, but for pairs that it merges, so that a
 * text has more than one spelling in ids. It answers what a test tells it to and keeps the ids that it gave.
 */
import type { AddressInfo } from "node:net";
import { type HttpBindings, type ServerType, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";

export interface PolicyRequest {
  readonly messages: readonly { role: string; content: string | null; tool_calls?: readonly unknown[] }[];
  readonly tools?: readonly { function: { name: string } }[];
  readonly session: string | undefined;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface PolicyAnswer {
  readonly content?: string | null;
  readonly tool_calls?: readonly { name: string; arguments: string }[];
  /** Sample the text letter by letter, as no tokenizer would write it: the next prompt then does not continue it. */
  readonly drifts?: boolean;
  /** Stop before the end-of-turn id. */
  readonly isCut?: boolean;
  /** Give up in the middle, as servers do whose weights change. */
  readonly isGivenUp?: boolean;
  readonly layout?: "vllm" | "sglang";
  /** What to leave out of the answer; of "ids" an empty list is left. */
  readonly without?: "ids" | "token_ids" | "prompt_token_ids" | "logprobs" | "usage";
  /** No token and no message at all. */
  readonly isVoid?: boolean;
  readonly version?: string | undefined;
  /** Show the model another past than the last prompt did: templates cut earlier turns. */
  readonly forgets?: boolean;
  /** Answer with this status instead, or that the prompt is too long, or break the connection, or never answer. */
  readonly fails?: number | "context" | "cut" | "hang";
  /** In seconds, with a status. */
  readonly retryAfter?: number;
}

/** One answer as it was given: what a record has to have. */
export interface Given {
  readonly session: string | undefined;
  readonly prompt_ids: number[];
  readonly token_ids: number[];
  readonly logprobs: number[];
  readonly version: string | null;
  readonly finish_reason: string;
}

export interface TokenEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly given: Given[];
  readonly asked: PolicyRequest[];
}

const END = 1;
const ROLES = { system: 2, user: 3, assistant: 4, tool: 5 };
const MERGED = new Map(["th", "he", "er", "in", "an", "ou", "or", "de", "ca"].map((pair, at) => [pair, 70_000 + at]));

export async function tokenEndpoint(
  answer: (request: PolicyRequest) => PolicyAnswer | Promise<PolicyAnswer>,
  port = 0,
): Promise<TokenEndpoint> {
  const given: Given[] = [];
  const asked: PolicyRequest[] = [];
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post("/v1/chat/completions", async (c) => {
    const body = await c.req.json();
    const session = c.req.header("x-session-id");
    const authorization = c.req.header("authorization");
    const request: PolicyRequest = { messages: body.messages, tools: body.tools, session, authorization, body };
    asked.push(request);
    const {
      content: said = null,
      tool_calls,
      layout = "vllm",
      without,
      version,
      fails,
      ...how
    } = await answer(request);
    if (fails === "hang") await new Promise((resolve) => c.req.raw.signal.addEventListener("abort", resolve));
    if (fails === "cut" || fails === "hang") {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if (fails === "context") {
      return c.json({ error: { message: "too long", code: "context_length_exceeded" } }, 400);
    }
    const { retryAfter } = how;
    const after = retryAfter !== undefined ? { "retry-after": String(retryAfter) } : { "retry-after-ms": "1" };
    if (fails !== undefined) return c.json({ error: { message: "no" } }, fails as 500, after as Record<string, string>);
    const content = how.isVoid ? "" : said;
    const calls = (how.isVoid ? undefined : tool_calls)?.map((call, at) => ({
      id: `call_${at}`,
      type: "function",
      function: call,
    }));
    const message = { role: "assistant", content, ...(calls && { tool_calls: calls }) };
    const shown = how.forgets ? request.messages.toSpliced(1, 1) : request.messages;
    const prompt_ids = [...shown.flatMap((said) => idsOf(said, false)), ROLES.assistant];
    const sampled = how.isVoid ? [] : idsOf(message, how.drifts ?? false).slice(1, how.isCut ? -1 : undefined);
    const logprobs = sampled.map((id, at) => -(((id * 31 + at * 17) % 97) + 1) / 50);
    const finish_reason = how.isGivenUp ? "abort" : how.isCut ? "length" : "stop";
    given.push({
      ...{ session, prompt_ids, token_ids: sampled, logprobs, version: version ?? null },
      finish_reason,
    });
    const prompt = without === "prompt_token_ids" ? {} : { prompt_token_ids: prompt_ids };
    const choice = {
      index: 0,
      message,
      finish_reason,
      ...(without !== "token_ids" && {
        [layout === "vllm" ? "token_ids" : "response_token_ids"]: without === "ids" ? [] : sampled,
      }),
      ...(without !== "logprobs" &&
        without !== "ids" && { logprobs: { content: logprobs.map((logprob) => ({ token: "", logprob })) } }),
      ...(layout === "sglang" && prompt),
    };
    return c.json({
      ...(layout === "vllm" && { ...prompt, ...(version && { weight_version: version }) }),
      ...(layout === "sglang" && version && { metadata: { weight_version: version } }),
      choices: [choice],
      ...(without !== "usage" && { usage: { prompt_tokens: prompt_ids.length, completion_tokens: sampled.length } }),
    });
  });
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => resolve(started));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    given,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

const known = new Map<string, readonly number[]>();

/** A conversation's messages come again with each turn. */
function canonicalIds(text: string): readonly number[] {
  const ids = known.get(text) ?? encode(text, false);
  known.set(text, ids);
  return ids;
}

/** A message: its role, its text and calls, and the end of the turn. */
function idsOf({ role, content, tool_calls }: PolicyRequest["messages"][number], letterByLetter: boolean): number[] {
  const text = `${content ?? ""}${tool_calls ? JSON.stringify(tool_calls) : ""}`;
  return [ROLES[role as keyof typeof ROLES], ...(letterByLetter ? encode(text, true) : canonicalIds(text)), END];
}

function encode(text: string, letterByLetter: boolean): number[] {
  const ids: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const merged = letterByLetter ? undefined : MERGED.get(text.slice(at, at + 2));
    ids.push(merged ?? text.charCodeAt(at) + 10);
    if (merged !== undefined) at += 1;
  }
  return ids;
}
