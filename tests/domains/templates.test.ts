/** The drawing of tasks: shares, splits, fairness, and what keeps a draft from becoming a task. Readers borrow shelves' books. */
import { describe, expect, it } from "vitest";
import { compose } from "../../domains/compose.ts";
import { createImage } from "../../domains/database.ts";
import { type DraftCall, endsLast, type Request } from "../../domains/draft.ts";
import { Random } from "../../domains/random.ts";
import type { TaskInput } from "../../domains/task.ts";
import {
  alone,
  type Desk,
  type Draft,
  drawTasks,
  heldOut,
  inTurn,
  readings,
  type Subject,
  series,
  splitOf,
  type Template,
  without,
} from "../../domains/templates.ts";
import { tells } from "../../domains/told.ts";
import { library } from "../support/library/index.ts";

interface Book {
  readonly id: string;
}
interface Reader extends Subject {
  readonly books: readonly Book[];
}
type Shelves = { readonly readers: readonly Reader[] };
type Wish = Request<Book>;

const readers = Array.from({ length: 40 }, (_, at): Reader => {
  const books = ["a", "b", "c"].map((letter) => ({ id: `${letter}${at}` }));
  return { id: `m${at}`, split: at % 4 === 0 ? "test" : "train", books };
});

const lend = (reader: Reader, book: Book): DraftCall => {
  return { name: "lend_book", arguments: { member_id: reader.id, book_id: book.id } };
};
const borrowing = (reader: Reader, book: Book, more: Partial<Wish> = {}): Wish => {
  return {
    say: `${book.id}?`,
    brief: "You want a book.",
    facts: [],
    calls: [lend(reader, book)],
    used: [book],
    ...more,
  };
};
const first = ({ books }: Reader) => books[0] as Book;
const borrow: Draft<Shelves, Reader, Wish> = ({ leastUsed }, reader) => {
  const book = leastUsed(reader.books);
  return book && borrowing(reader, book);
};

function draw(templates: readonly Template<Shelves, Reader, Wish>[], more: { seed?: number; read?: string } = {}) {
  const { seed = 0, read = "" } = more;
  return drawTasks({
    random: new Random(seed),
    templates,
    rows: { readers },
    subjects: readers,
    task: (_, id, { split }, requests) => {
      const identity = { greeting: "Hello!", brief: "You are a reader.", facts: [], calls: [] };
      return compose({ id, domain: "library", split, tools: library.tools, identity, requests, unknown: "ids" });
    },
    read: () => read,
  });
}

const splits = (tasks: readonly TaskInput[]) => tasks.map(({ split }) => split).sort();
const lent = (tasks: readonly TaskInput[]) =>
  tasks.flatMap((task) => task.reference_actions.map((action) => action.arguments));

describe("a template's tasks", () => {
  it("are as many as asked, near to 28 in 100 of them test tasks, and one at least", () => {
    const count = (name: string, tasks = draw([alone("ten", 10, borrow), alone("one", 1, borrow)])) =>
      splits(tasks.filter(({ id }) => id.startsWith(name)));
    expect(count("ten")).toEqual([...Array(3).fill("test"), ...Array(7).fill("train")]);
    expect(count("one")).toEqual(["test"]);
  });

  it("are numbered within the template, and shuffled among all", () => {
    const ids = draw([alone("x", 9, borrow), alone("y", 9, borrow)]).map(({ id }) => id);
    const inOrder = ["x", "y"].flatMap((name) => Array.from({ length: 9 }, (_, at) => `${name}-00${at + 1}`));
    expect(ids.toSorted()).toEqual(inOrder);
    expect(ids).not.toEqual(inOrder);
  });

  it("are all test tasks where it is held out", () => {
    expect(splits(draw([heldOut(alone("x", 4, borrow))]))).toEqual(["test", "test", "test", "test"]);
  });

  it("stand on the side of their subject", () => {
    for (const { split, reference_actions } of draw([alone("x", 20, borrow)])) {
      expect(readers.find(({ id }) => id === reference_actions[0]?.arguments.member_id)?.split).toBe(split);
    }
  });

  it("are fewer where fewer subjects fit", () => {
    const two = new Set(["m4", "m5"]);
    const tasks = draw([alone("x", 10, (desk, reader) => (two.has(reader.id) ? borrow(desk, reader) : undefined))]);
    expect(splits(tasks)).toEqual(["test", "train"]);
  });

  it("are the same for the same seed, and others for another", () => {
    const templates = [alone("x", 12, borrow)];
    expect(draw(templates)).toEqual(draw(templates));
    expect(lent(draw(templates))).not.toEqual(lent(draw(templates, { seed: 1 })));
  });

  it("have chances of their own", () => {
    const dice = alone("x", 20, ({ random }, reader: Reader) => borrowing(reader, { id: random.digits(9) }));
    const books = lent(draw([dice, { ...dice, name: "y" }])).map(({ book_id }) => book_id);
    expect(new Set(books).size).toBe(40);
  });

  it("do not depend on the templates after it", () => {
    const [x, y] = [alone("x", 6, borrow), alone("y", 6, borrow)];
    const alike = draw([x, y]).filter(({ id }) => id.startsWith("x"));
    expect(new Set(lent(alike).map((args) => JSON.stringify(args)))).toEqual(
      new Set(lent(draw([x])).map((args) => JSON.stringify(args))),
    );
  });
});

