/** How two end states of one world differ, row by row and column by column. The one engine of state comparison. */
import type { RowChange, SqlValue, TableShape } from "./database.ts";
import type { Json } from "./json.ts";

export interface Difference {
  readonly table: string;
  /** The row's primary key, its parts joined by " / ". */
  readonly key: string;
  /** Null when the whole row is missing or too many. */
  readonly column: string | null;
  readonly expected: Json;
  readonly found: Json;
  /** Index of the call that left the row as found; undefined where no call touched it. */
  readonly call: number | undefined;
  /** Index of the reference action that would have left it as expected; undefined where none touches it. */
  readonly reference: number | undefined;
}

/** A row at the end of one side. `change` is that side's own, undefined where it never wrote to the row. */
interface EndRow {
  readonly table: TableShape;
  readonly key: string;
  readonly values: readonly SqlValue[];
  readonly change: RowChange | undefined;
}

/**
 * Compares what two runs from the same start changed; equal end states give an empty list.
 * `asSets`: rows compare without their `position`, which only keeps the order of a list.
 */
export function differences(
  expected: readonly RowChange[],
  found: readonly RowChange[],
  asSets: boolean,
): Difference[] {
  const wanted = endRows(expected, found);
  const had = endRows(found, expected);
  const [missing, surplus] = withoutCommon(wanted, had, asSets);
  const result: Difference[] = [];
  for (const want of missing) {
    const twin = surplus.findIndex((row) => idOf(row) === idOf(want));
    if (twin < 0) {
      result.push(wholeRow(want, found, expected));
    } else {
      const [have] = surplus.splice(twin, 1) as [EndRow];
      result.push(...columnwise(want, have, asSets));
    }
  }
  return [...result, ...surplus.map((have) => wholeRow(have, found, expected, true))];
}

function idOf({ table, key }: { table: TableShape; key: string }): string {
  return `${table.name} ${key}`;
}

/** One side's end rows, over all the rows that either side touched. */
function endRows(own: readonly RowChange[], other: readonly RowChange[]): EndRow[] {
  const touched = new Set(own.map(idOf));
  const rows: EndRow[] = [];
  for (const change of own) {
    if (change.after) rows.push({ table: change.table, key: change.key, values: change.after, change });
  }
  for (const change of other) {
    if (change.before && !touched.has(idOf(change))) {
      rows.push({ table: change.table, key: change.key, values: change.before, change: undefined });
    }
  }
  return rows;
}

/** Both lists without the rows that stand in both, each taken out as often as it does. */
function withoutCommon(wanted: EndRow[], had: EndRow[], asSets: boolean): [EndRow[], EndRow[]] {
  const text = ({ table, values }: EndRow) => {
    return table.name + JSON.stringify(values.map((value, at) => (asSets && at === table.position ? null : value)));
  };
  const open = new Map<string, EndRow[]>();
  for (const row of had) {
    const rows = open.get(text(row));
    if (rows) rows.push(row);
    else open.set(text(row), [row]);
  }
  const missing = wanted.filter((row) => !open.get(text(row))?.pop());
  return [missing, [...open.values()].flat()];
}

function columnwise(want: EndRow, have: EndRow, asSets: boolean): Difference[] {
  const { table, key } = want;
  return want.values.flatMap((expected, at) => {
    const found = have.values[at] as SqlValue;
    if (expected === found || (asSets && at === table.position)) return [];
    const column = table.columns[at] as string;
    return {
      table: table.name,
      key,
      column,
      expected,
      found,
      call: writer(have.change, at),
      reference: writer(want.change, at),
    };
  });
}

function wholeRow(
  row: EndRow,
  found: readonly RowChange[],
  expected: readonly RowChange[],
  isSurplus = false,
): Difference {
  const { table, key, values } = row;
  const document = Object.fromEntries(values.map((value, at) => [table.columns[at] as string, value]));
  // The other side's change of that key is to blame only if it took the row away: else its row was matched elsewhere.
  const removal = (side: readonly RowChange[]) =>
    side.find((candidate) => candidate.after === null && idOf(candidate) === idOf(row));
  return {
    table: table.name,
    key,
    column: null,
    expected: isSurplus ? null : document,
    found: isSurplus ? document : null,
    call: writer(isSurplus ? row.change : removal(found)),
    reference: writer(isSurplus ? removal(expected) : row.change),
  };
}

/** The last call that changed the column, or the row at all where no column is given. */
function writer(change: RowChange | undefined, column?: number): number | undefined {
  if (change === undefined) return undefined;
  let next = change.after;
  for (const { call, before } of change.history.toReversed()) {
    if (column === undefined || before === null || next === null || before[column] !== next[column]) return call;
    next = before;
  }
  return undefined;
}
