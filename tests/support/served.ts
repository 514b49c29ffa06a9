/** The HTTP app over the fixture domain, with a clock that tests turn; requests need no port. */
import { type AddressInfo, createServer } from "node:net";
import { serve } from "@hono/node-server";
import { Worlds } from "../../domains/index.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { library } from "./library/index.ts";

export const TOKEN = "the-control-token";

export const worlds = new Worlds({ library });

export interface SideReply {
  url: string;
  token: string;
}

export interface EpisodeReply {
  episode_id: string;
  agent: SideReply;
  user: SideReply;
  domain_policy: string;
  task: { id: string } | null;
}

export interface Served {
  readonly episodes: Episodes;
  readonly clock: { ms: number };
  readonly fetch: (request: Request) => Response | Promise<Response>;
  request(method: string, url: string, options?: RequestOptions): Promise<Response>;
  /** A request with the control token; the answer's JSON, or null. Throws on a status other than 2xx. */
  control<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  open(fields?: Record<string, unknown>): Promise<EpisodeReply>;
}

interface RequestOptions {
  token?: string | undefined;
  /** Sent as it is when a string, else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

export function served({ hostname, max, idleMs }: { hostname?: string; max?: number; idleMs?: number } = {}): Served {
  const clock = { ms: 0 };
  const episodes = new Episodes({
    now: () => clock.ms,
    ...(max !== undefined && { max }),
    ...(idleMs !== undefined && { idleMs }),
  });
  const app = createApp({ worlds, episodes, token: TOKEN, ...(hostname !== undefined && { hostname }) });
  const request: Served["request"] = async (method, url, { token, body, headers } = {}) => {
    return app.request(new URL(url, "http://127.0.0.1:8700"), {
      method,
      headers: {
        host: "127.0.0.1:8700",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  };
  const control: Served["control"] = async (method, path, body) => {
    const response = await request(method, path, { token: TOKEN, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  const open: Served["open"] = (fields = {}) => control("POST", "/episodes", { domain: "library", ...fields });
  return { episodes, clock, fetch: app.fetch, request, control, open };
}

export interface RpcAnswer {
  status: number;
  sessionId: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON came back, which the test then looks at
  result?: any;
  error?: { code: number; message: string };
}

/** One JSON-RPC request as curl would send it. */
export async function rpc(
  { request }: Pick<Served, "request">,
  { url, token }: { url: string; token?: string },
  method: string,
  params: unknown = {},
  headers: Record<string, string> = {},
): Promise<RpcAnswer> {
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const response = await request("POST", url, { token, body, headers });
  const { result, error } = (await response.json()) as Pick<RpcAnswer, "result" | "error">;
  return {
    status: response.status,
    sessionId: response.headers.get("mcp-session-id"),
    ...(result !== undefined && { result }),
    ...(error !== undefined && { error }),
  };
}

export const INITIALIZE = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" },
};

/** What every request of revision 2026-07-28 carries. */
export const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
};

export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** The app on a free port of this machine. */
export async function listening({ fetch }: Pick<Served, "fetch">): Promise<Listening> {
  const { promise, resolve } = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch, hostname: "127.0.0.1", port: 0 }, resolve);
  const { port } = await promise;
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}

/** A port that something already listens on. */
export async function takenPort(): Promise<{ port: number } & AsyncDisposable> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}
