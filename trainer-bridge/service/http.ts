/** The bridge as an HTTP service: rollouts, groups and batches for trainers, and episodes for those that generate themselves. */
import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { userNames } from "../../rollout/index.ts";
import {
  bearerToken,
  checkCaller,
  parse,
  Refusal,
  readBody,
  refusalOf,
  Secret,
  TasksQuery,
  unauthorized,
  version,
} from "../../servers/index.ts";
import type { Batch } from "./batches.ts";
import { Batches } from "./batches.ts";
import { Groups } from "./groups.ts";
import type { Entry } from "./kept.ts";
import { metricsText } from "./metrics.ts";
import type { Rollouts } from "./rollouts.ts";
import { BatchBody, EpisodeBody, GroupBody, RolloutBody, StepBody } from "./spec.ts";
import { SteppedEpisodes } from "./stepped-episodes.ts";

export interface BridgeOptions {
  readonly rollouts: Rollouts;
  /** Opens every route but /healthz. */
  readonly key: string;
  /** The address that the app is served on. */
  readonly hostname?: string;
}

export interface Bridge {
  /** Tests call `app.request` with a Host header. */
  readonly app: Hono;
  /** Stops all that runs. */
  shutdown(): void;
}

const LONGEST_WAIT_MS = 60_000;
const whole = z
  .string()
  .regex(/^\d{1,9}$/, "expected a whole number of up to nine digits")
  .transform(Number);
const WaitQuery = z.strictObject({ wait_ms: whole.default(0) });
const GroupQuery = WaitQuery.safeExtend({ min_done: whole.optional() });
const DomainQuery = TasksQuery.safeExtend({ domain: z.string() });
const ResumeBody = z.strictObject({ weight_version: z.string().optional() });
const Nothing = z.strictObject({});

