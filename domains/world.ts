/** The rows and tasks that a domain starts from: built in, from a seed, or a tau2-bench clone's. */

import { readFileSync } from "node:fs";
import { Connection, createImage, openDatabase, type RowChange } from "./database.ts";
import type { Domain, PolicyParts } from "./domain.ts";
import { Environment } from "./environment.ts";
import { Random } from "./random.ts";
import { Task, type TaskInput } from "./task.ts";
import { taskProblem } from "./task-problem.ts";
import { Tau2Files } from "./tau2-files.ts";
import type { WorldKind } from "./tool.ts";
import { WorldError } from "./world-error.ts";

interface WorldSource {
  readonly domain: Domain;
  readonly kind: WorldKind;
  readonly seed: number;
  readonly image: Buffer;
  loadTasks(): Task[];
  readPolicy(part: PolicyParts[string]): string;
}

/** How an environment is set: for a task, whose initial state it begins with, and for whom. */
export interface Opening {
  readonly task?: Task | undefined;
  /** One agent has both sides' tools, and there is no user. */
  readonly solo?: boolean | undefined;
}

export class World {
  readonly domain: Domain;
  readonly kind: WorldKind;
  /** 0 on a tau2 world, which has no seed. */
  readonly seed: number;
  readonly #source: WorldSource;
  readonly #idle: Connection[] = [];
  readonly #expected = new Map<Task, RowChange[]>();
  readonly #unlistedTasks = new Map<string, Task>();
  readonly #policies = new Map<string, string>();
  #tasks: ReadonlyMap<string, Task> | undefined;

  constructor(source: WorldSource) {
    this.#source = source;
    this.domain = source.domain;
    this.kind = source.kind;
    this.seed = source.seed;
  }

  /** The serialized database that every environment starts from, in bytes. */
  get imageSize(): number {
    return this.#source.image.length;
  }

  get tasks(): ReadonlyMap<string, Task> {
    this.#tasks ??= byId(this.#source.loadTasks());
    return this.#tasks;
  }

  /**
   * The rule document that the policy reads.
   * @param form one of the domain's forms; its first unless given
   * @param solo the text for an agent that has both sides' tools, where the form has one
   * @throws WorldError when there is no such form, or a clone lacks a file of it
   */
  domainPolicy(form = Object.keys(this.domain.domainPolicies)[0] ?? "", solo = false): string {
    const key = `${form} ${solo}`;
    const text = this.#policies.get(key) ?? this.#readPolicy(form, solo);
    this.#policies.set(key, text);
    return text;
  }

  /** @throws WorldError naming the nearest thing to do when there is no such task. */
  task(id: string): Task {
    const task = this.tasks.get(id) ?? this.#unlisted(id);
    if (task) return task;
    const first = this.tasks.keys().next().value;
    throw new WorldError(`no task '${id}' in ${this.domain.name} (${this.kind}): ids look like '${first}'`);
  }

  /** A fresh environment on a pooled connection; `close` gives it back. @throws WorldError when the task's initial state can't be reached. */
  open({ task, solo = false }: Opening = {}): Environment {
    if (solo && Object.keys(this.domain.tools.user).length === 0) {
      throw new WorldError(`${this.domain.name} has no solo mode: its user has no tools that the agent could have`);
    }
    const connection = this.#idle.pop() ?? new Connection(this.domain.schema, this.#source.image);
    const { domain, kind, seed } = this;
    const release = (used: Connection) => this.#idle.push(used);
    try {
      return new Environment({ domain, kind, seed, solo, initialState: task?.initial_state, release }, connection);
    } catch (error) {
      connection.rollback();
      release(connection);
      throw error;
    }
  }

  /** What the reference actions change: the state that counts. Derived once a task. A reference call that fails changes nothing. */
  expected(task: Task): RowChange[] {
    let changes = this.#expected.get(task);
    if (changes === undefined) {
      using environment = this.open({ task });
      for (const action of task.reference_actions) environment.call(action.requestor, action.name, action.arguments);
      changes = environment.changes();
      this.#expected.set(task, changes);
    }
    return changes;
  }

  #unlisted(id: string): Task | undefined {
    const known = this.#unlistedTasks.get(id);
    const input = known === undefined && this.kind === "tau2" ? this.domain.unlistedTask?.(id, this.tasks) : undefined;
    if (input === undefined) return known;
    const task = checked(this.domain, input);
    this.#unlistedTasks.set(id, task);
    return task;
  }

  #readPolicy(form: string, solo: boolean): string {
    const { domainPolicies, name } = this.domain;
    const policy = Object.hasOwn(domainPolicies, form) ? domainPolicies[form] : undefined;
    if (policy === undefined) {
      throw new WorldError(
        `no domain policy '${form}' in ${name}: there are ${Object.keys(domainPolicies).join(", ")}`,
      );
    }
    const parts = Object.entries((solo ? policy.solo : undefined) ?? policy.parts);
    const texts = parts.map(([part, file]) => ({ part, text: this.#source.readPolicy(file) }));
    if (texts.length === 1) return texts[0]?.text ?? "";
    return texts.map(({ part, text }) => `<${part}>\n${text.trim()}\n</${part}>\n`).join("\n");
  }
}

export function builtinWorld(domain: Domain, seed: number): World {
  const random = new Random(`${domain.name} ${domain.version} seed ${seed}`);
  const image = createImage(domain.schema, (db) => domain.seed(db, random.fork("rows")));
  const loadTasks = () => {
    return [...domain.tasks(openDatabase(image), random.fork("tasks"))].map((input) => checked(domain, input));
  };
  const readPolicy = ({ builtin }: PolicyParts[string]) => readFileSync(builtin, "utf8");
  return new World({ domain, kind: "builtin", seed, image, loadTasks, readPolicy });
}

/** @throws WorldError where two tasks have one id: nobody could ask for the other. */
function byId(tasks: readonly Task[]): Map<string, Task> {
  const known = new Map<string, Task>();
  for (const task of tasks) {
    if (known.has(task.id)) throw new WorldError(`task ${task.id}: another task has this id`);
    known.set(task.id, task);
  }
  return known;
}

function checked(domain: Domain, input: TaskInput): Task {
  const { data: task, error } = Task.safeParse(input);
  if (error) {
    const [issue] = error.issues;
    throw new WorldError([`task ${input?.id}`, issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
  }
  const problem = taskProblem(domain, task);
  if (problem !== undefined) throw new WorldError(`task ${task.id}: ${problem}`);
  return task;
}

/** @throws WorldError when a file under `directory` is missing or not what tau2-bench ships. */
export function tau2World(domain: Domain, directory: string): World {
  const files = new Tau2Files(domain, directory);
  const image = files.readImage();
  const tasks = files.readTasks();
  const world = new World({
    domain,
    kind: "tau2",
    seed: 0,
    image,
    loadTasks: () => tasks,
    readPolicy: (part) => files.readPolicy(part),
  });
  // A clone that lacks the policy must say so now.
  world.domainPolicy();
  return world;
}
