/** A report's arithmetic, against values worked out by hand. */
import { describe, expect, test } from "vitest";
import { noop, playAttempt, ReportBuilder, type Trajectory } from "../../rollout/index.ts";
import { reportText } from "../../rollout/report-text.ts";
import { passHat, successInterval } from "../../rollout/statistics.ts";
import { libraryTask, saying, setting } from "../support/speakers.ts";

const tally = (successes: number, attempts: number) => ({ successes, attempts });

describe("pass^k", () => {
  test("is the mean of C(c,k)/C(n,k) over tasks", () => {
    // 3 of 4: 3/4, 3/6, 1/4, 0. 4 of 4: 1 throughout. 1 of 4: 1/4, 0, 0, 0.
    const expected = [2 / 3, 1.5 / 3, 1.25 / 3, 1 / 3];
    for (const [at, rate] of passHat([tally(3, 4), tally(4, 4), tally(1, 4)]).entries()) {
      expect(rate).toBeCloseTo(expected[at] ?? Number.NaN, 12);
    }
  });

  test("of large groups is a number", () => {
    expect(passHat([tally(1999, 2000)])[999]).toBeCloseTo(0.5, 12);
    expect(passHat([tally(2000, 2000)]).every((rate) => rate === 1)).toBe(true);
  });

  test("goes up to the smallest group", () => {
    expect(passHat([tally(2, 4), tally(2, 2)])).toEqual([0.75, (1 / 6 + 1) / 2]);
    expect(passHat([])).toEqual([]);
  });
});

describe("the interval", () => {
  test("is Wilson's for single attempts", () => {
    // 8 of 10: (0.8 + z²/20 ± z sqrt(0.016 + z²/400)) / (1 + z²/10)
    const tasks = Array.from({ length: 10 }, (_, at) => tally(at < 8 ? 1 : 0, 1));
    expect(successInterval(tasks)?.rate).toBe(0.8);
    expect(successInterval(tasks)?.low).toBeCloseTo(0.4902, 3);
    expect(successInterval(tasks)?.high).toBeCloseTo(0.9433, 3);
  });

  test("attempts that are all alike within a task count once", () => {
    const grouped = Array.from({ length: 10 }, (_, at) => tally(at < 8 ? 4 : 0, 4));
    const single = Array.from({ length: 10 }, (_, at) => tally(at < 8 ? 1 : 0, 1));
    expect(successInterval(grouped)).toEqual(successInterval(single));
  });

  test("attempts that differ within tasks as between them count one by one", () => {
    const mixed = Array.from({ length: 10 }, () => tally(2, 4));
    const low = 0.5 - 1.959964 * Math.sqrt(0.25 / 40);
    expect(successInterval([...mixed.slice(1), tally(2, 4)])?.rate).toBe(0.5);
    // No spread between tasks at all: the number of tasks is the careful choice.
    expect(successInterval(mixed)?.low).toBeLessThan(low);
  });

  test("stays within 0 and 1 and has no width of 0 at the ends", () => {
    const all = successInterval(Array.from({ length: 20 }, () => tally(1, 1)));
    expect(all?.high).toBe(1);
    expect(all?.low).toBeCloseTo(0.8389, 3);
    expect(successInterval([])).toBeNull();
  });
});

