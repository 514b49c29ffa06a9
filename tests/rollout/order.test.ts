/** Work in parallel, results in order, nothing piled up, nothing lost. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { inOrder } from "../../rollout/index.ts";
import { ticks } from "../support/ticks.ts";

test("input order, whatever takes long, with no more at once than allowed", async () => {
  const tasks = fc.array(fc.nat(50), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(tasks, fc.integer({ min: 1, max: 9 }), async (durations, concurrency) => {
      let running = 0;
      let most = 0;
      const work = async (duration: number) => {
        running += 1;
        most = Math.max(most, running);
        await ticks(duration);
        running -= 1;
        return duration;
      };
      expect(await Array.fromAsync(inOrder(durations, work, concurrency))).toEqual(durations);
      expect(most).toBeLessThanOrEqual(concurrency);
      if (durations.length >= concurrency) expect(most).toBe(concurrency);
    }),
  );
});

test("a slow item holds back only a bounded number", async () => {
  const slow = Promise.withResolvers<number>();
  let started = 0;
  const work = (item: number) => {
    started += 1;
    return item === 0 ? slow.promise : Promise.resolve(item);
  };
  const items = Array.from({ length: 1000 }, (_, at) => at);
  const all = Array.fromAsync(inOrder(items, work, 4));
  await ticks(2000);
  expect(started).toBe(16);
  slow.resolve(0);
  expect(await all).toEqual(items);
});

test("after an abort what was done comes out and the rest is left out", async () => {
  const stop = new AbortController();
  const work = async (item: number) => {
    if (item === 0)
      await new Promise((_, reject) => stop.signal.addEventListener("abort", () => reject(new Error("x"))));
    if (item === 3) stop.abort();
    return item;
  };
  expect(await Array.fromAsync(inOrder([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], work, 2, stop.signal))).toEqual([1, 2, 3]);
});

test("a bug is not swallowed", async () => {
  const work = async (item: number) => {
    if (item === 2) throw new Error("bug");
    return item;
  };
  await expect(Array.fromAsync(inOrder([1, 2, 3], work, 2))).rejects.toThrow("bug");
});
