/** Tasks and episodes of a domain out of a module of somebody's own, as docs/add-a-domain.md shows it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { deskgym } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "deskgym-own-"));
afterAll(() => rmSync(folder, { recursive: true }));

const module = "./docs/examples/bikes/index.ts";

describe("a module's domain", async () => {
  const listed = await deskgym(["tasks", module, "--split", "train"]);
  const tasks = join(folder, "tasks.jsonl");
  writeFileSync(tasks, listed.stdout);
  const rollout = ["rollout", tasks, "--policy", "expert"];

  test("has its tasks listed", () => {
    const lines = listed.stdout.trim().split("\n");
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ domain: "bikes", split: "train" });
  });

  test("is played as the docs say", async () => {
    const { code, stdout, stderr } = await deskgym([...rollout, "--domain", module]);
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line).reward.value),
    ).toEqual(
      listed.stdout
        .trim()
        .split("\n")
        .map(() => 1),
    );
    expect(readFileSync("docs/add-a-domain.md", "utf8")).toContain(stderr.trim());
  });

  test.each([
    ["is not known unless it is named", [], "no domain 'bikes'"],
    [
      "is not known to another process",
      ["--domain", module, "--transport", "stdio"],
      "--domain goes with --transport memory",
    ],
    ["has to be there", ["--domain", "./nowhere.ts"], "./nowhere.ts does not exist"],
  ])("%s", async (_name, options, message) => {
    const { code, stdout, stderr } = await deskgym([...rollout, ...options]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
