/** The scripted user about what is its own affair, and about what it keeps when something can't be had: on built-in tasks. */
import { afterAll, describe, expect, test } from "vitest";
import { domains, Random, Worlds } from "../../domains/index.ts";
import { type Desk, Episode, MemoryDesks, scripted, taskLine } from "../../rollout/index.ts";

const worlds = new Worlds(domains);
const world = worlds.get("university");
const desks: Desk[] = [];
afterAll(async () => {
  for (const desk of desks) await desk.close();
});

interface Said {
  readonly says: string;
  readonly calls: readonly string[];
}

/** What the user says and does after the last of the messages. */
async function reply(id: string, ...messages: string[]): Promise<Said> {
  const line = taskLine(world, world.task(id));
  const desk = await new MemoryDesks(worlds).open(line);
  desks.push(desk);
  const user = scripted.play(world.task(id), new Random(0), desk.agent.tools);
  const episode = new Episode({ line, desk, user, limits: { turns: 20, errors: 5 }, mode: "training" });
  await episode.start();
  for (const content of messages.slice(0, -1)) await episode.step({ content });
  const before = episode.conversation.length;
  await episode.step({ content: messages.at(-1) ?? "" });
  const { messages: all } = await episode.finish();
  const made = all.slice(before).flatMap((message) => (message.role === "user" ? (message.tool_calls ?? []) : []));
  return {
    says: all.findLast(({ role }) => role === "user")?.content ?? "",
    calls: made.map((call) => call.function.name),
  };
}

const named = (template: string) =>
  [...world.tasks.values()].find(({ id }) => id.startsWith(`${template}-`)) ?? expect.fail(`no task of ${template}`);

describe("what is the user's own affair", () => {
  const { id } = named("hold-advising");

  test.each([
    "Please go to your portal and confirm one of the advising meetings proposed there.",
    "In your portal your advisor proposes meetings; please confirm one that works for you and tell me when you're done.",
    "Please choose between the two, then confirm it in the portal.",
  ])("is known without being told: %s", async (message) => {
    const { says, calls } = await reply(id, message);
    expect(calls).toContain("confirm_advising_meeting");
    expect(says).toContain("You confirmed the meeting with");
  });

  test("but not where what was said is another's", async () => {
    const { says } = await reply(id, "Please confirm the advising meeting ADV-00000 in your portal.");
    expect(says).toContain("No meeting ADV-00000 is proposed to you");
  });

  test("a form that waits is signed, whichever it is", async () => {
    const { id: consent } = named("consent-requested");
    const { calls } = await reply(consent, "The form is in your portal now. Please sign it there and let me know.");
    expect(calls).toEqual(["sign_consent_form"]);
  });

  test("what it sees already is not looked at again, but chosen from", async () => {
    const look = "Please check your portal and tell me which meetings your advisor proposes.";
    expect((await reply(id, look)).calls).toEqual(["check_portal_notifications"]);
    const which = await reply(id, look, "Which one would you like?");
    expect(which.calls).toEqual([]);
    expect(which.says).toMatch(/the one on \w+day, January \d+/i);
    const both = await reply(
      id,
      look,
      "Please pick one of them, confirm it in the portal, and tell me when it's done.",
    );
    expect(both.calls).toEqual(["confirm_advising_meeting"]);
  });
});

describe("a refusal in other words", () => {
  test("whoever won't acknowledge is told that things stay as they are", async () => {
    const { id } = named("refuse-keep-aid");
    const ask = "That takes you below 12 credits. Do you acknowledge that you may lose your aid?";
    const { says } = await reply(id, ask, "Understood. Then I'll leave it in place. What else can I do for you?");
    expect(says).toBe(world.task(id).user.agenda?.steps[0]?.refusal?.say);
  });

  test("what will not count is no longer wanted", async () => {
    const { id } = named("refuse-counting");
    const { says } = await reply(
      id,
      "An audited course never counts toward your major. Do you still want to audit it?",
    );
    expect(says).toBe(world.task(id).user.agenda?.steps[0]?.refusal?.say);
  });

  test("a first choice that is full is given up for the second, and not named again", async () => {
    const { id } = named("full-then-wait");
    const { says } = await reply(
      id,
      "That section has no open seats. Which section would you like instead, or the waitlist?",
    );
    expect(says).toBe(world.task(id).user.agenda?.steps[0]?.fallback);
  });
});

test("a question for the new email is none for the old one", async () => {
  const { id } = named("contact-email");
  const { says } = await reply(id, "What is the new email address?");
  const fact = world.task(id).user.agenda?.steps[0]?.facts.find(({ name }) => name === "new email");
  expect(says).toBe(fact?.say);
});
