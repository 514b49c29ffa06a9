/** The routes of whoever trains or measures: worlds, tasks, episodes, state, score. Never for the policy's process. */
import { type Context, Hono } from "hono";
import { z } from "zod";
import { Call, type Reward, reward, type World, type Worlds } from "../domains/index.ts";
import { parse, readBody } from "./body.ts";
import type { Episode, Episodes, Side } from "./episodes.ts";
import { Refusal, unauthorized } from "./refusal.ts";
import { bearerToken, type Secret } from "./secret.ts";
import { TasksQuery, worldFields } from "./world-query.ts";

const judgeFields = {
  /** Chat messages; what those of role `assistant` say in text was told to the user. Absent: not recorded. */
  messages: z.array(z.looseObject({ role: z.string() })).optional(),
  mode: z.enum(["evaluation", "training"]).default("evaluation"),
};
const OpenBody = z.strictObject({
  domain: z.string(),
  task_id: z.string().optional(),
  ...worldFields,
  /** Which form of the domain policy; the domain's first unless given. */
  domain_policy: z.string().optional(),
  /** The agent has both sides' tools. */
  solo: z.boolean().default(false),
});
const JudgeBody = z.strictObject(judgeFields);
const ReplayBody = z.strictObject({
  domain: z.string(),
  ...worldFields,
  task_id: z.string(),
  calls: z.array(Call),
  ...judgeFields,
});

export interface ControlPlaneOptions {
  readonly worlds: Worlds;
  readonly episodes: Episodes;
  readonly secret: Secret;
  /** The text of GET /metrics. */
  metrics(): string;
}

export function controlPlane({ worlds, episodes, secret, metrics }: ControlPlaneOptions): Hono {
  const app = new Hono();
  const episodeOf = (c: Context<object, "/episodes/:id">) => episodes.get(c.req.param("id"));

  app.on("ALL", ["/domains/*", "/episodes/*", "/score", "/metrics"], async (c, next) => {
    if (!secret.accepts(bearerToken(c.req.header("authorization")))) throw unauthorized("the server's token");
    await next();
  });

  app.get("/domains", (c) => {
    const domains = Object.values(worlds.domains).map(({ name, version, summary, tools, domainPolicies }) => {
      return {
        name,
        version,
        summary,
        domain_policies: Object.keys(domainPolicies),
        tools: { assistant: Object.keys(tools.assistant), user: Object.keys(tools.user) },
      };
    });
    return c.json({ domains });
  });

  app.get("/domains/:name/tasks", (c) => {
    const name = c.req.param("name");
    if (!Object.hasOwn(worlds.domains, name)) {
      throw new Refusal(404, `no domain '${name}': there are ${Object.keys(worlds.domains).join(", ")}`);
    }
    const { split, world, seed } = parse(TasksQuery, c.req.query(), "the query");
    const tasks = [...worlds.get(name, world, seed).tasks.values()];
    return c.json({ tasks: split === undefined ? tasks : tasks.filter((task) => task.split === split) });
  });

  app.post("/episodes", async (c) => {
    const { domain, task_id, world: kind, seed, domain_policy: form, solo } = await readBody(c, OpenBody);
    episodes.requireRoom();
    const world = worlds.get(domain, kind, seed);
    const task = task_id === undefined ? undefined : world.task(task_id);
    const episode = episodes.open(world, { task, solo }, form);
    const way = (side: Side, path: string) => {
      return { url: new URL(`/episodes/${episode.id}${path}`, c.req.url).href, token: side.token };
    };
    const reply = {
      episode_id: episode.id,
      agent: way(episode.agent, "/mcp"),
      user: episode.user === null ? null : way(episode.user, "/user/mcp"),
      domain_policy: episode.domainPolicy,
      task: episode.task ?? null,
    };
    return c.json(reply, 201);
  });

  app.get("/episodes/:id/state", (c) => c.json(episodeOf(c).environment.state()));

  app.post("/episodes/:id/reset", (c) => {
    episodes.reset(episodeOf(c));
    return c.body(null, 204);
  });

  app.post("/episodes/:id/score", async (c) => {
    const body = await readBody(c, JudgeBody);
    return c.json(score(episodeOf(c), body));
  });

  app.delete("/episodes/:id", async (c) => {
    await episodes.close(episodeOf(c));
    return c.body(null, 204);
  });

  app.post("/score", async (c) => {
    const { domain, world: kind, seed, task_id, calls, messages, mode } = await readBody(c, ReplayBody);
    const world = worlds.get(domain, kind, seed);
    return c.json(replay(world, task_id, calls, { messages, mode }));
  });

  app.get("/metrics", (c) => c.text(metrics(), 200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" }));

  return app;
}

type Judge = z.output<typeof JudgeBody>;

function score({ world, task, environment }: Episode, { messages, mode }: Judge): Reward {
  if (task === undefined) {
    throw new Refusal(400, "this episode has no task to score: open one with task_id, or POST /score with calls");
  }
  return reward(world, task, environment, { said: said(messages) }, mode);
}

/** Calls on a fresh environment, as if an episode had made them. A call that fails changes nothing and is no error here. */
function replay(world: World, taskId: string, calls: readonly Call[], { messages, mode }: Judge): Reward {
  const task = world.task(taskId);
  using environment = world.open({ task });
  for (const { requestor, name, arguments: args } of calls) environment.call(requestor, name, args);
  return reward(world, task, environment, { said: said(messages) }, mode);
}

function said(messages: Judge["messages"]): string[] | undefined {
  return messages?.flatMap(({ role, content }) => (role === "assistant" ? textOf(content) : []));
}

/** A message's content is a text, or a list of parts of which some are text. */
function textOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  const parts = z.array(z.looseObject({ text: z.string() })).safeParse(content);
  return parts.success ? [parts.data.map(({ text }) => text).join("")] : [];
}
