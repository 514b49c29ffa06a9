/** `deskgym serve DOMAIN --stdio`, as a child process: stdout is the protocol's alone, and it ends when it should. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { bin, collected } from "../support/command.ts";
import { ENVELOPE, INITIALIZE } from "../support/served.ts";

const [domain] = Object.values(domains);
if (domain === undefined) throw new Error("there is no domain to serve");
const { name, tools } = domain;
const domainPolicy = new Worlds(domains).get(name).domainPolicy();

function start(...args: string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [bin, "serve", name, "--stdio", ...args]);
}

function line(message: Record<string, unknown>): string {
  return `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`;
}

test("stdout carries JSON-RPC only, and the end of stdin is the end", async () => {
  const child = start();
  const output = collected(child);
  child.stdin.write(line({ id: 0, method: "initialize", params: INITIALIZE }));
  child.stdin.write(line({ method: "notifications/initialized" }));
  child.stdin.write(line({ id: 1, method: "tools/list" }));
  child.stdin.write(line({ id: 2, method: "tools/call", params: { name: "no_such_tool" } }));
  child.stdin.end(line({ id: 3, method: "no/such" }));
  const { code, stdout } = await output;
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
  // Answers may come in another order than requests.
  expect(messages.toSorted((one, other) => one.id - other.id)).toMatchObject([
    { jsonrpc: "2.0", id: 0, result: { instructions: domainPolicy } },
    {
      jsonrpc: "2.0",
      id: 1,
      result: {
        tools: Object.keys(tools.assistant)
          .toSorted()
          .map((tool) => ({ name: tool })),
      },
    },
    { jsonrpc: "2.0", id: 2, error: { code: -32602, message: "Tool 'no_such_tool' not found." } },
    { jsonrpc: "2.0", id: 3, error: { code: -32601 } },
  ]);
  expect(code).toBe(0);
});

test.each([
  ["garbage", "garbage", -32700, "Parse error: not JSON"],
  ["a torn message", '{"jsonrpc":', -32700, "Parse error: not JSON"],
  ["JSON that is no message", '{"a":1}', -32600, "Invalid request: not a JSON-RPC message"],
  ["a batch", "[]", -32600, "the protocol has no batches: send one message"],
  ["a huge line", "x".repeat(12_000_000), -32600, "Invalid request: longer than 4194304 characters"],
])("%s is answered in one line, and what follows is served", async (_, text, code, message) => {
  const child = start();
  const output = collected(child);
  child.stdin.write(`${text}\n${line({ id: 1, method: "initialize", params: INITIALIZE })}`);
  // The last line may lack its end.
  child.stdin.end(line({ id: 2, method: "ping" }).trimEnd());
  const { stdout, stderr } = await output;
  const answers = stdout
    .trimEnd()
    .split("\n")
    .map((answer) => JSON.parse(answer));
  expect(answers).toMatchObject([
    { id: null, error: { code, message } },
    { id: 1, result: {} },
    { id: 2, result: {} },
  ]);
  expect(stderr).toBe(`deskgym: ${message}\n`);
});

test("a request of the 2026 generation needs no handshake", async () => {
  const child = start();
  const output = collected(child);
  child.stdin.end(line({ id: 1, method: "tools/list", params: { _meta: ENVELOPE } }));
  const { code, stdout } = await output;
  expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { cacheScope: "public" } });
  expect(code).toBe(0);
});

test.each(["legacy", { pin: "2026-07-28" }] as const)("an SDK client lists and calls (%o)", async (mode) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const args = [bin, "serve", name, "--stdio", "--seed", "0"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  const listed = await client.listTools();
  expect(listed.tools).toHaveLength(Object.keys(tools.assistant).length);
  const [first] = listed.tools;
  const result = await client.callTool({ name: first?.name ?? "", arguments: { no_such_argument: 1 } });
  expect(result).toMatchObject({ isError: true });
  await client.close();
});

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends it cleanly", async (signal) => {
  const child = start();
  const output = collected(child);
  child.stdin.write(line({ id: 0, method: "initialize", params: INITIALIZE }));
  await once(child.stdout, "data");
  child.kill(signal);
  expect(await output).toMatchObject({ code: 0, stderr: "" });
});

describe("where the user has tools", () => {
  const dual = Object.values(domains).find((each) => Object.keys(each.tools.user).length > 0);
  if (dual === undefined) throw new Error("no domain's user has tools");
  const world = new Worlds(domains).get(dual.name);
  const { assistant, user } = dual.tools;

  async function listed(...args: string[]) {
    const client = new Client({ name: "test", version: "1" });
    const command = [bin, "serve", dual?.name ?? "", "--stdio", ...args];
    await client.connect(new StdioClientTransport({ command: process.execPath, args: command, stderr: "ignore" }));
    const { tools } = await client.listTools();
    const instructions = client.getInstructions();
    await client.close();
    return { names: tools.map(({ name }) => name), meta: tools.flatMap(({ _meta }) => _meta ?? []), instructions };
  }

  test("the process is the agent's side alone", async () => {
    const { names, instructions } = await listed();
    expect(names).toEqual(Object.keys(assistant).toSorted());
    expect(instructions).toBe(world.domainPolicy());
  });

  test("--solo gives it both sides' tools and the domain policy for that", async () => {
    const form = Object.keys(dual.domainPolicies).at(-1) ?? "";
    const { names, meta, instructions } = await listed("--solo", "--domain-policy", form);
    expect(names).toEqual([...Object.keys(assistant), ...Object.keys(user)].toSorted());
    expect(meta).toEqual([]);
    expect(instructions).toBe(world.domainPolicy(form, true));
  });

  test.each([
    [[dual.name, "--domain-policy", "none-such"], `no domain policy 'none-such' in ${dual.name}: there are`],
    [[name, "--solo"], `${name} has no solo mode: its user has no tools`],
  ])("%j is bad usage: one line, exit 2", async ([domain = "", ...args], text) => {
    const output = collected(spawn(process.execPath, [bin, "serve", domain, "--stdio", ...args]));
    const { code, stdout, stderr } = await output;
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(text);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});
