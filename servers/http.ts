/** The Hono app over HTTP: who may call at all, how errors read, and the agent and control planes behind it. */
import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { WorldError, type Worlds } from "../domains/index.ts";
import { agentPlane } from "./agent-plane.ts";
import { controlPlane } from "./control-plane.ts";
import { protocolError } from "./endpoint.ts";
import { EpisodeError, type Episodes } from "./episodes.ts";
import { Metrics } from "./metrics.ts";
import { Refusal } from "./refusal.ts";
import { Secret } from "./secret.ts";

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface AppOptions {
  readonly worlds: Worlds;
  readonly episodes: Episodes;
  /** Opens the control plane; also `/:domain/mcp` where other machines can call. */
  readonly token: string;
  /** The address that the app is served on. */
  readonly hostname?: string;
}

/** Tests call `app.request` with a Host header; `servers/commands/serve.ts` listens. */
export function createApp({ worlds, episodes, token, hostname = "127.0.0.1" }: AppOptions): Hono {
  const loopback = isLoopback(hostname);
  const secret = new Secret(token);
  const metrics = new Metrics(episodes);
  const app = new Hono();

  app.use(async (c, next) => {
    await next();
    metrics.count(c.res.status);
  });
  app.use(...checkCaller(loopback, hostname));
  app.use(limitBody());

  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.route("/", agentPlane({ worlds, episodes, hostSecret: loopback ? undefined : secret }));
  app.route("/", controlPlane({ worlds, episodes, secret, metrics: () => metrics.text() }));

  app.notFound((c) => c.json({ error: `no route ${c.req.method} ${c.req.path}` }, 404));
  app.onError((error, c) => {
    const { status, message, headers } = refusalFor(error);
    if (c.req.path.endsWith("/mcp")) return protocolError(status, status === 400 ? -32_700 : -32_000, message, headers);
    return Response.json({ error: message }, { status, headers });
  });
  return app;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(hostname);
}

/**
 * A page in a browser on this machine must not reach an open route through a name that it made resolve here (Host), nor
 * by a plain cross-site request (Origin). Where other machines can call, every route but /healthz asks for a token that
 * no such page has, so any Host will do there.
 */
function checkCaller(loopback: boolean, hostname: string): MiddlewareHandler[] {
  if (loopback) {
    const names = ["localhost", "127.0.0.1", "[::1]", hostname.includes(":") ? `[${hostname}]` : hostname];
    return [hostHeaderValidation(names), originValidation(names)];
  }
  return [(c, next) => originValidation([new URL(c.req.url).hostname])(c, next)];
}

/** A declared length is enough, as Node holds the sender to it; only a body without one must be counted as it comes. */
function limitBody(): MiddlewareHandler {
  const tooLarge = () => new Refusal(413, `the body is too large: ${MAX_BODY_BYTES} bytes at most`);
  const counted = bodyLimit({
    maxSize: MAX_BODY_BYTES,
    onError: () => {
      throw tooLarge();
    },
  });
  return (c, next) => {
    const length = c.req.header("content-length");
    if (length === undefined && c.req.method === "POST") return counted(c, next);
    if (Number(length) > MAX_BODY_BYTES) throw tooLarge();
    return next();
  };
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof WorldError) return new Refusal(400, error.message);
  if (error instanceof EpisodeError) {
    const status = { unknown: 404, expired: 410, capacity: 429 }[error.problem];
    const retry = error.retryAfterSeconds;
    return new Refusal(status, error.message, retry === undefined ? {} : { "retry-after": String(retry) });
  }
  process.stderr.write(`deskgym: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new Refusal(500, "Internal error");
}
