/** The control plane: worlds, tasks, episodes, state, score, and who may ask. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { type EpisodeReply, rpc, served, TOKEN, worlds } from "../support/served.ts";

const world = worlds.get("library");
const LENDING = { member_id: "m1", book_id: "b2" };

afterEach(() => vi.restoreAllMocks());

async function error(response: Response): Promise<{ status: number; error: string }> {
  const { error } = (await response.json()) as { error: string };
  return { status: response.status, error };
}

describe("who may ask", () => {
  const routes: [string, string][] = [
    ["GET", "/domains"],
    ["GET", "/domains/library/tasks"],
    ["POST", "/episodes"],
    ["GET", "/episodes/ID/state"],
    ["POST", "/episodes/ID/reset"],
    ["POST", "/episodes/ID/score"],
    ["DELETE", "/episodes/ID"],
    ["POST", "/score"],
    ["GET", "/metrics"],
  ];

  test.each(routes)("%s %s refuses all but the control token", async (method, path) => {
    const server = served();
    const episode = await server.open();
    const url = path.replace("ID", episode.episode_id);
    const tokens = [undefined, "", "wrong", `${TOKEN}x`, TOKEN.slice(1), episode.agent.token, episode.user.token];
    for (const token of tokens) {
      const response = await server.request(method, url, { token });
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
      expect(await error(response)).toEqual({ status: 401, error: expect.stringContaining("token") });
    }
    expect(server.episodes.size).toBe(1);
  });

  test("anyone may ask whether it lives", async () => {
    const response = await served().request("GET", "/healthz");
    expect([response.status, await response.json()]).toEqual([200, { status: "ok" }]);
  });

  test("an unknown route says so", async () => {
    const response = await served().request("GET", "/nowhere");
    expect(await error(response)).toEqual({ status: 404, error: "no route GET /nowhere" });
  });
});

describe("from where", () => {
  test.each([
    ["a name that was made to resolve here", { host: "evil.example:8700" }],
    ["a page of another site", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
  ])("%s is refused", async (_, headers) => {
    const server = served();
    const before = server.episodes.size;
    for (const path of ["/healthz", "/episodes", "/library/mcp"]) {
      const response = await server.request("POST", path, { token: TOKEN, body: { domain: "library" }, headers });
      expect(response.status).toBe(403);
      expect(response.headers.has("access-control-allow-origin")).toBe(false);
    }
    expect(server.episodes.size).toBe(before);
  });

  test.each(["localhost:1", "127.0.0.1:8700", "[::1]:8700"])("this machine's %s is taken", async (host) => {
    const headers = { host, origin: `http://${host}` };
    expect((await served().request("GET", "/healthz", { headers })).status).toBe(200);
  });

  test("where other machines can call, any host will do, but a page must be of the same", async () => {
    const server = served({ hostname: "0.0.0.0" });
    const url = "http://gym.example:8700/domains";
    const ask = (headers: Record<string, string>) => server.request("GET", url, { token: TOKEN, headers });
    expect((await ask({ host: "gym.example:8700" })).status).toBe(200);
    expect((await ask({ host: "gym.example:8700", origin: "http://gym.example:8700" })).status).toBe(200);
    expect((await ask({ host: "gym.example:8700", origin: "https://evil.example" })).status).toBe(403);
  });
});

describe("worlds and tasks", () => {
  test("lists the domains with their tools", async () => {
    expect(await served().control("GET", "/domains")).toMatchObject({
      domains: [{ name: "library", version: "1", tools: { user: Object.keys(world.domain.tools.user) } }],
    });
  });

  test("lists tasks, by split", async () => {
    const { control } = served();
    const ids = async (query: string) => {
      const { tasks } = await control<{ tasks: { id: string }[] }>("GET", `/domains/library/tasks${query}`);
      return tasks.map(({ id }) => id);
    };
    const tasks = [...world.tasks.values()];
    expect(await ids("")).toEqual(tasks.map(({ id }) => id));
    const held = tasks.filter(({ split }) => split === "test");
    expect(await ids("?split=test&seed=0&world=builtin")).toEqual(held.map(({ id }) => id));
    expect(held.length).toBeLessThan(tasks.length);
  });

  test.each([
    ["/domains/nowhere/tasks", 404, "no domain 'nowhere': there are library"],
    ["/domains/library/tasks?split=dev", 400, "'split'"],
    ["/domains/library/tasks?seed=x", 400, "'seed'"],
    ["/domains/library/tasks?sed=1", 400, "unknown 'sed' (the query takes world, seed, split)"],
    ["/domains/library/tasks?world=tau2", 400, "pass --tau2 DIR"],
  ])("%s is refused", async (path, status, text) => {
    const response = await served().request("GET", path, { token: TOKEN });
    expect(await error(response)).toEqual({ status, error: expect.stringContaining(text) });
  });
});

describe("an episode", () => {
  test("opens with ways in, the domain policy and the task", async () => {
    const reply = await served().open({ task_id: "lend-1", seed: 2 });
    expect(reply).toEqual({
      episode_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      agent: { url: `http://127.0.0.1:8700/episodes/${reply.episode_id}/mcp`, token: expect.any(String) },
      user: { url: `http://127.0.0.1:8700/episodes/${reply.episode_id}/user/mcp`, token: expect.any(String) },
      domain_policy: world.domainPolicy(),
      task: worlds.get("library", "builtin", 2).task("lend-1"),
    });
    expect(reply.agent.token).not.toBe(reply.user.token);
    expect((await served().open()).task).toBeNull();
  });

  test("shows its state, takes it back, and closes", async () => {
    const server = served();
    const { episode_id: id, agent } = await server.open();
    const state = () => server.control("GET", `/episodes/${id}/state`);
    const start = await state();
    expect(start).toMatchObject({ agent: { loans: { m1: [] } } });
    await rpc(server, agent, "tools/call", { name: "lend_book", arguments: LENDING });
    expect(await state()).toMatchObject({ agent: { loans: { m1: ["b2"] } } });
    await server.control("POST", `/episodes/${id}/reset`);
    expect(await state()).toEqual(start);
    await server.control("DELETE", `/episodes/${id}`);
    for (const path of [`/episodes/${id}/state`, `/episodes/${id}/mcp`]) {
      expect((await server.request("GET", path, { token: TOKEN })).status).toBe(404);
    }
    expect(server.episodes.size).toBe(0);
  });

  test("two at once never see each other", async () => {
    const server = served();
    const [one, two] = [await server.open(), await server.open()];
    await rpc(server, one.agent, "tools/call", { name: "lend_book", arguments: LENDING });
    const state = ({ episode_id }: EpisodeReply) => server.control("GET", `/episodes/${episode_id}/state`);
    expect(await state(one)).toMatchObject({ agent: { loans: { m1: ["b2"] } } });
    expect(await state(two)).toMatchObject({ agent: { loans: { m1: [] } } });
  });

  test("scores by its final rows and by what the assistant said in text", async () => {
    const server = served();
    const { episode_id: id, agent } = await server.open({ task_id: "lend-1" });
    const score = (body?: unknown) => server.control("POST", `/episodes/${id}/score`, body);
    const told = [
      { role: "user", content: "Dune" },
      { role: "assistant", content: null, tool_calls: [] },
      { role: "assistant", content: "I lent you Dune." },
    ];
    expect(await score({ messages: told })).toMatchObject({ value: 0, components: { db: 0, communicate: 1 } });
    await rpc(server, agent, "tools/call", { name: "lend_book", arguments: LENDING });
    expect(await score({ messages: told })).toMatchObject({ value: 1, mode: "evaluation", reasons: [] });
    expect(await score({ messages: told.slice(0, 2) })).toMatchObject({ value: 0, components: { communicate: 0 } });
    expect(await score()).toMatchObject({ value: null, components: { communicate: null } });
    expect(await score({ mode: "training" })).toMatchObject({ value: 1, mode: "training" });
  });

  test("without a task can't be scored", async () => {
    const server = served();
    const { episode_id } = await server.open();
    const response = await server.request("POST", `/episodes/${episode_id}/score`, { token: TOKEN });
    expect(await error(response)).toEqual({ status: 400, error: expect.stringContaining("no task to score") });
  });
});

describe("POST /score", () => {
  test("is the oracle: calls replayed on a fresh environment", async () => {
    const server = served();
    const body = { domain: "library", task_id: "lend-1", messages: [{ role: "assistant", content: "Dune" }] };
    const lend = { requestor: "assistant", name: "lend_book", arguments: LENDING };
    const score = (calls: unknown[]) => server.control("POST", "/score", { ...body, calls });
    expect(await score([lend])).toMatchObject({ value: 1 });
    expect(await score([{ name: "find_member", arguments: { name: "Ada" } }, lend])).toMatchObject({ value: 1 });
    expect(await score([{ ...lend, name: "no_such_tool" }])).toMatchObject({ value: 0 });
    expect(await score([lend, lend])).toMatchObject({ value: 0 });
    expect(server.episodes.size).toBe(0);
  });
});

describe("bad input gets one clear line and changes nothing", () => {
  test.each([
    ["malformed JSON", "{", "the body is not JSON"],
    ["no object", "[]", "the body: expected object, received array"],
    ["a missing field", {}, "missing 'domain' (the body takes domain, task_id, world, seed, domain_policy, solo)"],
    ["an extra field", { domain: "library", tsk: "lend-1" }, "unknown 'tsk'"],
    ["a wrong type", { domain: "library", seed: "1" }, "'seed': expected number, received string"],
    ["a wrong world", { domain: "library", world: "tau3" }, "'world'"],
    ["an unknown domain", { domain: "nowhere" }, "no domain 'nowhere': there are library"],
    [
      "an unknown task",
      { domain: "library", task_id: "x" },
      "no task 'x' in library (builtin): ids look like 'lend-1'",
    ],
    ["a world that isn't there", { domain: "library", world: "tau2" }, "pass --tau2 DIR"],
  ])("POST /episodes with %s", async (_, body, text) => {
    const server = served();
    const answer = await error(await server.request("POST", "/episodes", { token: TOKEN, body }));
    expect(answer).toEqual({ status: 400, error: expect.stringContaining(text) });
    expect(answer.error).not.toContain("\n");
    expect(server.episodes.size).toBe(0);
  });

  test.each([
    ["malformed JSON", "{", "not JSON"],
    ["messages that are none", { messages: [{ content: "hi" }] }, "missing 'messages.0.role'"],
    ["an unknown mode", { mode: "lenient" }, "'mode'"],
  ])("POST /episodes/:id/score with %s", async (_, body, text) => {
    const server = served();
    const { episode_id } = await server.open({ task_id: "lend-1" });
    const response = await server.request("POST", `/episodes/${episode_id}/score`, { token: TOKEN, body });
    expect(await error(response)).toEqual({ status: 400, error: expect.stringContaining(text) });
  });

  test("a huge body, with its length declared or not", async () => {
    const server = served();
    const body = JSON.stringify({ domain: "library", task_id: "x".repeat(5_000_000) });
    for (const headers of [{ "content-length": String(body.length) }, {}]) {
      const response = await server.request("POST", "/episodes", { token: TOKEN, body, headers });
      expect(await error(response)).toEqual({ status: 413, error: expect.stringContaining("too large") });
    }
  });

  test("a bug is a 500 that tells nothing; stderr has it", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const call = { name: "sneaky_read", arguments: {} };
    const body = { domain: "library", task_id: "lend-1", calls: [call] };
    const response = await served().request("POST", "/score", { token: TOKEN, body });
    expect(await error(response)).toEqual({ status: 500, error: "Internal error" });
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining("declares no write"));
  });
});

describe("how many and for how long", () => {
  test("over capacity is 429, with when to try again", async () => {
    const server = served({ max: 2 });
    const { episode_id } = await server.open();
    await server.open();
    const response = await server.request("POST", "/episodes", { token: TOKEN, body: { domain: "library" } });
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await error(response)).toEqual({ status: 429, error: expect.stringContaining("2 episodes are live") });
    await server.control("DELETE", `/episodes/${episode_id}`);
    await server.open();
  });

  test("an idle episode expires, and says so; one in use does not", async () => {
    const server = served({ idleMs: 60_000 });
    const idle = await server.open();
    const used = await server.open();
    server.clock.ms = 40_000;
    await rpc(server, used.agent, "tools/list");
    server.clock.ms = 70_000;
    const gone = `episode '${idle.episode_id}' expired after 1 idle minutes: open another`;
    const response = await server.request("GET", `/episodes/${idle.episode_id}/state`, { token: TOKEN });
    expect(await error(response)).toEqual({ status: 410, error: gone });
    expect(await rpc(server, idle.agent, "tools/list")).toMatchObject({ status: 410, error: { message: gone } });
    expect(await rpc(server, used.agent, "tools/list")).toMatchObject({ status: 200 });
    expect(server.episodes).toMatchObject({ size: 1, expired: 1 });
  });

  test("an expired episode makes room", async () => {
    const server = served({ max: 1, idleMs: 1000 });
    await server.open();
    server.clock.ms = 1000;
    await server.open();
    expect(server.episodes.size).toBe(1);
  });
});

test("GET /metrics counts episodes, calls and requests", async () => {
  const server = served({ idleMs: 1000 });
  const { agent } = await server.open();
  await rpc(server, agent, "tools/call", { name: "find_member", arguments: { name: "Ada" } });
  await rpc(server, agent, "tools/call", { name: "find_member", arguments: { name: "Nobody" } });
  server.clock.ms = 1000;
  const second = await server.open();
  await rpc(server, second.agent, "tools/call", { name: "find_member", arguments: { name: "Ada" } });
  await server.request("GET", "/nowhere");
  const response = await server.request("GET", "/metrics", { token: TOKEN });
  expect(response.headers.get("content-type")).toContain("version=0.0.4");
  const lines = (await response.text()).split("\n");
  for (const line of [
    "deskgym_episodes_live 1",
    "deskgym_episodes_created_total 2",
    "deskgym_episodes_expired_total 1",
    'deskgym_tool_calls_total{domain="library",outcome="ok"} 2',
    'deskgym_tool_calls_total{domain="library",outcome="error"} 1',
    'deskgym_http_requests_total{status="404"} 1',
  ]) {
    expect(lines).toContain(line);
  }
});
