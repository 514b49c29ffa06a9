/** Every built-in retail task: the reference scores, nothing less does, and the split and the texts keep their promises. */
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import type { CallResult } from "../../domains/environment.ts";
import type { Json } from "../../domains/json.ts";
import type { RetailDocument } from "../../domains/retail/document.ts";
import { retail } from "../../domains/retail/index.ts";
import { type RewardMode, reward } from "../../domains/reward.ts";
import type { Call, Task } from "../../domains/task.ts";
import { builtinWorld } from "../../domains/world.ts";

const world = builtinWorld(retail, 0);
const tasks = [...world.tasks.values()];
const effectOf = (name: string) => retail.tools.assistant[name]?.effect;
const isWrite = ({ name }: Call) => effectOf(name) === "write";
const transfer = "transfer_to_human_agents";

interface Outcome {
  readonly results: readonly CallResult[];
  readonly values: Readonly<Record<RewardMode, number | null>>;
}

/** Makes the calls and says the facts. */
function play(task: Task, calls: readonly Call[], said: readonly string[] = task.communicate): Outcome {
  using environment = world.open();
  const results = calls.map((call) => environment.call(call.requestor, call.name, call.arguments));
  const score = (mode: RewardMode) => reward(world, task, environment, { said }, mode).value;
  return { results, values: { evaluation: score("evaluation"), training: score("training") } };
}

/** The ids of the tasks for which the calls made of each score something. */
function scoring(attempts: Iterable<readonly [Task, readonly Call[]]>): string[] {
  const found: string[] = [];
  for (const [task, calls] of attempts) {
    const { evaluation, training } = play(task, calls).values;
    if (evaluation !== 0 || training !== 0) found.push(`${task.id}: ${JSON.stringify(calls.at(-1))}`);
  }
  return found;
}

const without = (calls: readonly Call[], at: number) => calls.filter((_, index) => index !== at);

function words({ user, communicate }: Task): string {
  const agenda = JSON.stringify(user.agenda, (key, value) => (key === "tell" ? undefined : value));
  return `${user.instructions} ${agenda} ${communicate.join(" ")}`;
}

