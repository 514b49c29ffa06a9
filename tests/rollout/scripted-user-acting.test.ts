/** The scripted user with tools of its own: what it does when asked to, what it says of it, and when it is content. */
import { describe, expect, test } from "vitest";
import { HANDOVER, LEND, LOOK, SIZE, step, talk, test as tried, WIRELESS } from "../support/reading.ts";

const OFF = "Wireless: OFF. Text size: small. Books: none.";
const ON = "Wireless: ON. Text size: small. Books: none.";
const MORE = "One step at a time, please: tell me when to go on.";

describe("what it is asked to do", () => {
  test("it does, and says what its tool said", async () => {
    const user = await talk([step({})]);
    expect(user("What does your reader show?")).toEqual({
      calls: ["check_reader()"],
      says: `I looked. It says: ${OFF}`,
    });
    expect(user("Please turn on the wireless.")).toEqual({
      calls: ["check_reader()", "toggle_wireless()"],
      says: "Done. It says: Wireless is now ON.",
    });
  });

  test("a switch that stands right already is left alone", async () => {
    const user = await talk([step({})]);
    expect(user("Please make sure the wireless is off.")).toEqual({
      calls: ["check_reader()"],
      says: "It is already off.",
    });
    expect(user("Please turn it on.").calls).toEqual(["check_reader()", "toggle_wireless()"]);
    expect(user("Turn the wireless on, please.").says).toBe("It is already on.");
    expect(user("Now turn it back off.").says).toBe("Done. It says: Wireless is now OFF.");
  });

  test("a switch that shall only be flipped is flipped", async () => {
    const user = await talk([step({})]);
    const flip = "Please do this on your side: Toggle wireless.";
    expect(user(flip)).toEqual({ calls: ["toggle_wireless()"], says: "Done. It says: Wireless is now ON." });
    expect(user(flip).says).toBe("Done. It says: Wireless is now OFF.");
  });

  test("a question about its device is answered by a look, each time anew", async () => {
    const user = await talk([step({})]);
    expect(user("Is the wireless on?")).toEqual({ calls: ["check_reader()"], says: `I looked. It says: ${OFF}` });
    user("Please switch it on.");
    expect(user("Is the wireless on now?")).toEqual({ calls: ["check_reader()"], says: `I looked. It says: ${ON}` });
  });

  test("one thing at a time, the next when it is told to go on", async () => {
    const user = await talk([step({})]);
    const first = user(
      "Please:\n1. Turn on the wireless\n2. Set the text size to large\n3. Tell me what your reader shows",
    );
    expect(first.calls).toEqual(["check_reader()", "toggle_wireless()"]);
    expect(first.says).toBe(`Done. It says: Wireless is now ON. ${MORE}`);
    const second = user("Great, please go on with the next step.");
    expect(second).toEqual({
      calls: ['set_text_size({"size":"large"})'],
      says: `Done. It says: Text size is now large. ${MORE}`,
    });
    expect(user("And the last step, please continue.").calls).toEqual(["check_reader()"]);
    expect(user("Please continue.").calls).toEqual([]);
  });

  test("told the same list again, it goes on in it", async () => {
    const user = await talk([step({})]);
    const list = "1. Turn on the wireless\n2. Set the text size to large";
    expect(user(list).calls).toContain("toggle_wireless()");
    expect(user(list).calls).toEqual(['set_text_size({"size":"large"})']);
  });

  test("the agent's own next step is none of its", async () => {
    const user = await talk([step({ actions: [LEND, WIRELESS] })]);
    user("Please turn on the wireless and then make the letters larger.");
    expect(user("Shall I go ahead and lend you the book?")).toEqual({ calls: [], says: "Yes, please go ahead." });
  });

  test("what a request leaves open it asks back for, and takes the answer", async () => {
    const user = await talk([step({})]);
    expect(user("Please change the text size.")).toEqual({
      calls: [],
      says: "What should I choose for the size (small, medium, large)?",
    });
    expect(user("Large, please.").calls).toEqual(['set_text_size({"size":"large"})']);
    user("Could you change your text size?");
    expect(user("What is your name?").says).toBe("I'm Ada Byron.");
    expect(user("Smaller than before.").calls).toEqual([]);
  });

  test.each([
    ["Please make the letters bigger.", "large"],
    ["Please do this on your side: Set text size, with size: medium.", "medium"],
    ["Could you set the text size from small to medium?", "medium"],
  ])("words choose an argument: %s", async (text, size) => {
    const user = await talk([step({})]);
    expect(user(text).calls).toEqual([`set_text_size({"size":"${size}"})`]);
  });

  test("a call that fails it reports as such", async () => {
    const user = await talk([step({})]);
    expect(user("Please do this on your side: Set text size, with size: huge.").says).toContain("What should I choose");
    expect(user("Please look whether the book is on the shelf: Check shelf, with title: Emma.")).toEqual({
      calls: ['check_shelf({"title":"Emma"})'],
      says: "I looked. It says: true",
    });
  });

  test("whether it has done something it says from what it did", async () => {
    const user = await talk([step({})]);
    expect(user("Have you made the letters larger?")).toEqual({ calls: [], says: "No, I haven't done that yet." });
    user("Please set the text size to large.");
    expect(user("Did you make the letters larger?")).toEqual({ calls: [], says: "Yes, I have done that." });
  });

  test("what it has no tool for it can't do, and what is no request it does not do", async () => {
    const user = await talk([step({})]);
    expect(user("Please update the software of your device.")).toEqual({
      calls: [],
      says: "I am sorry, I don't know how to do that.",
    });
    expect(user("Please remove the wireless card.").says).toBe(
      `I don't know how to do that. What I see is this: ${OFF}`,
    );
    for (const text of [
      "I'll turn on the wireless for you.",
      "The wireless of readers uses much power.",
      "Would you like me to set the text size to large?",
      "Please don't touch the wireless.",
    ]) {
      expect(user(text).calls, text).toEqual([]);
    }
  });

  test("facts asked for in the same breath are told too", async () => {
    const user = await talk([step({})]);
    expect(user("What is your name? And please tell me what your reader shows.").says).toBe(
      `I'm Ada Byron. I looked. It says: ${OFF}`,
    );
  });

  test("what it does not want to do it does not do", async () => {
    const unwilling = {
      name: "wireless",
      asks: ["wireless"],
      say: "I don't want to use the wireless here.",
      disclosure: "known" as const,
    };
    const user = await talk([step({ facts: [unwilling] })]);
    expect(user("Please turn on the wireless.")).toEqual({ calls: [], says: unwilling.say });
    expect(user("Please make the letters larger.").calls).toEqual(['set_text_size({"size":"large"})']);
    expect(user("Please check your reader.").calls).toEqual(["check_reader()"]);
  });

  test("what the agent can't reach is no refusal, what it may not do is one", async () => {
    const user = await talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    const asked = user("I can't access your device remotely. Could you check your reader?");
    expect(asked.says).toBe(`I looked. It says: ${OFF}`);
    const refused = user("Unfortunately I can't change that for you. Meanwhile, please turn on the wireless.");
    expect(refused.says).toBe("Then leave it. Done. It says: Wireless is now ON.");
  });
});

