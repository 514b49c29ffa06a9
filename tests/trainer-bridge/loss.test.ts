/** Losses against the paper's examples, verl's and TRL's numbers, and what has to hold of any. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupAdvantages } from "../../trainer-bridge/grpo/advantage.ts";
import { type Aggregation, aggregate } from "../../trainer-bridge/grpo/aggregate.ts";
import { type KlKind, tokenKl } from "../../trainer-bridge/grpo/kl.ts";
import {
  type LossBatch,
  type LossSetting,
  policyLoss,
  surrogate,
  tokenLosses,
} from "../../trainer-bridge/grpo/loss.ts";
import { presets } from "../../trainer-bridge/grpo/presets.ts";
import { expectClose, golden } from "../support/golden.ts";

const { mua, verl, trl, dr_grpo } = presets;

describe("the worked examples", () => {
  const four = [1, 0, 0.5, 0];
  const five = [1, 0, 0.5, 0, 1];

  test.each([
    { rewards: four, rho: 1, beta: 0.01, shown: null },
    { rewards: five, rho: 1, beta: 0.001, shown: null },
    { rewards: four, rho: 1.4, beta: 0.01, shown: ["1.8084", "-1.2670", "0.3612", "-1.2670"] },
    { rewards: five, rho: 1.4, beta: 0.01, shown: ["1.3410", "-1.5659", "-0.0006", "-1.5659", "1.3410"] },
  ])("$rewards with a ratio of $rho", ({ rewards, rho, beta, shown }) => {
    const { advantages } = groupAdvantages(rewards, { std: "population", epsilon: 0 });
    // The examples take one rho for both: new to old in the surrogate, reference to new in the KL.
    const batch: LossBatch = {
      logprobs: rewards.map(() => [Math.log(rho)]),
      oldLogprobs: rewards.map(() => [0]),
      refLogprobs: rewards.map(() => [2 * Math.log(rho)]),
      mask: rewards.map(() => [1]),
      advantages,
    };
    const kl = { ...trl.kl, coefficient: beta, weighted: false };
    const found = tokenLosses(batch, { ...trl, kl }).map(([loss]) => -(loss as number));
    const expected = advantages.map((advantage) => {
      const worth = advantage as number;
      const clipped = Math.min(Math.max(rho, 0.8), 1.2);
      return Math.min(rho * worth, clipped * worth) - beta * (rho - 1 - Math.log(rho));
    });
    expectClose(found, expected, 1e-12);
    if (shown === null) expectClose(found, advantages as number[], 1e-12);
    else expect(found.map((loss) => loss.toFixed(4))).toEqual(shown);
  });

  test("KL at a ratio of 1.4", () => {
    expectClose([tokenKl("k3", 0, Math.log(1.4))], [0.06352776337878707], 1e-15);
  });
});

interface Vectors<Setting> {
  logprobs: number[][];
  old_logprobs: number[][];
  ref_logprobs: number[][];
  mask: number[][];
  advantages: number[];
  losses: (Setting & { low: number; high: number; horizon: number | null; loss: number })[];
}

function batchOf(vectors: Vectors<unknown>, horizon: number | null): LossBatch {
  return {
    logprobs: vectors.logprobs,
    oldLogprobs: vectors.old_logprobs,
    refLogprobs: vectors.ref_logprobs,
    mask: vectors.mask,
    advantages: vectors.advantages,
    ...(horizon !== null && { horizon }),
  };
}

const masked = (vectors: Vectors<unknown>) => vectors.mask.filter((row) => !row.includes(1)).length;

describe("verl", () => {
  type Setting = { mode: Aggregation; dual: number; kl: string | null; coefficient: number };
  const { defaults, kl, trainer, bare } = golden<{
    defaults: Record<string, unknown>;
    kl: Record<"ref_minus_new" | KlKind | "low_var_kl", number[]>;
    trainer: Vectors<Setting>[];
    bare: Vectors<Setting>[];
  }>("verl");
  const kinds: Record<string, KlKind> = { kl: "k1", mse: "k2", low_var_kl: "k3" };
  const settingOf = ({ mode, low, high, dual, kl, coefficient }: Vectors<Setting>["losses"][number]): LossSetting => ({
    ...verl,
    clip: { low, high, dual },
    kl: { ...verl.kl, kind: kinds[kl ?? "low_var_kl"] as KlKind, coefficient },
    aggregation: mode,
  });
  // It adds 1e-8 to a row's count of tokens.
  const toleranceOf = (mode: Aggregation) => (mode === "seq-mean-token-mean" ? 2e-8 : 1e-12);

  test.each(["k1", "k2", "k3"] as const)("its %s, with both clamps reached", (kind) => {
    const found = kl.ref_minus_new.map((x) => tokenKl(kind, 0, x, verl.kl.limits));
    expectClose(found, kl[kind], 1e-14);
    if (kind === "k3") expect([Math.max(...found), kl.low_var_kl]).toEqual([10, kl.k3]);
  });

  test.each(trainer.map((vectors, at) => ({ at, vectors })))("its trainer's loss, batch $at", ({ vectors }) => {
    expect(vectors.losses).toHaveLength(30);
    for (const { loss, ...how } of vectors.losses) {
      const found = policyLoss(batchOf(vectors, how.horizon), settingOf({ ...how, loss }));
      expectClose([found], [loss], toleranceOf(how.mode), JSON.stringify(how));
    }
  });

  test.each(bare)("its policy loss alone leaves fully masked rows out, as null does here", (vectors) => {
    expect(masked(vectors)).toBe(2);
    const advantages = vectors.advantages.map((one, at) => (vectors.mask[at]?.includes(1) ? one : null));
    for (const { loss, ...how } of vectors.losses) {
      const found = policyLoss({ ...batchOf(vectors, how.horizon), advantages }, settingOf({ ...how, loss }));
      expectClose([found], [loss], toleranceOf(how.mode), JSON.stringify(how));
    }
  });

  test("the preset is what verl does unless told otherwise", () => {
    expect(defaults).toEqual({
      epsilon: verl.advantage.epsilon,
      norm_adv_by_std_in_grpo: verl.advantage.std !== "none",
      clip_ratio_low: verl.clip.low,
      clip_ratio_high: verl.clip.high,
      clip_ratio_c: verl.clip.dual,
      use_kl_loss: verl.kl.coefficient !== 0,
      kl_loss_coef: mua.kl.coefficient,
      kl_loss_type: Object.keys(kinds).find((name) => kinds[name] === verl.kl.kind),
      loss_agg_mode: verl.aggregation,
    });
  });

  test.each(["mua", "dapo"] as const)("the preset %s is one of its settings", (name) => {
    const { clip, kl, aggregation } = presets[name];
    for (const vectors of trainer) {
      const same = vectors.losses.filter(({ mode, high, dual, coefficient }) => {
        return mode === aggregation && high === clip.high && dual === clip.dual && coefficient === kl.coefficient;
      });
      expectClose(
        [policyLoss(batchOf(vectors, null), presets[name])],
        same.map(({ loss }) => loss),
        1e-12,
      );
    }
  });

  test("the vectors reach what they are there for", () => {
    expect(trainer.map(masked)).toEqual([0, 0, 2]);
    const ratios = trainer.flatMap(({ logprobs, old_logprobs, mask, advantages }) =>
      logprobs.flatMap((row, at) =>
        row.flatMap((one, place) => {
          const ratio = one - (old_logprobs[at]?.[place] as number);
          return mask[at]?.[place] === 1 ? { ratio, worth: advantages[at] as number } : [];
        }),
      ),
    );
    expect(ratios.some(({ ratio, worth }) => worth < 0 && ratio > 20)).toBe(true);
    expect(ratios.some(({ ratio, worth }) => worth > 0 && ratio < -20)).toBe(true);
    expect(ratios.some(({ ratio, worth }) => worth < 0 && ratio > Math.log(3))).toBe(true);
    expect(ratios.some(({ ratio, worth }) => worth > 0 && ratio > Math.log(1.2))).toBe(true);
    expect(ratios.some(({ worth }) => worth === 0)).toBe(true);
  });
});

describe("TRL", () => {
  /** Its `loss_type`s that are a clipped surrogate with one ratio a token. */
  const lossTypes = {
    grpo: "seq-mean-token-mean",
    bnpo: "token-mean",
    dapo: "token-mean",
    dr_grpo: "seq-mean-token-sum-norm",
  } as const satisfies Record<string, Aggregation>;
  type Setting = { loss_type: keyof typeof lossTypes; delta: number | null; beta: number; weighted: boolean };
  const { defaults, batches } = golden<{ defaults: Record<string, unknown>; batches: Vectors<Setting>[] }>("trl");

  test.each(batches.map((vectors, at) => ({ at, vectors })))("its trainer's loss, batch $at", ({ vectors }) => {
    expect(vectors.losses).toHaveLength(16);
    for (const { loss_type, low, high, delta, beta, weighted, horizon, loss } of vectors.losses) {
      const found = policyLoss(batchOf(vectors, horizon), {
        ...trl,
        clip: { low, high, dual: delta },
        kl: { ...trl.kl, coefficient: beta, weighted },
        aggregation: lossTypes[loss_type],
      });
      expectClose([found], [loss], 1e-12, JSON.stringify({ loss_type, delta, beta, weighted }));
    }
    expect(vectors.losses.some(({ delta }) => delta !== null)).toBe(true);
  });

  test("the presets trl and dr_grpo are two of its settings", () => {
    for (const vectors of batches) {
      const plain = vectors.losses.filter(({ delta, beta }) => delta === null && beta === 0);
      const lossOf = (type: string) => plain.filter(({ loss_type }) => loss_type === type).map(({ loss }) => loss);
      expectClose([policyLoss(batchOf(vectors, null), trl)], lossOf("dapo"), 1e-12);
      expectClose([policyLoss(batchOf(vectors, 40), dr_grpo)], lossOf("dr_grpo"), 1e-12);
    }
  });

  test("the preset is what GRPOConfig() says", () => {
    expect(defaults).toEqual({
      loss_type: "dapo",
      scale_rewards: "group",
      epsilon_low: trl.clip.low,
      epsilon_high: trl.clip.high,
      delta: trl.clip.dual,
      beta: trl.kl.coefficient,
      use_bias_correction_kl: trl.kl.weighted,
    });
    expect(lossTypes.dapo).toBe(trl.aggregation);
    expect(lossTypes.dr_grpo).toBe(dr_grpo.aggregation);
  });
});

