/** What a record's hash is of: what was played and what came of it. */
import { expect, test } from "vitest";
import {
  MemoryDesks,
  type Message,
  noop,
  playAttempt,
  scripted,
  type Trajectory,
  taskLine,
} from "../../rollout/index.ts";
import { type Sampled, Segments } from "../../trainer-bridge/index.ts";
import { type RecordSource, recordOf } from "../../trainer-bridge/service/record.ts";
import { worlds } from "../support/bridged.ts";

const world = worlds.get("library");
const line = taskLine(world, world.task("lend-1"));
const setting = {
  ...{ desks: new MemoryDesks(worlds), policy: noop, user: scripted, mode: "training" as const, seed: 0 },
  limits: { turns: 3, errors: 10 },
};
const played = await playAttempt(setting, { line, attempt: 0 });
const call = {
  id: "call_7",
  type: "function" as const,
  function: { name: "read_book", arguments: '{"title":"Dune"}' },
};

const sampled: Sampled = {
  ...{ prompt_ids: [1, 2], token_ids: [3, 4], logprobs: [-0.5, -0.25] },
  ...{ weight_version: "w1", finish_reason: "stop" },
};
const more: Sampled = { ...sampled, prompt_ids: [1, 2, 3, 4, 5], token_ids: [6], logprobs: [-1] };

function calling(tool_call: Message["tool_calls"] = [call], changes: Partial<Trajectory> = {}): Trajectory {
  const [first, ...rest] = played.messages;
  const message = { role: "assistant" as const, content: null, tool_calls: tool_call, sampled: true };
  return { ...played, messages: [...(first ? [first] : []), message, ...rest], ...changes };
}

function hashOf(changes: Partial<RecordSource> = {}, answers: readonly Sampled[] = [sampled, more]): string {
  const segments = new Segments();
  for (const answer of answers) segments.add(answer);
  return recordOf({
    ...{ rollout_id: "r", group_id: null, line, seed: 0, attempt: 0, noopSolvable: false, segments },
    ...{ queuedMs: 0, ms: 10, ending: calling() },
    ...changes,
  }).hash;
}

const { policy } = played;
test.each<[string, () => string]>([
  ["log-probs", () => hashOf({}, [{ ...sampled, logprobs: [-0.5000001, -0.25] }, more])],
  ["the weights' version", () => hashOf({}, [sampled, { ...more, weight_version: "w2" }])],
  ["the model's name", () => hashOf({ ending: calling([call], { policy: { ...policy, model: "other" } }) })],
  ["calls' ids", () => hashOf({ ending: calling([{ ...call, id: "other" }]) })],
  ["ids of rollout and group", () => hashOf({ rollout_id: "other", group_id: "g" })],
  ["time", () => hashOf({ queuedMs: 1000, ms: 1000 })],
])("%s: not counted", (_, other) => {
  expect(other()).toBe(hashOf());
});

test.each<[string, () => string]>([
  ["a sampled id", () => hashOf({}, [sampled, { ...more, token_ids: [7] }])],
  [
    "a prompt's id",
    () =>
      hashOf({}, [
        { ...sampled, prompt_ids: [1, 9] },
        { ...more, prompt_ids: [1, 9, 3, 4, 5] },
      ]),
  ],
  ["who said an id", () => hashOf({}, [{ ...sampled, token_ids: [3, 4, 5, 6], logprobs: [0, 0, 0, 0] }])],
  ["the run's seed", () => hashOf({ seed: 1 })],
  ["the attempt", () => hashOf({ attempt: 1 })],
  ["the task", () => hashOf({ line: taskLine(world, world.task("lend-2")) })],
  ["its world's seed", () => hashOf({ line: { ...line, seed: 1 } })],
  ["the end", () => hashOf({ ending: { aborted: "deadline" } })],
  ["another end", () => hashOf({ ending: calling([call], { ended: { how: "truncated", reason: "errors" } }) })],
  ["the reward", () => hashOf({ ending: { ...calling(), reward: played.reward && { ...played.reward, value: 1 } } })],
  ["a call's name", () => hashOf({ ending: calling([{ ...call, function: { ...call.function, name: "other" } }]) })],
  [
    "a call's arguments",
    () => hashOf({ ending: calling([{ ...call, function: { ...call.function, arguments: "{}" } }]) }),
  ],
])("%s: counted", (_, other) => {
  expect(other()).not.toBe(hashOf());
});
