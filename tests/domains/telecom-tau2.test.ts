/** On a tau2 world: every task can be solved as its reference actions say, and ids that no file lists are understood. */
import { expect, test } from "vitest";
import { reward, type Task, WorldError, Worlds } from "../../domains/index.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { unlistedTask } from "../../domains/telecom/unlisted.ts";
import { tau2Directory } from "../support/recordings.ts";

const reason = tau2Directory ? undefined : "TAU2_BENCH_DIR is not set: no tau2-bench clone to make a world from";
if (reason) process.stderr.write(`skipped: telecom's tau2 tasks: ${reason}\n`);

const worlds = new Worlds({ telecom }, tau2Directory);
const world = () => worlds.get("telecom", "tau2");

test.skipIf(reason)(
  "every task scores 1 by its reference actions, and its first assertions are as recorded",
  () => {
    const tau2 = world();
    const failed: string[] = [];
    const solvedAtStart: string[] = [];
    for (const task of tau2.tasks.values()) {
      using environment = tau2.open({ task });
      if (task.env_assertions.every((assertion) => environment.holds(assertion) === assertion.expected)) {
        solvedAtStart.push(task.id);
      }
      for (const action of task.reference_actions) environment.call(action.requestor, action.name, action.arguments);
      if (reward(tau2, task, environment).value !== 1) failed.push(task.id);
    }
    expect(failed).toEqual([]);
    expect(tau2.tasks.size).toBeGreaterThanOrEqual(2285);
    const base = [...tau2.tasks.values()].filter(({ split }) => split !== null);
    expect(base).toHaveLength(114);
    // The right answer of these is a transfer, and what their assertions hold for is that nothing was mended.
    const handedOver = base.filter(({ reward_basis }) => reward_basis.includes("actions")).map(({ id }) => id);
    const baseIds = new Set(base.map(({ id }) => id));
    expect(handedOver).toHaveLength(20);
    expect(solvedAtStart.filter((id) => baseIds.has(id)).sort()).toEqual(handedOver.sort());
  },
  60_000,
);

test.skipIf(reason)("an id that says nothing is refused in one line", () => {
  for (const id of ["nonsense", "[service_issue]gremlins[PERSONA:None]", "[mms_issue]bad_wifi_calling[PERSONA:Odd]"]) {
    expect(() => world().task(id)).toThrow(WorldError);
    expect(() => world().task(id)).toThrow(/^no task '.*' in telecom \(tau2\): ids look like '.*'$/);
  }
});

test.skipIf(reason)("a line that had all the data it may have can't be helped, only handed over", () => {
  const tau2 = world();
  const task = tau2.task("[mobile_data_issue]data_usage_exceeded_no_refuel[PERSONA:Hard]");
  const run = (calls: Task["reference_actions"]) => {
    using environment = tau2.open({ task });
    for (const { requestor, name, arguments: args } of calls) environment.call(requestor, name, args);
    return reward(tau2, task, environment).value;
  };
  expect([run(task.reference_actions), run([])]).toEqual([1, 0]);
  using environment = tau2.open({ task });
  const usage = environment.call("assistant", "get_data_usage", { customer_id: "C1001", line_id: "L1002" });
  expect(usage).toMatchObject({ ok: true, value: { data_used_gb: "17.1", data_refueling_gb: "2.0" } });
});

test("another persona's task is told in that persona's words", () => {
  const listed = new Map(
    [
      ["[x]one[PERSONA:None]", "Domain:\n\ttelecom\nReason for call:\n\tone"],
      ["[x]two[PERSONA:Hard]", "Persona:\n\tA hard one.\nDomain:\n\ttelecom\nReason for call:\n\ttwo"],
    ].map(
      ([id, instructions]) => [id, { id, split: "train", user: { instructions } } as unknown as Task] as [string, Task],
    ),
  );
  const told = (id: string) => unlistedTask(id, listed)?.user.instructions;
  expect(told("[x]one[PERSONA:Hard]")).toBe("Persona:\n\tA hard one.\nDomain:\n\ttelecom\nReason for call:\n\tone");
  expect(told("[x]two[PERSONA:None]")).toBe("Domain:\n\ttelecom\nReason for call:\n\ttwo");
  expect(unlistedTask("[x]one[PERSONA:Hard]", listed)).toMatchObject({ id: "[x]one[PERSONA:Hard]", split: null });
  expect(told("[x]three[PERSONA:Hard]")).toBeUndefined();
});
