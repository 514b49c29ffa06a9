/** An OpenAI-compatible endpoint on loopback that answers what a test tells it to, and keeps what it was asked. */
import type { AddressInfo } from "node:net";
import { type HttpBindings, type ServerType, serve } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Hono } from "hono";

export interface ChatRequest {
  model: string;
  messages: { role: string; content: string | null; tool_calls?: unknown; tool_call_id?: string }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  temperature?: number;
  response_format?: unknown;
}

/** A message, a whole body, an HTTP error, or a connection that breaks off. */
export type ChatReply =
  | { message: object }
  | { body: string }
  | { status: number; error?: object; retryAfterMs?: number }
  | "cut";

export interface ChatServer extends AsyncDisposable {
  readonly url: string;
  readonly asked: (ChatRequest & { authorization: string | undefined })[];
}

/** Replies in order; the last goes on for ever. */
export async function chatServer(...replies: ChatReply[]): Promise<ChatServer> {
  const asked: ChatServer["asked"] = [];
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.post("/v1/chat/completions", async (c) => {
    asked.push({ ...(await c.req.json()), authorization: c.req.header("authorization") });
    const reply = replies[Math.min(asked.length, replies.length) - 1] ?? { status: 500 };
    if (reply === "cut") {
      c.env.outgoing.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    if ("status" in reply) {
      const headers = { "retry-after-ms": String(reply.retryAfterMs ?? 1), "content-type": "application/json" };
      return c.newResponse(JSON.stringify({ error: reply.error ?? { message: "no" } }), reply.status as 500, headers);
    }
    if ("body" in reply) return c.body(reply.body, 200, { "content-type": "application/json" });
    const choice = { index: 0, message: { role: "assistant", ...reply.message }, finish_reason: "stop" };
    return c.json({ choices: [choice], usage: { prompt_tokens: 7, completion_tokens: 3 } });
  });
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve(started));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
