/** What holds for any sequence of calls, right and wrong ones, in every domain. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Call, canonical, domains, type Environment, type World, Worlds } from "../../domains/index.ts";

describe.each(Object.keys(domains))("%s", (name) => {
  const world = new Worlds(domains).get(name);
  const sequence = callsOf(world);
  const start = snapshot(world.open());

  test("a failed call changes nothing, a read neither, and reset gives the world back", () => {
    fc.assert(
      fc.property(sequence, (calls) => {
        using environment = world.open();
        for (const call of calls) {
          const before = changesOf(environment);
          const result = environment.call(call.requestor, call.name, call.arguments);
          const { effect } = environment.tools(call.requestor)[call.name] ?? {};
          if (!result.ok || effect !== "write") expect(changesOf(environment)).toBe(before);
        }
        environment.reset();
        expect(environment.changes()).toEqual([]);
        expect(snapshot(environment)).toBe(start);
      }),
      { numRuns: 60, seed: 1 },
    );
  });

  test("no rows differ exactly when the document does not", () => {
    fc.assert(
      fc.property(sequence, (calls) => {
        using environment = world.open();
        play(environment, calls);
        expect(environment.changes().length === 0).toBe(snapshot(environment) === start);
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  test("the same calls give the same results and rows, alone or beside another environment", () => {
    fc.assert(
      fc.property(sequence, sequence, (calls, others) => {
        using alone = world.open();
        const results = play(alone, calls);
        using one = world.open();
        using two = world.open();
        const beside = calls.map((call, at) => {
          play(two, others.slice(at, at + 1));
          return play(one, [call])[0];
        });
        expect(beside).toEqual(results);
        expect(changesOf(one)).toBe(changesOf(alone));
      }),
      { numRuns: 60, seed: 3 },
    );
  });
});

/** Calls of the domain's own tasks, as they are, with an argument of another call, or with one left out. */
function callsOf(world: World): fc.Arbitrary<Call[]> {
  const all = [...world.tasks.values()].flatMap((task) => task.reference_actions);
  const own = fc.constantFrom(...all);
  const mixed = fc.tuple(own, own).map(([call, other]) => {
    const shared = Object.entries(other.arguments).filter(([key]) => key in call.arguments);
    return { ...call, arguments: { ...call.arguments, ...Object.fromEntries(shared) } };
  });
  const torn = own.map((call) => ({ ...call, arguments: Object.fromEntries(Object.entries(call.arguments).slice(1)) }));
  return fc.array(fc.oneof({ weight: 4, arbitrary: own }, { weight: 3, arbitrary: mixed }, torn), { maxLength: 12 });
}

function play(environment: Environment, calls: readonly Call[]) {
  return calls.map(({ requestor, name, arguments: args }) => environment.call(requestor, name, args));
}

function snapshot(environment: Environment): string {
  return JSON.stringify(environment.state());
}

function changesOf(environment: Environment): string {
  return canonical(environment.changes().map(({ table, key, before, after }) => [table.name, key, before, after]));
}
