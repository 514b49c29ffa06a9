/**
 * SQLite under a domain: tables from its drizzle schema, world images, pooled connections, and the log of touched rows.
 * The only file that imports better-sqlite3.
 */
import Sqlite from "better-sqlite3";
import { is, sql } from "drizzle-orm";
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3";
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from "drizzle-orm/sqlite-core";

export type DomainDatabase = BetterSQLite3Database;
export type Schema = Record<string, unknown>;
export type SqlValue = string | number | null;

/** A table as SQLite sees it. `position` columns, which keep the order of a list, are known by that name. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly number[];
  readonly position: number | undefined;
}

/** One row that differs from the start's: `before` is null for a new row, `after` for one that is gone. */
export interface RowChange {
  readonly table: TableShape;
  readonly key: string;
  readonly before: readonly SqlValue[] | null;
  readonly after: readonly SqlValue[] | null;
  /** What the row was before each call that wrote to it, in order. */
  readonly history: readonly { call: number; before: readonly SqlValue[] | null }[];
}

interface LogEntry {
  table: number;
  key: SqlValue[];
  before: SqlValue[] | null;
  call: number;
}

/**
 * Builds a query once for each database and keeps it there: drizzle's builder costs many times what the query does.
 * `const orderById = query((db) => db.select().from(orders).where(eq(orders.order_id, sql.placeholder("id"))).prepare())`
 */
export function query<Built>(build: (db: DomainDatabase) => Built): (db: DomainDatabase) => Built {
  const built = new WeakMap<DomainDatabase, Built>();
  return (db) => {
    let statement = built.get(db);
    if (statement === undefined) {
      statement = build(db);
      built.set(db, statement);
    }
    return statement;
  };
}

/** A world's rows, serialized: fills empty tables of `schema` and returns the image that connections open from. */
export function createImage(schema: Schema, fill: (db: DomainDatabase) => void): Buffer {
  const sqlite = openSqlite();
  try {
    for (const statement of createStatements(schema)) sqlite.exec(statement);
    const db = drizzle(sqlite);
    db.transaction(() => fill(db));
    sqlite.exec("vacuum");
    return sqlite.serialize();
  } finally {
    sqlite.close();
  }
}

/** SQLite's own `lower` knows ASCII only: "MÜLLER" would not be found. */
function openSqlite(image?: Buffer): Sqlite.Database {
  const sqlite = image ? new Sqlite(image) : new Sqlite(":memory:");
  sqlite.pragma("foreign_keys = on");
  sqlite.function("lower", { deterministic: true }, (text) => (typeof text === "string" ? text.toLowerCase() : text));
  return sqlite;
}

/** A plain database over an image, to read from: no log, no episode. It goes when nothing refers to it. */
export function openDatabase(image: Buffer): DomainDatabase {
  return drizzle(openSqlite(image));
}

/** One in-memory database over a world's image. Between `begin` and `rollback` all that it changes is an episode's. */
export class Connection {
  readonly db: DomainDatabase;
  /** The number that changes are logged under; set by whoever makes a call. */
  call = -1;
  readonly #sqlite: Sqlite.Database;
  readonly #tables: TableShape[];
  readonly #byKey: Sqlite.Statement[];
  readonly #log: LogEntry[] = [];
  readonly #statements: Record<
    "begin" | "start" | "restart" | "rollback" | "savepoint" | "release" | "undo",
    Sqlite.Statement
  >;

