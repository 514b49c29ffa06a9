/** The user's side: a reader that shows what its member has on loan while it is on the network. */
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { DomainDatabase } from "../../../domains/database.ts";
import type { DomainDocument } from "../../../domains/domain.ts";
import { assertion, setup, type ToolContext, ToolError, tool } from "../../../domains/tool.ts";
import { books, downloads, loans, reader, textSizes } from "./schema.ts";

/** More do not fit on it. */
const ROOM = 2;

function readReader(db: DomainDatabase) {
  const row = db.select().from(reader).get();
  if (row === undefined) throw new Error("there is no reader");
  return row;
}

function titlesOn(db: DomainDatabase): string[] {
  const rows = db
    .select({ title: books.title })
    .from(downloads)
    .innerJoin(books, eq(books.book_id, downloads.book_id))
    .orderBy(asc(books.title));
  return rows.all().map(({ title }) => title);
}

const check_shelf = tool({
  description: "Look whether a book stands on the shelf in front of you.",
  effect: "read",
  input: z.strictObject({ title: z.string().describe("For example 'Emma'") }),
  output: z.boolean(),
  run({ title }, { db }) {
    return (db.select().from(books).where(eq(books.title, title)).get()?.copies ?? 0) > 0;
  },
});

const check_reader = tool({
  description: "Look at your reader: whether it is on the network, its text size, and the books on it.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: { words: ["reader", "e-reader", "wireless", "text size"] },
  run(_, { db }) {
    const { wireless, text_size } = readReader(db);
    return `Wireless: ${wireless ? "ON" : "OFF"}. Text size: ${text_size}. Books: ${titlesOn(db).join(", ") || "none"}.`;
  },
});

const toggle_wireless = tool({
  description: "Switch the network of your reader over, on or off.",
  effect: "write",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: ["wireless", "wi-fi"],
    switched: { look: "check_reader", on: "Wireless: ON", off: "Wireless: OFF" },
  },
  run(_, { db }) {
    const wireless = !readReader(db).wireless;
    db.update(reader).set({ wireless }).run();
    return `Wireless is now ${wireless ? "ON" : "OFF"}.`;
  },
});

const set_text_size = tool({
  description: "Choose how large the letters on your reader are.",
  effect: "write",
  input: z.strictObject({ size: z.enum(textSizes).describe("For example 'small'") }),
  output: z.string(),
  asked: { words: ["text size", "letters"], values: { size: { small: ["smaller"], large: ["larger", "bigger"] } } },
  run({ size }, { db }) {
    db.update(reader).set({ text_size: size }).run();
    return `Text size is now ${size}.`;
  },
});

export const userTools = { check_reader, check_shelf, set_text_size, toggle_wireless };

const hold_reader = setup({
  input: z.strictObject({ member_id: z.string() }),
  run({ member_id }, { db }) {
    db.update(reader).set({ member_id }).run();
  },
});

export const userSetups = { hold_reader };

const reader_has = assertion({
  input: z.strictObject({ title: z.string() }),
  holds: ({ title }, { db }) => titlesOn(db).includes(title),
});

const text_size_is = assertion({
  input: z.strictObject({ size: z.enum(textSizes) }),
  holds: ({ size }, { db }) => readReader(db).text_size === size,
});

export const userAssertions = { reader_has, text_size_is };

/** What the member has on loan comes onto the reader; off the network it shows nothing. */
export function settle({ db }: ToolContext): void {
  const { member_id, wireless } = readReader(db);
  const lent = db
    .selectDistinct({ book_id: loans.book_id })
    .from(loans)
    .where(eq(loans.member_id, member_id ?? ""))
    .all();
  if (wireless && lent.length > ROOM) throw new ToolError("The reader is full: take back a book first");
  const wanted = wireless ? lent : [];
  const had = db.select().from(downloads).all();
  for (const { book_id } of had) {
    if (!wanted.some((book) => book.book_id === book_id)) {
      db.delete(downloads).where(eq(downloads.book_id, book_id)).run();
    }
  }
  const fresh = wanted.filter(({ book_id }) => !had.some((book) => book.book_id === book_id));
  if (fresh.length > 0) db.insert(downloads).values(fresh).run();
}

const ReaderShape = z.strictObject({
  member_id: z.string().nullable(),
  wireless: z.boolean(),
  text_size: z.enum(textSizes),
  books: z.array(z.string()),
});

export const readerDocument: DomainDocument = {
  shape: ReaderShape,
  read(db) {
    const { member_id, wireless, text_size } = readReader(db);
    const on = db.select().from(downloads).orderBy(asc(downloads.book_id)).all();
    return { member_id, wireless, text_size, books: on.map(({ book_id }) => book_id) };
  },
  write(db, document) {
    const { books: on, ...row } = document as z.output<typeof ReaderShape>;
    db.insert(reader)
      .values({ reader_id: "r1", ...row })
      .run();
    if (on.length > 0)
      db.insert(downloads)
        .values(on.map((book_id) => ({ book_id })))
        .run();
  },
};
