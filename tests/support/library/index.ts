/** A lending library, small enough to read: the fixture domain of the kernel's tests. */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { DomainDatabase } from "../../../domains/database.ts";
import { type DomainDocument, defineDomain } from "../../../domains/domain.ts";
import { ToolError, tool } from "../../../domains/index.ts";
import { assertion, setup } from "../../../domains/tool.ts";
import { readerDocument, settle, userAssertions, userSetups, userTools } from "./reader.ts";
import * as schema from "./schema.ts";
import { books, loans, members, reader } from "./schema.ts";
import { lendingTask, readingTask } from "./tasks.ts";

export { schema };

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

const set_copies = setup({
  input: z.strictObject({ book_id: z.string(), copies: z.int() }),
  run({ book_id, copies }, { db }) {
    const { changes } = db.update(books).set({ copies }).where(eq(books.book_id, book_id)).run();
    if (changes === 0) throw new ToolError("Book not found");
  },
});

const copies_are = assertion({
  input: z.strictObject({ book_id: z.string(), copies: z.int() }),
  holds: ({ book_id, copies }, { db }) =>
    db.select().from(books).where(eq(books.book_id, book_id)).get()?.copies === copies,
});

const Shape = z.strictObject({
  members: z.record(z.string(), z.string()),
  titles: z.record(z.string(), z.strictObject({ title: z.string(), fine: z.number() })),
  /** Copies that are in. */
  books: z.record(z.string(), z.number()),
  loans: z.record(z.string(), z.array(z.string())),
});

function loansOf(db: DomainDatabase, member_id: string): string[] {
  const rows = db.select().from(loans).where(eq(loans.member_id, member_id)).orderBy(asc(loans.position)).all();
  return rows.map((loan) => loan.book_id);
}

const document: DomainDocument = {
  shape: Shape,
  read(db) {
    const allMembers = db.select().from(members).all();
    const allBooks = db.select().from(books).all();
    return {
      members: Object.fromEntries(allMembers.map(({ member_id, name }) => [member_id, name])),
      titles: Object.fromEntries(allBooks.map(({ book_id, title, fine }) => [book_id, { title, fine }])),
      books: Object.fromEntries(allBooks.map(({ book_id, copies }) => [book_id, copies])),
      loans: Object.fromEntries(allMembers.map(({ member_id }) => [member_id, loansOf(db, member_id)])),
    };
  },
  write(db, rows) {
    const { members: names, titles, books: copies, loans: lent } = rows as z.output<typeof Shape>;
    for (const [member_id, name] of Object.entries(names)) db.insert(members).values({ member_id, name }).run();
    for (const [book_id, book] of Object.entries(titles)) {
      db.insert(books)
        .values({ book_id, copies: copies[book_id] ?? 0, ...book })
        .run();
    }
    for (const [member_id, list] of Object.entries(lent)) {
      for (const [position, book_id] of list.entries()) db.insert(loans).values({ member_id, position, book_id }).run();
    }
  },
};

const part = (file: string) => ({ builtin: new URL(`./${file}`, import.meta.url), tau2: file });

export const library = defineDomain({
  name: "library",
  version: "1",
  summary: "A lending library for tests.",
  schema,
  now: "2026-03-02T15:00:00Z",
  tools: {
    assistant: { find_member, lend_book, read_book, sneaky_read, take_back_book },
    user: userTools,
  },
  setups: { assistant: { set_copies }, user: userSetups },
  assertions: { assistant: { copies_are }, user: userAssertions },
  documents: { agent: document, user: readerDocument },
  settle,
  uncompared: ["reader", "downloads"],
  heldOut: ["member_id"],
  domainPolicies: {
    standard: { parts: { policy: part("policy.md") } },
    guided: {
      parts: { policy: part("policy.md"), reader: part("reader.md") },
      solo: { policy: part("policy-solo.md"), reader: part("reader.md") },
    },
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
    db.insert(reader).values({ reader_id: "r1", member_id: null, wireless: false, text_size: "small" }).run();
  },
  *tasks() {
    for (const [at, name] of ["Ada", "Ben", "Cleo", "Dan"].entries()) yield lendingTask(at + 1, name);
    yield readingTask(1, "Ada");
  },
});