describe("whatever the batch", () => {
  const logprob = fc.double({ min: -30, max: 0, noNaN: true });
  const token = fc.tuple(logprob, logprob, logprob, fc.constantFrom(0, 1));
  const row = fc.record({
    tokens: fc.array(token, { maxLength: 6 }),
    advantage: fc.double({ min: -3, max: 3, noNaN: true }),
  });
  const rows = fc.array(row, { minLength: 1, maxLength: 5 });
  const names = fc.constantFrom(...(Object.keys(presets) as (keyof typeof presets)[]));
  const build = (of: { tokens: [number, number, number, number][]; advantage: number | null }[]): LossBatch => ({
    logprobs: of.map(({ tokens }) => tokens.map(([one]) => one)),
    oldLogprobs: of.map(({ tokens }) => tokens.map(([, one]) => one)),
    refLogprobs: of.map(({ tokens }) => tokens.map(([, , one]) => one)),
    mask: of.map(({ tokens }) => tokens.map(([, , , one]) => one)),
    advantages: of.map(({ advantage }) => advantage),
    horizon: 6,
  });
  const withKl = (name: keyof typeof presets): LossSetting => ({
    ...presets[name],
    kl: { ...presets[name].kl, coefficient: 0.01 },
  });

  test("a row without a reward moves nothing", () => {
    fc.assert(
      fc.property(rows, row, fc.nat(5), names, (there, absent, place, name) => {
        const all = [...there.slice(0, place), { ...absent, advantage: null }, ...there.slice(place)];
        expect(policyLoss(build(all), withKl(name))).toBe(policyLoss(build(there), withKl(name)));
        expect(tokenLosses(build(all), withKl(name))[Math.min(place, there.length)]).toEqual(
          absent.tokens.map(() => 0),
        );
      }),
    );
  });

  test("nor does what stands outside the mask, not even NaN", () => {
    fc.assert(
      fc.property(rows, names, (there, name) => {
        const holes = there.map(({ tokens, advantage }) => ({
          advantage,
          tokens: tokens.map((one): [number, number, number, number] => {
            return one[3] === 1 ? one : [Number.NaN, Number.NaN, Number.NaN, 0];
          }),
        }));
        expect(policyLoss(build(holes), withKl(name))).toBe(policyLoss(build(there), withKl(name)));
      }),
    );
  });

  test("on the policy that sampled, the loss of token-mean is minus the mean advantage", () => {
    fc.assert(
      fc.property(rows, (there) => {
        const batch = build(there);
        const tokens = there.flatMap(({ tokens, advantage }) =>
          tokens.filter((one) => one[3] === 1).map(() => advantage),
        );
        const mean = tokens.length === 0 ? 0 : tokens.reduce((sum, one) => sum + one, 0) / tokens.length;
        expectClose([policyLoss({ ...batch, oldLogprobs: batch.logprobs }, verl)], [-mean], 1e-12);
      }),
    );
  });

  test("k3 is never below 0, and 0 on the reference", () => {
    fc.assert(
      fc.property(logprob, logprob, (one, other) => {
        expect(tokenKl("k3", one, other)).toBeGreaterThanOrEqual(0);
        expect(tokenKl("k3", one, one)).toBe(0);
      }),
    );
  });

  test("the dual clip of verl and the two-sided clip of TRL are one function above 1 + high", () => {
    const twoSided = (ratio: number, worth: number, delta: number) => {
      const clipped = Math.min(Math.max(ratio, 0.8), 1.2);
      return Math.min(Math.min(ratio, delta) * worth, clipped * worth);
    };
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 20, noNaN: true }),
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 1.21, max: 10, noNaN: true }),
        (ratio, worth, dual) => {
          expectClose([surrogate(ratio, worth, { low: 0.2, high: 0.2, dual })], [twoSided(ratio, worth, dual)], 1e-12);
        },
      ),
    );
  });
});