describe("a report", async () => {
  const line = libraryTask();
  const base = await playAttempt(setting({ policy: noop }), { line, attempt: 0 });
  const { reward } = base;
  if (reward === null) throw new Error("unscored");
  const scored = (value: number | null, attempt: number, changes: Partial<Trajectory> = {}): Trajectory => {
    return { ...base, attempt, reward: { ...reward, value }, ...changes };
  };
  const failed = (attempt: number, boundary: "user" | "policy"): Trajectory => {
    const ended = { how: "failed", reason: boundary } as const;
    return { ...base, attempt, ended, failure: { boundary, message: "down" }, reward: null };
  };
  const reportOn = (...trajectories: Trajectory[]) => {
    const builder = new ReportBuilder();
    for (const trajectory of trajectories) builder.add(trajectory);
    return builder.build();
  };

  test("leaves null rewards out of the means and counts them aloud", () => {
    const report = reportOn(scored(1, 0), scored(0, 1), failed(2, "user"), failed(3, "policy"), scored(null, 4));
    const { overall } = report;
    expect(overall).toMatchObject({ tasks: 1, episodes: 5, scored: 2, pass_hat: [0.5, 0] });
    expect(overall.success?.rate).toBe(0.5);
    expect(overall.null_rewards).toEqual({ user: 1, policy: 1, unjudged: 1 });
    expect(overall.user_ends).toEqual({ user_stop: 2, early_stop: 1 });
    expect(reportText(report)).toContain(
      "3 of 5 have no reward and are left out of success: user 1, policy 1, unjudged 1",
    );
  });

  test("with nothing scored has no rate, not a zero", () => {
    const report = reportOn(failed(0, "user"));
    expect(report.overall.success).toBeNull();
    expect(reportText(report)).not.toContain("0.0 %");
  });

  test("a later record of an attempt replaces an earlier one", () => {
    const { overall } = reportOn(failed(0, "user"), scored(1, 0));
    expect(overall).toMatchObject({ episodes: 1, scored: 1, null_rewards: {} });
  });

  test("runs with other seeds are more attempts at the same tasks", () => {
    const { overall } = reportOn(scored(0, 0), scored(1, 0, { run_seed: 1 }));
    expect(overall).toMatchObject({ tasks: 1, episodes: 2, pass_hat: [0.5, 0] });
  });

  test("keeps policies, users and splits apart", () => {
    const other = { kind: "openai", model: "small", options: { temperature: 0 } };
    const report = reportOn(
      scored(1, 0),
      scored(0, 0, { policy: other }),
      scored(0, 1, { policy: other, split: "test" }),
      scored(1, 0, { user: { kind: "llm", model: "big" } }),
    );
    expect(Object.keys(report.by.policy)).toEqual(["noop", "openai small temperature=0"]);
    expect(Object.keys(report.by.user)).toEqual(["scripted", "llm big"]);
    expect(report.by.policy["openai small temperature=0"]).toMatchObject({ episodes: 2, tasks: 1 });
    expect(report.by.split.test?.episodes).toBe(1);
    expect(report.overall.episodes).toBe(4);
  });

  test("gives the share of criteria that hold, where there is more than one to a task", () => {
    const part = { db: { met: 1, of: 1 }, env_assertions: { met: 1, of: 3 } };
    const parted = { ...reward, value: 0, basis: ["db", "env_assertions"] as const, criteria: part };
    const whole = { ...parted, value: 1, criteria: { ...part, env_assertions: { met: 3, of: 3 } } };
    const report = reportOn(
      { ...base, attempt: 0, reward: { ...parted, basis: [...parted.basis] } },
      { ...base, attempt: 1, reward: { ...whole, basis: [...whole.basis] } },
      failed(2, "user"),
    );
    expect(report.overall).toMatchObject({ completion: 0.75, success: { rate: 0.5 } });
    expect(reportText(report)).toMatch(/success +95 % interval +TCR +db/);
    expect(reportText(report)).toMatch(/^all .* 50\.0 % .* 75\.0 % /m);
    const single = { ...reward, basis: ["db" as const], criteria: { db: { met: 0, of: 1 } } };
    const plain = reportOn({ ...base, reward: single });
    expect(plain.overall.completion).toBeNull();
    expect(reportText(plain)).not.toContain("TCR");
  });

  test("keeps solo episodes and forms of the domain policy apart", () => {
    const report = reportOn(
      scored(1, 0),
      scored(0, 0, { solo: true }),
      scored(1, 0, { solo: true, domain_policy: "guided" }),
      scored(0, 0, { domain_policy: "guided", world: "tau2" }),
    );
    expect(Object.keys(report.by.domain)).toEqual([
      "library",
      "library (solo)",
      "library (solo, guided)",
      "library (tau2, guided)",
    ]);
    expect(report.overall).toMatchObject({ tasks: 4, episodes: 4 });
  });

  test("counts turns, calls, errors, truncation and tokens", async () => {
    const call = { id: "a", type: "function" as const, function: { name: "read_book", arguments: "{}" } };
    const policy = saying({ content: null, tool_calls: [call, { ...call, id: "b" }] });
    const limits = { turns: 2, errors: 10 };
    const truncated = await playAttempt(setting({ policy, limits }), { line, attempt: 0 });
    const usage = { ...truncated.usage, user: { calls: 2, input_tokens: 30, output_tokens: 4 } };
    const report = reportOn({ ...truncated, usage });
    expect(report.overall).toMatchObject({ turns: 2, tool_calls: 4, tool_errors: 4, truncated: { turns: 1 } });
    expect(reportText(report)).toContain("user: 2 model calls, 30 tokens in, 4 out");
  });
});
