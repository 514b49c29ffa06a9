/** MCP calls a second over each transport, one client and 64, each client on an episode of its own; servers are processes of their own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import type { Call, World } from "../../domains/index.ts";
import { connectInMemory, connectStdio, type ToolClient } from "../../rollout/tool-client.ts";
import { mcpServer } from "../../servers/index.ts";
import { quantiles } from "./quantiles.ts";

const WARM_UP_MS = 1500;
const MEASURED_MS = 3000;
const LIVE_EPISODES = 1024;
const TOKEN = "bench";
const CLIENTS = [1, 64];
const bin = fileURLToPath(new URL("../../servers/bin.ts", import.meta.url));

export interface TransportRow {
  readonly transport: string;
  readonly clients: number;
  readonly callsPerSecond: number;
  /** Milliseconds of one call as its client sees it. */
  readonly p50: number;
  readonly p99: number;
}

export interface TransportFigures {
  readonly rows: TransportRow[];
  readonly liveEpisodes: number;
  /** Of the server process, with `liveEpisodes` episodes that each have a session and were called once. */
  readonly residentBytes: number;
}

/** `onRow` hears of each row as it is measured. */
export async function measureTransports(world: World, onRow: (row: TransportRow) => void): Promise<TransportFigures> {
  const call = aRead(world);
  const rows: TransportRow[] = [];
  const measure = async (transport: string, clients: number, calls: (() => Promise<unknown>)[]) => {
    const row = { transport, clients, ...(await load(calls)) };
    rows.push(row);
    onRow(row);
  };

  for (const clients of CLIENTS) {
    const environments = Array.from({ length: clients }, () => world.open());
    const connected = await Promise.all(
      environments.map((environment) => connectInMemory(mcpServer(environment, "assistant", world.domainPolicy()))),
    );
    await measure(
      "in memory",
      clients,
      connected.map((client) => () => client.call(call.name, call.arguments)),
    );
    await Promise.all(connected.map((client) => client.close()));
    for (const environment of environments) environment.close();
  }

  for (const clients of CLIENTS) {
    const connected: ToolClient[] = [];
    // Two at a time: 64 processes that start at once would time each other out.
    for (let at = 0; at < clients; at += 2) {
      const pair = Array.from({ length: Math.min(2, clients - at) }, () =>
        connectStdio([bin, "serve", world.domain.name, "--stdio"]),
      );
      connected.push(...(await Promise.all(pair)));
    }
    await measure(
      "stdio",
      clients,
      connected.map((client) => () => client.call(call.name, call.arguments)),
    );
    await Promise.all(connected.map((client) => client.close()));
  }

  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...CLIENTS) });
  const echo = await startEcho();
  for (const clients of CLIENTS) {
    const body = JSON.stringify(rpc(call));
    const one = () => post(agent, `${echo.url}/echo`, { "content-type": "application/json" }, body);
    await measure(
      "bare Hono echo",
      clients,
      Array.from({ length: clients }, () => one),
    );
  }
  echo.process.kill();

  const server = await startServer();
  const open = (count: number) => openEpisodes(agent, server.url, world, count);
  for (const clients of CLIENTS) {
    const sides = await open(clients);
    const sessions = await Promise.all(sides.map((side) => startSession(agent, side)));
    await measure(
      "HTTP, 2025 session",
      clients,
      sessions.map((session) => () => callOverHttp(agent, session, rpc(call))),
    );
    await measure(
      "HTTP, 2026 stateless",
      clients,
      sides.map((side) => () => callOverHttp(agent, modern(side, call), modernRpc(call))),
    );
  }
  const opened = CLIENTS.reduce((sum, clients) => sum + clients, 0);
  const sides = await open(LIVE_EPISODES - opened);
  for (const side of sides) await callOverHttp(agent, await startSession(agent, side), rpc(call));
  const resident = execFileSync("ps", ["-o", "rss=", "-p", String(server.process.pid)], { encoding: "utf8" });
  server.process.kill();
  agent.destroy();
  return { rows, liveEpisodes: LIVE_EPISODES, residentBytes: Number(resident) * 1024 };
}

