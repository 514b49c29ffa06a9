/** The journal: what is found in it again, and what is done with lines that are none. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { open as openFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { Journal, type RolloutRecord } from "../../trainer-bridge/index.ts";
import { bridged, linesOf, saying } from "../support/bridged.ts";
import { tokenEndpoint } from "../support/token-endpoint.ts";

const lines = await linesOf("lend-1");
const task = { domain: "library", id: "lend-1" };

const folder = mkdtempSync(join(tmpdir(), "deskgym-journal-"));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

function temporary(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

/** A bridge that begins with what the journal has. */
async function on(path: string, kept = 64) {
  const journal = await Journal.open(path);
  const bridge = bridged({ journal, kept });
  let found = 0;
  for await (const entry of journal.entries()) {
    bridge.rollouts.restore(entry);
    found += 1;
  }
  return { ...bridge, journal, found };
}

test("a bridge knows what another wrote, in the same words alone, and writes on after a line that was cut off", async () => {
  await using endpoint = await tokenEndpoint((request) =>
    request.session === "failed" ? { fails: 400 } : saying(lines)(request),
  );
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const body = (rollout_id: string) => ({ rollout_id, task, policy: { base_url: endpoint.url, model: "m" } });
  const path = temporary();
  const first = await on(path);
  const records: RolloutRecord[] = [];
  for (const id of ["a", "failed", "c"]) records.push(await first.rollout(body(id)));
  await first.journal.close();
  const whole = readFileSync(path).length;
  appendFileSync(path, readFileSync(path, "utf8").split("\n")[0]?.slice(0, 1000) ?? "");
  const calls = endpoint.asked.length;
  const second = await on(path);
  expect(second.found).toBe(3);
  expect(stderr.mock.calls.flat().join("")).toContain(`${path}:4: not JSON, perhaps cut off: left out`);
  for (const record of records) expect(await second.rollout(body(record.rollout_id))).toEqual(record);
  expect(endpoint.asked).toHaveLength(calls);
  expect((await second.request("POST", "/v1/rollouts", { ...body("a"), seed: 1 })).status).toBe(409);
  const next = await second.rollout(body("d"));
  await second.journal.close();
  const third = await on(path);
  expect(third.found).toBe(4);
  expect(await third.rollout(body("d"))).toEqual(next);
  await third.journal.close();
  // Cut off within what was whole, the rest of it is there.
  truncateSync(path, whole - 10);
  const fourth = await on(path);
  expect(fourth.found).toBe(2);
  await fourth.journal.close();
  stderr.mockRestore();
});

test("a journal that a bridge has is no other's, until that one ends, be it by a kill", async () => {
  const path = temporary();
  const refused = `${path} is the journal of a bridge that runs: give another --journal`;
  const first = await Journal.open(path);
  await expect(Journal.open(path)).rejects.toThrow(refused);
  const linked = temporary();
  symlinkSync(path, linked);
  await expect(Journal.open(linked)).rejects.toThrow("is the journal of a bridge that runs");
  await first.close();
  const blocked = temporary();
  mkdirSync(`${blocked}.lock`);
  await expect(Journal.open(blocked)).rejects.toThrow(`${blocked}.lock, which keeps other bridges off, can't be had: `);
  const code = `const { Journal } = await import(${JSON.stringify(join(process.cwd(), "trainer-bridge/index.ts"))});
    await Journal.open(${JSON.stringify(path)}); console.log("open"); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(other, "exit");
  try {
    await once(other.stdout, "data");
    await expect(Journal.open(path)).rejects.toThrow(refused);
  } finally {
    other.kill("SIGKILL");
    await gone;
  }
  const again = await Journal.open(path);
  await again.close();
});

test("the newest that a journal has are kept, and the others are known to be gone", async () => {
  await using endpoint = await tokenEndpoint(() => ({ content: "Goodbye." }));
  const body = (rollout_id: string) => ({
    ...{ rollout_id, task, limits: { turns: 1 }, policy: { base_url: endpoint.url, model: "m" } },
  });
  const path = temporary();
  const first = await on(path);
  for (const id of ["a", "b", "c"]) await first.rollout(body(id));
  await first.journal.close();
  const second = await on(path, 2);
  expect((await second.request("GET", "/v1/rollouts/a")).status).toBe(410);
  expect((await second.request("GET", "/v1/rollouts/b")).status).toBe(200);
  await second.journal.close();
});

const noFullDisk = existsSync("/dev/full") ? undefined : "there is no /dev/full here";
if (noFullDisk) process.stderr.write(`skipped: a full disk: ${noFullDisk}\n`);

test.skipIf(noFullDisk)("a disk that is full is told on stderr, and rollouts go on", async () => {
  await using endpoint = await tokenEndpoint(saying(lines));
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const journal = await Journal.open("/dev/full");
  const { rollout } = bridged({ journal });
  const policy = { base_url: endpoint.url, model: "m" };
  expect(await rollout({ rollout_id: "a", task, policy })).toMatchObject({ reward: 1 });
  expect(await rollout({ rollout_id: "b", task, policy })).toMatchObject({ reward: 1 });
  expect(stderr.mock.calls.flat().join("")).toContain("deskgym: the journal can't be written: ENOSPC");
  stderr.mockRestore();
  await journal.close();
});

test("what comes after a write that failed in the middle of a line is on a line of its own", async () => {
  await using endpoint = await tokenEndpoint(saying(lines));
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const body = (rollout_id: string) => ({ rollout_id, task, policy: { base_url: endpoint.url, model: "m" } });
  const path = temporary();
  const first = await on(path);
  const probe = await openFile(path);
  const FileHandle = Object.getPrototypeOf(probe);
  await probe.close();
  vi.spyOn(FileHandle, "appendFile").mockImplementationOnce(async (text) => {
    appendFileSync(path, String(text).slice(0, 100));
    throw new Error("no space");
  });
  await first.rollout(body("torn"));
  const records = [await first.rollout(body("b")), await first.rollout(body("c"))];
  await first.journal.close();
  const second = await on(path);
  expect(second.found).toBe(2);
  for (const record of records) expect(await second.rollout(body(record.rollout_id))).toEqual(record);
  expect(readFileSync(path, "utf8").trimEnd().split("\n")).toHaveLength(3);
  await second.journal.close();
  stderr.mockRestore();
});

test("another kind of file is no journal, which is told in one line", async () => {
  const path = temporary();
  writeFileSync(path, '{"id": 1}\n');
  const problem = await on(path).catch((error: Error) => error.message);
  expect(problem).toBe(`${path} is no journal of deskgym bridge: give another --journal`);
});
