/** `deskgym audit`: what is worth knowing of a world's tasks before they are trained on. */
import { Command, Option } from "commander";
import {
  type Audit,
  audit,
  auditCodes,
  type Task,
  type TaskAudit,
  type WorldKind,
  Worlds,
} from "../../domains/index.ts";
import { loadDomain } from "../domain-module.ts";
import { UsageError } from "../usage-error.ts";
import { integer } from "./integer.ts";
import { oneLine } from "./one-line.ts";

interface AuditOptions {
  world?: WorldKind;
  tau2?: string;
  seed?: number;
  split?: "train" | "test" | "base";
  json?: true;
}

export const command = new Command("audit")
  .summary("what is worth knowing of a domain's tasks before training on them")
  .description("Print what is found of each of DOMAIN's tasks, and a table of how many tasks have what.")
  .argument("<domain>", "a name, or a module that exports a domain: ./my-domain/index.js")
  .addOption(new Option("--world <kind>", "which world (default: tau2 with --tau2)").choices(["builtin", "tau2"]))
  .option("--tau2 <dir>", "a tau2-bench clone")
  .option("--seed <n>", "which built-in world (default: 0)", integer(0))
  .addOption(
    new Option("--split <name>", "only tasks of this split; base is train and test").choices(["train", "test", "base"]),
  )
  .option("--json", "all that was found, as JSON")
  .action(async (given: string, { world: kind, tau2, seed, split, json }: AuditOptions) => {
    const domain = await loadDomain(given);
    const wanted = kind ?? (tau2 === undefined ? "builtin" : "tau2");
    if (wanted === "tau2" && seed !== undefined) throw new UsageError("a tau2 world has no --seed");
    const world = new Worlds({ [domain.name]: domain }, tau2).get(domain.name, wanted, seed);
    const tasks = [...world.tasks.values()].filter((task) => isIn(task, split));
    if (tasks.length === 0) throw new UsageError(`${domain.name} has no ${split ?? ""} tasks`);
    const found = audit(world, tasks);
    process.stdout.write(json ? `${JSON.stringify(found, null, 2)}\n` : auditText(found));
  });

function isIn({ split }: Task, wanted: AuditOptions["split"]): boolean {
  return wanted === undefined || (wanted === "base" ? split !== null : split === wanted);
}

function auditText(found: Audit): string {
  const { domain, domain_version, world, seed, tasks } = found;
  const which = world === "tau2" ? "tau2-bench world" : `built-in world, seed ${seed}`;
  return [...tasks.map(taskText), `${domain} ${domain_version}, ${which}`, ...summary(found), ""].join("\n");
}

function taskText({ id, split, findings }: TaskAudit): string {
  const title = `${oneLine(id)} (${split ?? "in neither split"})`;
  if (findings.length === 0) return `${title}: nothing`;
  const lines = findings.map(({ code, text }) => `  ${code.padEnd(WIDTH)}  ${oneLine(text)}`);
  return [title, ...lines].join("\n");
}

const WIDTH = Math.max(...Object.keys(auditCodes).map((code) => code.length));

function summary({ counts }: Audit): string[] {
  const columns = ["all", "train", "test", "neither"] as const;
  const row = (name: string, cells: readonly (string | number)[], what: string) => {
    return `${name.padEnd(WIDTH)}${cells.map((cell) => String(cell).padStart(9)).join("")}  ${what}`.trimEnd();
  };
  const cells = (of: Audit["counts"]["tasks"]) => columns.map((column) => of[column]);
  const codes = Object.entries(counts.codes) as [keyof typeof auditCodes, Audit["counts"]["tasks"]][];
  const unseen = codes.filter(([, of]) => of.all === 0).map(([code]) => code);
  return [
    row("", columns, ""),
    row("tasks", cells(counts.tasks), ""),
    row("nothing found", cells(counts.clean), ""),
    ...codes.filter(([, of]) => of.all > 0).map(([code, of]) => row(code, cells(of), auditCodes[code])),
    ...(unseen.length > 0 ? [`of no task: ${unseen.join(", ")}`] : []),
  ];
}
