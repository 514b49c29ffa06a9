/** What the policies of our own score on every task of every built-in world, talking to the scripted user. */
import { describe, expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { transferTool } from "../../domains/tool.ts";
import {
  expert,
  inOrder,
  MemoryDesks,
  none,
  noop,
  type PolicyKind,
  playAttempt,
  replay,
  Trajectory,
  taskLine,
  ticket,
  trajectoryLine,
  transfer,
  type UserKind,
} from "../../rollout/index.ts";
import { setting } from "../support/speakers.ts";

const worlds = new Worlds(domains);

async function play(
  name: string,
  policy: PolicyKind,
  { first, solo, ...changes }: { user?: UserKind; seed?: number; first?: number; solo?: true } = {},
) {
  const world = worlds.get(name);
  const attempts = [...world.tasks.values()]
    .filter((task) => !solo || task.ticket !== undefined)
    .slice(0, first)
    .map((task) => ({ line: { ...taskLine(world, task), ...(solo && { solo }) }, attempt: 0 }));
  const whole = setting({ desks: new MemoryDesks(worlds), policy, limits: { turns: 50, errors: 10 }, ...changes });
  const trajectories: Trajectory[] = [];
  for await (const one of inOrder(attempts, (attempt) => playAttempt(whole, attempt), 8)) trajectories.push(one);
  return trajectories;
}

/** What is not as it should be, readable in a failed test. */
function unlike(value: number, trajectories: readonly Trajectory[]): string[] {
  return trajectories
    .filter(({ reward }) => reward?.value !== value)
    .map(({ id, failure, ended, reward }) => {
      return `${id}: ${failure?.message ?? ended.reason} ${reward?.reasons.map(({ text }) => text).join("; ")}`;
    });
}

describe.each(Object.keys(domains))("%s", (name) => {
  const { domain, tasks } = worlds.get(name);
  const hasActs = Object.keys(domain.tools.user).length > 0;
  const hasTickets = [...tasks.values()].some(({ ticket }) => ticket !== undefined);

  test("the expert does every task, within the turns and without an error", async () => {
    const trajectories = await play(name, expert());
    expect(trajectories.length).toBeGreaterThan(0);
    expect(unlike(1, trajectories)).toEqual([]);
    expect(trajectories.flatMap(({ messages }) => messages.filter(({ is_error }) => is_error))).toEqual([]);
  });

  test("the expert does every task by replay where nobody converses", async () => {
    expect(unlike(1, await play(name, expert(), { user: hasActs ? replay : none }))).toEqual([]);
  });

  test.runIf(hasTickets)("the expert does every ticket by itself", async () => {
    expect(unlike(1, await play(name, expert(), { user: ticket, solo: true }))).toEqual([]);
  });

  test("doing nothing does none", async () => {
    expect(unlike(0, await play(name, noop))).toEqual([]);
  });

  test("transferring does none but those whose right answer is a transfer", async () => {
    const trajectories = (await play(name, transfer)).filter(({ task_id }) => {
      return !tasks.get(task_id)?.reference_actions.some((action) => action.name === transferTool);
    });
    expect(unlike(0, trajectories)).toEqual([]);
  });

  test("slips are recorded, cost success, and depend on the seed alone", async () => {
    const rate = (trajectories: readonly Trajectory[]) => {
      return trajectories.filter(({ reward }) => reward?.value === 1).length / trajectories.length;
    };
    const some = await play(name, expert(0.3));
    const many = await play(name, expert(0.9));
    expect(rate(some)).toBeLessThan(0.95);
    expect(rate(many)).toBeLessThan(rate(some));
    expect(
      unlike(
        1,
        some.filter(({ policy }) => policy.slips === undefined),
      ),
    ).toEqual([]);
    const kinds = new Set(many.flatMap(({ policy }) => policy.slips?.map(({ kind }) => kind) ?? []));
    expect([...kinds].sort()).toEqual([
      "early_transfer",
      "extra_write",
      ...(hasActs ? ["missed_act"] : []),
      "missed_write",
      "no_confirmation",
      "untold_fact",
      "wrong_argument",
    ]);
    for (const kind of ["missed_act", "missed_write", "wrong_argument", "untold_fact"]) {
      const only = many.filter(({ policy }) => policy.slips?.length === 1 && policy.slips[0]?.kind === kind);
      expect(unlike(0, only), kind).toEqual([]);
    }
    const first = 50;
    const lines = some.slice(0, first).map(trajectoryLine);
    expect((await play(name, expert(0.3), { first })).map(trajectoryLine)).toEqual(lines);
    expect((await play(name, expert(0.3), { first, seed: 1 })).map(trajectoryLine)).not.toEqual(lines);
  });

  test("a record read back is the record", async () => {
    for (const trajectory of await play(name, expert(0.5), { first: 50 })) {
      const line = trajectoryLine(trajectory);
      expect(trajectoryLine(Trajectory.parse(JSON.parse(line)))).toBe(line);
    }
  });
});
