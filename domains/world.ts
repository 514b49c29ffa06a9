/** The rows and tasks that a domain starts from: built in, from a seed, or a tau2-bench clone's. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Connection, createImage, openDatabase, type RowChange } from "./database.ts";
import type { Domain } from "./domain.ts";
import { Environment } from "./environment.ts";
import type { JsonObject } from "./json.ts";
import { Random } from "./random.ts";
import { Task } from "./task.ts";
import { readTau2Tasks } from "./tau2.ts";
import type { WorldKind } from "./tool.ts";

/** A world that can't be had as asked for: a missing or broken file, an unknown task. The message is one line for a person. */
export class WorldError extends Error {
  override name = "WorldError";
}

interface WorldSource {
  readonly domain: Domain;
  readonly kind: WorldKind;
  readonly seed: number;
  readonly domainPolicy: string;
  readonly image: Buffer;
  loadTasks(): Task[];
}

export class World {
  readonly domain: Domain;
  readonly kind: WorldKind;
  /** 0 on a tau2 world, which has no seed. */
  readonly seed: number;
  readonly domainPolicy: string;
  readonly #source: WorldSource;
  readonly #idle: Connection[] = [];
  readonly #expected = new Map<Task, RowChange[]>();
  #tasks: ReadonlyMap<string, Task> | undefined;

  constructor(source: WorldSource) {
    this.#source = source;
    this.domain = source.domain;
    this.kind = source.kind;
    this.seed = source.seed;
    this.domainPolicy = source.domainPolicy;
  }

  /** The serialized database that every environment starts from, in bytes. */
  get imageSize(): number {
    return this.#source.image.length;
  }

  get tasks(): ReadonlyMap<string, Task> {
    this.#tasks ??= new Map(this.#source.loadTasks().map((task) => [task.id, task]));
    return this.#tasks;
  }

  /** @throws WorldError naming the nearest thing to do when there is no such task. */
  task(id: string): Task {
    const task = this.tasks.get(id);
    if (task) return task;
    const first = this.tasks.keys().next().value;
    throw new WorldError(`no task '${id}' in ${this.domain.name} (${this.kind}): ids look like '${first}'`);
  }

  /** A fresh environment on a pooled connection; `close` gives it back. */
  open(): Environment {
    const connection = this.#idle.pop() ?? new Connection(this.domain.schema, this.#source.image);
    const { domain, kind, seed } = this;
    return new Environment({ domain, kind, seed, release: (used) => this.#idle.push(used) }, connection);
  }

  /** What the reference actions change: the state that counts. Derived once a task. A reference call that fails changes nothing. */
  expected(task: Task): RowChange[] {
    let changes = this.#expected.get(task);
    if (changes === undefined) {
      using environment = this.open();
      for (const action of task.reference_actions) environment.call(action.requestor, action.name, action.arguments);
      changes = environment.changes();
      this.#expected.set(task, changes);
    }
    return changes;
  }
}

export function builtinWorld(domain: Domain, seed: number): World {
  const random = new Random(`${domain.name} ${domain.version} seed ${seed}`);
  const image = createImage(domain.schema, (db) => domain.seed(db, random.fork("rows")));
  const loadTasks = () => [...domain.tasks(openDatabase(image), random.fork("tasks"))].map((task) => Task.parse(task));
  return new World({ domain, kind: "builtin", seed, domainPolicy: domain.domainPolicy, image, loadTasks });
}

/** @throws WorldError when a file under `directory` is missing or not what tau2-bench ships. */
export function tau2World(domain: Domain, directory: string): World {
  const folder = tau2Folder(domain.name, directory);
  if (!existsSync(folder)) throw new WorldError(`no tau2-bench data for ${domain.name}: ${folder} does not exist`);
  const document = domain.document.shape.safeParse(readJson(folder, "db.json"));
  if (!document.success) throw new WorldError(`${join(folder, "db.json")}: ${firstIssue(document.error.issues)}`);
  const image = tau2Image(domain, document.data as JsonObject, join(folder, "db.json"));
  const tasks = readTau2Tasks(domain.name, readJson(folder, "tasks.json"), readJson(folder, "split_tasks.json"));
  if (!tasks.success) throw new WorldError(`${join(folder, tasks.file)}: ${firstIssue(tasks.issues)}`);
  const domainPolicy = readText(folder, "policy.md");
  if (domainPolicy.trim() === "") throw new WorldError(`${join(folder, "policy.md")}: is empty`);
  return new World({ domain, kind: "tau2", seed: 0, domainPolicy, image, loadTasks: () => tasks.tasks });
}

export function hasTau2World(name: string, directory: string): boolean {
  return existsSync(tau2Folder(name, directory));
}

function tau2Folder(name: string, directory: string): string {
  return join(directory, "data", "tau2", "domains", name);
}

function tau2Image(domain: Domain, document: JsonObject, file: string): Buffer {
  try {
    return createImage(domain.schema, (db) => domain.document.write(db, document));
  } catch (error) {
    // drizzle wraps SQLite's error, and with it the rows of the whole statement.
    const { message } = ((error as Error).cause ?? error) as Error;
    throw new WorldError(`${file}: its rows do not fit together: ${message.split("\n")[0]}`, { cause: error });
  }
}

function readText(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : (cause as Error).message;
    throw new WorldError(`${join(folder, file)}: ${reason}`, { cause });
  }
}

function readJson(folder: string, file: string): unknown {
  const text = readText(folder, file);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (cause) {
    throw new WorldError(`${join(folder, file)}: not JSON (${(cause as Error).message})`, { cause });
  }
}

function firstIssue(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const where = first?.path.length ? `${first.path.join(".")}: ` : "";
  return `${where}${first?.message}${more}`;
}
