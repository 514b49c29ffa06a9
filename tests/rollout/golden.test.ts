/** One episode a domain, kept as prose and reviewed as such: whoever changes what is said or done sees it here. */
import { expect, test } from "vitest";
import { domains, Worlds } from "../../domains/index.ts";
import { episodeText } from "../../rollout/episode-text.ts";
import { expert, MemoryDesks, playAttempt, scripted, taskLine } from "../../rollout/index.ts";

const golden: Record<keyof typeof domains, string> = {
  retail: "mind-and-refusal-001",
  airline: "mind-and-refusal-002",
  telecom: "service-3-004",
  university: "consent-and-hold-005",
};

test.each(Object.keys(domains))("%s", async (name) => {
  const worlds = new Worlds(domains);
  const world = worlds.get(name);
  const setting = {
    desks: new MemoryDesks(worlds),
    policy: expert(),
    user: scripted,
    limits: { turns: 30, errors: 10 },
    mode: "evaluation" as const,
    seed: 0,
  };
  const task = world.task(golden[name] ?? "");
  const text = episodeText(await playAttempt(setting, { line: taskLine(world, task), attempt: 0 }));
  await expect(text).toMatchFileSnapshot(`golden/${name}.txt`);
});
