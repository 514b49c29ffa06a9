/** The examples of the docs do what they say. */
import { expect, test } from "vitest";
import { scoreCalls } from "../docs/examples/oracle.ts";
import { runPolite } from "../docs/examples/own-policy.ts";
import { domains, Worlds } from "../domains/index.ts";

const world = new Worlds(domains).get("retail");
const task = world.task("cancel-001");

test("the oracle scores calls", () => {
  expect(scoreCalls(task.id, task.reference_actions).value).toBe(1);
  const { value, reasons } = scoreCalls(task.id, []);
  expect(value).toBe(0);
  expect(reasons[0]?.text).toContain("never called: cancel_pending_order");
});

test("a policy of one's own meets the scripted user", async () => {
  const trajectory = await runPolite(task.id);
  expect(trajectory.ended).toEqual({ how: "terminated", reason: "user_stop" });
  expect(trajectory.messages.some(({ role, content }) => role === "user" && content?.includes("@example"))).toBe(true);
  expect(trajectory.reward?.value).toBe(0);
});
