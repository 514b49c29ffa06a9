/** `deskgym audit` as a command. */
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { deskgym } from "../support/command.ts";

const library = fileURLToPath(new URL("../support/library/index.ts", import.meta.url));

test("prints what is found of each task, and a table", async () => {
  const { code, stdout, stderr } = await deskgym(["audit", library]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("lend-3 (test)\n  fact-given-away    the user's own text tells Dune\nlend-4 (test)\n");
  expect(stdout).toContain("\nread-1 (train): nothing\nlibrary 1, built-in world, seed 0\n");
  const [, found] = /^fact-given-away +([\d ]+) {2}the user's/m.exec(stdout) ?? [];
  expect(found?.trim().split(/ +/)).toEqual(["4", "2", "2", "0"]);
});

test("--json has all of it; --split leaves the others out", async () => {
  const { code, stdout } = await deskgym(["audit", library, "--json", "--split", "test", "--seed", "2"]);
  expect(code).toBe(0);
  const { tasks, counts, ...world } = JSON.parse(stdout);
  expect(world).toEqual({ domain: "library", domain_version: "1", world: "builtin", seed: 2 });
  const none = { evaluation: 0, training: 0 };
  expect(tasks[0]).toEqual({
    id: "lend-3",
    split: "test",
    scores: { silence: none, transfer: null, reference: 1 },
    findings: [{ code: "fact-given-away", text: "the user's own text tells Dune" }],
  });
  expect(counts.tasks).toEqual({ all: 2, train: 0, test: 2, neither: 0 });
});

test.each([
  [["audit", library, "--world", "tau2"], "pass --tau2 DIR"],
  [["audit", library, "--tau2", "/nowhere"], "no tau2-bench data for library"],
  [["audit", library, "--tau2", "/nowhere", "--seed", "1"], "a tau2 world has no --seed"],
])("%j is bad usage", async (args, line) => {
  const { code, stdout, stderr } = await deskgym(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(line);
});
