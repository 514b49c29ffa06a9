/** A dataset as a file that trainers read: JSON lines or parquet, whole or not at all. */
import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { extname } from "node:path";
import { pipeline } from "node:stream/promises";
import type { SchemaElement } from "hyparquet";
import { UsageError } from "../../servers/index.ts";

/** What a column holds. "json" is any value: in parquet, whose columns have one shape, it is JSON text. */
export type Shape = "string" | "int" | "boolean" | "json" | readonly [Shape] | { readonly [field: string]: Shape };
export type Columns = Readonly<Record<string, Shape>>;
export type Row = Readonly<Record<string, unknown>>;

const writers: Readonly<Record<string, typeof writeJsonl>> = { ".jsonl": writeJsonl, ".parquet": writeParquet };

/** Parquet is written so many rows at a time. */
const ROW_GROUP = 1000;

/** @throws UsageError where the file's ending is none that can be written. */
export function checkEnding(path: string): void {
  if (extname(path) in writers) return;
  throw new UsageError(`--out ${path}: give a file that ends in ${Object.keys(writers).join(" or ")}`);
}

/** Writes beside the file and renames at the end: where `rows` throws, nothing is left and an earlier file stays. */
export async function writeDataset(path: string, columns: Columns, rows: AsyncIterable<Row>): Promise<void> {
  checkEnding(path);
  const part = `${path}.part`;
  try {
    await writers[extname(path)]?.(part, columns, rows);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    const { code, message, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new UsageError(`--out ${path} can't be written: ${code === "ENOENT" ? "there is no such folder" : message}`, {
      cause: error,
    });
  }
}

async function writeJsonl(path: string, columns: Columns, rows: AsyncIterable<Row>): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for await (const row of rows) {
      const inOrder = Object.fromEntries(Object.keys(columns).map((name) => [name, row[name] ?? null]));
      yield `${JSON.stringify(inOrder, wellFormed)}\n`;
    }
  }
  await pipeline(lines, createWriteStream(path));
}

/** Half a character pair is no text for pyarrow, which reads both kinds of file. */
function wellFormed(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

async function writeParquet(path: string, columns: Columns, rows: AsyncIterable<Row>): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer");
  await parquetWriteRows({
    writer: fileWriter(path),
    rows: asParquet(columns, rows),
    columns: Object.keys(columns).map((name) => ({ name })),
    schema: schemaOf(columns),
    rowGroupSize: ROW_GROUP,
  });
}

async function* asParquet(columns: Columns, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const texts = Object.keys(columns).filter((name) => columns[name] === "json");
  for await (const row of rows) {
    yield { ...row, ...Object.fromEntries(texts.map((name) => [name, JSON.stringify(row[name], wellFormed)])) };
  }
}

function schemaOf(columns: Columns): SchemaElement[] {
  const elements = Object.entries(columns).flatMap(([name, shape]) => elementsOf(name, shape));
  return [{ name: "root", num_children: Object.keys(columns).length }, ...elements];
}

/** In parquet's order: a group, then what is in it. Everything may be null. */
function elementsOf(name: string, shape: Shape): SchemaElement[] {
  const optional = { name, repetition_type: "OPTIONAL" } as const;
  if (shape === "string" || shape === "json") return [{ ...optional, type: "BYTE_ARRAY", converted_type: "UTF8" }];
  if (shape === "int") return [{ ...optional, type: "INT32" }];
  if (shape === "boolean") return [{ ...optional, type: "BOOLEAN" }];
  if (Array.isArray(shape)) {
    return [
      { ...optional, converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      ...elementsOf("element", shape[0]),
    ];
  }
  const fields = Object.entries(shape as { readonly [field: string]: Shape });
  return [{ ...optional, num_children: fields.length }, ...fields.flatMap(([field, of]) => elementsOf(field, of))];
}
