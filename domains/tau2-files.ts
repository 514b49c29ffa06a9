/** A tau2-bench clone's files of one domain: rows, tasks, domain policies. Whatever is wrong with them is one line. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { createImage } from "./database.ts";
import type { Domain, DomainDocument, PolicyParts } from "./domain.ts";
import type { JsonObject } from "./json.ts";
import type { Task } from "./task.ts";
import { readTau2Tasks } from "./tau2.ts";
import { WorldError } from "./world-error.ts";

const STEMS = { agent: "db", user: "user_db" } as const;

export class Tau2Files {
  readonly #domain: Domain;
  readonly #folder: string;

  /** @throws WorldError when the clone has no such domain. */
  constructor(domain: Domain, directory: string) {
    this.#domain = domain;
    this.#folder = tau2Folder(domain.name, directory);
    if (!existsSync(this.#folder)) {
      throw new WorldError(`no tau2-bench data for ${domain.name}: ${this.#folder} does not exist`);
    }
  }

  readImage(): Buffer {
    const sides = Object.entries(this.#domain.documents) as ["agent" | "user", DomainDocument][];
    const read = sides.map(([side, document]) => {
      const { file, data } = this.#readRows(STEMS[side]);
      const parsed = document.shape.safeParse(data);
      if (!parsed.success) throw new WorldError(`${this.#at(file)}: ${firstIssue(parsed.error.issues)}`);
      return { file, document, data: parsed.data as JsonObject };
    });
    let current = "";
    try {
      return createImage(this.#domain.schema, (db) => {
        for (const { file, document, data } of read) {
          current = file;
          document.write(db, data);
        }
      });
    } catch (error) {
      // drizzle wraps SQLite's error, and with it the rows of the whole statement.
      const { message } = ((error as Error).cause ?? error) as Error;
      throw new WorldError(`${this.#at(current)}: its rows do not fit together: ${message.split("\n")[0]}`, {
        cause: error,
      });
    }
  }

  readTasks(): Task[] {
    const tasks = readTau2Tasks(this.#domain, this.#readJson("tasks.json"), this.#readJson("split_tasks.json"));
    if (!tasks.success) throw new WorldError(`${this.#at(tasks.file)}: ${firstIssue(tasks.issues)}`);
    return tasks.tasks;
  }

  readPolicy({ tau2 }: PolicyParts[string]): string {
    if (tau2 === undefined) throw new WorldError(`${this.#domain.name} has no such domain policy in tau2-bench`);
    const text = this.#readText(tau2);
    if (text.trim() === "") throw new WorldError(`${this.#at(tau2)}: is empty`);
    return text;
  }

  #at(file: string): string {
    return join(this.#folder, file);
  }

  #readRows(stem: string): { file: string; data: unknown } {
    const toml = `${stem}.toml`;
    if (!existsSync(this.#at(toml))) return { file: `${stem}.json`, data: this.#readJson(`${stem}.json`) };
    const text = this.#readText(toml);
    try {
      // Dates of TOML as the texts that JSON has for them.
      return { file: toml, data: JSON.parse(JSON.stringify(parseToml(text))) };
    } catch (cause) {
      const [message] = (cause as Error).message.split("\n");
      throw new WorldError(`${this.#at(toml)}: not TOML (${message})`, { cause });
    }
  }

  #readText(file: string): string {
    try {
      return readFileSync(this.#at(file), "utf8");
    } catch (cause) {
      const reason = (cause as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : (cause as Error).message;
      throw new WorldError(`${this.#at(file)}: ${reason}`, { cause });
    }
  }

  #readJson(file: string): unknown {
    const text = this.#readText(file);
    try {
      return JSON.parse(text.replace(/^\uFEFF/, ""));
    } catch (cause) {
      throw new WorldError(`${this.#at(file)}: not JSON (${(cause as Error).message})`, { cause });
    }
  }
}

export function hasTau2World(name: string, directory: string): boolean {
  return existsSync(tau2Folder(name, directory));
}

function tau2Folder(name: string, directory: string): string {
  return join(directory, "data", "tau2", "domains", name);
}

function firstIssue(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const where = first?.path.length ? `${first.path.join(".")}: ` : "";
  return `${where}${first?.message}${more}`;
}
