/** The commands as a person runs them: what goes to stdout, what to stderr, and the exit code. */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { chatServer } from "../support/chat-server.ts";
import { listening, served, takenPort } from "../support/served.ts";

const bin = fileURLToPath(new URL("../../servers/bin.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "deskgym-commands-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [domain = ""] = Object.keys(domains);

async function deskgym(args: string[], input = "", env: Record<string, string> = {}) {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...clean } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { cwd: folder, env: { ...clean, ...env } });
  child.stdin.end(input);
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, code };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const linesOf = (content: string) => content.split("\n").filter((line) => line !== "");

describe("from tasks to a report", async () => {
  const listed = await deskgym(["tasks", domain, "--split", "train", "--count", "4"]);
  const tasks = file("tasks.jsonl", listed.stdout);
  const rollout = ["rollout", tasks, "--policy", "expert", "--slip", "0.4", "--group", "3"];
  const run = await deskgym(rollout);
  const trajectories = file("trajectories.jsonl", run.stdout);

  test("tasks prints as many as asked for, of the split", () => {
    expect(listed.code).toBe(0);
    const parsed = linesOf(listed.stdout).map((line) => JSON.parse(line));
    expect(parsed).toHaveLength(4);
    expect(parsed[0]).toMatchObject({ domain, world: "builtin", seed: 0, split: "train" });
  });

  test("rollout prints groups in order, and only a summary on stderr", () => {
    expect(run.code).toBe(0);
    const ids = linesOf(run.stdout).map((line) => JSON.parse(line).id);
    const expected = linesOf(listed.stdout).flatMap((line) =>
      [0, 1, 2].map((at) => `${domain}/${JSON.parse(line).id}/${at}`),
    );
    expect(ids).toEqual(expected);
    expect(run.stderr).toMatch(/^12 episodes, 12 scored: success [\d.]+ % \(.*\)\n$/);
  });

  test("the same command prints the same bytes, tasks from stdin and one at a time too", async () => {
    const again = await deskgym([...rollout.with(1, "-"), "--concurrency", "1"], listed.stdout);
    expect(again.stdout).toBe(run.stdout);
  });

  test("report says how it went, as a table and as JSON", async () => {
    const table = await deskgym(["report", trajectories]);
    expect(table.stdout).toMatch(/^all +4 +12 /m);
    expect(table.stdout).toContain("policy expert slip=0.4");
    expect(table.stdout).toMatch(/pass\^k: k=1 .*, k=3 /);
    const json = JSON.parse((await deskgym(["report", "-", "--json"], run.stdout)).stdout);
    expect(json.overall).toMatchObject({ tasks: 4, episodes: 12, scored: 12, null_rewards: {} });
    expect(json.overall.pass_hat).toHaveLength(3);
  });

  test("score agrees with the record, and exits with 1 where the record was changed", async () => {
    const agreed = await deskgym(["score", trajectories]);
    expect(agreed).toMatchObject({ code: 0, stderr: "12 agree, 0 differ, 0 without a reward left out\n" });
    const [first = "", ...rest] = linesOf(run.stdout);
    const changed = JSON.parse(first);
    changed.reward.value = 1 - changed.reward.value;
    const differing = await deskgym(["score", "-", "--json"], [JSON.stringify(changed), ...rest].join("\n"));
    expect(differing.code).toBe(1);
    expect(differing.stderr).toContain("11 agree, 1 differ");
    expect(JSON.parse(linesOf(differing.stdout)[0] ?? "")).toMatchObject({ id: changed.id, agrees: false });
  });

  test("score notices results that the calls do not give", async () => {
    const lines = linesOf(run.stdout).map((line) => JSON.parse(line));
    const tampered = lines.find(({ messages }) =>
      messages.some((message: { role: string }) => message.role === "tool"),
    );
    const result = tampered.messages.find((message: { role: string }) => message.role === "tool");
    result.content = '"something else"';
    const { code, stdout } = await deskgym(["score", "-"], JSON.stringify(tampered));
    expect(code).toBe(1);
    expect(stdout).toMatch(/DIFFERS .* did not give what was recorded/);
  });

  test("show prints an episode by place and by id", async () => {
    const byPlace = await deskgym(["show", trajectories, "4"]);
    const { id } = JSON.parse(linesOf(run.stdout)[4] ?? "");
    expect((await deskgym(["show", trajectories, id])).stdout).toBe(byPlace.stdout);
    expect(byPlace.stdout).toContain(`${id} (built-in world, seed 0`);
    expect(byPlace.stdout).toMatch(/^user: /m);
    expect(byPlace.stdout).toMatch(/^reward [01] \(evaluation: /m);
    expect((await deskgym(["show", trajectories, "nobody"])).code).toBe(2);
  });

  test("show takes the last record of an attempt", async () => {
    const [first = ""] = linesOf(run.stdout);
    const again = file("again.jsonl", `${first}\n${first.replace('"kind":"scripted"', '"kind":"llm"')}\n`);
    const { id } = JSON.parse(first);
    expect((await deskgym(["show", again, id])).stdout).toContain("user llm");
    expect((await deskgym(["show", again, "nope"])).stderr).toContain("domain/task/attempt");
  });

  test("resume runs what is missing or failed and nothing else", async () => {
    const lines = linesOf(run.stdout);
    const failed = { ...JSON.parse(lines[7] ?? ""), reward: null };
    failed.failure = { boundary: "user", message: "down" };
    failed.ended = { how: "failed", reason: "user" };
    const earlier = file("earlier.jsonl", [...lines.slice(0, 7), JSON.stringify(failed)].join("\n"));
    const resumed = await deskgym([...rollout, "--resume", earlier]);
    expect(linesOf(resumed.stdout)).toEqual(lines.slice(7));
    const whole = file("whole.jsonl", `${readFileSync(earlier, "utf8")}\n${resumed.stdout}`);
    expect((await deskgym(["report", whole])).stdout).toBe((await deskgym(["report", trajectories])).stdout);
  });

  test("an endpoint that is down fails each episode aloud, with no zeros, and exits with 1", async () => {
    await using server = await chatServer({ status: 500 });
    const args = ["rollout", "-", "--policy", "noop", "--user", "llm"];
    const down = await deskgym(args, linesOf(listed.stdout)[0], { OPENAI_BASE_URL: server.url });
    expect(down.code).toBe(1);
    expect(JSON.parse(down.stdout)).toMatchObject({ reward: null, failure: { boundary: "user" } });
    expect(down.stderr).toMatch(
      /^1 episode, 0 scored, 1 without a reward \(user 1\)\nfirst failure of the user: .*500.*\n$/,
    );
  });

  test.each([
    [["rollout", tasks, "--policy", "genius"], /no policy 'genius': there are expert/],
    [["rollout", tasks, "--policy", "noop", "--slip", "0.1"], /policy noop takes no --slip/],
    [["rollout", tasks, "--policy", "openai"], /needs --model/],
    [["rollout", tasks, "--policy", "openai", "--model", "m"], /OPENAI_API_KEY/],
    [["rollout", tasks, "--policy", "expert", "--user", "nobody"], /no user 'nobody'/],
    [["rollout", tasks, "--policy", "expert", "--user-model", "m"], /user scripted takes no model/],
    [["rollout", tasks, "--policy", "expert", "--slip", "2"], /a number from 0 to 1/],
    [["rollout", tasks, "--policy", "expert", "--slip", "0.1", "--user", "none"], /--slip needs/],
    [["rollout", tasks, "--policy", "expert", "--transport", "http"], /needs --url and --token/],
    [["rollout", tasks, "--policy", "expert", "--url", "http://127.0.0.1"], /goes with --transport http/],
    [["rollout", tasks, "--policy", "expert", "--resume", "nowhere.jsonl"], /nowhere.jsonl: there is no such file/],
    [["rollout", tasks, "--policy", "noop", "--resume", trajectories], /is of another policy or user/],
    [["rollout", "nowhere.jsonl", "--policy", "expert"], /nowhere.jsonl: there is no such file/],
    [["rollout", trajectories, "--policy", "expert"], /trajectories.jsonl:1: a trajectory, where a task/],
    [["report", tasks], /tasks.jsonl:1: a task, where a trajectory/],
    [["report", "-"], /no trajectories in stdin/],
    [["demo", "--out", tasks], /no folder .*tasks.jsonl can be made for --out/],
    [["tasks", "nowhere"], /no domain 'nowhere'/],
    [["tasks", domain, "--tau2", "nowhere"], /nowhere.* does not exist/],
  ])("%j is one line and exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await deskgym(args);
    expect(stderr).toMatch(message);
    expect(linesOf(stderr)).toHaveLength(1);
    expect(stdout).toBe("");
    expect(code).toBe(2);
  });

  test("of many lines that are no JSON the first are named and the others counted", async () => {
    const prose = file("prose.txt", "This\nis\nno\nfile\nof\ntrajectories.\n");
    const { code, stderr } = await deskgym(["report", prose]);
    expect(code).toBe(2);
    expect(linesOf(stderr)).toHaveLength(5);
    expect(stderr).toMatch(/left out\nand 3 more lines of .* that are not JSON\ndeskgym: no trajectories in .*\n$/);
  });

  test("a server that does not take the token, or is none, is said before the first episode", async () => {
    const overHttp = [...rollout, "--transport", "http", "--token", "wrong", "--url"];
    await using server = await listening(served());
    const refused = await deskgym([...overHttp, server.url]);
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("401") });
    await using taken = await takenPort();
    const silent = `http://127.0.0.1:${taken.port}`;
    await taken[Symbol.asyncDispose]();
    const unreachable = await deskgym([...overHttp, silent]);
    expect(unreachable).toMatchObject({ code: 2, stderr: `deskgym: ${silent} can't be reached: ECONNREFUSED\n` });
  });

  test("a task of another version or world is refused", async () => {
    const [line = ""] = linesOf(listed.stdout);
    const old = JSON.stringify({ ...JSON.parse(line), domain_version: "0" });
    expect((await deskgym(["rollout", "-", "--policy", "noop"], old)).stderr).toMatch(/list the tasks again/);
    const other = JSON.stringify({ ...JSON.parse(line), communicate: ["x"] });
    expect((await deskgym(["rollout", "-", "--policy", "noop"], other)).stderr).toMatch(/list the tasks again/);
    const cut = `${line}\n${line.slice(0, 40)}`;
    expect((await deskgym(["rollout", "-", "--policy", "noop"], cut)).stderr).toBe(
      "deskgym: stdin:2: not JSON, perhaps cut off\n",
    );
  });
});