describe("what it tries before it is content", () => {
  test.each([
    "Your reader should be working now.",
    "The issue has been resolved. Is there anything else I can help you with?",
    "Is there anything else?",
    "I am glad that we could sort it out, it's all set now!",
  ])("%s", async (text) => {
    const user = await talk([step({ test: tried }), step({ say: "Now my desk." })]);
    expect(user(text)).toEqual({ calls: ["check_reader()"], says: `It still shows nothing. It says: ${OFF}` });
    user("Please turn on the wireless.");
    const content = user(text);
    expect(content).toEqual({ calls: ["check_reader()"], says: "Yes, one more thing. Now my desk." });
  });

  test.each([
    "Does it work now?",
    "Is your reader working again?",
    "Did that fix the problem?",
    "Are you still having trouble?",
    "Do you have a connection now?",
    "Is it back online again?",
    "Could you check whether the problem is gone?",
  ])("asked, it tries too: %s", async (text) => {
    const user = await talk([step({ test: tried })]);
    expect(user(text)).toEqual({ calls: ["check_reader()"], says: `It still shows nothing. It says: ${OFF}` });
    user("Please turn on the wireless.");
    expect(user(text)).toEqual({ calls: ["check_reader()"], says: `Yes, it works now. It says: ${ON}` });
  });

  test("asked where nothing says when all is well, it looks as it expects to, or can't tell", async () => {
    const user = await talk([step({ actions: [LOOK, WIRELESS] })]);
    expect(user("Does it work now?")).toEqual({ calls: ["check_reader()"], says: `I looked. It says: ${OFF}` });
    const other = await talk([step({})]);
    expect(other("Does it work now?")).toEqual({ calls: [], says: "I am sorry, I can't tell you that." });
  });

  test("patience ends after four claims that are not so, and an act renews it", async () => {
    const user = await talk([step({ test: tried })]);
    const claim = () => user("It should be working now.").says;
    expect([claim(), claim(), claim()].join()).not.toContain("###");
    user("Please make the letters larger.");
    expect([claim(), claim(), claim()].join()).not.toContain("###");
    expect(claim()).toContain("###STOP###");
  });

  test("looking at the same thing again and again leads nowhere", async () => {
    const user = await talk([step({})]);
    const look = () => user("What does your reader show?").says;
    expect([look(), look(), look(), look()].join()).not.toContain("###");
    expect(look()).toContain("###STOP###");
  });

  test("a step of deeds on both sides ends when it is tried, whoever did what first", async () => {
    const user = await talk([step({ actions: [LEND, WIRELESS, SIZE], test: tried })]);
    expect(user("Shall I lend you the book?").says).toBe("Yes, please go ahead.");
    expect(user("I have lent it to you. Now please turn on the wireless.").says).toContain("Wireless is now ON");
    expect(user("It should show up now.")).toMatchObject({ calls: [] });
    expect(user("Is there anything else I can help you with?")).toMatchObject({
      calls: ["check_reader()"],
      says: expect.stringContaining("###STOP###"),
    });
  });

  test("a guided repair is agreed to", async () => {
    for (const changes of [{ test: tried, actions: [] }, { actions: [WIRELESS] }]) {
      const user = await talk([step(changes)]);
      expect(user("Would you like me to walk you through some steps?").says).toMatch(/^Yes, please/);
    }
    const user = await talk([step({ actions: [LOOK], tell: ["42"] })]);
    expect(user("Would you like me to reset your account?").says).toContain("No, thank you");
  });
});

