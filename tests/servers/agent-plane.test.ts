/** The MCP routes: tokens, sessions of the 2025 revision, requests without one, and a person's own MCP host. */
import { describe, expect, test } from "vitest";
import { library } from "../support/library/index.ts";
import { ENVELOPE, INITIALIZE, type RpcAnswer, rpc, type Served, served, TOKEN } from "../support/served.ts";

const LEND = { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };
const HOST = { url: "/library/mcp" };

function modern(name?: string): Record<string, string> {
  return {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": name === undefined ? "tools/list" : "tools/call",
    ...(name !== undefined && { "mcp-name": name }),
  };
}

async function initialize(server: Served, side: { url: string; token?: string }): Promise<Record<string, string>> {
  const { sessionId } = await rpc(server, side, "initialize", INITIALIZE);
  return { "mcp-session-id": sessionId ?? "", "mcp-protocol-version": "2025-11-25" };
}

/** What m1 has on loan, as the far end of a connection sees it. */
async function lent(server: Served, side: { url: string; token?: string }, headers: Record<string, string> = {}) {
  const answer = await rpc(server, side, "tools/call", LEND, headers);
  return answer.result?.structuredContent.lent;
}

describe("an episode's planes", () => {
  test.each(["agent", "user"] as const)("the %s's opens with its own token only", async (plane) => {
    const server = served();
    const [episode, other] = [await server.open(), await server.open()];
    const opposite = plane === "agent" ? "user" : "agent";
    const { url, token: own } = episode[plane];
    for (const token of [undefined, "", "wrong", TOKEN, episode[opposite].token, other[plane].token]) {
      const response = await server.request("POST", url, {
        token,
        body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toContain("Bearer");
      expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining("token") } });
    }
    expect((await rpc(server, { url, token: own }, "tools/list")).status).toBe(200);
  });

  test("each lists its own tools", async () => {
    const server = served();
    const { agent, user } = await server.open();
    const names = ({ result }: RpcAnswer) => result.tools.map(({ name }: { name: string }) => name);
    expect(names(await rpc(server, agent, "tools/list"))).toContain("lend_book");
    expect(names(await rpc(server, user, "tools/list"))).toEqual(Object.keys(library.tools.user).toSorted());
    expect(await rpc(server, user, "tools/call", LEND)).toMatchObject({ error: { code: -32602 } });
  });

  test("an unknown episode is a 404 that says what to do", async () => {
    const answer = await rpc(served(), { url: "/episodes/nope/mcp", token: TOKEN }, "tools/list");
    expect(answer).toMatchObject({
      status: 404,
      error: { message: "no episode 'nope': open one with POST /episodes" },
    });
  });
});

describe("both generations on one URL", () => {
  test("2025: initialize, then calls in the session", async () => {
    const server = served();
    const { agent } = await server.open();
    const opened = await rpc(server, agent, "initialize", INITIALIZE);
    expect(opened.result).toMatchObject({ protocolVersion: "2025-11-25", serverInfo: { name: "deskgym-library" } });
    const headers = { "mcp-session-id": opened.sessionId ?? "", "mcp-protocol-version": "2025-11-25" };
    expect(await lent(server, agent, headers)).toEqual(["b2"]);
    expect((await server.request("DELETE", agent.url, { token: agent.token, headers })).status).toBe(200);
    expect((await rpc(server, agent, "tools/list", {}, headers)).status).toBe(404);
  });

  test("2025 without a session, as plain curl sends it", async () => {
    const server = served();
    const { agent } = await server.open();
    for (const accept of ["*/*", "application/json", "application/json, text/event-stream"]) {
      expect(await rpc(server, agent, "tools/list", {}, { accept })).toMatchObject({ status: 200 });
    }
    expect(await lent(server, agent)).toEqual(["b2"]);
  });

  test("2026: no session, the version in each request", async () => {
    const server = served();
    const { agent } = await server.open();
    const listed = await rpc(server, agent, "tools/list", { _meta: ENVELOPE }, modern());
    expect(listed.result).toMatchObject({ cacheScope: "public", ttlMs: 3_600_000 });
    const answer = await rpc(server, agent, "tools/call", { ...LEND, _meta: ENVELOPE }, modern("lend_book"));
    expect(answer).toMatchObject({ status: 200, sessionId: null, result: { structuredContent: { lent: ["b2"] } } });
  });

  test("all of them are in one environment", async () => {
    const server = served();
    const { agent, episode_id } = await server.open();
    await lent(server, agent);
    await rpc(server, agent, "tools/call", { ...LEND, _meta: ENVELOPE }, modern("lend_book"));
    await lent(server, agent, await initialize(server, agent));
    expect(await server.control("GET", `/episodes/${episode_id}/state`)).toMatchObject({
      agent: { loans: { m1: ["b2", "b2", "b2"] } },
    });
  });

  test("an unknown session is a 404, another episode's too", async () => {
    const server = served();
    const [one, two] = [await server.open(), await server.open()];
    const headers = await initialize(server, one.agent);
    expect(await rpc(server, two.agent, "tools/list", {}, headers)).toMatchObject({ status: 404 });
    expect(await rpc(server, one.agent, "tools/list", {}, { "mcp-session-id": "x" })).toMatchObject({
      status: 404,
      error: { message: "Session not found: initialize again" },
    });
  });

  test("a new session makes the least recently used of 64 give way", async () => {
    const server = served();
    const { agent } = await server.open();
    const first = await initialize(server, agent);
    const second = await initialize(server, agent);
    for (let at = 2; at < 64; at += 1) await initialize(server, agent);
    expect((await rpc(server, agent, "tools/list", {}, first)).status).toBe(200);
    await initialize(server, agent);
    expect((await rpc(server, agent, "tools/list", {}, first)).status).toBe(200);
    expect((await rpc(server, agent, "tools/list", {}, second)).status).toBe(404);
  });
});

