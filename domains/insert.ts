/** Filling a table quickly: drizzle takes its time over each row of a statement that it is given whole. */
import { getTableColumns, sql } from "drizzle-orm";
import type { DomainDatabase } from "./database.ts";

type Table = Parameters<DomainDatabase["insert"]>[0];

/** One statement a table. A column that a row leaves out is null; what is no column is passed over. */
export function insertRows<Into extends Table>(
  db: DomainDatabase,
  table: Into,
  rows: readonly Into["$inferInsert"][],
): void {
  const columns = Object.keys(getTableColumns(table));
  const values = Object.fromEntries(columns.map((name) => [name, sql.placeholder(name)]));
  const statement = db
    .insert(table)
    .values(values as Into["$inferInsert"])
    .prepare();
  const empty = Object.fromEntries(columns.map((name) => [name, null]));
  for (const row of rows) statement.run({ ...empty, ...row });
}
