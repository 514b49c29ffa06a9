/** The Hono app over HTTP: who may call at all, how errors read, and the agent and control planes behind it. */
import { Hono } from "hono";
import type { Worlds } from "../domains/index.ts";
import { agentPlane } from "./agent-plane.ts";
import { checkCaller, isLoopback } from "./caller.ts";
import { controlPlane } from "./control-plane.ts";
import { protocolError } from "./endpoint.ts";
import { EpisodeError, type Episodes } from "./episodes.ts";
import { Metrics } from "./metrics.ts";
import { Refusal, refusalOf, tryAgain } from "./refusal.ts";
import { Secret } from "./secret.ts";

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
  app.use(...checkCaller(hostname));

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

function refusalFor(error: unknown): Refusal {
  if (!(error instanceof EpisodeError)) return refusalOf(error);
  if (error.problem === "capacity") return tryAgain(429, error.message);
  return new Refusal(error.problem === "unknown" ? 404 : 410, error.message);
}
