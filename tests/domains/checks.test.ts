/** Each check finds what it is for: domains that are wrong in one way each. */
import { inspect } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ebikeHire } from "../../docs/examples/bikes/ebikes.ts";
import { checks } from "../../domains/checks.ts";
import {
  assertion,
  audit,
  type Domain,
  runChecks,
  setup,
  type TaskInput,
  ToolError,
  tool,
  transferTool,
  Worlds,
} from "../../domains/index.ts";
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
/** Numbers a loan by how many there are, so that its key depends on the order of calls. */
const number_loan = tool({
  description: "Lend a book, and number the loan by how many there are of all members.",
  effect: "write",
  input: z.strictObject({ member_id: z.string(), book_id: z.string() }),
  output: z.string(),
  run({ member_id, book_id }, { db }) {
    const position = db.select().from(schema.loans).all().length;
    db.insert(schema.loans).values({ member_id, position, book_id }).run();
    db.update(schema.members)
      .set({ name: `number ${position}` })
      .where(sql`member_id = ${member_id}`)
      .run();
    return "Lent";
  },
});
const withTools = (tools: Domain["tools"]["assistant"]) => ({
  tools: { ...library.tools, assistant: { ...library.tools.assistant, ...tools } },
});
const browse = { name: "read_book", arguments: { book_id: "b1" } };
const number = (member_id: string, book_id: string) => ({ ...lend(member_id, book_id), name: "number_loan" });
let draws = 0;

const motor = [...new Worlds({ ebikes: ebikeHire }).get("ebikes").tasks.values()].find(
  ({ ticket }) => ticket,
) as TaskInput;
const { user: riders } = ebikeHire.tools;
const [step] = motor.user.agenda?.steps ?? [];
const shown = { requestor: "user" as const, name: "look_at_display", arguments: {} };
const withTest = (test: object) => {
  const agenda = { greeting: "Hello!", identity: [], steps: [{ ...step, say: "It is off.", test }] };
  return only({ ...motor, user: { instructions: "Do it.", agenda } } as TaskInput);
};

const wrongLibraries: Record<string, Partial<Domain>> = {
  "tools and their arguments are described": withTools({ terse: { ...gift, description: "Gives." } }),
  "domain policies can be read": {
    domainPolicies: { standard: { parts: { policy: { builtin: new URL("./missing.md", import.meta.url) } } } },
  },
  "a seed fixes rows and tasks": { tasks: () => [{ ...one, id: `lend-${draws++}` }] },
  "the documents hold all rows": {
    documents: { agent: { ...library.documents.agent, write() {} } },
  },
  "results are as declared": {
    ...withTools({ gift: { ...gift, run: () => Promise.resolve("Thank you") as unknown as string } }),
    ...only(rows({ name: "gift", arguments: { book_id: "b1" } })),
  },
  "tasks are distinct and whole": only(one, { ...one, id: "again" }),
  "tasks call tools that there are": only(rows({ name: "burn_book", arguments: {} })),
  "splits share no subject": only(one, { ...three, ...rows(lend("m1", "b3")), id: "other", split: "test" }),
  "reference actions score 1": only(rows(takeBack("m1", "b1"), lend("m1", "b1"))),
  "doing nothing scores 0": only(rows(read)),
  "transferring at once scores 0": { ...withTools({ [transferTool]: transfer }), ...only(rows(read)) },
  "a dropped write scores 0": only(rows(lend("m1", "b1"), takeBack("m1", "b1"), lend("m2", "b2"))),
  "an unfinished run scores 0": only(rows(lend("m1", "b1"), lend("m2", "b2"), takeBack("m2", "b2"))),
  "a sibling argument scores 0": {
    ...withTools({ gift }),
    ...only(rows(read, browse, { name: "gift", arguments: { book_id: "b1" } })),
  },
  "a duplicate that takes effect scores 0": only({ ...rows(lend("m1", "b1")), reward_basis: ["actions"] }),
  "extra reads score 1": only(rows(lend("m1", "b1")), {
    ...rows(lend("m2", "b1"), { name: "find_member", arguments: { name: "Ada" } }),
    id: "x",
    reward_basis: ["nl_assertions"],
    nl_assertions: ["x"],
  }),
  "writes that commute score 1 in any order": {
    ...withTools({ number_loan }),
    ...only(rows(number("m1", "b1"), number("m2", "b2"))),
  },
};

const wrongBikes: Record<string, Partial<Domain>> = {
  "user tools are told apart by their words": {
    tools: {
      ...ebikeHire.tools,
      user: { ...riders, ring_bell: { ...riders.toggle_eco_mode } as Domain["tools"]["user"][string] },
    },
  },
  "switches can be seen": {
    tools: {
      ...ebikeHire.tools,
      user: {
        ...riders,
        toggle_eco_mode: {
          ...riders.toggle_eco_mode,
          asked: { words: [], switched: { look: "look_at_display", on: "Eco: on", off: "Eco: off" } },
        } as Domain["tools"]["user"][string],
      },
    },
  },
  "initial states can be reached": {
    setups: {
      assistant: { ...ebikeHire.setups?.assistant },
      user: {
        stand_at: setup({
          input: z.strictObject({ bike_id: z.string() }),
          run() {
            throw new ToolError("There is no such bike.");
          },
        }),
      },
    },
  },
  "assertions can be asked": {
    assertions: {
      assistant: {},
      user: { motor_runs: assertion({ input: z.strictObject({ bike_id: z.string() }), holds: () => true }) },
    },
  },
  "users' tests tell": withTest({ call: shown, says: "motor", complaint: "Still off." }),
  "tickets are whole": only({ ...motor, ticket: "A rider's motor does not run." }),
  "assertions fail at the start": only({
    ...motor,
    env_assertions: [{ requestor: "user", name: "motor_runs", arguments: {}, expected: false }],
    reward_basis: ["env_assertions"],
  }),
  "an extra write scores 0": { tasks: (...given) => [...ebikeHire.tasks(...given)].map(onlyAsserted) },
};

