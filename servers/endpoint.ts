/** One side of an environment over HTTP: the same URL answers revision 2025-11-25, with sessions or without, and 2026-07-28. */
import { malformed } from "./malformed.ts";
import {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "./mcp.ts";
import { newId } from "./secret.ts";

/** Clients rarely end their sessions and some open one for each call, so the least recently used makes room. */
const MAX_SESSIONS = 64;

/** Streams of list changes, which never come here; a few may be held open. */
const MAX_SUBSCRIPTIONS = 4;

const JSON_AND_STREAM = "application/json, text/event-stream";

export class McpEndpoint {
  readonly #build: () => Server;
  readonly #sessionPrefix: string;
  /** Least recently used first. */
  readonly #sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  #modern: McpHttpHandler | undefined;

  /** `build` makes a server for one connection; all of them share the environment. Session ids are `<sessionPrefix>.<random>`. */
  constructor(build: () => Server, sessionPrefix: string) {
    this.#build = build;
    this.#sessionPrefix = sessionPrefix;
  }

  /** Answers a request whose body, for a POST, is given parsed. */
  async fetch(request: Request, body: unknown): Promise<Response> {
    const fault = malformed(body);
    if (fault) {
      const { id, ...error } = fault;
      return Response.json({ jsonrpc: "2.0", error, id }, { status: id === null ? 400 : 200 });
    }
    const sessionId = request.headers.get("mcp-session-id");
    const inSession = sessionId !== null && (request.method === "POST" || request.method === "DELETE");
    if (inSession) return this.#inSession(sessionId, request, body);
    const refused = refusedHandshake(request);
    if (refused) return refused;
    if (!(await isLegacyRequest(request, body))) {
      this.#modern ??= createMcpHandler(this.#build, { legacy: "reject", maxSubscriptions: MAX_SUBSCRIPTIONS });
      return this.#modern.fetch(request, { parsedBody: body });
    }
    return isInitialize(body) ? this.#openSession(request, body) : this.#once(request, body);
  }

  async close(): Promise<void> {
    const transports = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all([this.#modern?.close(), ...transports.map((transport) => transport.close())]);
  }

  async #inSession(sessionId: string, request: Request, body: unknown): Promise<Response> {
    const transport = this.#sessions.get(sessionId);
    if (transport === undefined) return protocolError(404, -32_001, "Session not found: initialize again");
    this.#sessions.delete(sessionId);
    this.#sessions.set(sessionId, transport);
    return transport.handleRequest(tolerant(request), { parsedBody: body });
  }

  async #openSession(request: Request, body: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: true,
      sessionIdGenerator: () => `${this.#sessionPrefix}.${newId()}`,
      onsessioninitialized: (id) => {
        this.#makeRoom();
        this.#sessions.set(id, transport);
      },
      onsessionclosed: (id) => {
        this.#sessions.delete(id);
      },
    });
    await this.#build().connect(transport);
    return transport.handleRequest(tolerant(request), { parsedBody: body });
  }

  /** A 2025 request of a client that never initialized, as from curl. Server and transport hold nothing that needs closing. */
  async #once(request: Request, body: unknown): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await this.#build().connect(transport);
    return transport.handleRequest(tolerant(request), { parsedBody: body });
  }

  #makeRoom(): void {
    for (const [id, transport] of this.#sessions) {
      if (this.#sessions.size < MAX_SESSIONS) return;
      this.#sessions.delete(id);
      void transport.close();
    }
  }
}

/** What a request outside any session can't be answered with, before anything is opened for it. */
export function refusedHandshake({ method, headers }: Request): Response | undefined {
  if (method === "DELETE") {
    return protocolError(400, -32_000, "Mcp-Session-Id header is missing: it says what to end");
  }
  if (method !== "POST") {
    // A GET would open a stream for messages of the server's own, which this one never sends.
    const allow = { allow: "POST, DELETE" };
    return protocolError(405, -32_000, "Method not allowed: use POST, or DELETE to end a session", allow);
  }
  if (isJsonContentType(headers.get("content-type"))) return undefined;
  return protocolError(415, -32_000, "Content-Type must be application/json");
}

export function isInitialize(body: unknown): boolean {
  return typeof body === "object" && body !== null && "method" in body && body.method === "initialize";
}

/** A refusal in JSON-RPC's shape, for a request that is not answered by an MCP server. */
export function protocolError(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, headers });
}

/** The transport wants both media types in Accept, though it only ever answers JSON; curl and others say less. */
function tolerant(request: Request): Request {
  const accept = request.headers.get("accept");
  if (accept?.includes("application/json") && accept.includes("text/event-stream")) return request;
  if (accept !== null && !/\*\/\*|application\/(json|\*)/.test(accept)) return request;
  const headers = new Headers(request.headers);
  headers.set("accept", JSON_AND_STREAM);
  return new Request(request.url, { method: request.method, headers });
}