test("the five ways to one number", () => {
  const losses = [[1, 2, 9], [4], [8, 8]];
  const mask = [[1, 1, 0], [1], [0, 0]];
  const found = ["token-mean", "token-sum", "seq-mean-token-mean", "seq-mean-token-sum", "seq-mean-token-sum-norm"].map(
    (way) => aggregate(way as Aggregation, losses, mask, 10),
  );
  expectClose(found, [7 / 3, 7, 5.5 / 3, 7 / 3, 7 / 30], 1e-15);
});

test("an empty batch weighs nothing", () => {
  const empty: LossBatch = { logprobs: [[-1]], oldLogprobs: [[-1]], mask: [[0]], advantages: [1], horizon: 1 };
  for (const preset of Object.values(presets)) {
    expect(policyLoss({ ...empty, refLogprobs: [[-1]] }, preset)).toBe(0);
    expect(
      policyLoss({ logprobs: [], oldLogprobs: [], refLogprobs: [], mask: [], advantages: [], horizon: 1 }, preset),
    ).toBe(0);
  }
});

describe("what does not fit is an error that says so", () => {
  const batch: LossBatch = { logprobs: [[-1], [-2]], oldLogprobs: [[-1], [-2]], mask: [[1], [1]], advantages: [1, -1] };

  test.each<[string, LossBatch, LossSetting]>([
    ["a KL of 0.001 needs refLogprobs; give them, or 0", batch, mua],
    ["divides by a horizon above 0, and has undefined", batch, dr_grpo],
    ["1 advantages for 2 rows of logprobs; give one a row", { ...batch, advantages: [1] }, verl],
    ["mask and logprobs differ in length in row 1", { ...batch, mask: [[1], [1, 1]] }, verl],
    ["oldLogprobs and logprobs differ in length in row 2", { ...batch, oldLogprobs: [[-1], [-2], [-3]] }, verl],
    ["mask has 2 in row 1, place 0", { ...batch, mask: [[1], [2]] }, verl],
    ["logprobs has NaN in row 0, place 0", { ...batch, logprobs: [[Number.NaN], [-2]] }, verl],
    ["oldLogprobs has -Infinity in row 1, place 0", { ...batch, oldLogprobs: [[-1], [-Infinity]] }, verl],
    ["refLogprobs has NaN in row 1, place 0", { ...batch, refLogprobs: [[-1], [Number.NaN]] }, mua],
  ])("%s", (message, wrong, setting) => {
    expect(() => policyLoss(wrong, setting)).toThrow(message);
  });
});
