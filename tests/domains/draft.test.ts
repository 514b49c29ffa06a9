/** Detours made of plain requests: what is asked instead, which facts still matter, and which calls are made in the end. */
import { describe, expect, it } from "vitest";
import {
  changed,
  type DraftCall,
  type DraftFact,
  endsLast,
  handover,
  type Request,
  refused,
  tellApart,
  together,
  transferCall,
} from "../../domains/draft.ts";
import { Random } from "../../domains/random.ts";

const title: DraftFact = { name: "title", asks: ["title"], say: "Dune, please.", disclosure: "asked" };
const read: DraftCall = { name: "read_book", arguments: { book_id: "b2" } };
const lend: DraftCall = { name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } };
const takeBack: DraftCall = { name: "take_back_book", arguments: { member_id: "m1", book_id: "b1" } };
const dune = { title: "Dune" };
const borrow: Request<typeof dune> = {
  say: "I want to borrow a book.",
  brief: "You want to borrow Dune.",
  facts: [title],
  calls: [read, lend],
  used: [dune],
  traps: ["title unknown"],
};
const emma = { title: "Emma" };
const bringBack: Request<typeof dune> = {
  ...borrow,
  say: "I'm bringing Emma back.",
  brief: "You are bringing Emma back.",
  calls: [takeBack],
  used: [emma],
};

describe("a refused request", () => {
  const because = "nobody borrows that book.";

  it("ends with what the user settles for, whose facts alone are of use", () => {
    const card: DraftFact = { ...title, name: "card" };
    const request = refused({ ...borrow, calls: [read] }, because, {
      say: "Then take Emma back.",
      calls: [takeBack],
      facts: [card],
      traps: ["settles"],
    });
    expect(request.calls).toEqual([read, takeBack]);
    expect(request.facts).toEqual([{ ...title, idle: true }]);
    expect(request.refusal).toEqual({ say: "Then take Emma back.", because, facts: [card] });
    expect(request.traps).toEqual(["title unknown", "refusal", "settles"]);
  });

  it("keeps the facts that are said to be useful", () => {
    expect(refused(borrow, because, { say: "Oh." }, [title]).facts).toEqual([{ ...title, idle: true }, title]);
  });
});

describe("a change of mind", () => {
  it("withdraws the last call and makes others instead", () => {
    const request = changed(borrow, "Rather take Emma back.", [takeBack]);
    expect(request?.calls).toEqual([read, takeBack]);
    expect(request?.changeOfMind).toEqual({ say: "Rather take Emma back.", withdrawn: lend });
    expect(request?.facts).toEqual([{ ...title, idle: true }]);
    expect(changed(borrow, "Hm.", [], { facts: [title] })?.facts).toEqual([title]);
  });

  it("needs something to withdraw", () => {
    expect(changed({ ...borrow, calls: [] }, "Hm.", [])).toBeUndefined();
    expect(changed(undefined, "Hm.", [])).toBeUndefined();
  });
});

describe("several requests", () => {
  it("say which of them a fact is about where two have one of the same name", () => {
    const settled = refused({ ...bringBack, facts: [] }, "no.", { say: "Oh.", facts: [title] });
    const [first, second] = tellApart([{ ...borrow, facts: [title, { ...title, name: "card" }] }, settled]);
    expect(first?.facts.map(({ name }) => name)).toEqual(["title (first request)", "card"]);
    expect(first?.facts[0]?.say).toBe("For my first request: Dune, please.");
    expect(second?.refusal?.facts[0]?.name).toBe("title (second request)");
  });

  it("in one message are both served, the errand first", () => {
    const leave = handover("I'm leaving.", "You want to leave.", "The member leaves.");
    const both = together<Request<object>>(new Random(0), { ...leave, tell: ["7"] }, { ...borrow, compute: ["8"] });
    expect(both.calls).toEqual([read, lend, transferCall("The member leaves.")]);
    expect(both.say).toMatch(/^I'm leaving\. .* I want to borrow a book\.$/);
    expect(both.brief).toContain("You want to borrow Dune.");
    expect([both.tell, both.compute, both.used, both.facts]).toEqual([["7"], ["8"], [dune], [title]]);
    expect(both.traps).toEqual(["transfer", "title unknown"]);
  });

  it("in one message have no detour but the first one's", () => {
    const errand = changed(bringBack, "Or not.", []) as typeof bringBack;
    expect(() => together(new Random(0), borrow, errand)).toThrow("not a plain errand: I'm bringing Emma back.");
    expect(together(new Random(0), errand, borrow).changeOfMind?.withdrawn).toEqual(takeBack);
  });

  it("end with what is told or handed over", () => {
    const ask = { ...borrow, tell: ["7"] };
    const leave = handover("I'm leaving.", "You want to leave.", "The member leaves.");
    expect(endsLast([borrow, bringBack, ask])).toBe(true);
    expect(endsLast([borrow, leave])).toBe(true);
    expect(endsLast([ask, borrow])).toBe(false);
    expect(endsLast([{ ...borrow, compute: ["7"] }, borrow])).toBe(false);
    expect(endsLast([leave, borrow])).toBe(false);
  });
});