describe("the built-in retail tasks", () => {
  it("are many, told apart by their ids, and the same each time", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(400);
    expect([...builtinWorld(retail, 0).tasks.values()]).toEqual(tasks);
  });

  it("exist for another seed too", () => {
    expect(builtinWorld(retail, 1).tasks.size).toBeGreaterThanOrEqual(400);
  });

  it("differ: no two want the same of the same customer", () => {
    const outcomes = tasks.map((task) => JSON.stringify([task.reference_actions, task.communicate]));
    expect(new Set(outcomes).size).toBe(outcomes.length);
  });

  it("have reference actions that all succeed and score 1", () => {
    for (const task of tasks) {
      const { results, values } = play(task, task.reference_actions);
      expect(
        results.filter(({ ok }) => !ok),
        task.id,
      ).toEqual([]);
      expect(values, task.id).toEqual({ evaluation: 1, training: 1 });
    }
  });

  it("score 1 with the reads left out where calls don't count, and with more reads than needed", () => {
    for (const task of tasks) {
      const writes = task.reference_actions.filter((call) => effectOf(call.name) !== "read");
      const calls = task.reward_basis.includes("actions") ? task.reference_actions : writes;
      const more: Call = { requestor: "assistant", name: "list_all_product_types", arguments: {} };
      expect(play(task, [more, ...calls, more]).values, task.id).toEqual({ evaluation: 1, training: 1 });
    }
  });

  it("give nothing for doing nothing", () => {
    for (const task of tasks) {
      expect(play(task, [], []).values, task.id).toEqual({ evaluation: 0, training: 0 });
      expect(play(task, task.reference_actions.slice(0, 1), ["Hello!"]).values, task.id).toEqual({
        evaluation: 0,
        training: 0,
      });
    }
  });

  it("give nothing for a transfer, but where that is the right answer", () => {
    const call: Call = { requestor: "assistant", name: transfer, arguments: { summary: "Something." } };
    for (const task of tasks) {
      const right =
        task.reference_actions.some(({ name }) => name === transfer) && !task.reference_actions.some(isWrite);
      if (right) continue;
      expect(play(task, [call], []).values, task.id).toEqual({ evaluation: 0, training: 0 });
    }
  });

  it("give nothing when a fact is not told", () => {
    for (const task of tasks.filter(({ communicate }) => communicate.length > 0)) {
      for (const fact of task.communicate) {
        const said = task.communicate.filter((other) => other !== fact);
        expect(play(task, task.reference_actions, said).values.evaluation, task.id).toBe(0);
      }
    }
  });

  it("give nothing when a write is missing", () => {
    const attempts = tasks.flatMap((task) =>
      task.reference_actions.flatMap((call, at) =>
        isWrite(call) || call.name === transfer ? [[task, without(task.reference_actions, at)] as const] : [],
      ),
    );
    expect(scoring(attempts)).toEqual([]);
  });

  it("give nothing when a withdrawn write is made", () => {
    const withdrawn = tasks.flatMap((task) =>
      (task.user.agenda?.steps ?? []).flatMap((step) =>
        step.change_of_mind ? [[task, step.change_of_mind.withdrawn] as const] : [],
      ),
    );
    expect(withdrawn.length).toBeGreaterThan(20);
    for (const [task, call] of withdrawn) {
      using environment = world.open();
      expect(environment.call(call.requestor, call.name, call.arguments).ok, task.id).toBe(true);
    }
    // An address that is overwritten leaves no trace; all else does, or makes the reference fail.
    const traces = withdrawn.filter(([, { name }]) => name !== "modify_user_address");
    expect(scoring(traces.map(([task, call]) => [task, [call, ...task.reference_actions]] as const))).toEqual([]);
    expect(scoring(withdrawn.map(([task, call]) => [task, [call]] as const))).toEqual([]);
  });

  it("give nothing when an argument of a write is swapped for a sibling", () => {
    using environment = world.open();
    const { users, orders, products } = environment.state().agent as unknown as z.output<typeof RetailDocument>;
    const siblings = (call: Call): Call[] => {
      const order = orders[String(call.arguments.order_id)];
      const swap = (name: string, values: readonly Json[]) =>
        values
          .filter((value) => JSON.stringify(value) !== JSON.stringify(call.arguments[name]))
          .map((value) => ({ ...call, arguments: { ...call.arguments, [name]: value } }));
      if (order === undefined) return swap("address1", ["1 Elsewhere Street"]);
      const own = users[order.user_id];
      const methods = Object.keys(own?.payment_methods ?? {});
      const itemIds = (call.arguments.item_ids ?? []) as string[];
      const newIds = (call.arguments.new_item_ids ?? []) as string[];
      const variants = newIds.slice(0, 1).flatMap(() => {
        const product = products[order.items.find((item) => item.item_id === itemIds[0])?.product_id ?? ""];
        return Object.keys(product?.variants ?? {}).map((id) => [id, ...newIds.slice(1)]);
      });
      return [
        ...swap("order_id", own?.orders ?? []),
        ...("payment_method_id" in call.arguments ? swap("payment_method_id", methods) : []),
        ...("reason" in call.arguments ? swap("reason", ["no longer needed", "ordered by mistake"]) : []),
        ...("new_item_ids" in call.arguments ? swap("new_item_ids", variants) : []),
        ...("item_ids" in call.arguments && newIds.length === 0
          ? swap("item_ids", [order.items.map((item) => item.item_id), ...order.items.map((item) => [item.item_id])])
          : []),
      ];
    };
    const attempts = tasks.flatMap((task) =>
      task.reference_actions.flatMap((call, at) =>
        (isWrite(call) ? siblings(call) : []).map(
          (other) => [task, task.reference_actions.with(at, { ...other })] as const,
        ),
      ),
    );
    expect(attempts.length).toBeGreaterThan(2000);
    expect(scoring(attempts)).toEqual([]);
  });

  it("give nothing for a write too many", () => {
    const attempts = tasks.map((task) => {
      const customer = JSON.stringify(task.reference_actions);
      const stranger = tasks.find((other) => {
        const write = other.reference_actions.find(({ name }) => name === "modify_pending_order_address");
        return write !== undefined && !customer.includes(String(write.arguments.order_id));
      });
      const extra = stranger?.reference_actions.find(({ name }) => name === "modify_pending_order_address");
      return [task, [...task.reference_actions, ...(extra ? [extra] : [])]] as const;
    });
    expect(scoring(attempts)).toEqual([]);
  });

  it("share no user and no order between train and test", () => {
    const entities = (split: string) =>
      new Set(
        tasks
          .filter((task) => task.split === split)
          .flatMap(
            (task) =>
              `${words(task)} ${JSON.stringify(task.reference_actions)}`.match(
                /#W\d{7}|[a-z]+_[a-z]+_\d{4}\b|[\w.]+@example\.\w+/g,
              ) ?? [],
          ),
      );
    const [train, test] = [entities("train"), entities("test")];
    expect(train.size).toBeGreaterThan(300);
    expect(test.size).toBeGreaterThan(100);
    expect([...train].filter((entity) => test.has(entity))).toEqual([]);
  });

  it("share no request word for word between train and test", () => {
    const requests = (split: string) => {
      return tasks
        .filter((task) => task.split === split)
        .flatMap(({ user }) => user.agenda?.steps.map(({ say }) => say));
    };
    const train = new Set(requests("train"));
    expect(requests("test").filter((say) => train.has(say))).toEqual([]);
  });

  it("have each template in both splits, but for those held out for the test", () => {
    const templates = (split: string) => {
      return new Set(tasks.filter((task) => task.split === split).map(({ id }) => id.replace(/-\d+$/, "")));
    };
    const [train, test] = [templates("train"), templates("test")];
    expect([...train].filter((template) => !test.has(template))).toEqual([]);
    expect([...test].filter((template) => !train.has(template)).sort()).toEqual([
      "mind-and-refusal",
      "partial-payment",
      "sold-out-and-refusal",
      "three-with-mind",
      "two-refusals",
    ]);
    const share = tasks.filter(({ split }) => split === "test").length / tasks.length;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.33);
  });

  it("are seldom solved by a transfer at once", () => {
    const call: Call = { requestor: "assistant", name: transfer, arguments: { summary: "Something." } };
    const solved = tasks.filter((task) => play(task, [call], []).values.training !== 0);
    expect(solved.length / tasks.length).toBeLessThan(0.015);
  });

  it("are not solved by a message full of numbers, nor by what was read where something is to be computed", () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => String(number)).join(" ");
    for (const task of tasks.filter(({ communicate }) => communicate.length > 0)) {
      expect(play(task, task.reference_actions, [numbers]).values.evaluation, task.id).toBe(0);
      if (!task.difficulty?.traps.includes("arithmetic")) continue;
      const reads = play(task, task.reference_actions).results.map((result) => JSON.stringify(result));
      expect(play(task, task.reference_actions, reads).values.evaluation, task.id).toBe(0);
    }
  });

  it("count as facts who the user is, and what a question brings out and the calls need", () => {
    for (const { id, user, difficulty } of tasks) {
      const asked = (user.agenda?.steps ?? [])
        .flatMap(({ facts }) => facts)
        .filter((one) => one.disclosure === "asked");
      const upfront = (user.agenda?.identity ?? []).some((one) => one.name === "email" && one.disclosure === "known");
      const who = upfront ? 0 : 1;
      expect(difficulty?.facts, id).toBeGreaterThanOrEqual(who);
      expect(difficulty?.facts, id).toBeLessThanOrEqual(who + asked.length);
      if (/^(mind-leave-it|mind-profile-address|refuse-other-reason)/.test(id)) expect(difficulty?.facts, id).toBe(who);
    }
  });

  it("combine traps, and several writes", () => {
    const trapped = tasks.filter(({ user }) => {
      const steps = user.agenda?.steps ?? [];
      return steps.length > 1 && steps.some((step) => step.refusal ?? step.fallback ?? step.change_of_mind);
    });
    expect(trapped.length).toBeGreaterThanOrEqual(60);
    expect(tasks.filter(({ difficulty }) => (difficulty?.writes ?? 0) > 1).length).toBeGreaterThanOrEqual(120);
    expect(tasks.some(({ difficulty }) => difficulty?.traps.includes("several parcels"))).toBe(true);
  });

  it("use no order too often", () => {
    const uses = new Map<string, number>();
    for (const task of tasks) {
      const orders = new Set(
        task.reference_actions
          .filter(isWrite)
          .flatMap((call) => (call.arguments.order_id ? [String(call.arguments.order_id)] : [])),
      );
      for (const order of orders) uses.set(order, (uses.get(order) ?? 0) + 1);
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(3);
  });

  it("let the user say no id that only the shop knows, and no fact that is to be told", () => {
    for (const task of tasks) {
      const agenda = JSON.stringify(task.user.agenda, (key, value) => {
        return key === "tell" || key === "withdrawn" ? undefined : value;
      });
      const text = `${task.user.instructions} ${agenda}`;
      expect(text, task.id).not.toMatch(/\b\d{10}\b|credit_card_|gift_card_\d|paypal_\d|undefined|\[object/);
      for (const fact of task.communicate) {
        expect(text, task.id).not.toMatch(new RegExp(`(?<![\\p{L}\\p{N}.])${fact}(?![\\p{L}\\p{N}])`, "u"));
      }
    }
  });

  it("have agendas whose actions, facts and reward basis fit the task", () => {
    for (const { id, user, reference_actions, communicate, reward_basis } of tasks) {
      const steps = user.agenda?.steps ?? [];
      const served = new Set(steps.flatMap(({ actions }) => actions));
      expect(
        [...served].sort((a, b) => a - b),
        id,
      ).toEqual(reference_actions.map((_, at) => at).slice(1));
      expect(new Set(steps.flatMap(({ tell }) => tell)), id).toEqual(new Set(communicate));
      expect(reward_basis.includes("communicate"), id).toBe(communicate.length > 0);
      expect(reward_basis.includes("actions"), id).toBe(reference_actions.some(({ name }) => name === transfer));
      for (const { facts } of steps) expect(new Set(facts.map(({ name }) => name)).size, id).toBe(facts.length);
      const asked = steps.flatMap(({ facts }) => facts).filter(({ disclosure }) => disclosure === "asked");
      expect(new Set(asked.map(({ name }) => name)).size, id).toBe(asked.length);
      for (const fact of [...steps.flatMap(({ facts }) => facts), ...(user.agenda?.identity ?? [])]) {
        expect(
          fact.asks.some((word) => fact.name.includes(word)),
          `${id}: ${fact.name}`,
        ).toBe(true);
      }
    }
  });
});
