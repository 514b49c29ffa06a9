/** Whatever an episode and its endpoint do, a record has exactly the tokens that the endpoint gave, and no more. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RolloutRecord } from "../../trainer-bridge/index.ts";
import { type Bridged, bridged, turnOf } from "../support/bridged.ts";
import { type Given, type PolicyAnswer, type TokenEndpoint, tokenEndpoint } from "../support/token-endpoint.ts";

const TEXTS = [
  "Hello there, what is your name?",
  "Which title would you like?",
  "Dune is here, and there are other copies. Shall I lend it?",
  "",
  "###STOP###",
  "ß → 日本 🙂 the other",
  "<think>The reader is in order.</think>Done. Anything else?",
];
const CALLS = [
  { name: "find_member", arguments: '{"name":"Ada"}' },
  { name: "read_book", arguments: '{"book_id":"b2"}' },
  { name: "lend_book", arguments: '{"member_id":"m1","book_id":"b2"}' },
  { name: "lend_book", arguments: '{"member_id":7}' },
  { name: "read_book", arguments: '{"book_id":' },
  { name: "read_book", arguments: "[]" },
  { name: "", arguments: "{}" },
  { name: "no such tool", arguments: "{}" },
];

const said = {
  drifts: fc.boolean(),
  isCut: fc.boolean(),
  forgets: fc.nat(5).map((at) => at === 0),
  isVoid: fc.nat(9).map((at) => at === 0),
  version: fc.constantFrom(undefined, "w1", "w2"),
  layout: fc.constantFrom("vllm" as const, "sglang" as const),
};
const text = fc.record({ content: fc.constantFrom(...TEXTS), ...said });
const calling = fc.record({
  content: fc.constantFrom(null, "", "Let me see."),
  tool_calls: fc.array(fc.constantFrom(...CALLS), { minLength: 1, maxLength: 3 }),
  ...said,
});
const fault = fc.constantFrom<PolicyAnswer>(
  { without: "ids" },
  { without: "token_ids" },
  { without: "prompt_token_ids" },
  { without: "logprobs" },
  { fails: "context" },
  { fails: 400 },
);
const scripts = fc.record({
  answers: fc.array(fc.oneof(text, calling), { minLength: 1, maxLength: 9 }),
  fault: fc.option(fc.record({ turn: fc.nat(4), answer: fault })),
  /** A turn whose first request is answered 503. */
  hiccup: fc.option(fc.nat(9)),
  task: fc.constantFrom("lend-1", "lend-2", "read-1"),
  limits: fc.record({
    turns: fc.integer({ min: 1, max: 12 }),
    errors: fc.integer({ min: 1, max: 6 }),
    tokens: fc.constantFrom(undefined, 1500, 100_000),
  }),
  weight_version: fc.constantFrom(undefined, "w0"),
});
type Script = typeof scripts extends fc.Arbitrary<infer T> ? T : never;

const playing = new Map<string, Script>();
const begun = new Set<string>();
let endpoint: TokenEndpoint;
let bridge: Bridged;

beforeAll(async () => {
  endpoint = await tokenEndpoint((request) => {
    const { answers, fault: broken, hiccup } = playing.get(request.session ?? "") as Script;
    const turn = turnOf(request);
    const here = `${request.session}:${turn}`;
    if (turn === hiccup && !begun.has(here)) {
      begun.add(here);
      return { fails: 503 };
    }
    const answer = answers[turn] ?? { content: "Goodbye." };
    return turn === broken?.turn ? { ...answer, ...broken.answer } : answer;
  });
  bridge = bridged({ kept: 16 });
});
afterAll(() => endpoint[Symbol.asyncDispose]());

let played = 0;

async function play(script: Script): Promise<{ record: RolloutRecord; given: Given[] }> {
  const rollout_id = `r/${played++}`;
  playing.set(rollout_id, script);
  const { task, limits, weight_version } = script;
  const record = await bridge.rollout({
    rollout_id,
    task: { domain: "library", id: task },
    policy: { base_url: endpoint.url, model: "m" },
    limits,
    weight_version,
  });
  playing.delete(rollout_id);
  return { record, given: endpoint.given.filter(({ session }) => session === rollout_id) };
}

/** What went wrong at the end, if the script's fault was reached. */
function faultOf({ fault: broken }: Script, given: Given[], { turns }: RolloutRecord): PolicyAnswer | undefined {
  const reached = broken && (broken.answer.without ? given.length > broken.turn : turns.length === broken.turn);
  return reached ? broken.answer : undefined;
}

test("a record has the ids that the endpoint gave, their log-probs and versions, and every prompt before them", async () => {
  const seen = new Map<string, number>();
  const note = (what: string, times = 1) => seen.set(what, (seen.get(what) ?? 0) + times);
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const [{ record, given }, again] = await Promise.all([play(script), play(script)]);
      const broken = record.failure === null ? undefined : faultOf(script, given, record);
      // What the endpoint gave last can't be used where it lacks something.
      const used = broken?.without ? given.slice(0, -1) : given;
      checkTokens(record, used, script.weight_version ?? null);
      checkEnd(record, script, broken);
      expect(again.record.hash).toBe(record.hash);
      expect(again.record.segments).toEqual(record.segments);
      note(record.failure?.class ?? record.termination ?? "none");
      note("joins", record.counters.joins);
      note("drift", record.counters.drift);
      note("void", record.counters.void_turns);
      note("cut", record.turns.filter(({ finish_reason }) => finish_reason === "length").length);
      if (broken?.without) note(broken.without);
    }),
    { numRuns: 80, seed: 4 },
  );
  // Nothing of what is to be shown was left out by chance.
  for (const what of ["policy_endpoint", "max_turns", "max_errors", "max_tokens", "user_stop"]) {
    expect(seen.get(what), what).toBeGreaterThan(0);
  }
  for (const what of ["joins", "drift", "void", "cut", "ids", "token_ids", "prompt_token_ids", "logprobs"]) {
    expect(seen.get(what), what).toBeGreaterThan(2);
  }
});

