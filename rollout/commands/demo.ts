/** `deskgym demo`: a few policies on a few tasks of each built-in world, as a table, with no key and no network. */
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { finished } from "node:stream/promises";
import { Command } from "commander";
import { domains, Worlds } from "../../domains/index.ts";
import { UsageError } from "../../servers/index.ts";
import { MemoryDesks } from "../desks/memory.ts";
import type { Limits } from "../outcome.ts";
import { expert } from "../policies/expert.ts";
import { noop } from "../policies/noop.ts";
import { transfer } from "../policies/transfer.ts";
import type { PolicyKind } from "../policy.ts";
import { ReportBuilder } from "../report.ts";
import { intervalText, percent } from "../report-text.ts";
import { type Attempt, inOrder, playAttempt } from "../rollout.ts";
import { table } from "../table.ts";
import { type TaskLine, taskLine } from "../task-line.ts";
import { trajectoryLine } from "../trajectory.ts";
import { scripted } from "../users/scripted.ts";
import { print } from "./print.ts";

const TASKS = 30;
const LIMITS: Limits = { turns: 50, errors: 10 };

const policies: Readonly<Record<string, PolicyKind>> = {
  expert: expert(),
  "expert-slip-0.3": expert(0.3),
  transfer,
  noop,
};

export const command = new Command("demo")
  .summary("run a few policies in the built-in worlds and print how they fare")
  .description("Run a few policies on test tasks of the built-in worlds against a scripted user: no key, no network.")
  .option("--out <dir>", "where tasks and trajectories go", join("out", "demo"))
  .action(async ({ out }: { out: string }) => {
    const worlds = new Worlds(domains);
    makeFolder(out);
    const lines = Object.keys(domains).flatMap((name) => testTasks(worlds, name));
    writeFileSync(join(out, "tasks.jsonl"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const rows: string[][] = [];
    for (const [name, policy] of Object.entries(policies)) {
      rows.push([name, ...(await run(worlds, lines, policy, join(out, `${name}.jsonl`)))]);
    }
    const header = ["policy", "episodes", "success", "95 % interval", ...Object.keys(domains), "turns", "tool calls"];
    await print(`${table(header, rows)}\n${nextSteps(relative(".", out) || ".")}`);
  });

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (cause) {
    throw new UsageError(`no folder ${path} can be made for --out: ${(cause as Error).message}`, { cause });
  }
}

function testTasks(worlds: Worlds, name: string): TaskLine[] {
  const world = worlds.get(name);
  const tasks = [...world.tasks.values()].filter(({ split }) => split === "test");
  return tasks.slice(0, TASKS).map((task) => taskLine(world, task));
}

async function run(worlds: Worlds, lines: TaskLine[], policy: PolicyKind, file: string): Promise<string[]> {
  const setting = {
    desks: new MemoryDesks(worlds),
    policy,
    user: scripted,
    limits: LIMITS,
    mode: "evaluation" as const,
    seed: 0,
  };
  const builder = new ReportBuilder();
  const stream = createWriteStream(file);
  const attempts = lines.map((line): Attempt => ({ line, attempt: 0 }));
  for await (const trajectory of inOrder(attempts, (attempt) => playAttempt(setting, attempt), 8)) {
    builder.add(trajectory);
    stream.write(trajectoryLine(trajectory));
  }
  stream.end();
  await finished(stream);
  const { overall, by } = builder.build();
  const { episodes, success, turns, tool_calls } = overall;
  return [
    String(episodes),
    percent(success?.rate),
    intervalText(success),
    ...Object.keys(domains).map((name) => percent(by.domain[name]?.success?.rate)),
    turns?.toFixed(1) ?? "-",
    tool_calls?.toFixed(1) ?? "-",
  ];
}

function nextSteps(out: string): string {
  return `Tasks and trajectories are in ${out}. Next, for example:
  npx deskgym show ${join(out, "expert.jsonl")}
  npx deskgym report ${join(out, "expert-slip-0.3.jsonl")}
  npx deskgym rollout ${join(out, "tasks.jsonl")} --policy expert --slip 0.5 --group 4 > trajectories.jsonl
`;
}
