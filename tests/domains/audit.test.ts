/** The audit: each code is found where it is so, and not where it nearly is; what is known of tau2-bench, found again. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  type AuditCode,
  audit,
  auditCodes,
  type Domain,
  domains,
  type TaskInput,
  tool,
  transferTool,
  Worlds,
} from "../../domains/index.ts";
import { library } from "../support/library/index.ts";
import { tau2Directory } from "../support/recordings.ts";

const give = tool({
  description: "Give the member to a human, with a summary of what was said.",
  effect: "none",
  input: z.strictObject({ summary: z.string() }),
  output: z.string(),
  run: () => "Transferred",
});
const lend = (member_id: string, book_id: string) => ({ name: "lend_book", arguments: { member_id, book_id } });
const takeBack = (member_id: string, book_id: string) => ({ ...lend(member_id, book_id), name: "take_back_book" });
const look = (book_id: string) => ({ name: "read_book", arguments: { book_id } });
const transfer = { name: transferTool, arguments: { summary: "Help." }, compare_args: [] };
const copiesAre = (copies: number) => ({ name: "copies_are", arguments: { book_id: "b1", copies } });
const setCopies = (copies: number) => ({ name: "set_copies", arguments: { book_id: "b1", copies } });

/** The library with tasks of one's own, each of which differs from a clean one in what is given. */
function libraryWith(...tasks: Partial<TaskInput>[]): Domain {
  const assistant = { ...library.tools.assistant, [transferTool]: give };
  return {
    ...library,
    tools: { ...library.tools, assistant },
    tasks: () =>
      tasks.map((task, at) => ({
        id: `task-${at}`,
        domain: "library",
        split: "train",
        user: { instructions: `You are Ada, for the ${at}th time, and want a book.` },
        reference_actions: [lend("m1", `b${at + 1}`)],
        reward_basis: ["db"],
        ...task,
      })),
  };
}

function findings(...tasks: Partial<TaskInput>[]) {
  const { tasks: audited, counts } = audit(new Worlds({ library: libraryWith(...tasks) }).get("library"));
  const [first] = audited;
  const codes = new Set(audited.flatMap((task) => task.findings.map(({ code }) => code)));
  return { first: first?.findings ?? [], codes, counts, scores: first?.scores };
}

interface Sample {
  readonly tasks: Partial<TaskInput>[];
  /** Of the first task. */
  readonly text: string;
  readonly nearly: Partial<TaskInput>[];
}

const start = (...actions: NonNullable<TaskInput["initial_state"]>["actions"] & object) => ({
  initial_state: { actions },
});

