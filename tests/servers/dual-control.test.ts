/** Two sides of one episode, each on its endpoint with its token; and one agent who has both sides' tools. */
import { describe, expect, test } from "vitest";
import { Worlds } from "../../domains/index.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { library } from "../support/library/index.ts";
import {
  ENVELOPE,
  type EpisodeReply,
  type RpcAnswer,
  rpc,
  type Served,
  served,
  TOKEN,
  worlds,
} from "../support/served.ts";

const world = worlds.get("library");
const { assistant, user } = library.tools;
const LEND = { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };
const TOGGLE = { name: "toggle_wireless", arguments: {} };
const ENLARGE = { name: "set_text_size", arguments: { size: "large" } };
const names = ({ result }: RpcAnswer) => result.tools.map(({ name }: { name: string }) => name);
const call = (server: Served, side: { url: string; token: string }, params: object) =>
  rpc(server, side, "tools/call", params);
const stateOf = (server: Served, { episode_id }: EpisodeReply) =>
  server.control<{ agent: object; user: object }>("GET", `/episodes/${episode_id}/state`);

describe("each side on its own endpoint", () => {
  test("lists its own tools and not the other's", async () => {
    const server = served();
    const episode = await server.open({ task_id: "read-1" });
    expect(names(await rpc(server, episode.agent, "tools/list"))).toEqual(Object.keys(assistant).toSorted());
    expect(names(await rpc(server, episode.user, "tools/list"))).toEqual(Object.keys(user).toSorted());
  });

  test("can't call the other's tools, which changes nothing", async () => {
    const server = served();
    const episode = await server.open({ task_id: "read-1" });
    const before = await stateOf(server, episode);
    for (const [side, params] of [
      [episode.agent, TOGGLE],
      [episode.agent, ENLARGE],
      [episode.user, LEND],
      [episode.user, { name: "take_back_book", arguments: LEND.arguments }],
    ] as const) {
      expect(await call(server, side, params)).toMatchObject({
        error: { code: -32602, message: `Tool '${params.name}' not found.` },
      });
    }
    expect(await stateOf(server, episode)).toEqual(before);
  });

  test("is opened by its own token alone, on either generation of the protocol", async () => {
    const server = served();
    const episode = await server.open();
    const other = await server.open();
    const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
    for (const [side, opposite] of [
      ["agent", "user"],
      ["user", "agent"],
    ] as const) {
      const { url, token: own } = episode[side];
      for (const [params, headers] of [
        [{}, {}],
        [{ _meta: ENVELOPE }, modern],
      ] as const) {
        for (const token of [episode[opposite].token, other[side].token, TOKEN, ""]) {
          expect((await rpc(server, { url, token }, "tools/list", params, headers)).status).toBe(401);
        }
        expect((await rpc(server, { url, token: own }, "tools/list", params, headers)).status).toBe(200);
      }
    }
  });

  test("acts in the same environment, and what one does the other sees", async () => {
    const server = served();
    const episode = await server.open({ task_id: "read-1" });
    const start = await stateOf(server, episode);
    expect(start.user).toMatchObject({ member_id: "m1", books: [] });
    await call(server, episode.agent, LEND);
    await call(server, episode.user, TOGGLE);
    const seen = await call(server, episode.user, { name: "check_reader", arguments: {} });
    expect(seen.result.content[0].text).toBe("Wireless: ON. Text size: small. Books: Dune.");
    const score = () => server.control("POST", `/episodes/${episode.episode_id}/score`, { messages: [] });
    expect(await score()).toMatchObject({
      value: 0,
      components: { db: 1, env_assertions: 0 },
      criteria: { env_assertions: { met: 1, of: 2 } },
    });
    await call(server, episode.user, ENLARGE);
    expect(await score()).toMatchObject({ value: 1, components: { actions: 1 } });
    await server.control("POST", `/episodes/${episode.episode_id}/reset`);
    expect(await stateOf(server, episode)).toEqual(start);
  });
});

