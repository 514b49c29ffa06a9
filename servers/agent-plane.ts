/** The MCP routes: an episode's agent, its simulated user, and a person's own MCP host. They show domain tools and nothing else. */
import { type Context, Hono } from "hono";
import type { Worlds } from "../domains/index.ts";
import { isInitialize, refusedHandshake } from "./endpoint.ts";
import { type Episode, EpisodeError, type Episodes, type Side } from "./episodes.ts";
import { Refusal, unauthorized } from "./refusal.ts";
import { bearerToken, type Secret } from "./secret.ts";

/** Environments of people's MCP hosts, which seldom say goodbye: the least recently used makes room. */
const MAX_HOSTED = 64;

export interface AgentPlaneOptions {
  readonly worlds: Worlds;
  readonly episodes: Episodes;
  /** What `/:domain/mcp` asks for; undefined where only this machine can call. */
  readonly hostSecret: Secret | undefined;
}

export function agentPlane({ worlds, episodes, hostSecret }: AgentPlaneOptions): Hono {
  const hosted = new HostedEpisodes(episodes);
  const app = new Hono();

  app.all("/episodes/:id/mcp", (c) => answer(c, episodes, ({ agent }) => agent, "the agent's token"));

  app.all("/episodes/:id/user/mcp", (c) => {
    const sideOf = ({ user }: Episode) => {
      if (user === null) throw new Refusal(404, "nobody but the agent has tools here: there is /mcp only");
      return user;
    };
    return answer(c, episodes, sideOf, "the user's token");
  });

  app.all("/:domain/mcp", async (c) => {
    const token = bearerToken(c.req.header("authorization"));
    if (hostSecret !== undefined && !hostSecret.accepts(token)) throw unauthorized("the server's token");
    const name = c.req.param("domain");
    if (!Object.hasOwn(worlds.domains, name)) {
      throw new Refusal(404, `no domain '${name}': there are ${Object.keys(worlds.domains).join(", ")}`);
    }
    const body = await parsedBody(c);
    const sessionId = c.req.header("mcp-session-id");
    if (sessionId !== undefined) {
      const episode = hosted.get(`session ${sessionId.slice(0, sessionId.indexOf("."))}`);
      if (episode?.world.domain.name !== name) throw new Refusal(404, "Session not found: initialize again");
      const response = await episode.agent.endpoint.fetch(c.req.raw, body);
      if (c.req.method === "DELETE" && response.ok) await episodes.close(episode);
      return response;
    }
    const refused = refusedHandshake(c.req.raw);
    if (refused) return refused;
    const open = () => {
      episodes.requireRoom();
      return episodes.open(worlds.get(name));
    };
    if (!isInitialize(body)) {
      return hosted.shared(`${name} ${token ?? ""}`, open).agent.endpoint.fetch(c.req.raw, body);
    }
    const episode = open();
    const response = await episode.agent.endpoint.fetch(c.req.raw, body);
    if (response.headers.has("mcp-session-id")) hosted.add(`session ${episode.id}`, episode);
    else await episodes.close(episode);
    return response;
  });

  return app;
}

/** Only a caller with the token keeps an episode alive; it may have ended while the body came in. */
async function answer(
  c: Context<object, "/episodes/:id">,
  episodes: Episodes,
  sideOf: (episode: Episode) => Side,
  opens: string,
): Promise<Response> {
  const id = c.req.param("id");
  const token = bearerToken(c.req.header("authorization"));
  if (!sideOf(episodes.peek(id)).secret.accepts(token)) throw unauthorized(opens);
  const body = await parsedBody(c);
  return sideOf(episodes.get(id)).endpoint.fetch(c.req.raw, body);
}

async function parsedBody(c: Context): Promise<unknown> {
  if (c.req.method !== "POST") return undefined;
  const text = await c.req.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, text === "" ? "the body is empty: send a JSON-RPC message" : "Parse error: not JSON");
  }
}

/** Episodes that nobody opened through the control plane. */
class HostedEpisodes {
  readonly #episodes: Episodes;
  /** Least recently used first. */
  readonly #byKey = new Map<string, Episode>();

  constructor(episodes: Episodes) {
    this.#episodes = episodes;
  }

  get(key: string): Episode | undefined {
    const episode = this.#byKey.get(key);
    if (episode === undefined) return undefined;
    this.#byKey.delete(key);
    try {
      this.#episodes.get(episode.id);
    } catch (error) {
      if (error instanceof EpisodeError) return undefined;
      throw error;
    }
    this.#byKey.set(key, episode);
    return episode;
  }

  add(key: string, episode: Episode): Episode {
    this.#byKey.set(key, episode);
    for (const [oldestKey, oldest] of this.#byKey) {
      if (this.#byKey.size <= MAX_HOSTED) break;
      this.#byKey.delete(oldestKey);
      void this.#episodes.close(oldest);
    }
    return episode;
  }

  shared(key: string, open: () => Episode): Episode {
    return this.get(`shared ${key}`) ?? this.add(`shared ${key}`, open());
  }
}