describe("subjects and rows", () => {
  it("are used evenly", () => {
    const tasks = draw([alone("x", 30, borrow), alone("y", 30, borrow), alone("z", 30, borrow)]);
    const uses = Map.groupBy(lent(tasks), ({ member_id }) => member_id);
    const counts = readers.map(({ id, split }) => ({ split, count: uses.get(id)?.length ?? 0 }));
    for (const split of ["train", "test"]) {
      const own = counts.filter((one) => one.split === split).map(({ count }) => count);
      expect(Math.max(...own) - Math.min(...own), split).toBeLessThanOrEqual(1);
    }
    // Nobody has more than three tasks, and each has three books: none is lent twice.
    expect(new Set(lent(tasks).map(({ book_id }) => book_id)).size).toBe(tasks.length);
  });

  it("keep to one side, whatever else there is", () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `m${at}`);
    const train = ids.filter((id) => splitOf(id) === "train").length;
    expect(train).toBeGreaterThan(650);
    expect(train).toBeLessThan(750);
    expect(ids.map(splitOf)).toEqual(ids.map(splitOf));
  });
});

describe("a draft does not become a task", () => {
  it("where the outcome is another task's", () => {
    const same = (_: unknown, reader: Reader) => borrowing(reader, first(reader));
    expect(lent(draw([alone("x", 40, same), alone("y", 40, same)]))).toHaveLength(readers.length);
  });

  it("where the other split says the same", () => {
    const tasks = draw([alone("x", 10, (_, reader) => borrowing(reader, first(reader), { say: "A book, please." }))]);
    expect(new Set(splits(tasks)).size).toBe(1);
  });

  it("where the user says what it is to be told", () => {
    const asking = (say: string) =>
      alone("x", 5, (_, reader: Reader) =>
        borrowing(reader, first(reader), { say: `${reader.id}: ${say}`, tell: ["12.50"] }),
      );
    expect(draw([asking("What is the fine?")])).toHaveLength(5);
    expect(draw([asking("Is the fine $12.50?")])).toEqual([]);
  });

  it("where all that is to be told are whole numbers that stand in many a message", () => {
    const telling = (...tell: string[]) =>
      draw([alone("x", 5, (_, reader) => borrowing(reader, first(reader), { tell }))]);
    expect(telling("3", "41")).toEqual([]);
    expect(telling("3", "12.50")).toHaveLength(5);
  });

  it("where what is to be computed is read on the way", () => {
    const computing = [alone("x", 5, (_, reader: Reader) => borrowing(reader, first(reader), { compute: ["12.50"] }))];
    expect(draw(computing, { read: '{"fine": 12.5}' })).toEqual([]);
    expect(draw(computing, { read: '{"fine": 12.51}' })).toHaveLength(5);
  });
});

describe("requests in turn", () => {
  const [reader] = readers as [Reader];
  const desk = (seed: number): Desk<Shelves> => ({
    random: new Random(seed),
    rows: { readers },
    leastUsed: (rows) => rows[0],
  });

  it("are each about rows of their own", () => {
    const [a, , c] = reader.books as [Book, Book, Book];
    expect(without(desk(0), [a]).leastUsed(reader.books)?.id).toBe("b0");
    expect(without(without(desk(0), [a]), reader.books.slice(1)).leastUsed(reader.books)).toBeUndefined();
    const requests = inTurn(desk(0), reader, [borrow, borrow, borrow], endsLast);
    expect(requests?.map(({ used }) => used[0])).toEqual([...reader.books]);
    expect(requests?.at(-1)?.used).toEqual([c]);
    expect(inTurn(desk(0), reader, [borrow, borrow, borrow, borrow], endsLast)).toBeUndefined();
  });

  it("must get along", () => {
    const ask: Draft<Shelves, Reader, Wish> = (_, who) => borrowing(who, { id: "z" }, { tell: ["12.50"] });
    expect(inTurn(desk(0), reader, [borrow, ask], endsLast)).toHaveLength(2);
    expect(inTurn(desk(0), reader, [ask, borrow], endsLast)).toBeUndefined();
    const plan = { name: "x", count: 1, drafts: [ask, borrow], getAlong: endsLast } as const;
    expect(series({ ...plan, order: "fixed" }).draft(desk(0), reader)).toBeUndefined();
    const free = series({ ...plan, order: "free" });
    const found = Array.from({ length: 20 }, (_, seed) => free.draft(desk(seed), reader)?.map(({ tell }) => tell));
    expect(found.filter((tells) => tells !== undefined).length).toBeGreaterThan(15);
    expect(found.filter((tells) => tells?.[0] !== undefined)).toEqual([]);
  });
});

describe("readings", () => {
  /** Runs the test on the library's rows, for the time that they are being written. */
  const reading = (test: (read: (call: DraftCall) => string) => void) =>
    createImage(library.schema, (db) => {
      library.seed(db, new Random(0));
      test(readings(library.tools, { db, now: library.now, random: new Random(0), world: "builtin" }));
    });

  it("are what reads of both sides say, with numbers that tell", () => {
    reading((read) => {
      const book = read({ name: "read_book", arguments: { book_id: "b2" } });
      const { title, copies } = JSON.parse(book);
      expect(title).toBe("Dune");
      expect(tells(book, String(copies))).toBe(true);
      expect(read({ requestor: "user", name: "check_shelf", arguments: { title: "Dune" } })).toBe("true");
    });
  });

  it("are nothing for a read that fails and for a write, which is not made", () => {
    reading((read) => {
      const before = read({ name: "read_book", arguments: { book_id: "b2" } });
      expect(read({ name: "read_book", arguments: { book_id: "b9" } })).toBe("");
      expect(read({ name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } })).toBe("");
      expect(read({ name: "read_book", arguments: { book_id: "b2" } })).toBe(before);
    });
  });

  it("do not hide a mistake in the call", () => {
    reading((read) => {
      expect(() => read({ name: "read_book", arguments: { book: "b2" } })).toThrow("unknown argument 'book'");
    });
  });
});