test("POST /score takes calls of both sides, from the task's initial state on", async () => {
  const { control } = served();
  const body = { domain: "library", task_id: "read-1", messages: [] };
  const calls = [LEND, { ...TOGGLE, requestor: "user" }, { ...ENLARGE, requestor: "user" }];
  expect(await control("POST", "/score", { ...body, calls })).toMatchObject({ value: 1 });
  const misattributed = [LEND, TOGGLE, ENLARGE];
  expect(await control("POST", "/score", { ...body, calls: misattributed })).toMatchObject({
    value: 0,
    components: { env_assertions: 0 },
  });
});

describe("solo", () => {
  test("the agent has both sides' tools, and there is no user's endpoint", async () => {
    const server = served();
    const episode = await server.open({ task_id: "read-1", solo: true });
    expect(episode.user).toBeNull();
    expect(names(await rpc(server, episode.agent, "tools/list"))).toEqual(
      [...Object.keys(assistant), ...Object.keys(user)].toSorted(),
    );
    const url = episode.agent.url.replace("/mcp", "/user/mcp");
    expect(await rpc(server, { url, token: episode.agent.token }, "tools/list")).toMatchObject({
      status: 404,
      error: { message: "nobody but the agent has tools here: there is /mcp only" },
    });
    for (const params of [LEND, TOGGLE, ENLARGE]) await call(server, episode.agent, params);
    expect(await server.control("POST", `/episodes/${episode.episode_id}/score`, { messages: [] })).toMatchObject({
      value: 1,
      components: { actions: 1 },
    });
  });

  test("opens with the domain policy for it", async () => {
    const { open } = served();
    expect((await open({ solo: true, domain_policy: "guided" })).domain_policy).toBe(
      world.domainPolicy("guided", true),
    );
    expect((await open({ solo: true })).domain_policy).toBe(world.domainPolicy());
  });

  test("is refused where the user has no tools", async () => {
    const oneSided = {
      ...library,
      name: "archive",
      tools: { assistant, user: {} },
      tasks: () => [...library.tasks(undefined as never, undefined as never)].slice(0, 1),
    };
    const episodes = new Episodes();
    const app = createApp({ worlds: new Worlds({ archive: oneSided }), episodes, token: TOKEN });
    const response = await app.request("http://127.0.0.1:8700/episodes", {
      method: "POST",
      headers: { host: "127.0.0.1:8700", authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ domain: "archive", solo: true }),
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: "archive has no solo mode: its user has no tools that the agent could have" },
    ]);
    expect(episodes.size).toBe(0);
  });
});

describe("forms of the domain policy", () => {
  test("are listed, opened with, and the agent's instructions", async () => {
    const server = served();
    const { domains } = await server.control<{ domains: object[] }>("GET", "/domains");
    expect(domains).toMatchObject([{ domain_policies: ["standard", "guided"] }]);
    const { agent, domain_policy } = await server.open({ domain_policy: "guided" });
    expect(domain_policy).toBe(world.domainPolicy("guided"));
    const { result } = await rpc(server, agent, "resources/read", { uri: "policy://library" });
    expect(result.contents[0].text).toBe(domain_policy);
  });

  test.each([
    [{ domain_policy: "manual" }, "no domain policy 'manual' in library: there are standard, guided"],
    [{ domain_policy: 1 }, "'domain_policy': expected string, received number"],
    [{ solo: "yes" }, "'solo': expected boolean, received string"],
  ])("%j is refused in one line", async (fields, text) => {
    const server = served();
    const body = { domain: "library", ...fields };
    const response = await server.request("POST", "/episodes", { token: TOKEN, body });
    expect(response.status).toBe(400);
    expect((await response.json()) as { error: string }).toEqual({ error: expect.stringContaining(text) });
    expect(server.episodes.size).toBe(0);
  });
});
