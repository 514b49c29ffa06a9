/**
 * What is worth knowing of a world's tasks before they are trained on: which rewards can be had without the work, which
 * tasks can't be done as they stand, and what tasks share. Pure: it opens environments and leaves nothing behind.
 */
import { type AuditCode, type AuditFinding, auditCodes } from "./audit-codes.ts";
import { runTask, type TaskRun, type TaskScores } from "./audit-task.ts";
import { canonical, type Json } from "./json.ts";
import { compared } from "./reward.ts";
import type { Task } from "./task.ts";
import type { WorldKind } from "./tool.ts";
import type { World } from "./world.ts";

export interface TaskAudit {
  readonly id: string;
  readonly split: Task["split"];
  readonly scores: TaskScores | null;
  /** In the order of `auditCodes`. */
  readonly findings: readonly AuditFinding[];
}

/** How many tasks, by split. */
export interface TaskCount {
  readonly all: number;
  readonly train: number;
  readonly test: number;
  /** In neither: of a tau2-bench clone's file, and in none of its two splits. */
  readonly neither: number;
}

export interface Audit {
  readonly domain: string;
  readonly domain_version: string;
  readonly world: WorldKind;
  readonly seed: number;
  readonly tasks: readonly TaskAudit[];
  readonly counts: {
    readonly tasks: TaskCount;
    /** Tasks of which nothing was found. */
    readonly clean: TaskCount;
    /** Tasks with at least one finding of a code; every code is there. */
    readonly codes: Readonly<Record<AuditCode, TaskCount>>;
  };
}

/** Audits a world's tasks, or those given; what tasks share is looked for among them. */
export function audit(world: World, tasks: Iterable<Task> = world.tasks.values()): Audit {
  const known = valuesOf(world);
  const runs = Array.from(tasks, (task) => runTask(world, task, known));
  const shared = sharedSubjects(runs);
  const texts = twins(runs, ({ task }) => task.user.instructions);
  const outcomes = twins(runs, (run) => outcome(world, run));
  const order = Object.keys(auditCodes) as AuditCode[];
  const audits = runs.map((run): TaskAudit => {
    const findings: AuditFinding[] = [...run.findings];
    const subject = shared.get(run);
    if (subject) findings.push({ code: "shared-subject", text: subject });
    const text = texts.get(run);
    if (text) findings.push({ code: "same-text", text: `its text for the user is that of ${text}` });
    const end = outcomes.get(run);
    if (end)
      findings.push({ code: "same-outcome", text: `it begins so and is to leave the same rows behind as ${end}` });
    findings.sort((a, b) => order.indexOf(a.code) - order.indexOf(b.code));
    const { id, split } = run.task;
    return { id, split, scores: run.scores, findings };
  });
  const having = (code: AuditCode) => audits.filter(({ findings }) => findings.some((found) => found.code === code));
  return {
    domain: world.domain.name,
    domain_version: world.domain.version,
    world: world.kind,
    seed: world.seed,
    tasks: audits,
    counts: {
      tasks: count(audits),
      clean: count(audits.filter(({ findings }) => findings.length === 0)),
      codes: Object.fromEntries(order.map((code) => [code, count(having(code))])) as Record<AuditCode, TaskCount>,
    },
  };
}

function count(tasks: readonly Pick<Task, "split">[]): TaskCount {
  const of = (wanted: Task["split"]) => tasks.filter(({ split }) => split === wanted).length;
  return { all: tasks.length, train: of("train"), test: of("test"), neither: of(null) };
}

/** Every text and number in the world's documents, keys too. */
function valuesOf(world: World): Set<string> {
  const values = new Set<string>();
  const visit = (value: Json): void => {
    if (typeof value === "string" || typeof value === "number") values.add(String(value));
    else if (value !== null && typeof value === "object") {
      for (const [key, child] of Object.entries(value)) {
        if (!Array.isArray(value)) values.add(key);
        visit(child);
      }
    }
  };
  using environment = world.open();
  visit(environment.state() as Json);
  return values;
}

/** For each task of a split, in one line, what tasks of the other split are about too. */
function sharedSubjects(runs: readonly TaskRun[]): Map<TaskRun, string> {
  const owners = { train: new Map<string, string[]>(), test: new Map<string, string[]>() };
  for (const { task, subjects } of runs) {
    if (task.split === null) continue;
    for (const subject of subjects) {
      const ids = owners[task.split].get(subject);
      if (ids) ids.push(task.id);
      else owners[task.split].set(subject, [task.id]);
    }
  }
  const lines = new Map<TaskRun, string>();
  for (const run of runs) {
    const { split } = run.task;
    if (split === null) continue;
    const other = split === "train" ? "test" : "train";
    const shared = [...run.subjects].filter((subject) => owners[other].has(subject));
    if (shared.length === 0) continue;
    const more = shared.length > 2 ? ` and ${shared.length - 2} more` : "";
    const tasks = [...new Set(shared.flatMap((subject) => owners[other].get(subject) ?? []))];
    lines.set(run, `it shares ${shared.slice(0, 2).join(", ")}${more} with ${some(tasks, `${other} task`)}`);
  }
  return lines;
}

/** For each task that has its key in common with others, which they are. No key: not looked at. */
function twins(runs: readonly TaskRun[], key: (run: TaskRun) => string | undefined): Map<TaskRun, string> {
  const groups = Map.groupBy(runs, key);
  const lines = new Map<TaskRun, string>();
  for (const [of, group] of groups) {
    if (of === undefined || group.length < 2) continue;
    const [first, second] = group.map(({ task }) => task.id) as [string, string];
    for (const run of group) {
      const others = group.length - 1;
      const one = run.task.id === first ? second : first;
      lines.set(run, others === 1 ? one : `${others} others, ${one} among them`);
    }
  }
  return lines;
}

function some(ids: readonly string[], noun: string): string {
  return ids.length === 1 ? `${noun} ${ids[0]}` : `${ids.length} ${noun}s, ${ids[0]} among them`;
}

/** Where it begins and the rows that are to be there in the end; none where it is to leave them as they were. */
function outcome(world: World, { task, scores }: TaskRun): string | undefined {
  if (scores === null) return undefined;
  const rows = compared(world.expected(task), world).map(({ table, key, after }) => [table.name, key, after]);
  return rows.length === 0 ? undefined : canonical([task.initial_state, rows]);
}