function onlyAsserted(task: TaskInput): TaskInput {
  return task.env_assertions ? { ...task, reward_basis: ["env_assertions"] } : task;
}

function find(domain: Domain, name: string): string[] {
  const world = new Worlds({ it: domain }).get("it");
  return [...(checks[name] ?? (() => []))(world)];
}

describe("a library that is wrong in one way", () => {
  test.each(Object.entries(wrongLibraries))("%s", (name, change) => {
    expect(find({ ...library, ...change }, name)).not.toEqual([]);
  });
});

describe("a bike hire with displays that is wrong in one way", () => {
  test.each(Object.entries(wrongBikes))("%s", (name, change) => {
    expect(find(ebikeHire, name)).toEqual([]);
    expect(find({ ...ebikeHire, ...change }, name)).not.toEqual([]);
  });
});

test.each<[string, Partial<Domain>, string]>([
  ["splits share no subject", { heldOut: ["member"] }, "heldOut names 'member', and no task has an argument or field"],
  [
    "tasks are distinct and whole",
    only({ ...one, reference_actions: [...(one.reference_actions ?? []), takeBack("m1", "b1")] }),
    "take_back_book",
  ],
])("%s: what is misspelt or forgotten is found", (name, change, text) => {
  expect(find(library, name)).toEqual([]);
  expect(find({ ...library, ...change }, name)).toContainEqual(expect.stringContaining(text));
});

test("every check has a domain that it finds wrong", () => {
  expect(Object.keys({ ...wrongLibraries, ...wrongBikes }).toSorted()).toEqual(Object.keys(checks).toSorted());
});

test("the library passes all", () => {
  expect([...runChecks(library)].filter(({ findings }) => findings.length > 0)).toEqual([]);
});

test("a domain of which no world can be made, and a check that throws, are findings", () => {
  const broken = { ...library, tasks: () => [{ ...one, env_assertions: [{ name: "is_quiet", arguments: {} }] }] };
  expect([...runChecks(broken)]).toEqual([
    {
      name: "a world can be made",
      findings: ["stopped: WorldError: task lend-1: it asserts 'is_quiet', which library's assistant does not have"],
    },
  ]);
  const misspelt = { ...library, tasks: () => [{ ...one, user: { ...one.user, agenda: { greeting: 1 } } }] };
  expect([...runChecks(misspelt as unknown as Domain)][0]?.findings).toEqual([
    expect.stringMatching(/^stopped: WorldError: task lend-1: user\.agenda\.greeting: Invalid input: expected string/),
  ]);
  const lost = { ...library, heldOut: null as unknown as string[] };
  const results = [...runChecks(lost)].filter(({ findings }) => findings.length > 0);
  expect(results).toEqual([
    { name: "splits share no subject", findings: [expect.stringMatching(/^stopped: TypeError/)] },
  ]);
});

test("two tasks of one id are found, and so is what is thrown and is no Error", () => {
  expect([...runChecks({ ...library, tasks: () => [one, one] })]).toEqual([
    { name: "a world can be made", findings: ["stopped: WorldError: task lend-1: another task has this id"] },
  ]);
  const throwing = (thrown: unknown) => () => {
    throw thrown;
  };
  for (const thrown of [null, "no"]) {
    expect([...runChecks({ ...library, seed: throwing(thrown) })][0]?.findings).toEqual([
      expect.stringContaining(`it threw ${inspect(thrown)}, which is no Error`),
    ]);
    const start = { actions: [{ requestor: "user" as const, name: "hold_reader", arguments: { member_id: "m1" } }] };
    const lost = {
      ...library,
      setups: {
        assistant: {},
        user: { hold_reader: setup({ input: z.strictObject({ member_id: z.string() }), run: throwing(thrown) }) },
      },
      ...only({ ...one, initial_state: start }),
    };
    expect(find(lost, "initial states can be reached")).toEqual([expect.stringContaining(inspect(thrown))]);
    expect(audit(new Worlds({ lost }).get("lost")).tasks[0]?.findings).toEqual([
      { code: "start-unreachable", text: expect.stringContaining(inspect(thrown)) },
    ]);
  }
});

test("results that hold more than declared are not as declared", () => {
  const more = { ...gift, output: z.object({}), run: () => ({ copies: 1 }) };
  const wrong = {
    ...library,
    ...withTools({ gift: more }),
    ...only(rows({ name: "gift", arguments: { book_id: "b1" } })),
  };
  expect(find(wrong, "results are as declared")).toEqual([expect.stringContaining("there is something else in it")]);
});

test("a refusal is known by its name, from whichever copy of the kernel it comes", () => {
  class ForeignError extends Error {
    override name = "ToolError";
  }
  expect(new ForeignError()).toBeInstanceOf(ToolError);
  expect(new Error("x")).not.toBeInstanceOf(ToolError);
});
