/** What members ask for. */
import type { TaskInput } from "../../../domains/index.ts";

/** The member wants a book, tells which only when asked, and asks how many copies are left. */
export function lendingTask(at: number, name: string): TaskInput {
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

/** Dual control: the book is lent at the desk, and comes onto the member's reader once that is on the network. */
export function readingTask(at: number, name: string): TaskInput {
  const member_id = `m${at}`;
  return {
    id: `read-${at}`,
    domain: "library",
    split: "train",
    user: {
      instructions: `You are ${name}. You want to borrow Dune and read it on your reader, in large letters.`,
      agenda: {
        greeting: "Hello!",
        identity: [{ name: "name", asks: ["name"], say: `I'm ${name}.`, disclosure: "asked" }],
        steps: [
          {
            say: "I would like to borrow Dune and read it on my reader, in large letters.",
            facts: [],
            actions: [1, 2, 3, 4],
            tell: [],
            test: {
              call: { requestor: "user", name: "check_reader", arguments: {} },
              says: "Dune",
              complaint: "I can't find Dune on my reader yet.",
            },
          },
        ],
      },
    },
    ticket: `${name} wants to borrow Dune and read it on the reader in large letters.`,
    initial_state: { actions: [{ requestor: "user", name: "hold_reader", arguments: { member_id } }] },
    reference_actions: [
      { name: "find_member", arguments: { name } },
      { name: "read_book", arguments: { book_id: "b2" } },
      { name: "lend_book", arguments: { member_id, book_id: "b2" } },
      { requestor: "user", name: "toggle_wireless", arguments: {} },
      { requestor: "user", name: "set_text_size", arguments: { size: "large" } },
    ],
    env_assertions: [
      { requestor: "user", name: "reader_has", arguments: { title: "Dune" } },
      { requestor: "user", name: "text_size_is", arguments: { size: "large" } },
    ],
    communicate: [],
    nl_assertions: [],
    reward_basis: ["db", "env_assertions"],
    difficulty: { writes: 3, tools: 5, facts: 1, traps: [] },
  };
}