function checkTokens({ segments, turns, counters }: RolloutRecord, given: readonly Given[], version: string | null) {
  expect(turns).toHaveLength(given.length);
  const versions = segments.map(({ response_ids }) => response_ids.map((): string | null | undefined => undefined));
  const masks = segments.map(({ response_ids }) => response_ids.map(() => 0));
  for (const [at, { segment, start, end, finish_reason }] of turns.entries()) {
    const answer = given[at] as Given;
    expect(finish_reason).toBe(answer.finish_reason);
    if (answer.token_ids.length === 0) {
      expect({ segment, start, end }).toEqual({ segment: null, start: 0, end: 0 });
      continue;
    }
    const { prompt_ids, response_ids, logprobs, turns: inIt } = segmentAt(segments, segment);
    expect(response_ids.slice(start, end)).toEqual(answer.token_ids);
    expect(logprobs.slice(start, end)).toEqual(answer.logprobs);
    expect([...prompt_ids, ...response_ids.slice(0, start)]).toEqual(answer.prompt_ids);
    expect(inIt).toContain(at);
    masks[segment as number]?.fill(1, start, end);
    versions[segment as number]?.fill(answer.version ?? version, start, end);
  }
  for (const [at, segment] of segments.entries()) {
    const { prompt_ids, response_ids, response_mask, logprobs, weight_versions, turns: inIt, join } = segment;
    expect(response_ids.length).toBeGreaterThan(0);
    expect(response_mask).toEqual(masks[at]);
    expect(response_mask.at(-1)).toBe(1);
    expect(logprobs.map((logprob) => (logprob === 0 ? 0 : 1))).toEqual(response_mask);
    expect(inIt).toEqual(turns.flatMap((turn, number) => (turn.segment === at ? [number] : [])));
    expect(join).toBe(at === 0 ? "start" : "fork");
    const told = response_ids.map((_, id) => {
      const spans = weight_versions.filter(({ start, end }) => start <= id && id < end);
      return response_mask[id] === 0 ? undefined : spans.length === 1 ? spans[0]?.version : `${spans.length} versions`;
    });
    expect(told).toEqual(versions[at]);
    for (const [number, { start, end, version: of }] of weight_versions.entries()) {
      expect([response_mask[start], response_mask[end - 1]]).toEqual([1, 1]);
      expect(weight_versions[number + 1]?.version).not.toBe(of);
    }
    // A new segment begins only where the one before it is not continued.
    const before = segments[at - 1];
    const known = before && [...before.prompt_ids, ...before.response_ids];
    if (known) expect(prompt_ids.slice(0, known.length)).not.toEqual(known);
  }
  const withTokens = given.filter(({ token_ids }) => token_ids.length > 0);
  expect(counters.joins + counters.drift + (segments.length > 0 ? 1 : 0)).toBe(withTokens.length);
  expect(counters.drift).toBe(Math.max(0, segments.length - 1));
  expect(counters.void_turns).toBe(given.length - withTokens.length);
  expect(counters.response_tokens).toBe(withTokens.reduce((sum, { token_ids }) => sum + token_ids.length, 0));
}

function segmentAt(segments: RolloutRecord["segments"], at: number | null): RolloutRecord["segments"][number] {
  const segment = at === null ? undefined : segments[at];
  if (segment === undefined) throw new Error(`there is no segment ${at}`);
  return segment;
}

function checkEnd(record: RolloutRecord, { limits }: Script, broken: PolicyAnswer | undefined): void {
  const { status, termination, failure, reward, turns, counters, trajectory } = record;
  expect(reward === null).toBe(status === "failed" || status === "aborted");
  expect(failure === null).toBe(status !== "failed");
  expect(termination === null).toBe(status === "failed");
  expect(turns.length).toBe(counters.turns);
  expect(trajectory?.messages.filter(({ sampled }) => sampled)).toHaveLength(turns.length);
  expect(turns.length).toBeLessThanOrEqual(limits.turns);
  expect(status === "truncated").toBe(termination?.startsWith("max_") ?? false);
  if (status === "truncated") expect(reward).toBe(0);
  // A model that can't read the first prompt has not lost: it could not play.
  if (termination === "max_tokens") expect(turns.length).toBeGreaterThan(0);
  if (termination === "max_turns") expect(turns.length).toBe(limits.turns);
  if (termination === "max_errors") expect(counters.tool_errors).toBeGreaterThanOrEqual(limits.errors);
  if (failure === null) return;
  // Nothing but the endpoint breaks here: whatever the policy says is its own fault.
  expect(failure.class).toBe("policy_endpoint");
  expect(broken).toBeDefined();
  if (broken?.without) {
    expect(failure.message).toMatch(/^the policy endpoint's answer can't be trained on: no .*return_token_ids.*$/);
  }
}
