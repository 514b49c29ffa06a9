/** Advantages against the paper's examples, verl's and TRL's numbers, and what has to hold of any. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type AdvantageSetting, groupAdvantages } from "../../trainer-bridge/grpo/advantage.ts";
import { presets } from "../../trainer-bridge/grpo/presets.ts";
import { expectClose, golden } from "../support/golden.ts";

type Rewards = (number | null)[];

const numbers = (advantages: readonly (number | null)[]) => advantages.map((advantage) => advantage ?? 0);

test.each([
  {
    rewards: [1, 0, 0.5, 0],
    mean: 0.375,
    std: 0.414578098794425,
    advantages: [1.507556722888818, -0.904534033733291, 0.301511344577764, -0.904534033733291],
  },
  {
    rewards: [1, 0, 0.5, 0, 1],
    mean: 0.5,
    std: 0.447213595499958,
    advantages: [1.118033988749895, -1.118033988749895, 0, -1.118033988749895, 1.118033988749895],
  },
])("the worked example of $rewards, to 12 digits", ({ rewards, mean, std, advantages }) => {
  const found = groupAdvantages(rewards, { std: "population", epsilon: 0 });
  expectClose(numbers(found.advantages), advantages, 1e-12);
  expectClose([found.mean ?? Number.NaN, found.std ?? Number.NaN], [mean, std], 1e-12);
  expect(found).toMatchObject({ scored: rewards.length, zeroVariance: false });
});

test("over n - 1 the second example is whole numbers", () => {
  const { advantages } = groupAdvantages([1, 0, 0.5, 0, 1], { std: "sample", epsilon: 0 });
  expectClose(numbers(advantages), [1, -1, 0, -1, 1], 1e-12);
});

describe("verl", () => {
  const { made_by, groups } = golden<{
    made_by: { package: string };
    groups: { rewards: number[]; dtype: "float64" | "float32"; by_std: boolean; advantages: number[] }[];
  }>("verl");
  const settingOf = (byStd: boolean): AdvantageSetting => ({
    ...presets.verl.advantage,
    ...(!byStd && { std: "none" as const }),
  });

  test("is the version that the docs name", () => expect(made_by.package).toBe("verl 0.9.1"));

  // torch gives a group of one a float32 std, whatever its rewards are.
  test.each(groups)("$dtype, by std $by_std: $rewards", ({ rewards, dtype, by_std, advantages }) => {
    const found = groupAdvantages(rewards, settingOf(by_std));
    const exact = dtype === "float64" && rewards.length > 1;
    const flat = found.zeroVariance && rewards.length > 1;
    if (!flat) expectClose(numbers(found.advantages), advantages, exact ? 1e-12 : 1e-6);
    else expect(found.advantages).toEqual(rewards.map(() => 0));
  });

  test("leaves rounding errors where all rewards are equal, as TRL does, and this does not", () => {
    const theirs = [...groups, ...golden<{ groups: typeof groups }>("trl").groups].map(({ rewards, advantages }) => {
      return rewards.every((reward) => reward === 0.7) ? Math.abs(advantages[0] ?? 0) : 0;
    });
    expect(theirs.filter((error) => error > 1e-4).map((error) => error.toFixed(4))).toEqual(["0.0560", "0.0006"]);
    expect(groupAdvantages(Array(8).fill(0.7), presets.verl.advantage).advantages).toEqual(Array(8).fill(0));
  });

  test("gives the one rollout of a group its reward, and TRL 0", () => {
    const [one] = groupAdvantages([1], presets.verl.advantage).advantages;
    expectClose([one ?? 0], [1 / (1 + 1e-6)], 1e-15);
    expect(groupAdvantages([1], presets.trl.advantage).advantages).toEqual([0]);
    expect(groupAdvantages([0], presets.verl.advantage).advantages).toEqual([0]);
  });
});

describe("TRL", () => {
  const { made_by, groups } = golden<{
    made_by: { package: string };
    groups: { rewards: Rewards; scale: "group" | "none"; advantages: number[] }[];
  }>("trl");

  test("is the version that the docs name", () => expect(made_by.package).toBe("trl 1.13.0"));

  // Its rewards are float32.
  test.each(groups)("scaled by $scale: $rewards", ({ rewards, scale, advantages }) => {
    const setting = scale === "none" ? presets.dr_grpo.advantage : presets.trl.advantage;
    const found = groupAdvantages(rewards, setting);
    if (found.zeroVariance) expect(numbers(found.advantages)).toEqual(rewards.map(() => 0));
    else expectClose(numbers(found.advantages), advantages, 1e-6);
  });
});

describe("whatever the rewards", () => {
  const reward = fc.oneof(fc.constantFrom(0, 1, 0.5, 0.1), fc.double({ min: -50, max: 50, noNaN: true }));
  const group = fc.array(fc.option(reward), { maxLength: 12 });
  const std = fc.constantFrom("population" as const, "sample" as const, "none" as const);
  const setting = fc.record({ std, epsilon: fc.constantFrom(0, 1e-6, 1e-4) });
  const near = (found: Rewards, expected: Rewards, tolerance: number) => {
    expect(found.map((one) => one === null)).toEqual(expected.map((one) => one === null));
    expectClose(numbers(found), numbers(expected), tolerance);
  };
  /** Apart enough that shifting and scaling do not round the differences away. */
  const spread = (rewards: Rewards) => {
    const scored = rewards.filter((one) => one !== null).toSorted((one, other) => one - other);
    return scored.every((one, at) => {
      const step = one - (scored[at - 1] ?? Number.NEGATIVE_INFINITY);
      return step === 0 || step > 1e-3;
    });
  };

  test("advantages sum to 0, are finite, and are null exactly where the reward is", () => {
    fc.assert(
      fc.property(group, setting, (rewards, how) => {
        const { advantages, scored, zeroVariance } = groupAdvantages(rewards, how);
        expect(advantages.map((one) => one === null)).toEqual(rewards.map((one) => one === null));
        expect(advantages.every((one) => one === null || Number.isFinite(one))).toBe(true);
        expect(scored).toBe(rewards.filter((one) => one !== null).length);
        expectClose([numbers(advantages).reduce((sum, one) => sum + one, 0)], [0], 1e-9);
        expect(numbers(advantages).every((one) => one === 0)).toBe(zeroVariance);
      }),
    );
  });

  test("null rewards move nothing", () => {
    fc.assert(
      fc.property(group, setting, (rewards, how) => {
        const whole = groupAdvantages(rewards, how);
        const rest = groupAdvantages(
          rewards.filter((one) => one !== null),
          how,
        );
        expect({ ...whole, advantages: whole.advantages.filter((one) => one !== null) }).toEqual(rest);
      }),
    );
  });

  test("a shift of all rewards changes nothing", () => {
    fc.assert(
      fc.property(group.filter(spread), setting, fc.integer({ min: -100, max: 100 }), (rewards, how, shift) => {
        const shifted = rewards.map((one) => (one === null ? null : one + shift));
        near([...groupAdvantages(shifted, how).advantages], [...groupAdvantages(rewards, how).advantages], 1e-8);
      }),
    );
  });

  test("nor does a factor, where the std divides and epsilon is 0; without a std it multiplies", () => {
    fc.assert(
      fc.property(group.filter(spread), std, fc.integer({ min: 1, max: 100 }), (rewards, std, factor) => {
        const scaled = rewards.map((one) => (one === null ? null : one * factor));
        const before = groupAdvantages(rewards, { std, epsilon: 0 }).advantages;
        const expected = before.map((one) => (one === null || std !== "none" ? one : one * factor));
        near([...groupAdvantages(scaled, { std, epsilon: 0 }).advantages], expected, 1e-8);
      }),
    );
  });

  test("equal ones give exact zeros, also where their mean is not exact", () => {
    fc.assert(
      fc.property(reward, fc.integer({ min: 1, max: 12 }), setting, (value, n, how) => {
        const found = groupAdvantages(Array(n).fill(value), how);
        expect(found).toEqual({ advantages: Array(n).fill(0), mean: value, std: 0, scored: n, zeroVariance: true });
      }),
    );
  });

  test("equal but for rounding is equal", () => {
    expect(groupAdvantages([0.1 + 0.2, 0.3, 0.3], { std: "population", epsilon: 0 }).advantages).toEqual([0, 0, 0]);
    expectClose(numbers(groupAdvantages([1e-200, 0], { std: "population", epsilon: 0 }).advantages), [1, -1], 1e-12);
    expect(groupAdvantages([5e-324, 0], { std: "population", epsilon: 0 }).advantages).toEqual([0, 0]);
  });
});

test("without rewards there is no mean, and nothing to learn", () => {
  for (const rewards of [[], [null, null]]) {
    const advantages = rewards.map(() => null);
    const nothing = { advantages, mean: null, std: null, scored: 0, zeroVariance: true };
    expect(groupAdvantages(rewards, presets.verl.advantage)).toEqual(nothing);
  }
});

test("a reward that is no number is an error that names it", () => {
  expect(() => groupAdvantages([1, Number.NaN], presets.trl.advantage)).toThrow(
    "reward 1 of the group is NaN; what has no reward is null",
  );
});
