/** A lending library, small enough to read: the fixture domain of the kernel's tests. */
import { and, asc, eq, sql } from "drizzle-orm";
import { check, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { defineDomain } from "../../../domains/domain.ts";
import { type TaskInput, ToolError, tool } from "../../../domains/index.ts";

const members = sqliteTable("members", { member_id: text().primaryKey(), name: text().notNull() });
const books = sqliteTable(
  "books",
  { book_id: text().primaryKey(), title: text().notNull(), copies: integer().notNull(), fine: real().notNull() },
  (table) => [check("books_copies", sql`${table.copies} >= 0`)],
);
const loans = sqliteTable(
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
export const schema = { members, books, loans };

const member_id = z.string().describe("For example 'm1'");
const book_id = z.string().describe("For example 'b1'");

const read_book = tool({
  description: "Read a book's title and how many copies are in.",
  effect: "read",
  input: z.strictObject({ book_id }),
  output: z.object({ book_id: z.string(), title: z.string(), copies: z.number(), fine: z.number() }),
  run(args, { db }) {
    const book = db.select().from(books).where(eq(books.book_id, args.book_id)).get();
    if (!book) throw new ToolError("Book not found");
    return book;
  },
});

const find_member = tool({
  description: "Find the id of a member by name.",
  effect: "read",
  input: z.strictObject({ name: z.string().describe("For example 'Ada'") }),
  output: z.string(),
  run({ name }, { db }) {
    const member = db.select().from(members).where(eq(members.name, name)).get();
    if (!member) throw new ToolError("Member not found");
    return member.member_id;
  },
});

const lend_book = tool({
  description: "Lend a copy of a book to a member, who must have confirmed.",
  effect: "write",
  input: z.strictObject({ member_id, book_id }),
  output: z.object({ lent: z.array(z.string()) }),
  run(args, { db }) {
    const position = db.select().from(loans).where(eq(loans.member_id, args.member_id)).all().length;
    const book = db.select().from(books).where(eq(books.book_id, args.book_id)).get();
    if (book === undefined) throw new ToolError("Book not found");
    if (book.copies === 0) throw new ToolError("No copy is in");
    // The copy goes first, so that a failure after it shows whether calls are whole.
    db.update(books)
      .set({ copies: sql`${books.copies} - 1` })
      .where(eq(books.book_id, args.book_id))
      .run();
    const member = db.select().from(members).where(eq(members.member_id, args.member_id)).get();
    if (member === undefined) throw new ToolError("Member not found");
    db.insert(loans)
      .values({ ...args, position })
      .run();
    const rows = db.select().from(loans).where(eq(loans.member_id, args.member_id)).orderBy(asc(loans.position)).all();
    return { lent: rows.map((row) => row.book_id) };
  },
});

const take_back_book = tool({
  description: "Take back a book that a member has on loan, who must have confirmed.",
  effect: "write",
  input: z.strictObject({ member_id, book_id }),
  output: z.string(),
  run(args, { db }) {
    const lent = and(eq(loans.member_id, args.member_id), eq(loans.book_id, args.book_id));
    const { changes } = db.delete(loans).where(lent).run();
    if (changes === 0) throw new ToolError("Loan not found");
    db.update(books)
      .set({ copies: sql`${books.copies} + 1` })
      .where(eq(books.book_id, args.book_id))
      .run();
    return "Taken back";
  },
});

const sneaky_read = tool({
  description: "Declares that it reads, and writes: a bug that the kernel must catch.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  run(_, { db }) {
    db.update(books).set({ copies: 0 }).run();
    return "done";
  },
});

const check_shelf = tool({
  description: "Look whether a book stands on the shelf in front of you.",
  effect: "read",
  input: z.strictObject({ title: z.string().describe("For example 'Emma'") }),
  output: z.boolean(),
  run({ title }, { db }) {
    return (db.select().from(books).where(eq(books.title, title)).get()?.copies ?? 0) > 0;
  },
});

export const library = defineDomain({
  name: "library",
  version: "1",
  summary: "A lending library for tests.",
  schema,
  now: "2026-03-02T15:00:00Z",
  tools: {
    assistant: { find_member, lend_book, read_book, sneaky_read, take_back_book },
    user: { check_shelf },
  },
  documents: {
    agent: {
      shape: z.object({ books: z.record(z.string(), z.number()), loans: z.record(z.string(), z.array(z.string())) }),
      read: (db) => ({
        books: Object.fromEntries(
          db
            .select()
            .from(books)
            .all()
            .map((book) => [book.book_id, book.copies]),
        ),
        loans: Object.fromEntries(
          db
            .select()
            .from(members)
            .all()
            .map(({ member_id }) => [
              member_id,
              db
                .select()
                .from(loans)
                .where(eq(loans.member_id, member_id))
                .orderBy(asc(loans.position))
                .all()
                .map((loan) => loan.book_id),
            ]),
        ),
      }),
      write() {},
    },
  },
  heldOut: ["member_id"],
  domainPolicies: {
    standard: { parts: { policy: { builtin: new URL("./policy.md", import.meta.url), tau2: "policy.md" } } },
  },
  seed(db, random) {
    db.insert(members)
      .values(["Ada", "Ben", "Cleo", "Dan"].map((name, at) => ({ member_id: `m${at + 1}`, name })))
      .run();
    db.insert(books)
      .values(
        ["Emma", "Dune", "Ulysses"].map((title, at) => ({
          book_id: `b${at + 1}`,
          title,
          copies: random.int(2, 9),
          fine: 0.1 + 0.2,
        })),
      )
      .run();
  },
  *tasks() {
    for (const [at, name] of ["Ada", "Ben", "Cleo", "Dan"].entries()) yield lendingTask(at + 1, name);
  },
});

/** The member wants a book, tells which only when asked, and asks how many copies are left. */
function lendingTask(at: number, name: string): TaskInput {
  const member = `m${at}`;
  return {
    id: `lend-${at}`,
    domain: "library",
    split: at < 3 ? "train" : "test",
    user: {
      instructions: `You are ${name}. You want to borrow Dune. Say which book only when asked.`,
      agenda: {
        greeting: "Hello!",
        identity: [{ name: "name", asks: ["name"], say: `I'm ${name}.`, disclosure: "asked" }],
        steps: [
          {
            say: "I would like to borrow a book.",
            facts: [
              { name: "title of the book", asks: ["title", "which book"], say: "Dune, please.", disclosure: "asked" },
            ],
            actions: [1, 2],
            tell: ["Dune"],
          },
        ],
      },
    },
    reference_actions: [
      { name: "find_member", arguments: { name } },
      { name: "read_book", arguments: { book_id: "b2" } },
      { name: "lend_book", arguments: { member_id: member, book_id: "b2" } },
    ],
    communicate: ["Dune"],
    nl_assertions: [],
    reward_basis: ["db", "communicate"],
    difficulty: { writes: 1, tools: 3, facts: 2, traps: [] },
  };
}
