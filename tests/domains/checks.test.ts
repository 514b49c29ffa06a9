/** Each check finds what it is for: a library that is wrong in one way each. */
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { checks } from "../../domains/checks.ts";
import { type Domain, type TaskInput, tool, transferTool, Worlds } from "../../domains/index.ts";
import { library, schema } from "../support/library/index.ts";

const [one, , three] = [...new Worlds({ library }).get("library").tasks.values()] as [TaskInput, TaskInput, TaskInput];
const lend = (member_id: string, book_id: string) => ({ name: "lend_book", arguments: { member_id, book_id } });
const takeBack = (member_id: string, book_id: string) => ({
  name: "take_back_book",
  arguments: { member_id, book_id },
});
const read = { name: "read_book", arguments: { book_id: "b2" } };

function only(...tasks: TaskInput[]): Partial<Domain> {
  return { tasks: () => tasks };
}

/** A task that wants the rows of these calls, and nothing told. */
function rows(...reference_actions: NonNullable<TaskInput["reference_actions"]>): TaskInput {
  return { ...one, user: { instructions: "Do it." }, communicate: [], reward_basis: ["db"], reference_actions };
}

const gift = tool({
  description: "Give a copy of a book to the shelf, whoever asks for it.",
  effect: "write",
  input: z.strictObject({ book_id: z.string().describe("For example 'b1'") }),
  output: z.string(),
  run(_, { db }) {
    db.update(schema.books).set({ copies: sql`copies + 1` }).where(sql`book_id = 'b1'`).run();
    return "Thank you";
  },
});
const transfer = tool({ ...gift, effect: "none", run: () => "Transferred" } as Parameters<typeof tool>[0]);
const withTools = (tools: Domain["tools"]["assistant"]) => ({
  tools: { ...library.tools, assistant: { ...library.tools.assistant, ...tools } },
});
const browse = { name: "read_book", arguments: { book_id: "b1" } };
let draws = 0;

const wrong: Record<string, Partial<Domain>> = {
  "tools and their arguments are described": withTools({ terse: { ...gift, description: "Gives." } }),
  "a seed fixes rows and tasks": { tasks: () => [{ ...one, id: `lend-${draws++}` }] },
  "the documents hold all rows": {
    documents: { ...library.documents, agent: { ...library.documents.agent, write() {} } },
  },
  "tasks are distinct and whole": only(one, { ...one, id: "again" }),
  "splits share no subject": only(one, { ...three, ...rows(lend("m1", "b3")), id: "other", split: "test" }),
  "reference actions score 1": only(rows(takeBack("m1", "b1"), lend("m1", "b1"))),
  "doing nothing scores 0": only(rows(read)),
  "transferring at once scores 0": { ...withTools({ [transferTool]: transfer }), ...only(rows(read)) },
  "a dropped write scores 0": only(rows(lend("m1", "b1"), takeBack("m1", "b1"), lend("m2", "b2"))),
  "a sibling argument scores 0": {
    ...withTools({ gift }),
    ...only(rows(read, browse, { name: "gift", arguments: { book_id: "b1" } })),
  },
  "extra reads score 1": only(rows(lend("m1", "b1")), {
    ...rows(lend("m2", "b1"), { name: "find_member", arguments: { name: "Ada" } }),
    id: "x",
    reward_basis: ["nl_assertions"],
    nl_assertions: ["x"],
  }),
};

test.each(Object.entries(wrong))("%s", (name, change) => {
  const domain = { ...library, ...change };
  const world = new Worlds({ library: domain }).get("library");
  expect([...(checks[name] ?? (() => []))(world)]).not.toEqual([]);
});

test("the library itself passes them all", () => {
  const world = new Worlds({ library }).get("library");
  const found = Object.entries(checks).flatMap(([name, check]) =>
    [...check(world)].map((wrong) => `${name}: ${wrong}`),
  );
  expect(found).toEqual([]);
});
