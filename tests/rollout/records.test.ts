/** Files of trajectories as they really are: cut off, mixed, changed by hand, full of odd characters. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { chatServer } from "../support/chat-server.ts";
import { bin, collected, deskgym } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "deskgym-records-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [domain = ""] = Object.keys(domains);
const { stdout: listed } = await deskgym(["tasks", domain, "--count", "3"]);
const tasks = file("tasks.jsonl", listed);
const noop = ["rollout", tasks, "--policy", "noop"];
const run = await deskgym(noop);
const [first = "", second = "", third = ""] = run.stdout.split("\n");

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function changed(line: string, changes: object): string {
  return `${JSON.stringify({ ...JSON.parse(line), ...changes })}\n`;
}

const failed = {
  ended: { how: "failed", reason: "user" },
  failure: { boundary: "user", message: "down" },
  reward: null,
};

test("every character that a model writes can be read again", async () => {
  await using server = await chatServer({ message: { content: "Hello\u2028there\u2029\u0085\r\n\u001b[2J\u202eok" } });
  const args = ["rollout", tasks, "--policy", "openai", "--model", "m"];
  const { stdout } = await deskgym(args, { env: { OPENAI_BASE_URL: server.url } });
  const path = file("odd.jsonl", stdout);
  expect(await deskgym(["score", path])).toMatchObject({ code: 0, stderr: expect.stringContaining("3 agree") });
  expect((await deskgym(["report", path])).code).toBe(0);
  const { stdout: shown } = await deskgym(["show", path]);
  expect(shown).toContain("agent: Hello\\u2028there\\u2029\\u0085\\u000d\n\\u001b[2J\\u202eok\n");
});

describe("resume", () => {
  test("leaves out a last line that is cut off, and begins a line of its own", async () => {
    const path = file("cut.jsonl", `${first}\n${second.slice(0, 500)}`);
    const { stdout, stderr, code } = await deskgym([...noop, "--resume", path]);
    expect(code).toBe(0);
    expect(stderr).toContain("cut.jsonl:2: not JSON, perhaps cut off: left out\n");
    expect(stdout).toBe(`\n${second}\n${third}\n`);
    appendFileSync(path, stdout);
    const { stdout: report, stderr: note } = await deskgym(["report", path]);
    expect(note).toContain("cut.jsonl:2: not JSON");
    expect(report).toBe((await deskgym(["report", file("whole.jsonl", run.stdout)])).stdout);
    expect(readFileSync(path, "utf8")).toContain(third);
  });

  test.each([
    ["--mode", "training"],
    ["--max-turns", "5"],
    ["--max-errors", "5"],
    ["--max-tokens", "5"],
    ["--max-seconds", "5"],
  ])("refuses what was made with another %s", async (...options) => {
    const path = file("other.jsonl", run.stdout);
    const { stderr, stdout, code } = await deskgym([...noop, ...options, "--resume", path]);
    expect(stderr).toMatch(/is of another policy or user, mode or limits/);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });
});

test("one failed episode makes the exit code 1, and the rest are printed", async () => {
  const replies = [{ message: { content: "Hello" } }, { message: { content: "###STOP###" } }, { status: 400 }];
  await using server = await chatServer(...replies);
  const args = [...noop, "--user", "llm", "--concurrency", "1"];
  const { code, stdout, stderr } = await deskgym(args, { env: { OPENAI_BASE_URL: server.url } });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^3 episodes, 1 scored, 2 without a reward \(user 2\)/);
  expect(stdout.trim().split("\n")).toHaveLength(3);
});

test("a report says which records are left out, and a failed one replaces no other", async () => {
  const path = file("twice.jsonl", `${first}\n${second}\n${changed(first, failed)}${second}\n`);
  const { stdout, stderr } = await deskgym(["report", path]);
  expect(stderr).toBe("2 records left out: another one of the same attempt stands for them\n");
  expect(stdout).toMatch(/^all +2 +2 /m);
});

test("a report keeps modes apart", async () => {
  const { stdout: training } = await deskgym([...noop, "--mode", "training"]);
  const { stdout, stderr } = await deskgym(["report", file("modes.jsonl", run.stdout + training)]);
  expect(stderr).toBe("");
  expect(stdout).toMatch(/^all +6 +6 /m);
  expect(stdout).toMatch(/^mode evaluation +3 +3 /m);
  expect(stdout).toMatch(/^mode training +3 +3 /m);
});

test.each([
  ["failed with a reward", { ended: failed.ended, failure: failed.failure }, "the record failed, yet has a reward"],
  ["no reward and no failure", { reward: null }, "nothing failed, yet there is no reward"],
  ["a failure that did not end it", { failure: failed.failure }, "yet a failure is told"],
  ["a mode that is not its reward's", { mode: "training" }, "the reward's mode is evaluation"],
  ["an end without its failure", { ended: failed.ended, reward: null }, "and no failure is told"],
])("score finds a record that contradicts itself: %s", async (_, changes, problem) => {
  const { code, stdout } = await deskgym(["score", file("changed.jsonl", changed(first, changes))]);
  expect(stdout).toContain(problem);
  expect(code).toBe(1);
});

test("a reader that goes leaves no desk open", async () => {
  const episodes = new Episodes();
  const app = createApp({ worlds: new Worlds(domains), episodes, token: "t", hostname: "127.0.0.1" });
  const server = await new Promise<ServerType>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve(started));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const args = [...noop, "--group", "200", "--transport", "http", "--url", url, "--token", "t"];
  const child = spawn(process.execPath, [bin, ...args]);
  const ended = collected(child);
  await once(child.stdout, "data");
  child.stdout.destroy();
  expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining("not run") });
  expect(episodes.size).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
