/** Requests of one member of the library, made into a task. */
import { describe, expect, it } from "vitest";
import { type Composition, compose, type Identity } from "../../domains/compose.ts";
import { changed, type DraftCall, type DraftFact, handover, type Request, refused } from "../../domains/draft.ts";
import { Task } from "../../domains/task.ts";
import { library } from "../support/library/index.ts";

const find: DraftCall = { name: "find_member", arguments: { name: "Ada" } };
const read: DraftCall = { name: "read_book", arguments: { book_id: "b2" } };
const lend: DraftCall = { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };
const look: DraftCall = { requestor: "user", name: "check_shelf", arguments: { title: "Dune" } };

const identity: Identity = {
  greeting: "Hello!",
  brief: "You are Ada, a member of a library. Only if asked, say your name.",
  facts: [{ name: "name", asks: ["name"], say: "I'm Ada.", disclosure: "asked" }],
  calls: [find],
};
const title: DraftFact = { name: "title", asks: ["title", "which"], say: "Dune, please.", disclosure: "asked" };
const borrow: Request = {
  say: "I want to borrow a book.",
  brief: "You want to borrow a book.",
  facts: [title],
  calls: [read, lend],
  used: [],
  traps: ["title unknown"],
};

function taskOf(requests: readonly Request[], more: Partial<Composition> = {}): Task {
  const { tools } = library;
  const unknown = "the library's book ids";
  return Task.parse(
    compose({ id: "t-1", domain: "library", split: "train", tools, identity, requests, unknown, ...more }),
  );
}

const names = ({ reference_actions }: Task) => reference_actions.map(({ name }) => name);
const steps = ({ user }: Task) => user.agenda?.steps ?? [];

describe("the calls", () => {
  it("begin with who it is; reads are made once, writes each time they are wanted", () => {
    const task = taskOf([borrow, borrow]);
    expect(names(task)).toEqual(["find_member", "read_book", "lend_book", "lend_book"]);
    expect(steps(task).map(({ actions }) => actions)).toEqual([
      [1, 2],
      [1, 3],
    ]);
  });

  it("stand once in a step", () => {
    expect(steps(taskOf([{ ...borrow, calls: [read, read, lend] }]))[0]?.actions).toEqual([1, 2]);
  });

  it("are one read, whether or not it says that it is the assistant's", () => {
    const task = taskOf([borrow, { ...borrow, calls: [{ ...read, requestor: "assistant" }, lend] }]);
    expect(names(task).filter((name) => name === "read_book")).toHaveLength(1);
  });

  it("may be the user's, and several may tell who it is", () => {
    const task = taskOf([{ ...borrow, calls: [look, lend] }], { identity: { ...identity, calls: [find, read] } });
    expect(task.reference_actions.map(({ requestor }) => requestor)).toEqual([
      "assistant",
      "assistant",
      "user",
      "assistant",
    ]);
    expect(steps(task)[0]?.actions).toEqual([2, 3]);
  });

  it("must be calls that the domain has, each on its own side", () => {
    expect(() => taskOf([{ ...borrow, calls: [{ name: "burn_book", arguments: {} }] }])).toThrow(
      "task t-1: library has no assistant's tool 'burn_book'",
    );
    expect(() => taskOf([{ ...borrow, calls: [{ ...look, requestor: "assistant" }] }])).toThrow("check_shelf");
  });
});

describe("the reward", () => {
  it("asks for the rows, and for what else there is", () => {
    expect(taskOf([borrow]).reward_basis).toEqual(["db"]);
    const telling = taskOf([{ ...borrow, tell: ["Dune"], compute: ["7"] }]);
    expect([telling.reward_basis, telling.communicate]).toEqual([
      ["db", "communicate"],
      ["Dune", "7"],
    ]);
    const assertions = [{ requestor: "user", name: "assert_on_shelf", arguments: {}, expected: false }] as const;
    const asserting = taskOf([{ ...borrow, assertions }]);
    expect([asserting.reward_basis, asserting.env_assertions]).toEqual([["db", "env_assertions"], assertions]);
  });

  it("counts a transfer, however it is summed up", () => {
    const tools = { ...library.tools, assistant: { ...library.tools.assistant } };
    const { read_book } = library.tools.assistant;
    if (read_book === undefined) throw new Error("the library has no read_book");
    tools.assistant.transfer_to_human_agents = { ...read_book, effect: "none" };
    const task = taskOf([borrow, handover("I'm leaving.", "You want to leave.", "The member leaves.")], { tools });
    expect(task.reward_basis).toEqual(["db", "actions"]);
    expect(task.reference_actions.map(({ compare_args }) => compare_args)).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ]);
  });

  it("may be given", () => {
    expect(taskOf([{ ...borrow, tell: ["Dune"] }], { reward_basis: ["communicate"] }).reward_basis).toEqual([
      "communicate",
    ]);
  });
});