const samples: Record<AuditCode, Sample> = {
  "start-unreachable": {
    tasks: [start(lend("m9", "b1"))],
    text: "its initial state can't be reached: initial state: lend_book: Member not found",
    nearly: [start(lend("m2", "b1"))],
  },
  "assertion-broken": {
    tasks: [{ env_assertions: [{ name: "copies_are", arguments: {} }] }],
    text: "one of its assertions can't be asked: Invalid arguments for copies_are: missing argument 'book_id'; missing argument 'copies' (it takes book_id, copies)",
    nearly: [{ env_assertions: [copiesAre(0)] }],
  },
  "reference-short": {
    tasks: [{ ...start(setCopies(7)), env_assertions: [copiesAre(7)], reward_basis: ["db", "env_assertions"] }],
    text: 'its reference scores 0: copies_are({"book_id":"b1","copies":7}) is false, expected true',
    nearly: [{ ...start(setCopies(7)), env_assertions: [copiesAre(6)], reward_basis: ["db", "env_assertions"] }],
  },
  "write-refused": {
    tasks: [{ reference_actions: [takeBack("m1", "b1"), lend("m1", "b1")] }],
    text: "action 0, take_back_book, is refused: Loan not found",
    nearly: [{ ...start(lend("m1", "b1")), reference_actions: [takeBack("m1", "b1")] }],
  },
  "unknown-id": {
    tasks: [
      { user: { instructions: "You want b8." }, reference_actions: [look("b8"), lend("m1", "b1")] },
      { reference_actions: [look("b9"), lend("m1", "b2")] },
    ],
    text: "action 0, read_book: book_id b8 stands in no row, and the user names it",
    nearly: [{ reference_actions: [{ name: "find_member", arguments: { name: "Zoe" } }, lend("m1", "b1")] }],
  },
  "silence-scores": {
    tasks: [{ reference_actions: [look("b1")] }],
    text: "doing nothing scores 1 in evaluation and training: its right answer leaves the rows as they were, as a refusal does",
    nearly: [{ reference_actions: [look("b1")], communicate: ["Emma"], reward_basis: ["db", "communicate"] }],
  },
  "transfer-scores": {
    tasks: [{ reference_actions: [transfer], reward_basis: ["actions"] }],
    text: "transferring at once scores 1 in evaluation and training: it is the right answer",
    nearly: [{ reference_actions: [lend("m1", "b1"), transfer], reward_basis: ["actions"] }],
  },
  "drop-unnoticed": {
    tasks: [
      {
        reference_actions: [lend("m1", "b1"), takeBack("m1", "b1"), lend("m2", "b2")],
        reward_basis: ["env_assertions"],
        env_assertions: [{ ...copiesAre(0), expected: false }],
      },
    ],
    text: "its reference scores 1 without action 0, lend_book, which leaves no trace in the rows",
    nearly: [{ reference_actions: [lend("m1", "b1"), lend("m2", "b2")] }],
  },
  "held-at-start": {
    tasks: [
      {
        ...start(setCopies(7)),
        env_assertions: [{ ...copiesAre(5), expected: false }],
        reward_basis: ["db", "env_assertions"],
      },
    ],
    text: "all it asserts holds before anything is done: copies_are",
    nearly: [
      {
        ...start(setCopies(7)),
        env_assertions: [{ ...copiesAre(5), expected: false }, copiesAre(6)],
        reward_basis: ["db", "env_assertions"],
      },
    ],
  },
  "nothing-to-check": {
    tasks: [{ reward_basis: ["db", "communicate", "env_assertions"] }],
    text: "there is nothing for communicate and env_assertions to check",
    nearly: [{ communicate: ["Emma"], reward_basis: ["db", "communicate"] }],
  },
  "shared-subject": {
    tasks: [{}, { split: "test" }, { split: "test", reference_actions: [lend("m2", "b3")] }],
    text: "it shares member_id m1 with test task task-1",
    nearly: [
      {},
      { split: "test", reference_actions: [lend("m2", "b2")] },
      { split: null, reference_actions: [lend("m2", "b3")] },
    ],
  },
  "fact-given-away": {
    tasks: [
      { user: { instructions: "You want Dune." }, communicate: ["Dune", "Emma"], reward_basis: ["db", "communicate"] },
    ],
    text: "the user's own text tells Dune",
    nearly: [{ user: { instructions: "You want Dune." }, communicate: ["Dune"] }],
  },
  "short-fact": {
    tasks: [{ communicate: ["5", "12"], reward_basis: ["db", "communicate"] }],
    text: "to be told is no more than 5",
    nearly: [{ communicate: ["55"], reward_basis: ["db", "communicate"] }],
  },
  "look-up-refused": {
    tasks: [{ reference_actions: [{ name: "find_member", arguments: { name: "Zoe" } }, lend("m1", "b1")] }],
    text: "action 0, find_member, is refused: Member not found",
    nearly: [{ reference_actions: [{ name: "find_member", arguments: { name: "Ada" } }, lend("m1", "b1")] }],
  },
  "changes-nothing": {
    tasks: [{ reference_actions: [lend("m1", "b1"), takeBack("m1", "b1")] }],
    text: "its reference leaves all that counts as it was",
    nearly: [{ reference_actions: [lend("m1", "b1"), takeBack("m1", "b1"), lend("m1", "b1")] }],
  },
  "needs-judge": {
    tasks: [{ nl_assertions: ["It was polite."], reward_basis: ["db", "nl_assertions"] }],
    text: "its basis has an assertion for a judge",
    nearly: [{ nl_assertions: ["It was polite."] }],
  },
  "same-text": {
    tasks: [{ user: { instructions: "You are Ada." } }, { user: { instructions: "You are Ada." } }],
    text: "its text for the user is that of task-1",
    nearly: [{ user: { instructions: "You are Ada." } }, { user: { instructions: "You are Ben." } }],
  },
  "same-outcome": {
    tasks: [1, 2, 3].map(() => ({ reference_actions: [lend("m1", "b1")] })),
    text: "it begins so and is to leave the same rows behind as 2 others, task-1 among them",
    nearly: [
      { reference_actions: [lend("m1", "b1")] },
      { ...start(setCopies(7)), reference_actions: [lend("m1", "b1")] },
    ],
  },
};

