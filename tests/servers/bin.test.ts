/** The command line: help, bad usage, exit codes, and a server's life from start to drain. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { domains } from "../../domains/index.ts";
import { version } from "../../servers/index.ts";
import { bin, collected, deskgym } from "../support/command.ts";
import { takenPort } from "../support/served.ts";

const domain = Object.keys(domains)[0] ?? "";

test("--help lists every command and --version tells it", async () => {
  const help = await deskgym(["--help"]);
  expect(help).toMatchObject({ code: 0, stderr: "" });
  for (const name of ["demo", "tasks", "rollout", "report", "show", "score", "serve"]) {
    expect(help.stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  }
  expect(await deskgym(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test.skipIf(!existsSync("/dev/full"))("what can't be written ends it with one line", async () => {
  const full = openSync("/dev/full", "w");
  const { code, stderr } = await collected(
    spawn(process.execPath, [bin, "tasks", domain], { stdio: ["ignore", full, "pipe"] }),
  );
  closeSync(full);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^deskgym: what it prints can't be written: ENOSPC[^\n]*\n$/);
});

test.each([
  [["nope"], "unknown command 'nope'"],
  [["--nope"], "unknown option '--nope'"],
  [["serve", "--nope"], "unknown option '--nope'"],
  [["serve"], "either --stdio or --http"],
  [["serve", "--stdio", "--http"], "either --stdio or --http"],
  [["serve", "--stdio"], `say which domain to serve over stdio: ${domain}`],
  [["serve", domain, "--http"], "leave out"],
  [["serve", "--http", "--seed", "1"], "--seed goes with --stdio"],
  [["serve", domain, "--stdio", "--idle-minutes", "1"], "--idle-minutes goes with --http"],
  [["serve", "--http", "--port", "70000"], "whole number from 0 to 65535"],
  [["serve", "--http", "--max-episodes", "0"], "whole number from 1"],
  [["serve", "--http", "--idle-minutes", "0"], "minutes above 0"],
  [["serve", "--http", "--token", ""], "without spaces"],
  [["serve", domain, "--stdio", "--token", "x"], "--token goes with --http"],
  [["serve", domain, "--stdio", "--seed", "1", "--tau2", "/nowhere"], "a tau2 world has no --seed"],
  [["serve", "--http", "--tau2", ""], "pass --tau2 DIR"],
  [["serve", "nowhere", "--stdio"], "no domain 'nowhere'"],
  [["serve", domain, "--stdio", "--tau2", "/nowhere"], "/nowhere"],
  [["serve", "--http", "--tau2", "/nowhere"], "/nowhere"],
])("deskgym %j is bad usage: one line, exit 2", async (args, text) => {
  const { code, stdout, stderr } = await deskgym(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(text);
  expect(stderr).toMatch(/^deskgym: .*\n$/);
});

test("an older Node gets one line instead of a crash", async () => {
  const pretend = "Object.defineProperty(process.versions, 'node', { value: '22.13.9' })";
  const result = await deskgym(["serve", domain, "--stdio"], { node: ["--import", `data:text/javascript,${pretend}`] });
  expect(result).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^deskgym needs Node 22\.14 or newer, and this is 22\.13\.9: .*\n$/),
  });
});

test("a reader that has seen enough is no error", async () => {
  const child = spawn(process.execPath, [bin, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  expect(await collected(child)).toMatchObject({ code: 0, stderr: "" });
});

test("a port in use is one line that says the remedy", async () => {
  await using taken = await takenPort();
  const { code, stderr } = await deskgym(["serve", "--http", "--port", String(taken.port)]);
  expect(code).toBe(2);
  expect(stderr).toBe(`deskgym: 127.0.0.1:${taken.port} is taken: give another --port\n`);
});

describe("serve --http", () => {
  async function start(args: string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(process.execPath, [bin, "serve", "--http", "--port", "0", ...args], {
      env: { ...process.env, ...env },
    });
    const output = collected(child);
    const [chunk] = await once(child.stderr, "data");
    const started = /^deskgym: (http:\S+) with the control token (.+)\n$/.exec(String(chunk));
    return { child, output, url: started?.[1] ?? "", token: started?.[2] ?? "" };
  }

  function ask(url: string, token: string): Promise<Response> {
    return fetch(`${url}/domains`, { headers: { authorization: `Bearer ${token}` } });
  }

  test("makes up a token and says it, with the port that it took", async () => {
    const { child, output, url, token } = await start([]);
    expect(new URL(url)).toMatchObject({ hostname: "127.0.0.1" });
    expect(token.length).toBeGreaterThan(40);
    expect((await ask(url, token)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await output).toMatchObject({ code: 0, stdout: "" });
  });

  test.each([
    ["--token", ["--token", "mine"], {}],
    ["DESKGYM_TOKEN", [], { DESKGYM_TOKEN: "mine" }],
  ])("takes a token from %s and keeps it to itself", async (_, args, env) => {
    const { child, output, url, token } = await start(args, env);
    expect(token).toBe("as given");
    expect((await ask(url, "mine")).status).toBe(200);
    child.kill("SIGINT");
    expect(await output).toMatchObject({ code: 0, stderr: expect.not.stringContaining("mine") });
  });

  test("SIGTERM lets a running request finish and takes no new one", async () => {
    const { child, output, url } = await start(["--token", "mine"]);
    const { port } = new URL(url);
    const body = JSON.stringify({ domain });
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(`POST /episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer mine\r\n`);
    socket.write(`Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`);
    // The server has the request, and waits for its body.
    expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
    child.kill("SIGTERM");
    await refused(Number(port));
    socket.write(body);
    let answer = "";
    for await (const chunk of socket) answer += chunk;
    expect(answer).toContain("201 Created");
    expect(await output).toMatchObject({ code: 0 });
  });
});

/** Resolves once nothing listens on the port any more. */
async function refused(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, "127.0.0.1");
    const open = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (!open) return;
  }
}
