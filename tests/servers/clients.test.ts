/** Clients of every generation, through a port of this machine, on an episode's URL and on the one for a person's host. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport as OlderTransportType } from "@modelcontextprotocol/sdk/shared/transport.js";
import { describe, expect, test } from "vitest";
import { listening, served, TOKEN } from "../support/served.ts";

const INFO = { name: "test", version: "1" };
const LEND = { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };

interface Seen {
  tools: string[];
  result: unknown;
  instructions: string | undefined;
}

type Visit = (url: string, token: string) => Promise<Seen>;

function withToken(token: string): { requestInit: RequestInit } {
  return { requestInit: { headers: { authorization: `Bearer ${token}` } } };
}

const v1: Visit = async (url, token) => {
  const client = new OlderClient(INFO);
  await client.connect(new OlderTransport(new URL(url), withToken(token)) as OlderTransportType);
  const { tools } = await client.listTools();
  const { structuredContent } = await client.callTool(LEND);
  const instructions = client.getInstructions();
  await client.close();
  return { tools: tools.map(({ name }) => name), result: structuredContent, instructions };
};

function v2(mode: "legacy" | { pin: string }): Visit {
  return async (url, token) => {
    const client = new Client(INFO, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), withToken(token)));
    expect(client.getProtocolEra()).toBe(mode === "legacy" ? "legacy" : "modern");
    const { tools } = await client.listTools();
    const { structuredContent } = await client.callTool(LEND);
    const instructions = client.getInstructions();
    await client.close();
    return { tools: tools.map(({ name }) => name), result: structuredContent, instructions };
  };
}

const curl: Visit = async (url, token) => {
  const post = async (method: string, params: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    const response = await fetch(url, { method: "POST", headers, body });
    const { result } = (await response.json()) as { result: { tools: { name: string }[]; structuredContent: unknown } };
    return result;
  };
  const { tools } = await post("tools/list", {});
  const { structuredContent } = await post("tools/call", LEND);
  return { tools: tools.map(({ name }) => name), result: structuredContent, instructions: undefined };
};

const visits: [string, Visit][] = [
  ["an SDK 1.x client", v1],
  ["an SDK 2.x client of the 2025 generation", v2("legacy")],
  ["an SDK 2.x client of the 2026 generation", v2({ pin: "2026-07-28" })],
  ["plain HTTP, as curl", curl],
];

describe.each(visits)("%s", (name, visit) => {
  test("lists and calls on an episode's URL", async () => {
    const server = served();
    await using listener = await listening(server);
    const created = await fetch(`${listener.url}/episodes`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ domain: "library" }),
    });
    const episode = (await created.json()) as { agent: { url: string; token: string }; domain_policy: string };
    expect(episode.agent.url.startsWith(listener.url)).toBe(true);
    const seen = await visit(episode.agent.url, episode.agent.token);
    expect(seen.tools).toContain("lend_book");
    expect(seen.result).toEqual({ lent: ["b2"] });
    expect(seen.instructions).toBe(name.includes("curl") ? undefined : episode.domain_policy);
  });

  test("lists and calls on a domain's URL", async () => {
    await using listener = await listening(served());
    const seen = await visit(`${listener.url}/library/mcp`, "anything");
    expect(seen.tools).toContain("lend_book");
    expect(seen.result).toEqual({ lent: ["b2"] });
  });

  test("is let in nowhere without the token", async () => {
    const server = served();
    await using listener = await listening(server);
    const { episode_id: id } = await server.open();
    await expect(visit(`${listener.url}/episodes/${id}/mcp`, TOKEN)).rejects.toThrow();
    expect(await server.control("GET", `/episodes/${id}/state`)).toMatchObject({ agent: { loans: { m1: [] } } });
    const response = await fetch(`${listener.url}/domains`);
    expect(response.status).toBe(401);
  });
});

test("64 clients at once each get their own answers", async () => {
  const server = served();
  await using listener = await listening(server);
  const { episode_id: id, agent } = await server.open();
  const names = ["Ada", "Ben", "Cleo", "Dan"];
  const answers = await Promise.all(
    Array.from({ length: 64 }, async (_, at) => {
      const url = `${listener.url}/episodes/${id}/mcp`;
      const headers = { authorization: `Bearer ${agent.token}`, "content-type": "application/json" };
      const params = { name: "find_member", arguments: { name: names[at % names.length] } };
      // The same request id from everyone: an answer must find its own way back.
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
      const response = await fetch(url, { method: "POST", headers, body });
      const { result } = (await response.json()) as { result: { structuredContent: { result: string } } };
      return result.structuredContent.result;
    }),
  );
  expect(answers).toEqual(Array.from({ length: 64 }, (_, at) => `m${(at % names.length) + 1}`));
});