describe("each code", () => {
  test.each(Object.entries(samples) as [AuditCode, Sample][])("%s", (code, { tasks, text, nearly }) => {
    expect(findings(...tasks).first).toContainEqual({ code, text });
    expect([...findings(...nearly).codes]).not.toContain(code);
  });

  test("is found of no clean task", () => {
    const { codes, counts, scores } = findings({}, {});
    expect([...codes]).toEqual([]);
    expect(counts.clean).toEqual({ all: 2, train: 2, test: 0, neither: 0 });
    const none = { evaluation: 0, training: 0 };
    expect(scores).toEqual({ reference: 1, silence: none, transfer: none });
  });
});

test("findings stand in the order of the codes, tasks without a run have no scores, counts are of tasks", () => {
  const twice = { reference_actions: [look("b8"), look("b9")] };
  const { first, counts } = findings({ ...twice, split: "test" }, { ...twice, split: null }, start(lend("m9", "b1")));
  expect(first.map(({ code }) => code)).toEqual([
    "unknown-id",
    "unknown-id",
    "silence-scores",
    "transfer-scores",
    "look-up-refused",
    "look-up-refused",
    "changes-nothing",
  ]);
  expect(counts.codes["unknown-id"]).toEqual({ all: 2, train: 0, test: 1, neither: 1 });
  expect(findings(start(lend("m9", "b1"))).scores).toBeNull();
  expect(Object.keys(counts.codes)).toEqual(Object.keys(auditCodes));
});

const noClone = tau2Directory ? undefined : "TAU2_BENCH_DIR is not set: no tau2-bench clone to audit";
if (noClone) process.stdout.write(`skipped: audits of tau2-bench: ${noClone}\n`);

/** What is known of tau2-bench's tasks (train, test, in neither split), and what the audit must find by itself. */
const published: Record<string, Partial<Record<AuditCode, [train: number, test: number, neither: number]>>> = {
  retail: {
    "silence-scores": [7, 4, 0],
    "needs-judge": [29, 11, 0],
    "write-refused": [1, 1, 0],
    "reference-short": [0, 0, 0],
  },
  airline: { "changes-nothing": [17, 7, 0], "reference-short": [0, 0, 0], "write-refused": [0, 0, 0] },
  telecom: { "held-at-start": [8, 12, 12], "transfer-scores": [8, 12, 12], "reference-short": [0, 0, 0] },
};

describe.each(Object.entries(published))("tau2-bench's %s", (name, expected) => {
  test.skipIf(noClone !== undefined)("has what is known of it", () => {
    const { counts } = audit(new Worlds(domains, tau2Directory).get(name, "tau2"));
    for (const [code, [train, test, neither]] of Object.entries(expected)) {
      expect({ code, ...counts.codes[code as AuditCode] }).toEqual({
        code,
        all: train + test + neither,
        train,
        test,
        neither,
      });
    }
  });
});