describe("bad requests get their clear error and change nothing", () => {
  test.each([
    ["malformed JSON", "{", {}, 400, "Parse error"],
    ["an empty body", "", {}, 400, "the body is empty"],
    ["no JSON-RPC", "[1]", {}, 400, ""],
    ["no method", { jsonrpc: "2.0", id: 1 }, {}, 400, ""],
    ["another media type", {}, { "content-type": "text/plain" }, 415, "application/json"],
    ["arguments that are no object", call({ ...LEND, arguments: "m1" }), {}, 200, "arguments"],
    ["an unknown tool", call({ ...LEND, name: "burn_book" }), {}, 200, "Tool 'burn_book' not found."],
    ["an unknown method", { jsonrpc: "2.0", id: 1, method: "tools/burn" }, {}, 200, "Method not found"],
    ["a version that there never was", call(LEND), { "mcp-protocol-version": "1999-01-01" }, 400, "1999-01-01"],
  ])("%s", async (_, body, headers, status, text) => {
    const server = served();
    const { agent, episode_id } = await server.open();
    const state = () => server.control("GET", `/episodes/${episode_id}/state`);
    const before = await state();
    const response = await server.request("POST", agent.url, { token: agent.token, body, headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(text) } });
    expect(await state()).toEqual(before);
  });

  test("a huge body", async () => {
    const server = served();
    const { agent } = await server.open();
    const answer = await rpc(server, agent, "tools/call", { name: "x".repeat(5_000_000) });
    expect(answer).toMatchObject({ status: 413, error: { message: expect.stringContaining("too large") } });
  });

  test("GET, PUT and a DELETE of nothing", async () => {
    const server = served();
    const { agent } = await server.open();
    for (const method of ["GET", "PUT"]) {
      const response = await server.request(method, agent.url, { token: agent.token });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST, DELETE"]);
    }
    expect((await server.request("DELETE", agent.url, { token: agent.token })).status).toBe(400);
  });
});

describe("a person's MCP host", () => {
  test("each 2025 session has its own environment, and ending it closes that", async () => {
    const server = served();
    const [one, two] = [await initialize(server, HOST), await initialize(server, HOST)];
    expect(await lent(server, HOST, one)).toEqual(["b2"]);
    expect(await lent(server, HOST, one)).toEqual(["b2", "b2"]);
    expect(await lent(server, HOST, two)).toEqual(["b2"]);
    expect(server.episodes.size).toBe(2);
    await server.request("DELETE", HOST.url, { headers: one });
    expect(server.episodes.size).toBe(1);
    expect((await rpc(server, HOST, "tools/list", {}, one)).status).toBe(404);
  });

  test("requests without a session share an environment per token", async () => {
    const server = served();
    const ada = { ...HOST, token: "ada" };
    expect(await lent(server, ada)).toEqual(["b2"]);
    const answer = await rpc(server, ada, "tools/call", { ...LEND, _meta: ENVELOPE }, modern("lend_book"));
    expect(answer.result.structuredContent).toEqual({ lent: ["b2", "b2"] });
    expect(await lent(server, { ...HOST, token: "ben" })).toEqual(["b2"]);
    expect(await lent(server, HOST)).toEqual(["b2"]);
  });

  test("an episode's session is none of its", async () => {
    const server = served();
    const { agent } = await server.open();
    const headers = await initialize(server, agent);
    expect((await rpc(server, HOST, "tools/list", {}, headers)).status).toBe(404);
  });

  test("a handshake that fails leaves no environment behind", async () => {
    const server = served();
    expect((await rpc(server, HOST, "initialize", {})).sessionId).toBeNull();
    const headers = { "content-type": "text/plain" };
    expect((await rpc(server, HOST, "initialize", INITIALIZE, headers)).status).toBe(415);
    expect(server.episodes.size).toBe(0);
  });

  test("an idle session is gone, an idle shared environment begins anew", async () => {
    const server = served({ idleMs: 1000 });
    const headers = await initialize(server, HOST);
    await lent(server, HOST);
    server.clock.ms = 1000;
    expect((await rpc(server, HOST, "tools/list", {}, headers)).status).toBe(404);
    expect(await lent(server, HOST)).toEqual(["b2"]);
    expect(server.episodes.size).toBe(1);
  });

  test("the least recently used of 64 environments makes room", async () => {
    const server = served();
    const first = await initialize(server, HOST);
    for (let at = 0; at < 64; at += 1) await initialize(server, HOST);
    expect(server.episodes.size).toBe(64);
    expect((await rpc(server, HOST, "tools/list", {}, first)).status).toBe(404);
  });

  test("an unknown domain says which there are", async () => {
    const answer = await rpc(served(), { url: "/nowhere/mcp" }, "tools/list");
    expect(answer).toMatchObject({ status: 404, error: { message: "no domain 'nowhere': there are library" } });
  });

  test("where other machines can call it asks for the control token", async () => {
    const server = served({ hostname: "0.0.0.0" });
    const { agent } = await server.open();
    for (const token of [undefined, "wrong", agent.token]) {
      const side = token === undefined ? HOST : { ...HOST, token };
      expect((await rpc(server, side, "tools/list")).status).toBe(401);
    }
    expect((await rpc(server, { ...HOST, token: TOKEN }, "tools/list")).status).toBe(200);
  });
});

function call(params: unknown) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}
