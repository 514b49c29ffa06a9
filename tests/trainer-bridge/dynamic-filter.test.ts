/** Groups played until enough are kept: no more than needed, none lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fill, type PlayedGroup, verdictOf } from "../../trainer-bridge/grpo/dynamic-filter.ts";
import { ticks } from "../support/ticks.ts";

const teaching = [1, 0];
const solved = [1, 1];

test.each([
  [[1, 0, null], "kept"],
  [[0.5, 0.25], "kept"],
  [[1, null, 1], "all_right"],
  [[0, 0], "all_wrong"],
  [[0.3, 0.1 + 0.2, 0.3], "all_equal"],
  [[0.5, 0.5], "all_equal"],
  [[1, null], "too_few"],
  [[null, null], "too_few"],
  [[], "too_few"],
] as const)("%j is %s", (rewards, why) => {
  expect(verdictOf(rewards)).toBe(why);
});

const group = fc.record({
  duration: fc.nat(30),
  rewards: fc.constantFrom<(number | null)[] | "broken">(teaching, solved, [0, 0], [null, 1], "broken"),
});

test("as many as are wanted are kept, in the order in which they end, and no more are played than that takes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(group, { maxLength: 25 }),
      fc.option(fc.nat(8), { nil: undefined }),
      fc.integer({ min: 1, max: 6 }),
      async (candidates, keep, concurrency) => {
        const started: number[] = [];
        const ended: number[] = [];
        let kept = 0;
        let running = 0;
        const play = async ({ duration, rewards }: (typeof candidates)[number], index: number) => {
          started.push(index);
          running += 1;
          expect(running).toBeLessThanOrEqual(Math.min(concurrency, (keep ?? Number.POSITIVE_INFINITY) - kept));
          await ticks(duration);
          running -= 1;
          ended.push(index);
          if (rewards === "broken") throw new Error(`group ${index} broke`);
          return rewards;
        };
        const found: PlayedGroup<(typeof candidates)[number]>[] = [];
        for await (const one of fill({ candidates, keep, concurrency, play })) {
          if (one.why === "kept") kept += 1;
          found.push(one);
        }
        expect(found.map(({ index }) => index)).toEqual(ended);
        expect(started).toEqual(candidates.slice(0, started.length).map((_, at) => at));
        expect(found).toHaveLength(started.length);
        const useful = candidates.filter(({ rewards }) => rewards === teaching).length;
        expect(kept).toBe(Math.min(keep ?? useful, useful));
        if (kept < (keep ?? Number.POSITIVE_INFINITY)) expect(started).toHaveLength(candidates.length);
        for (const { candidate, index, rewards, why, error } of found) {
          expect(candidate).toBe(candidates[index]);
          const broken = candidate.rewards === "broken";
          expect(rewards).toEqual(broken ? [] : candidate.rewards);
          expect(why).toBe(broken ? "too_few" : verdictOf(rewards));
          expect((error as Error | undefined)?.message).toBe(broken ? `group ${index} broke` : undefined);
        }
      },
    ),
  );
});

test("as many run at once as are allowed", async () => {
  let running = 0;
  let most = 0;
  const play = async () => {
    running += 1;
    most = Math.max(most, running);
    await ticks(5);
    running -= 1;
    return solved;
  };
  await Array.fromAsync(fill({ candidates: Array(20).keys(), concurrency: 4, play }));
  expect(most).toBe(4);
  most = 0;
  await Array.fromAsync(fill({ candidates: Array(20).keys(), concurrency: 4, keep: 3, play }));
  expect(most).toBe(3);
});

test("a slow group does not hold back the others, nor what takes the place of those without spread", async () => {
  const slow = Promise.withResolvers<number[]>();
  const groups = fill({
    candidates: [0, 1, 2, 3],
    keep: 2,
    concurrency: 2,
    play: async (candidate) => (candidate === 0 ? slow.promise : candidate === 3 ? teaching : solved),
  });
  const seen = [];
  for (let i = 0; i < 3; i++) seen.push((await groups.next()).value?.index);
  expect(seen).toEqual([1, 2, 3]);
  slow.resolve(teaching);
  expect((await groups.next()).value).toMatchObject({ index: 0, why: "kept" });
  expect((await groups.next()).done).toBe(true);
});

test("tasks are drawn only when they are played, and their source is closed", async () => {
  let drawn = 0;
  let closed = false;
  function* endless() {
    try {
      while (true) yield drawn++;
    } finally {
      closed = true;
    }
  }
  const groups = await Array.fromAsync(
    fill({ candidates: endless(), keep: 5, concurrency: 8, play: async () => teaching }),
  );
  expect([groups.length, drawn, closed]).toEqual([5, 5, true]);
  for await (const _ of fill({ candidates: endless(), concurrency: 2, play: async () => solved })) break;
  expect(drawn).toBeLessThan(10);
});

test("nothing wanted, nothing played", async () => {
  const play = async () => {
    throw new Error("played");
  };
  expect(await Array.fromAsync(fill({ candidates: [1, 2], keep: 0, concurrency: 2, play }))).toEqual([]);
  expect(await Array.fromAsync(fill({ candidates: [], concurrency: 2, play }))).toEqual([]);
});

test.each([
  [{ concurrency: 0 }, "concurrency is 0; it has to be 1 or more"],
  [{ concurrency: Number.NaN }, "concurrency is NaN; it has to be 1 or more"],
  [{ concurrency: 1, keep: -1 }, "keep is -1; it has to be 0 or more"],
])("%j is an error", async (wrong, message) => {
  await expect(Array.fromAsync(fill({ candidates: [1], play: async () => solved, ...wrong }))).rejects.toThrow(message);
});