describe("the start", () => {
  const initial = [{ requestor: "user", name: "hide_book", arguments: { title: "Dune" } }] as const;

  it("is what all requests need, in order, or nothing", () => {
    expect(taskOf([borrow]).initial_state).toBeUndefined();
    expect(taskOf([{ ...borrow, initial }, borrow, { ...borrow, initial: [lend] }]).initial_state?.actions).toEqual([
      ...initial,
      { ...lend, requestor: "assistant" },
    ]);
  });

  it("comes with a ticket where the identity and all requests have their part of it", () => {
    const known = { identity: { ...identity, ticket: "Ada has called." } };
    const wants = { ...borrow, ticket: "She wants Dune." };
    expect(taskOf([wants], known).ticket).toBe("Ada has called. She wants Dune.");
    expect(taskOf([wants, borrow], known).ticket).toBeUndefined();
    expect(taskOf([wants]).ticket).toBeUndefined();
  });
});

describe("the difficulty", () => {
  it("counts writes, tools, facts that only a question brings out, and traps once", () => {
    const known: DraftFact = { ...title, name: "shelf", disclosure: "known" };
    const task = taskOf([{ ...borrow, facts: [title, known] }, borrow]);
    expect(task.difficulty).toEqual({ writes: 2, tools: 3, facts: 3, traps: ["title unknown"] });
    expect(taskOf([borrow], { identity: { ...identity, upfront: true } }).difficulty?.facts).toBe(1);
  });

  it("leaves out facts that are of no use in the end", () => {
    const request = changed(borrow, "Rather not.", []) as Request;
    expect(taskOf([{ ...request, tell: ["Dune"] }]).difficulty).toMatchObject({ writes: 0, facts: 1 });
  });
});

describe("a model that plays the user", () => {
  const settled = refused(borrow, "nobody borrows it.", {
    say: "Then Emma.",
    facts: [{ ...title, name: "other title" }],
  });

  it("reads who it is, each request with its answers, and how to end", () => {
    const paragraphs = taskOf([borrow, settled]).user.instructions.split("\n\n");
    expect(paragraphs).toHaveLength(4);
    expect(paragraphs[0]).toBe(identity.brief);
    expect(paragraphs[1]).toBe('You want to borrow a book. Only if asked for the title, say: "Dune, please."');
    expect(paragraphs[2]).toMatch(/^When that is settled, .*"Then Emma\." .* Only if asked for the other title/);
    expect(paragraphs[3]).toMatch(/^Bring up one request at a time.* You don't know the library's book ids, and/);
    expect(taskOf([borrow]).user.instructions).not.toContain("one request at a time");
  });

  it("reads the detours that the scripted user takes", () => {
    const test = { call: look, says: "true", complaint: "I can't see it." };
    const detour = { ...(changed(borrow, "Rather Emma.", [lend]) as Request), fallback: "Or none.", test };
    const task = taskOf([detour]);
    const step = steps(task)[0];
    expect(step).toMatchObject({ fallback: "Or none.", change_of_mind: { say: "Rather Emma." }, test });
    for (const said of ["Rather Emma.", "Or none.", "I can't see it.", "Check shelf"]) {
      expect(task.user.instructions).toContain(`"${said}"`);
    }
    expect(steps(taskOf([settled]))[0]).toMatchObject({
      refusal: { say: "Then Emma.", because: "nobody borrows it." },
      facts: [{ name: "title" }, { name: "other title" }],
    });
  });

  it("reads what it can't tell", () => {
    const secret: DraftFact = { ...title, say: "I forgot.", disclosure: "secret", when: "which book" };
    const known: DraftFact = { ...title, say: "Dune.", disclosure: "known", when: "which book it is" };
    const { instructions } = taskOf([{ ...borrow, facts: [secret, known] }]).user;
    expect(instructions).toContain(`You can't give the title; if asked for it, say: "I forgot."`);
    expect(instructions).toContain(`If asked which book it is, say: "Dune."`);
  });
});
