/** The built-in airline tasks taken together: every clause of the domain policy in both splits, fair shares, no giveaways. */
import { describe, expect, it } from "vitest";
import { airline } from "../../domains/airline/index.ts";
import type { Call, Task } from "../../domains/index.ts";
import { reward } from "../../domains/reward.ts";
import { builtinWorld } from "../../domains/world.ts";

const world = builtinWorld(airline, 0);
const tasks = [...world.tasks.values()];
const transfer = "transfer_to_human_agents";
const isWrite = ({ name }: Call) => airline.tools.assistant[name]?.effect === "write";
const templateOf = ({ id }: Task) => id.replace(/-\d+$/, "");
const stepsOf = ({ user }: Task) => user.agenda?.steps ?? [];

/** What the domain policy says, and the tasks in which it matters. */
const clauses: Readonly<Record<string, (task: Task) => boolean>> = {
  "nothing stands in for the user id": trapped("email instead of user id"),
  "numbers of reservations need not be known": trapped("reservation number unknown"),
  "where several reservations fit, ask": trapped("similar reservations"),
  "a reservation is somebody else's": trapped("another customer's reservation"),
  "what customers say may be wrong": trapped("false claim"),
  "who thinks better of it gets a new summary": trapped("change of mind"),
  "a part is allowed": trapped("partial permission"),
  "no tool does it": ({ id }) => id.startsWith("handover-"),
  "declined, and asks for a person": (task) => trapped("transfer")(task) && trapped("refusal")(task),
  "other requests come before a transfer": trapped("write before the transfer"),
  "it has begun": trapped("trip has begun"),
  "several methods, in order": trapped("several payment methods"),
  "one certificate at most": trapped("two certificates"),
  "methods are those of the profile": trapped("card not in the profile"),
  "no certificate for a change": trapped("certificate for a change"),
  "a gift card must cover a change": trapped("gift card too small"),
  "five passengers at most": trapped("too many passengers"),
  "one cabin for all": trapped("two cabins"),
  "bags that are free": trapped("bags within the allowance"),
  "bags that are not": trapped("bags beyond the allowance"),
  "flights with a stop": ({ id }) => id.startsWith("book-one-stop"),
  "flights that stay are named again": trapped("flights that stay"),
  "no other flights in basic economy": trapped("basic economy"),
  "cabin and flights change in one call": trapped("cabin and flights in one call"),
  "the destination stays": trapped("other destination"),
  "one way stays one way": trapped("one way to round trip"),
  "the cabin changes for all": trapped("cabin in part"),
  "the number of passengers stays": trapped("one more passenger"),
  "passengers are replaced": ({ id }) => id.startsWith("passenger-replaced"),
  "names are corrected": ({ id }) => id.startsWith("passenger-name"),
  "bags are not taken off": trapped("bags to take off"),
  "insurance is not added": trapped("insurance later"),
  "cancelled within a day": ({ id }) => id.startsWith("cancel-recent"),
  "cancelled since the airline has": ({ id }) => id.startsWith("cancel-called-off"),
  "cancelled in business": ({ id }) => id.startsWith("cancel-business"),
  "cancelled by insurance": ({ id }) => id.startsWith("cancel-insured"),
  "a delay is no ground": ({ id }) => id.startsWith("refuse-cancel-delayed"),
  "insurance covers no change of plans": ({ id }) => id.startsWith("refuse-cancel-uncovered"),
  "cancelled whole": trapped("cancelling in part"),
  "compensation is not brought up": trapped("compensation not asked for"),
  "compensation for a flight called off": ({ id }) => id.startsWith("compensate-called-off"),
  "compensation after a change": ({ id }) => id.startsWith("compensate-delay-changed"),
  "compensation after cancelling": ({ id }) => id.startsWith("compensate-delay-cancelled"),
  "compensation is not for all": ({ id }) => id.startsWith("refuse-compensation-regular"),
  "no compensation for a mere delay": ({ id }) => id.startsWith("refuse-compensation-delay"),
  "no compensation for other complaints": ({ id }) => id.startsWith("refuse-compensation-complaint"),
  "no more than is due": trapped("more than is due"),
};

function trapped(trap: string): (task: Task) => boolean {
  return ({ difficulty }) => difficulty?.traps.includes(trap) ?? false;
}