  constructor(schema: Schema, image: Buffer) {
    this.#sqlite = openSqlite(image);
    // The pages lie in memory already: a larger cache would hold them twice, in each of a thousand live environments.
    this.#sqlite.pragma("cache_size = 16");
    this.#tables = tableShapes(schema);
    this.#logChanges();
    this.db = drizzle(this.#sqlite);
    this.#byKey = this.#tables.map((table) => {
      const where = table.key.map((index) => `"${table.columns[index]}" is ?`).join(" and ");
      const columns = table.columns.map((column) => `"${column}"`).join(", ");
      return this.#sqlite.prepare(`select ${columns} from "${table.name}" where ${where}`).raw();
    });
    this.#statements = {
      begin: this.#sqlite.prepare("begin"),
      start: this.#sqlite.prepare("savepoint start"),
      restart: this.#sqlite.prepare("rollback to start"),
      rollback: this.#sqlite.prepare("rollback"),
      savepoint: this.#sqlite.prepare("savepoint call"),
      release: this.#sqlite.prepare("release call"),
      undo: this.#sqlite.prepare("rollback to call"),
    };
  }

  /** Begins an episode; what `prepare` does belongs to its start, which `restart` goes back to. */
  begin(prepare: () => void): void {
    this.#statements.begin.run();
    prepare();
    this.#statements.start.run();
    this.#clear();
  }

  restart(): void {
    this.#statements.restart.run();
    this.#clear();
  }

  /** Empties every table and fills it again. Rows may refer to rows that come later. @throws Error when one refers to none. */
  refill(fill: (db: DomainDatabase) => void): void {
    this.#sqlite.pragma("defer_foreign_keys = on");
    for (const { name } of this.#tables) this.#sqlite.exec(`delete from "${name}"`);
    fill(this.db);
    // An episode is never committed, which is when SQLite would look.
    const [dangling] = this.#sqlite.pragma("foreign_key_check") as { table: string; parent: string }[];
    if (dangling) throw new Error(`a row of ${dangling.table} refers to no row of ${dangling.parent}`);
    this.#sqlite.pragma("defer_foreign_keys = off");
  }

  /** Ends the episode: the rows are the world's again. */
  rollback(): void {
    this.#statements.rollback.run();
    this.#clear();
  }

  #clear(): void {
    this.#log.length = 0;
    this.call = -1;
  }

  close(): void {
    this.#sqlite.close();
  }

  /** Runs `work` whole or not at all: when it throws, its changes are undone and the error goes on. */
  attempt<T>(work: () => T): T {
    const logged = this.#log.length;
    this.#statements.savepoint.run();
    try {
      const result = work();
      this.#statements.release.run();
      return result;
    } catch (error) {
      this.#statements.undo.run();
      this.#statements.release.run();
      this.#log.length = logged;
      throw error;
    }
  }

  /** How many row writes were logged since `begin`: equal counts around a call mean that it wrote nothing. */
  get writes(): number {
    return this.#log.length;
  }

  /** The rows that differ from the episode's start; costs as much as was touched, not as much as the database holds. */
  changes(): RowChange[] {
    const touched = new Map<string, LogEntry[]>();
    for (const entry of this.#log) {
      const id = `${entry.table} ${JSON.stringify(entry.key)}`;
      const entries = touched.get(id);
      if (entries) entries.push(entry);
      else touched.set(id, [entry]);
    }
    const changes: RowChange[] = [];
    for (const entries of touched.values()) {
      const first = entries[0] as LogEntry;
      const table = this.#tables[first.table] as TableShape;
      const after = (this.#byKey[first.table]?.get(...first.key) as SqlValue[] | undefined) ?? null;
      if (sameRow(first.before, after)) continue;
      const history = entries.map(({ call, before }) => ({ call, before }));
      changes.push({ table, key: first.key.join(" / "), before: first.before, after, history });
    }
    return changes;
  }

  /** Temporary triggers, so that the image stays the world's alone. */
  #logChanges(): void {
    const was = (table: number, ...before: SqlValue[]) => {
      const key = (this.#tables[table] as TableShape).key.map((index) => before[index] as SqlValue);
      this.#log.push({ table, key, before, call: this.call });
      return null;
    };
    const added = (table: number, ...key: SqlValue[]) => {
      this.#log.push({ table, key, before: null, call: this.call });
      return null;
    };
    this.#sqlite.function("log_row_was", { varargs: true }, was);
    this.#sqlite.function("log_row_added", { varargs: true }, added);
    for (const [index, { name, columns, key }] of this.#tables.entries()) {
      const old = columns.map((column) => `old."${column}"`).join(", ");
      const fresh = key.map((at) => `new."${columns[at]}"`).join(", ");
      const moved = key.map((at) => `new."${columns[at]}" is not old."${columns[at]}"`).join(" or ");
      this.#sqlite.exec(`
        create temp trigger "${name}_added" after insert on main."${name}"
          begin select log_row_added(${index}, ${fresh}); end;
        create temp trigger "${name}_changed" after update on main."${name}"
          begin select log_row_was(${index}, ${old}); end;
        create temp trigger "${name}_removed" after delete on main."${name}"
          begin select log_row_was(${index}, ${old}); end;
        create temp trigger "${name}_moved" before update on main."${name}" when ${moved}
          begin select raise(abort, 'a primary key of ${name} may not change'); end;`);
    }
  }
}

function sameRow(a: readonly SqlValue[] | null, b: readonly SqlValue[] | null): boolean {
  if (a === null || b === null) return a === b;
  return a.every((value, index) => value === b[index]);
}

function tablesOf(schema: Schema): SQLiteTable[] {
  return Object.values(schema).filter((value): value is SQLiteTable => is(value, SQLiteTable));
}

function tableShapes(schema: Schema): TableShape[] {
  return tablesOf(schema).map((table) => {
    const config = getTableConfig(table);
    const columns = config.columns.map((column) => column.name);
    const key = keyColumns(config).map((column) => columns.indexOf(column));
    if (key.length === 0) throw new Error(`table ${config.name} has no primary key: rows could not be compared`);
    const position = columns.indexOf("position");
    return { name: config.name, columns, key, position: position < 0 ? undefined : position };
  });
}

function keyColumns(config: ReturnType<typeof getTableConfig>): string[] {
  const composite = config.primaryKeys[0]?.columns ?? config.columns.filter((column) => column.primary);
  return composite.map((column) => column.name);
}

/** CREATE statements for a drizzle schema. STRICT: no value of another type gets in. WITHOUT ROWID: a third less memory. */
function createStatements(schema: Schema): string[] {
  const dialect = new SQLiteSyncDialect();
  const list = (names: string[]) => names.map((name) => `"${name}"`).join(", ");
  return tablesOf(schema).flatMap((table) => {
    const config = getTableConfig(table);
    const lines = config.columns.map(
      (column) => `"${column.name}" ${column.getSQLType()}${column.notNull ? " not null" : ""}`,
    );
    lines.push(`primary key (${list(keyColumns(config))})`);
    for (const column of config.columns) if (column.isUnique) lines.push(`unique ("${column.name}")`);
    for (const foreignKey of config.foreignKeys) {
      const { columns, foreignTable, foreignColumns } = foreignKey.reference();
      const target = `"${getTableConfig(foreignTable).name}" (${list(foreignColumns.map((column) => column.name))})`;
      lines.push(`foreign key (${list(columns.map((column) => column.name))}) references ${target}`);
    }
    for (const { name, value } of config.checks) {
      lines.push(`constraint "${name}" check (${dialect.sqlToQuery(sql`${value}`.inlineParams()).sql})`);
    }
    const indexes = config.indexes.map(({ config: { name, columns } }) => {
      const parts = columns.map((column) => dialect.sqlToQuery(sql`${column}`.inlineParams()).sql);
      return `create index "${name}" on "${config.name}" (${parts.join(", ").replaceAll(`"${config.name}".`, "")})`;
    });
    return [`create table "${config.name}" (\n  ${lines.join(",\n  ")}\n) strict, without rowid`, ...indexes];
  });
}

/**
 * Holds a file, made if there is none, against everybody else who asks for it so, in any process, until it is let go of or this
 * process ends, be it by a kill: Node has no locks on files, SQLite has. Null where another holds it.
 */
export function hold(path: string): { letGo(): void } | null {
  const database = new Sqlite(path, { timeout: 0 });
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return { letGo: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Sqlite.SqliteError && error.code === "SQLITE_BUSY") return null;
    throw error;
  }
}
