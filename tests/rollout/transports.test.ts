/** One episode is the same over every transport, byte for byte; a server that is not the world's is found out. */
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import {
  type Desks,
  expert,
  HttpDesks,
  MemoryDesks,
  type PolicyKind,
  playAttempt,
  replay,
  StdioDesks,
  scripted,
  type TaskLine,
  type ToolClient,
  Trajectory,
  taskLine,
  ticket,
  trajectoryLine,
  type UserKind,
} from "../../rollout/index.ts";
import { createApp, Episodes } from "../../servers/index.ts";
import { library } from "../support/library/index.ts";
import { answering, calls, libraryTask, saying, setting } from "../support/speakers.ts";

const TOKEN = "the-control-token";
const worlds = new Worlds({ ...domains, library });
const episodes = new Episodes({ max: 2 });
let server: ServerType;
let url: string;

beforeAll(async () => {
  const app = createApp({ worlds, episodes, token: TOKEN, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, () => resolve());
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function record(desks: Desks, line: TaskLine, policy = expert(0.5), user = scripted): Promise<string> {
  return trajectoryLine(await playAttempt(setting({ desks, policy, user }), { line, attempt: 0 }));
}

describe.each(Object.keys(domains))("%s", (name) => {
  const world = worlds.get(name);
  const tasks = [...world.tasks.values()];
  const sample = [0, 0.3, 0.6, 0.9].flatMap((part) => tasks[Math.floor(part * tasks.length)] ?? []);

  test.each(sample.map((task) => [task.id, taskLine(world, task)] as const))("%s", async (_, line) => {
    const inMemory = await record(new MemoryDesks(worlds), line);
    expect(await record(new HttpDesks(url, TOKEN), line)).toBe(inMemory);
    expect(await record(new StdioDesks(worlds), line)).toBe(inMemory);
    expect(inMemory).not.toContain(TOKEN);
    expect(inMemory).not.toContain("127.0.0.1");
    expect(episodes.size).toBe(0);
  });
});

describe("where the user has tools too", () => {
  const bin = fileURLToPath(new URL("../support/library/bin.ts", import.meta.url));
  const stdio = new StdioDesks(worlds, undefined, bin);

  /** The record, once it is the same over all three. */
  async function everyWay(line: TaskLine, players: () => { policy: PolicyKind; user?: UserKind }): Promise<Trajectory> {
    const over = async (desks: Desks) => {
      const { policy, user } = players();
      return record(desks, line, policy, user);
    };
    const inMemory = await over(new MemoryDesks(worlds));
    expect(await over(new HttpDesks(url, TOKEN))).toBe(inMemory);
    expect(await over(stdio)).toBe(inMemory);
    expect(episodes.size).toBe(0);
    return Trajectory.parse(JSON.parse(inMemory));
  }

  test("errors, unknown tools and the other side's tools", async () => {
    const { reward, messages } = await everyWay(libraryTask("read-1"), () => ({
      policy: saying(
        calls("no_such_tool", {}, "a"),
        calls("read_book", { book: 1 }, "b"),
        calls("read_book", { book_id: "b9" }, "c"),
        calls("toggle_wireless", {}, "d"),
        calls("lend_book", { member_id: "m2", book_id: "b2" }, "e"),
        "Done.",
      ),
      user: answering(
        "Hello",
        { content: null, tool_calls: calls("check_shelf", { title: "Dune" }).tool_calls },
        { content: null, tool_calls: calls("lend_book", { member_id: "m1", book_id: "b2" }).tool_calls },
        { content: null, tool_calls: calls("set_text_size", { size: "huge" }).tool_calls },
        "###STOP###",
      ),
    }));
    expect(messages.filter(({ is_error }) => is_error)).toHaveLength(6);
    expect(reward).toMatchObject({ value: 0, components: { db: 0, env_assertions: 0 } });
  });

  test.each([
    ["the user acts when it is asked to", {}, () => ({ policy: expert(), user: scripted })],
    ["the reference is replayed", {}, () => ({ policy: expert(), user: replay })],
    ["the policy has both sides' tools", { solo: true as const }, () => ({ policy: expert(), user: ticket })],
    ["another form of the domain policy", { domain_policy: "guided" }, () => ({ policy: expert(), user: scripted })],
  ])("%s", async (_, changes, players) => {
    const { reward, failure, ...rest } = await everyWay({ ...libraryTask("read-1"), ...changes }, players);
    expect(failure).toBeNull();
    expect(reward?.value).toBe(1);
    expect(rest).toMatchObject(changes);
  });

  test("the policy slips", async () => {
    const { policy } = await everyWay(libraryTask("read-1"), () => ({ policy: expert(1), user: scripted }));
    expect(policy.slips).toHaveLength(1);
  });

  test("each side is shown its own tools, the user's with how it is asked for them", async () => {
    for (const desks of [new MemoryDesks(worlds), new HttpDesks(url, TOKEN), stdio]) {
      const desk = await desks.open(libraryTask("read-1"));
      const names = (client: ToolClient | null) => client?.tools.map(({ name }) => name);
      expect(names(desk.agent)).toEqual(Object.keys(library.tools.assistant).toSorted());
      expect(names(desk.user)).toEqual(Object.keys(library.tools.user).toSorted());
      expect(desk.agent.tools.flatMap(({ asked }) => asked ?? [])).toEqual([]);
      const wireless = desk.user?.tools.find(({ name }) => name === "toggle_wireless");
      expect(wireless?.asked).toEqual(library.tools.user.toggle_wireless?.asked);
      await desk.close();
    }
  });
});

describe("http", () => {
  test("waits while the server is full, as long as it says", async () => {
    const busy = await Promise.all([1, 2].map(() => new HttpDesks(url, TOKEN).open(libraryTask())));
    let asked = 0;
    const { fetch } = globalThis;
    globalThis.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (response.status !== 429) return response;
      asked += 1;
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      await busy.pop()?.close();
      return new Response(response.body, { status: 429, headers: { "retry-after": "0" } });
    };
    try {
      const desk = await new HttpDesks(url, TOKEN).open(libraryTask());
      await desk.close();
    } finally {
      globalThis.fetch = fetch;
    }
    expect(asked).toBe(1);
    await busy.pop()?.close();
    expect(episodes.size).toBe(0);
  });

  test.each([
    ["a wrong token", () => new HttpDesks(url, "guess"), libraryTask(), /401/],
    ["no server", () => new HttpDesks("http://127.0.0.1:9", TOKEN), libraryTask(), /can't be reached/],
    ["an unknown task", () => new HttpDesks(url, TOKEN), { ...libraryTask(), id: "lend-99" }, /no task 'lend-99'/],
    ["another world's task", () => new HttpDesks(url, TOKEN), { ...libraryTask(), communicate: ["x"] }, /is not what/],
  ])("%s is the environment's failure and leaves nothing open", async (_, desks, line, message) => {
    const policy = saying("Bye");
    const { failure, reward } = await playAttempt(setting({ desks: desks(), policy }), { line, attempt: 0 });
    expect(failure).toMatchObject({ boundary: "environment", message: expect.stringMatching(message) });
    expect(reward).toBeNull();
    expect(episodes.size).toBe(0);
  });
});

describe("stdio", () => {
  test("says why a server did not start", async () => {
    const [name = ""] = Object.keys(domains);
    const world = worlds.get(name);
    const [task] = world.tasks.values();
    if (task === undefined) throw new Error("no task");
    const desks = new StdioDesks(worlds, undefined, "no-such-file.js");
    const attempt = { line: taskLine(world, task), attempt: 0 };
    const { failure } = await playAttempt(setting({ desks, policy: saying("Bye") }), attempt);
    expect(failure?.message).toMatch(/^the server did not start: Error: Cannot find module/);
  });
});
