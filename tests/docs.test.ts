/** The examples of the docs do what they say. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scoreCalls } from "../docs/examples/oracle.ts";
import { runPolite } from "../docs/examples/own-policy.ts";
import { auditCodes, domains, Worlds } from "../domains/index.ts";
import { deskgym } from "./support/command.ts";
import { tau2Directory } from "./support/recordings.ts";

const world = new Worlds(domains).get("retail");
const task = world.task("cancel-001");

test("the oracle scores calls", () => {
  expect(scoreCalls(task.id, task.reference_actions).value).toBe(1);
  const { value, reasons } = scoreCalls(task.id, []);
  expect(value).toBe(0);
  expect(reasons[0]?.text).toContain("never called: cancel_pending_order");
});

test("a policy of one's own meets the scripted user", async () => {
  const trajectory = await runPolite(task.id);
  expect(trajectory.ended).toEqual({ how: "terminated", reason: "user_stop" });
  expect(trajectory.messages.some(({ role, content }) => role === "user" && content?.includes("@example"))).toBe(true);
  expect(trajectory.reward?.value).toBe(0);
});

describe("add-a-domain.md", () => {
  const page = readFileSync("docs/add-a-domain.md", "utf8");
  const examples = ["index.ts", "ebikes.ts"].map((file) => `docs/examples/bikes/${file}`);

  test.each(examples)("%s passes every check", async (path) => {
    const { code, stdout, stderr } = await deskgym(["check", `./${path}`]);
    expect({ code, found: stdout.split("\n").filter((line) => line !== "" && !line.startsWith("ok ")) }).toEqual({
      code: 0,
      found: [],
    });
    const [count] = /\d+ checks, all is well/.exec(stderr) ?? [];
    expect(page).toContain(count);
  });

  test("its code is that of the examples", () => {
    const code = examples.map((path) => readFileSync(path, "utf8")).join("\n");
    const own = code.replaceAll(/"[./]+domains\/index\.ts"/g, '"deskgym/domains"').split("\n");
    const shown = [...page.matchAll(/```ts\n(.*?)```/gs)].flatMap(([, block]) => block?.split("\n") ?? []);
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.filter((line) => !own.includes(line))).toEqual([]);
  });
});

describe("audit.md", () => {
  const page = readFileSync("docs/audit.md", "utf8");

  test("explains each code, in the order of the audit", () => {
    const explained = [...page.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code);
    expect(explained).toEqual(Object.keys(auditCodes));
  });

  const reason = tau2Directory ? undefined : "TAU2_BENCH_DIR is not set: no tau2-bench clone to audit";
  if (reason) process.stdout.write(`skipped: what audit.md shows: ${reason}\n`);

  test.skipIf(reason !== undefined)("shows what the command prints", async () => {
    const [, name = ""] = /npx deskgym audit (\w+) --tau2/.exec(page) ?? [];
    const { stdout } = await deskgym(["audit", name, "--tau2", tau2Directory ?? ""]);
    const printed = stdout.split("\n");
    const [, shown = ""] = /\$ npx deskgym audit .*?\n(.*?)```/s.exec(page) ?? [];
    const lines = shown.split("\n").filter((line) => line !== "" && line !== "…");
    expect(lines.length).toBeGreaterThan(10);
    const missing = lines.filter((line) => {
      return !printed.some((other) => (line.endsWith("…") ? other.startsWith(line.slice(0, -1)) : other === line));
    });
    expect(missing).toEqual([]);
  });
});

describe.each(globSync(["*.md", "docs/**/*.md", "domains/*/README.md"]))("%s", (path) => {
  const page = readFileSync(path, "utf8");

  test("links to files and headings that there are", () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)];
    const broken = links.filter(([, file = "", heading]) => {
      const target = file === "" ? path : join(dirname(path), file);
      return !existsSync(target) || (heading !== undefined && !headings(target).includes(heading));
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test("names tasks that there are", () => {
    for (const [, domain = "", id = ""] of page.matchAll(/"domain": "(\w+)", "task_id": "([\w-]+)"/g)) {
      expect(new Worlds(domains).get(domain).task(id).id).toBe(id);
    }
  });
});

function headings(path: string): string[] {
  const lines = readFileSync(path, "utf8").matchAll(/^#+ (.*)$/gm);
  return [...lines].map(([, text = ""]) =>
    text
      .toLowerCase()
      .replaceAll(/[^\w -]/g, "")
      .replaceAll(" ", "-"),
  );
}