describe("where the user has tools", async () => {
  const dual = Object.values(domains).find(({ domainPolicies, tools }) => {
    return Object.keys(tools.user).length > 0 && Object.keys(domainPolicies).length > 1;
  });
  if (dual === undefined) throw new Error("no domain's user acts under several forms of policy");
  const form = Object.keys(dual.domainPolicies)[1] ?? "";
  const listed = await deskgym(["tasks", dual.name, "--split", "test", "--count", "3"]);
  const tasks = file("dual.jsonl", listed.stdout);

  test("--solo plays tickets, under the form of policy that is asked for, and reports tell it apart", async () => {
    const rollout = ["rollout", tasks, "--policy", "expert", "--solo", "--domain-policy", form];
    const run = await deskgym(rollout);
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("success 100.0 %") });
    for (const line of linesOf(run.stdout)) {
      expect(JSON.parse(line)).toMatchObject({ solo: true, domain_policy: form, user: { kind: "ticket" } });
    }
    const trajectories = file("solo.jsonl", run.stdout);
    expect((await deskgym(["report", trajectories])).stdout).toContain(`domain ${dual.name} (solo, ${form})`);
    expect((await deskgym(["show", trajectories])).stdout).toContain(`solo, domain policy ${form})`);
    expect((await deskgym(["score", trajectories])).stderr).toContain("3 agree, 0 differ");
    const resumed = await deskgym([...rollout, "--resume", trajectories]);
    expect(resumed.stdout).toBe("");
    expect(linesOf((await deskgym(["rollout", tasks, "--policy", "expert", "--solo"])).stdout)).toHaveLength(3);
  });

  test("--user replay makes the user's part of a reference", async () => {
    const run = await deskgym(["rollout", tasks, "--policy", "expert", "--user", "replay"]);
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining("success 100.0 %") });
  });

  test.each([
    [["--policy", "expert", "--solo", "--user", "scripted"], /nobody to talk to: leave out user scripted/],
    [["--policy", "expert", "--user", "ticket"], /user ticket goes with solo mode/],
    [["--policy", "expert", "--solo", "--slip", "0.2"], /--slip needs/],
    [["--policy", "noop", "--user", "replay"], /goes with policy expert/],
    [["--policy", "expert", "--user", "none"], /take user replay/],
    [["--policy", "expert", "--domain-policy", "none-such"], /no domain policy 'none-such'/],
  ])("rollout %j is one line and exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await deskgym(["rollout", tasks, ...args]);
    expect({ code, stdout, lines: linesOf(stderr).length }).toEqual({ code: 2, stdout: "", lines: 1 });
    expect(stderr).toMatch(message);
  });

  test("--solo is refused where the user has no tools, here and on a server", async () => {
    const other = await deskgym(["tasks", domain, "--count", "1"]);
    const args = ["rollout", "-", "--policy", "expert", "--solo"];
    expect(await deskgym(args, other.stdout)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no solo mode"),
    });
    const app = createApp({ worlds: new Worlds(domains), episodes: new Episodes(), token: "T", hostname: "127.0.0.1" });
    await using server = await listening(app);
    const overHttp = [...args, "--transport", "http", "--token", "T", "--url", server.url];
    const ticketed = JSON.stringify({ ...JSON.parse(linesOf(other.stdout)[0] ?? ""), ticket: "Do it." });
    expect(await deskgym(overHttp, ticketed)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no solo mode"),
    });
    const unknown = await deskgym([...overHttp, "--domain-policy", "none-such"], linesOf(listed.stdout)[0]);
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining("no domain policy 'none-such'") });
    const played = await deskgym(overHttp, listed.stdout);
    expect(played).toMatchObject({ code: 0, stderr: expect.stringContaining("success 100.0 %") });
  });
});

test("an interrupt keeps what is done", async () => {
  const { stdout: tasks } = await deskgym(["tasks", domain]);
  const path = file("all.jsonl", tasks);
  const child = spawn(process.execPath, [bin, "rollout", path, "--policy", "expert", "--group", "5"], { cwd: folder });
  child.stdout.once("data", () => child.kill("SIGINT"));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  expect(code).toBe(130);
  expect(stderr).toMatch(/\d+ episodes, .* not run/);
  expect(stdout.endsWith("\n")).toBe(true);
  for (const line of linesOf(stdout)) expect(JSON.parse(line).failure).toBeNull();
});

test("the demo prints a table and says where the files are", async () => {
  const { stdout, code } = await deskgym(["demo"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^expert +\d+ +100\.0 % /m);
  expect(stdout).toMatch(/^noop +\d+ +0\.0 % /m);
  const expertFile = join(folder, "out", "demo", "expert.jsonl");
  expect(stdout).toContain(join("out", "demo"));
  expect(linesOf(readFileSync(expertFile, "utf8")).length).toBeGreaterThan(0);
});
