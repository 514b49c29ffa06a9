/** What stands at the door: nothing is opened, renewed or broken for a caller who has not shown that it may, or sends rubbish. */
import { expect, test, vi } from "vitest";
import { rpc, served, TOKEN, worlds } from "../support/served.ts";

const CALL = { name: "read_book", arguments: { book_id: "b1" } };
const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

function message(args: string): string {
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_book","arguments":${args}}}`;
}

test.each([100, 5_000, 200_000])("arguments nested %d deep are refused, and break no score", async (levels) => {
  const server = served();
  const { agent, episode_id } = await server.open({ task_id: "lend-1" });
  const body = message(`{"book_id":${deep(levels)}}`);
  const answer = await (await server.request("POST", agent.url, { token: agent.token, body })).json();
  expect(answer).toMatchObject({
    result: { isError: true, content: [{ text: expect.stringContaining("32 levels") }] },
  });
  expect(await server.control("POST", `/episodes/${episode_id}/score`, {})).toMatchObject({ components: { db: 0 } });
  const oracle = {
    token: TOKEN,
    body: `{"domain":"library","task_id":"lend-1","calls":[{"name":"x","arguments":{"y":${deep(levels)}}}]}`,
  };
  expect((await server.request("POST", "/score", oracle)).status).toBe(400);
});

test.each(["null", "[]", "1", '"x"'])("arguments that are %s get one line", async (args) => {
  const server = served();
  const { agent } = await server.open();
  const response = await server.request("POST", agent.url, { token: agent.token, body: message(args) });
  expect(await response.json()).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32602, message: "'arguments' must be an object, with the tool's arguments by name" },
  });
});

test.each([
  [{ name: 5 }, "'name' must be a text, the tool's name"],
  [{}, "'name' must be a text, the tool's name"],
  [{ name: "read_book", arguments: JSON.parse('{"book_id":"b1","__proto__":{}}') }, "unknown argument '__proto__'"],
])("a call like %j gets one line, and is not made", async (params, problem) => {
  const server = served();
  const { agent, episode_id } = await server.open();
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  const answer = await (await server.request("POST", agent.url, { token: agent.token, body })).json();
  expect(answer).toEqual({ jsonrpc: "2.0", id: 1, error: { code: -32602, message: problem } });
  expect(server.episodes.get(episode_id).environment.calls).toEqual([]);
});

test("a batch is refused whole", async () => {
  const server = served();
  const { agent } = await server.open();
  const response = await server.request("POST", agent.url, { token: agent.token, body: `[${message("{}")}]` });
  expect(response.status).toBe(400);
  expect(await response.text()).toContain("no batches");
});

test("a wrong token does not keep an episode alive", async () => {
  const server = served({ idleMs: 1000 });
  const { agent } = await server.open();
  for (let tries = 0; tries < 3; tries++) {
    server.clock.ms += 400;
    await rpc(server, { url: agent.url, token: "wrong" }, "tools/list");
  }
  expect(await rpc(server, agent, "tools/list")).toMatchObject({
    status: 410,
    error: { message: expect.stringContaining("1 idle seconds") },
  });
});

test.each([
  ["GET", {}],
  ["POST", { "content-type": "text/plain" }],
])("a refused %s opens no environment", async (method, headers) => {
  const server = served();
  const body = method === "POST" ? message("{}") : undefined;
  const response = await server.request(method, "/library/mcp", { headers, body });
  expect([405, 415]).toContain(response.status);
  expect(server.episodes.size).toBe(0);
});

test("an episode that ends while a body comes in is gone, not broken", async () => {
  const server = served();
  const episode = await server.open({ task_id: "lend-1" });
  const slow = async (url: string, token: string, text: string) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const headers = { host: "127.0.0.1:8700", authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init: RequestInit = { method: "POST", headers, body: readable, duplex: "half" };
    const answer = server.fetch(new Request(url, init));
    await new Promise(setImmediate);
    return async () => {
      await writer.write(new TextEncoder().encode(text));
      await writer.close();
      return (await answer).status;
    };
  };
  const call = await slow(episode.agent.url, episode.agent.token, message('{"book_id":"b1"}'));
  const score = await slow(`http://127.0.0.1:8700/episodes/${episode.episode_id}/score`, TOKEN, "{}");
  await server.control("DELETE", `/episodes/${episode.episode_id}`);
  expect([await call(), await score()]).toEqual([404, 404]);
});

test("at capacity no world is made for nothing", async () => {
  const server = served({ max: 1 });
  await server.open();
  using made = vi.spyOn(worlds, "get");
  const response = await server.request("POST", "/episodes", { token: TOKEN, body: { domain: "library", seed: 77 } });
  expect(response.status).toBe(429);
  expect(made).not.toHaveBeenCalled();
});

test("every loopback address answers by its own name", async () => {
  const server = served({ hostname: "127.0.0.2" });
  const status = async (host: string) => (await server.request("GET", "/healthz", { headers: { host } })).status;
  expect([await status("127.0.0.2:8700"), await status("localhost"), await status("evil.example")]).toEqual([
    200, 200, 403,
  ]);
});

test("what was said may come as parts", async () => {
  const server = served();
  const { agent, episode_id } = await server.open({ task_id: "lend-1" });
  await rpc(server, agent, "tools/call", CALL);
  const content = [
    { type: "text", text: "I lent you " },
    { type: "text", text: "Dune." },
  ];
  const score = (messages: unknown[]) =>
    server.control<{ components: object }>("POST", `/episodes/${episode_id}/score`, { messages });
  expect((await score([{ role: "assistant", content }])).components).toMatchObject({ communicate: 1 });
  expect((await score([{ role: "assistant", content: null }])).components).toMatchObject({ communicate: 0 });
});

test.each(["", "0x10", "-1", "1.5", "x"])("a seed of '%s' is refused", async (seed) => {
  const response = await served().request("GET", `/domains/library/tasks?seed=${seed}`, { token: TOKEN });
  expect([response.status, await response.json()]).toEqual([400, { error: expect.stringContaining("'seed'") }]);
});
