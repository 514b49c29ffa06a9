/** The phone in the user's hand and what is around it, as values: read from their rows, and written back whole. */
import { asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { type DomainDatabase, query } from "../../database.ts";
import * as tables from "../schema.ts";

export type Phone = Omit<typeof tables.phone.$inferSelect, "id">;
export type Surroundings = Omit<typeof tables.surroundings.$inferSelect, "id">;
export type App = typeof tables.apps.$inferSelect;

const { id: _, ...phoneColumns } = getTableColumns(tables.phone);
const { id: __, ...surroundingsColumns } = getTableColumns(tables.surroundings);

const onlyPhone = query((db) => db.select(phoneColumns).from(tables.phone).prepare());
const onlySurroundings = query((db) => db.select(surroundingsColumns).from(tables.surroundings).prepare());
const everyApp = query((db) => db.select().from(tables.apps).orderBy(asc(tables.apps.position)).prepare());

const updatePhone = query((db) =>
  db.update(tables.phone).set(placeholders<Partial<Phone>>(phoneColumns)).where(eq(tables.phone.id, 1)).prepare(),
);
const updateSurroundings = query((db) =>
  db
    .update(tables.surroundings)
    .set(placeholders<Partial<Surroundings>>(surroundingsColumns))
    .where(eq(tables.surroundings.id, 1))
    .prepare(),
);

/** A placeholder for each column, by the column's name. */
function placeholders<Row>(columns: object): Row {
  return Object.fromEntries(
    Object.keys(columns).map((name): [string, SQL] => [name, sql`${sql.placeholder(name)}`]),
  ) as Row;
}

export function readPhone(db: DomainDatabase): Phone {
  const row = onlyPhone(db).get();
  if (row === undefined) throw new Error("this world has no phone");
  return row;
}

export function readSurroundings(db: DomainDatabase): Surroundings {
  const row = onlySurroundings(db).get();
  if (row === undefined) throw new Error("this world's phone is nowhere");
  return row;
}

export function readApps(db: DomainDatabase): App[] {
  return everyApp(db).all();
}

export function savePhone(db: DomainDatabase, phone: Phone): void {
  updatePhone(db).run(bound(phone));
}

export function saveSurroundings(db: DomainDatabase, surroundings: Surroundings): void {
  updateSurroundings(db).run(bound(surroundings));
}

/** Values as SQLite takes them where a placeholder stands in raw SQL: truth as 1 and 0. */
function bound(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "boolean" ? Number(value) : value]),
  );
}
