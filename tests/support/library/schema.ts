/** The library's tables, and those of the reader that a member may hold. */
import { sql } from "drizzle-orm";
import { check, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const members = sqliteTable("members", { member_id: text().primaryKey(), name: text().notNull() });

export const books = sqliteTable(
  "books",
  { book_id: text().primaryKey(), title: text().notNull(), copies: integer().notNull(), fine: real().notNull() },
  (table) => [check("books_copies", sql`${table.copies} >= 0`)],
);

export const loans = sqliteTable(
  "loans",
  {
    member_id: text()
      .notNull()
      .references(() => members.member_id),
    position: integer().notNull(),
    book_id: text()
      .notNull()
      .references(() => books.book_id),
  },
  (table) => [primaryKey({ columns: [table.member_id, table.position] })],
);

export const textSizes = ["small", "medium", "large"] as const;

/** One row: the reader in the user's hand, and which member it is set up for. */
export const reader = sqliteTable("reader", {
  reader_id: text().primaryKey(),
  member_id: text().references(() => members.member_id),
  wireless: integer({ mode: "boolean" }).notNull(),
  text_size: text({ enum: textSizes }).notNull(),
});

/** What is on the reader. */
export const downloads = sqliteTable("downloads", {
  book_id: text()
    .primaryKey()
    .references(() => books.book_id),
});