describe("the built-in airline tasks, taken together,", () => {
  const split = (side: string) => tasks.filter((task) => task.split === side);

  it.each(Object.entries(clauses))("exercise in train and test: %s", (_, fits) => {
    expect(split("train").filter(fits).length).toBeGreaterThan(0);
    expect(split("test").filter(fits).length).toBeGreaterThan(0);
  });

  it("have each template in both splits, but for those held out for the test", () => {
    const [train, test] = ["train", "test"].map((side) => new Set(split(side).map(templateOf))) as [
      Set<string>,
      Set<string>,
    ];
    expect([...train].filter((template) => !test.has(template))).toEqual([]);
    expect([...test].filter((template) => !train.has(template)).sort()).toEqual([
      "full-and-refusal",
      "mind-and-refusal",
      "partial-upgrade",
      "three-with-mind",
      "two-refusals",
    ]);
    expect(train.size).toBeGreaterThan(80);
    const share = split("test").length / tasks.length;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.33);
  });

  it("share no request word for word between train and test", () => {
    const requests = (side: string) => split(side).flatMap((task) => stepsOf(task).map(({ say }) => say));
    const train = new Set(requests("train"));
    expect(requests("test").filter((say) => train.has(say))).toEqual([]);
  });

  it("are seldom solved by a transfer at once", () => {
    const solved = tasks.filter((task) => {
      using environment = world.open({ task });
      environment.call("assistant", transfer, { summary: "Something." });
      return reward(world, task, environment, { said: [] }).value !== 0;
    });
    expect(solved.length / tasks.length).toBeLessThan(0.015);
  });

  it("combine traps, and several writes", () => {
    const several = tasks.filter((task) => {
      const steps = stepsOf(task);
      return steps.length > 1 && steps.some((step) => step.refusal ?? step.fallback ?? step.change_of_mind);
    });
    expect(several.length).toBeGreaterThanOrEqual(50);
    expect(tasks.filter(({ difficulty }) => (difficulty?.writes ?? 0) > 1).length).toBeGreaterThanOrEqual(100);
  });

  it("use no reservation too often", () => {
    const uses = new Map<string, number>();
    for (const { reference_actions } of tasks) {
      const own = new Set(
        reference_actions.filter(isWrite).flatMap(({ arguments: args }) => args.reservation_id ?? []),
      );
      for (const id of own) uses.set(String(id), (uses.get(String(id)) ?? 0) + 1);
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(3);
  });

  it("let the user say no id that only the airline knows, and no fact that is to be told", () => {
    for (const task of tasks) {
      const agenda = JSON.stringify(task.user.agenda, (name, value) =>
        ["tell", "withdrawn"].includes(name) ? undefined : value,
      );
      const text = `${task.user.instructions} ${agenda}`;
      expect(text, task.id).not.toMatch(/credit_card|gift_card|certificate_|_economy|undefined|null|\[object|\b2026-/);
      for (const fact of task.communicate) {
        expect(text, task.id).not.toMatch(new RegExp(`(?<![\\p{L}\\p{N}.])${fact}(?![\\p{L}\\p{N}])`, "u"));
      }
    }
  });

  it("have facts that are told apart by their names, and asked for by them", () => {
    for (const task of tasks) {
      const facts = stepsOf(task).flatMap((step) => step.facts);
      const asked = facts.filter(({ disclosure }) => disclosure === "asked");
      expect(new Set(asked.map(({ name }) => name)).size, task.id).toBe(asked.length);
      for (const fact of [...facts, ...(task.user.agenda?.identity ?? [])]) {
        expect(
          fact.asks.some((word) => fact.name.includes(word)),
          `${task.id}: ${fact.name}`,
        ).toBe(true);
      }
    }
  });

  it("don't let on that there is another request before it comes", () => {
    for (const task of tasks) {
      for (const { say, facts } of stepsOf(task)) {
        const numbered = facts.filter((fact) => /^For my \w+ request/.test(fact.say));
        const inOneMessage = /(?:Apart from that|something else|while I'm here|One more thing):/.test(say);
        expect(numbered.length === 0 || inOneMessage, task.id).toBe(true);
      }
    }
  });

  it("let no child fly alone", () => {
    for (const task of tasks) {
      for (const { arguments: given } of task.reference_actions) {
        const passengers = (given.passengers ?? []) as { dob: string }[];
        expect(passengers.length === 0 || passengers.some(({ dob }) => dob <= "2008-05-15"), task.id).toBe(true);
      }
    }
  });
});
