/** Many rows at once: SQLite binds a limited number of values in one statement. */
import type { DomainDatabase } from "../database.ts";

export function insertRows<Table extends Parameters<DomainDatabase["insert"]>[0]>(
  db: DomainDatabase,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): void {
  for (let at = 0; at < rows.length; at += 100) {
    db.insert(table)
      .values(rows.slice(at, at + 100))
      .run();
  }
}