/** A reading call that some task makes, with an object of a few hundred bytes for an answer. */
function aRead(world: World): Call {
  using environment = world.open();
  for (const { requestor, name, arguments: args } of [...world.tasks.values()].flatMap(
    (task) => task.reference_actions,
  )) {
    const result = environment.call(requestor, name, args);
    if (requestor === "assistant" && environment.tools(requestor)[name]?.effect === "read" && result.ok) {
      if (JSON.stringify(result.value).length > 300) return { requestor, name, arguments: args };
    }
    environment.reset();
  }
  throw new Error(`${world.domain.name} has no task that reads`);
}

/** Each entry of `calls` is a client that calls again as soon as it was answered. */
async function load(calls: (() => Promise<unknown>)[]): Promise<{ callsPerSecond: number; p50: number; p99: number }> {
  const run = async (milliseconds: number) => {
    const timings: number[] = [];
    const end = performance.now() + milliseconds;
    const client = async (call: () => Promise<unknown>) => {
      for (let at = performance.now(); at < end; ) {
        await call();
        const now = performance.now();
        timings.push(now - at);
        at = now;
        // In memory nothing ever waits for a socket: let timers and the collector have their turn.
        if (timings.length % 1000 === 0) await new Promise(setImmediate);
      }
    };
    const start = performance.now();
    await Promise.all(calls.map(client));
    return { timings, seconds: (performance.now() - start) / 1000 };
  };
  await run(WARM_UP_MS);
  const { timings, seconds } = await run(MEASURED_MS);
  return { callsPerSecond: timings.length / seconds, ...quantiles(timings) };
}

interface Side {
  readonly url: string;
  readonly headers: Record<string, string>;
}

function rpc({ name, arguments: args }: Call) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
}

function modernRpc(call: Call) {
  const { params, ...rest } = rpc(call);
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { ...rest, params: { ...params, _meta: meta } };
}

function modern({ url, headers }: Side, { name }: Call): Side {
  return {
    url,
    headers: { ...headers, "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
  };
}

async function callOverHttp(agent: Agent, { url, headers }: Side, message: unknown): Promise<void> {
  const { text } = await post(agent, url, headers, JSON.stringify(message));
  if (!text.includes('"structuredContent"')) throw new Error(`no tool result: ${text.slice(0, 300)}`);
}

async function startSession(agent: Agent, { url, headers }: Side): Promise<Side> {
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
  const opened = await post(
    agent,
    url,
    headers,
    JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }),
  );
  const session = { ...headers, "mcp-session-id": opened.session, "mcp-protocol-version": "2025-11-25" };
  await post(agent, url, session, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return { url, headers: session };
}

async function openEpisodes(agent: Agent, base: string, world: World, count: number): Promise<Side[]> {
  const sides: Side[] = [];
  const body = JSON.stringify({ domain: world.domain.name });
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  for (let at = 0; at < count; at++) {
    const { text } = await post(agent, `${base}/episodes`, headers, body);
    const { agent: side } = JSON.parse(text);
    const accept = "application/json, text/event-stream";
    const own = { authorization: `Bearer ${side.token}`, accept, "content-type": "application/json" };
    sides.push({ url: new URL(side.url, base).href, headers: own });
  }
  return sides;
}

function post(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<{ text: string; session: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      agent,
      headers: { ...headers, "content-length": Buffer.byteLength(body) },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => {
        if ((response.statusCode ?? 500) >= 400)
          reject(new Error(`${url}: ${response.statusCode} ${text.slice(0, 300)}`));
        else resolve({ text, session: String(response.headers["mcp-session-id"] ?? "") });
      });
    });
    sent.end(body);
  });
}

async function startEcho(): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("echo.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${String(port).trim()}`, process: child };
}

async function startServer(): Promise<{ url: string; process: ChildProcess }> {
  const args = [bin, "serve", "--http", "--port", "0", "--token", TOKEN, "--max-episodes", String(LIVE_EPISODES + 1)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  while (child.exitCode === null) {
    const [chunk] = await once(child.stderr, "data");
    said += chunk;
    const url = said.match(/http:\/\/[\d.]+:\d+/)?.[0];
    if (url) return { url, process: child };
  }
  throw new Error(`the server did not start: ${said}`);
}