export function createBridge({ rollouts, key, hostname = "127.0.0.1" }: BridgeOptions): Bridge {
  const secret = new Secret(key);
  const groups = new Groups(rollouts);
  const batches = new Batches(rollouts);
  const episodes = new SteppedEpisodes(rollouts);
  const { book, gate, concurrency, queue, kept } = rollouts.options;
  const app = new Hono();

  app.use(...checkCaller(hostname));
  app.get("/healthz", (c) => c.json({ status: "ok" }));
  app.use(async (c, next) => {
    if (!secret.accepts(bearerToken(c.req.header("authorization")))) throw unauthorized("the bridge's key");
    await next();
  });

  const state = () => (rollouts.isDraining ? "draining" : gate.isPaused ? "paused" : "running");
  app.get("/v1/info", (c) => {
    const domains = Object.values(book.worlds.domains).map(({ name, version: of }) => ({ name, version: of }));
    const { running, queued } = rollouts;
    return c.json({
      ...{ version, api: 1, domains, users: userNames, limits: { concurrency, queue, kept } },
      ...{ state: state(), weight_version: gate.version, running, queued, episodes: episodes.size },
    });
  });
  app.get("/v1/tasks", async (c) => {
    return c.json({ tasks: await book.list(parse(DomainQuery, c.req.query(), "the query")) });
  });

  app.post("/v1/rollouts", async (c) => {
    const { rollout_id, group_id, ...spec } = await readBody(c, RolloutBody);
    const entry = rollouts.submit(rollout_id, group_id, spec);
    return c.json(standing(entry), entry.state === "done" ? 200 : 202);
  });
  app.get("/v1/rollouts/:id", async (c) => {
    const { wait_ms } = parse(WaitQuery, c.req.query(), "the query");
    const entry = rollouts.get(c.req.param("id"));
    await within(entry.done, wait_ms, c);
    return c.json(standing(entry));
  });
  app.post("/v1/rollouts/:id/cancel", async (c) => {
    await readBody(c, Nothing);
    const entry = rollouts.get(c.req.param("id"));
    entry.cancel();
    await within(entry.done, LONGEST_WAIT_MS, c);
    return c.json(standing(entry));
  });

  app.post("/v1/groups", async (c) => {
    const body = await readBody(c, GroupBody);
    groups.submit(body);
    return c.json(groups.view(body.group_id), 202);
  });
  app.get("/v1/groups/:id", async (c) => {
    const { wait_ms, min_done } = parse(GroupQuery, c.req.query(), "the query");
    const id = c.req.param("id");
    await within(groups.enough(id, min_done), wait_ms, c);
    return c.json(groups.view(id));
  });

  app.post("/v1/batches", async (c) => told(c, batches.submit(await readBody(c, BatchBody)), rollouts.closing));
  app.post("/v1/batches/:id/cancel", async (c) => {
    await readBody(c, Nothing);
    batches.cancel(c.req.param("id"));
    return c.body(null, 204);
  });

  app.post("/v1/control/pause", async (c) => {
    await readBody(c, Nothing);
    gate.pause();
    return c.json({ state: state(), weight_version: gate.version });
  });
  app.post("/v1/control/resume", async (c) => {
    gate.resume((await readBody(c, ResumeBody)).weight_version);
    rollouts.isDraining = false;
    return c.json({ state: state(), weight_version: gate.version });
  });
  app.post("/v1/control/drain", async (c) => {
    await readBody(c, Nothing);
    const { wait_ms } = parse(WaitQuery, c.req.query(), "the query");
    rollouts.isDraining = true;
    await within(Promise.all([rollouts.idle(), batches.idle()]), wait_ms, c);
    return c.json({ state: state(), running: rollouts.running, queued: rollouts.queued });
  });

  app.post("/v1/episodes", async (c) => c.json(await episodes.open(await readBody(c, EpisodeBody)), 201));
  app.post("/v1/episodes/:id/step", async (c) => {
    return c.json(await episodes.step(c.req.param("id"), await readBody(c, StepBody)));
  });
  app.post("/v1/episodes/:id/finish", async (c) => {
    await readBody(c, Nothing);
    return c.json(await episodes.finish(c.req.param("id")));
  });
  app.delete("/v1/episodes/:id", (c) => {
    episodes.close(c.req.param("id"));
    return c.body(null, 204);
  });

  app.get("/metrics", (c) => {
    const text = metricsText(rollouts, episodes.size, gate);
    return c.text(text, 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
  });

  app.notFound((c) => c.json({ error: `no route ${c.req.method} ${c.req.path}` }, 404));
  app.onError((error) => {
    const { status, message, headers } = refusalOf(error);
    return Response.json({ error: message }, { status, headers });
  });

  /** Waits so long at most, and no longer than the caller does. */
  async function within(done: Promise<unknown>, ms: number, c: Context): Promise<void> {
    const signals = [c.req.raw.signal, rollouts.closing];
    if (ms === 0 || signals.some(({ aborted }) => aborted)) return;
    const over = Promise.withResolvers<void>();
    const end = () => over.resolve();
    const timer = setTimeout(end, Math.min(ms, LONGEST_WAIT_MS));
    for (const signal of signals) signal.addEventListener("abort", end);
    await Promise.race([done, over.promise]);
    for (const signal of signals) signal.removeEventListener("abort", end);
    clearTimeout(timer);
  }

  const shutdown = () => {
    rollouts.shutdown();
    episodes.closeAll();
  };
  return { app, shutdown };
}

function standing({ id, state, record }: Entry) {
  return { rollout_id: id, state, record };
}

/** A batch's events as NDJSON. A reader that goes leaves the batch running; it may come back with the same request. */
function told(c: Context, batch: Batch, closing: AbortSignal): Response {
  const gone = new AbortController();
  const events = batch.events(AbortSignal.any([gone.signal, closing]));
  const encoder = new TextEncoder();
  let isWhole = false;
  const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
  const body = new ReadableStream({
    async pull(controller) {
      const { value: event } = await events.next();
      if (event !== undefined) {
        isWhole = event.type === "end";
        return controller.enqueue(encoder.encode(`${JSON.stringify(event)}\n`));
      }
      if (isWhole) return controller.close();
      // Without its last event, a body that ends looks whole to a client: break it instead.
      if (outgoing) outgoing.destroy();
      else controller.error(new Refusal(503, "the bridge shuts down"));
    },
    cancel: () => gone.abort(),
  });
  return c.body(body, 200, { "content-type": "application/x-ndjson" });
}
