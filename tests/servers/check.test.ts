/** `deskgym check` on modules of somebody's own. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadDomain } from "../../servers/domain-module.ts";
import { UsageError } from "../../servers/usage-error.ts";
import { deskgym } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "deskgym-check-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bikes = new URL("../../docs/examples/bikes/index.ts", import.meta.url).href;

function module(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const wrong = `import { bikeHire } from "${bikes}";
export const manyLooks = {
  ...bikeHire,
  heldOut: ["bike_id"],
  *tasks(db, random) {
    const [task] = bikeHire.tasks(db, random);
    for (let at = 0; at < 12; at++) {
      const { bike_id } = task.reference_actions[0].arguments;
      const instructions = "You wonder who has bike " + bike_id + ", " + at;
      yield { ...task, id: "look-" + at, user: { instructions }, reference_actions: task.reference_actions.slice(0, 1) };
    }
  },
};
`;

describe("a domain that is wrong", () => {
  const path = module("wrong.mjs", wrong);

  test("is told by a line a finding, of which some are printed, and exit code 1", async () => {
    const { code, stdout, stderr } = await deskgym(["check", path]);
    expect(code).toBe(1);
    expect(stdout).toContain("\nok    domain policies can be read\n");
    const silence = stdout.slice(stdout.indexOf("FAIL  doing nothing scores 0: 24\n"));
    expect(silence.split("\n").slice(1, 12)).toEqual([
      ...Array.from({ length: 10 }, (_, at) => {
        return `      look-${Math.floor(at / 2)}: doing nothing scores in ${at % 2 === 0 ? "evaluation" : "training"}`;
      }),
      "      and 14 more",
    ]);
    expect(stderr).toMatch(/^bikes 1, seed 0: \d+ checks, 1 found something\n$/);
  });

  test("is told whole as JSON", async () => {
    const { code, stdout } = await deskgym(["check", path, "--json", "--seed", "3"]);
    expect(code).toBe(1);
    const { checks, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({ domain: "bikes", version: "1", seed: 3, ok: false });
    const found = checks.filter(({ findings }: { findings: string[] }) => findings.length > 0);
    expect(found).toEqual([{ name: "doing nothing scores 0", findings: expect.any(Array) }]);
    expect(found[0].findings).toHaveLength(24);
  });
});

test.each([
  ["an unknown name", "nowhere", "no domain 'nowhere': there are"],
  ["a missing file", join(folder, "missing.js"), "does not exist"],
  ["a folder", folder, "is a folder: give the module in it"],
  ["a module that throws what is no Error", module("null.mjs", "throw null;"), "it threw null, which is no Error"],
  [
    "a module whose exports throw",
    module("trap.mjs", "export const x = { get schema() { throw new Error('not yet'); } };"),
    "not yet",
  ],
  [
    "a domain whose name is no name",
    module("name.mjs", `import { bikeHire } from "${bikes}";\nexport const a = { ...bikeHire, name: "" };`),
    "domain name '': lower case, as in URLs",
  ],
  [
    "a domain without a version",
    module(
      "version.mjs",
      `import { bikeHire } from "${bikes}";\nexport const a = { ...bikeHire, version: undefined };`,
    ),
    "bikes has no version",
  ],
  ["a module without a domain", module("none.mjs", "export const x = { name: 'x' };"), "exports no domain"],
  [
    "a module with two",
    module(
      "two.mjs",
      `import { bikeHire } from "${bikes}";\nexport const a = bikeHire, b = { ...bikeHire, name: "b" };`,
    ),
    "exports 2 domains (bikes, b): give a module that exports one",
  ],
  [
    "a domain that defineDomain would refuse",
    module(
      "refused.mjs",
      `import { bikeHire } from "${bikes}";\nexport const a = { ...bikeHire, domainPolicies: {} };`,
    ),
    "bikes has no domain policy",
  ],
  ["a module that throws", module("throws.mjs", "throw new Error('not today');"), "can't be loaded: not today"],
])("%s is one line for the user", async (_, given, line) => {
  const error = await loadDomain(given).catch((problem: Error) => problem);
  expect(error).toBeInstanceOf(UsageError);
  expect((error as Error).message).toContain(line);
});

test("a finding is one line, and no command to a terminal", async () => {
  const text = `import { bikeHire } from "${bikes}";
export const odd = { ...bikeHire, seed() { throw new Error("not\\ntoday \\u001b[2J") } };`;
  const { code, stdout } = await deskgym(["check", module("odd.mjs", text)]);
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: "FAIL  a world can be made: 1\n      stopped: Error: not today [2J\n",
  });
});

test("neither is what keeps a module from being loaded", async () => {
  const path = module("escape.mjs", 'throw new Error("\\u001b[31mred\\n\\u202eder");');
  const { code, stderr } = await deskgym(["check", path]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: `deskgym: ${path} can't be loaded: [31mred der\n` });
});

test("bad usage ends with exit code 2", async () => {
  const { code, stdout, stderr } = await deskgym(["check", folder]);
  expect({ code, stdout, lines: stderr.split("\n").length }).toEqual({ code: 2, stdout: "", lines: 2 });
});

test("one domain under two names is one", async () => {
  const path = module(
    "again.mjs",
    `import { bikeHire } from "${bikes}";\nexport { bikeHire };\nexport default bikeHire;`,
  );
  expect((await loadDomain(path)).name).toBe("bikes");
});