describe("what it expects to do itself, where nothing can be tried", () => {
  test("it waits for", async () => {
    const user = await talk([step({ actions: [WIRELESS, SIZE] }), step({ say: "Now my desk." })]);
    expect(user("Is there anything else I can help you with?").says).toContain(
      "still waiting for this: My reader is empty.",
    );
    user("Please turn on the wireless.");
    expect(user("Anything else?").says).toContain("still waiting");
    user("Please make the letters larger.");
    expect(user("Anything else?").says).toContain("Now my desk.");
  });

  test("a switch that stood right counts as done", async () => {
    const user = await talk([step({})]);
    user("Please make sure the wireless is off.");
    expect(user("Is there anything else?").says).toContain("###STOP###");
  });

  test("as often as it expects to, in each step anew", async () => {
    const user = await talk([step({ actions: [SIZE, SIZE] }), step({ say: "Now my lamp.", actions: [SIZE] })]);
    const set = () => user("Please set the text size to large.");
    const more = () => user("Is there anything else?").says;
    set();
    expect(more()).toContain("still waiting");
    set();
    expect(more()).toContain("Now my lamp.");
    expect(more()).toContain("still waiting");
    set();
    expect(more()).toContain("###STOP###");
  });

  test("before it is handed over it acts as before, and is handed over then", async () => {
    const user = await talk([step({ actions: [WIRELESS, HANDOVER] })]);
    const asked = user("If that does not help, I'll transfer you to a human agent. Please turn on the wireless.");
    expect(asked.says).toBe("Done. It says: Wireless is now ON.");
    expect(user("You are being transferred to a human agent. Please hold on.").says).toContain("###TRANSFER###");
  });

  test("asked only to look, it needs nothing more", async () => {
    const user = await talk([step({ say: "How many copies of Dune are in?", actions: [LOOK], tell: ["3"] })]);
    expect(user("There are 3 copies. Is there anything else?").says).toContain("###STOP###");
  });
});

describe("asked whether it wants to", () => {
  const early = { actions: [LEND, WIRELESS] };

  test("it says so, as long as something else comes first", async () => {
    const user = await talk([step(early)]);
    const text = "Your reader is off the network. Would you like to turn on the wireless?";
    expect(user(text)).toEqual({ calls: [], says: "Yes, please go ahead." });
    user("I have lent you the book.");
    expect(user(text).calls).toContain("toggle_wireless()");
  });

  test("told to, it does it at once", async () => {
    const user = await talk([step(early)]);
    expect(user("Please turn on the wireless.").calls).toContain("toggle_wireless()");
  });

  test("it does not do what it has just been refused", async () => {
    const user = await talk([step({ actions: [], refusal: { say: "Then leave it.", because: "-" } })]);
    const text = "I can't do that for you. Would you like to turn on the wireless?";
    expect(user(text)).toEqual({ calls: [], says: "Then leave it." });
  });
});

describe("what it has seen", () => {
  const which = { name: "book", asks: ["which book"], say: "Dune.", disclosure: "asked" as const };
  const look = "Which book is it? What does your reader show?";

  test("is looked at again once something has been done, by whomever", async () => {
    const user = await talk([step({ actions: [LEND], facts: [which] })]);
    user("What does your reader show?");
    expect(user(look)).toEqual({ calls: [], says: "Dune." });
    const other = await talk([step({ actions: [LEND], facts: [which] })]);
    other("What does your reader show?");
    expect(other(`I have lent you the book. ${look}`).calls).toEqual(["check_reader()"]);
    const agreed = await talk([step({ actions: [LEND], facts: [which] })]);
    agreed("What does your reader show?");
    agreed("Shall I lend you the book?");
    expect(agreed(look).calls).toEqual(["check_reader()"]);
  });

  test("and what is asked for besides in the same sentence is told", async () => {
    const user = await talk([step({ facts: [which] })]);
    expect(user("Which book is it, and what does your reader show?")).toEqual({
      calls: ["check_reader()"],
      says: `Dune. I looked. It says: ${OFF}`,
    });
  });
});

describe("half a million characters", () => {
  test.each([
    "wireless ",
    "turn off the wireless, ",
    "if ",
    "can't access your reader ",
    "let me know once you have ",
    "size: ",
  ])("of '%s' are taken in at once, and what stands first is done", async (text) => {
    const message = text.repeat(500_000 / text.length);
    const user = await talk([step({})]);
    const start = performance.now();
    expect(user(`Set the text size to large, please. ${message}`).calls).toEqual(['set_text_size({"size":"large"})']);
    user(message);
    // A hundred times what it takes; what grows with the square of the length would take minutes.
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
