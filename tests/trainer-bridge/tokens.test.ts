/** What endpoints answer: vLLM's layout and SGLang's, and what can't be trained on. */
import { expect, test } from "vitest";
import { finishReasonOf, type Sampled, TokensMissing, tokensOf } from "../../trainer-bridge/tokens.ts";

const logprobs = { content: [{ token: "a", logprob: -0.5, bytes: [97], top_logprobs: [] }, { logprob: 0 }] };
const choice = { index: 0, message: {}, finish_reason: "stop", token_ids: [5, 6], logprobs };
const vllm = { id: "x", prompt_token_ids: [1, 2, 3], choices: [choice], usage: {} };
const { token_ids: response_token_ids, ...rest } = choice;
const sglang = { id: "x", choices: [{ ...rest, response_token_ids, prompt_token_ids: [1, 2, 3] }], usage: {} };
const sglangBefore = { id: "x", choices: [{ ...choice, prompt_token_ids: [1, 2, 3] }], usage: {} };
const sampled: Sampled = {
  ...{ prompt_ids: [1, 2, 3], token_ids: [5, 6], logprobs: [-0.5, 0] },
  ...{ weight_version: null, finish_reason: "stop" },
};

test.each<[string, object, Partial<Sampled>]>([
  ["vLLM's", vllm, {}],
  ["SGLang's", sglang, {}],
  ["SGLang's before its release", sglangBefore, {}],
  [
    "a version in SGLang's metadata",
    { ...sglang, metadata: { weight_version: "5", weight_versions: [] } },
    { weight_version: "5" },
  ],
  ["a version at the top", { ...vllm, weight_version: "7" }, { weight_version: "7" }],
  ["a version that is a number", { ...vllm, weight_version: 7 }, { weight_version: "7" }],
  [
    "a version of the choice",
    { ...sglang, choices: [{ ...sglang.choices[0], weight_version: "8" }] },
    { weight_version: "8" },
  ],
  [
    "a version among the choice's meta_info",
    {
      ...sglang,
      weight_version: "top",
      choices: [{ ...sglang.choices[0], meta_info: { weight_version: "9", id: 1 } }],
    },
    { weight_version: "9" },
  ],
  ["what was cut", { ...vllm, choices: [{ ...choice, finish_reason: "length" }] }, { finish_reason: "length" }],
  ["no reason", { ...vllm, choices: [{ ...choice, finish_reason: null }] }, { finish_reason: null }],
  [
    "nothing sampled, so no log-probs",
    { ...vllm, choices: [{ ...choice, token_ids: [], logprobs: null }] },
    { token_ids: [], logprobs: [] },
  ],
  [
    "rounding above 0",
    { ...vllm, choices: [{ ...choice, logprobs: { content: [{ logprob: 1e-7 }, { logprob: -99 }] } }] },
    { logprobs: [1e-7, -99] },
  ],
])("%s layout is read", (_, body, changes) => {
  expect(tokensOf(body)).toEqual({ ...sampled, ...changes });
});

function withChoice(changes: object): object {
  return { ...vllm, choices: [{ ...choice, ...changes }] };
}

test.each<[unknown, RegExp]>([
  [{ ...vllm, prompt_token_ids: undefined }, /: no prompt_token_ids\. It was asked with return_token_ids/],
  [{ ...vllm, prompt_token_ids: [] }, /prompt_ids: expected at least one id/],
  [{ ...vllm, prompt_token_ids: ["1"] }, /prompt_token_ids: expected token ids/],
  [{ ...vllm, prompt_token_ids: [1.5] }, /prompt_token_ids: expected token ids/],
  [withChoice({ token_ids: null }), /: no token_ids\. /],
  [withChoice({ token_ids: [-1, 2] }), /choices\.0\.token_ids: expected token ids/],
  [withChoice({ logprobs: null }), /: no logprobs\. /],
  [withChoice({ logprobs: {} }), /: no logprobs\. /],
  [withChoice({ logprobs: { content: null } }), /: no logprobs\. /],
  [withChoice({ logprobs: { content: [{ logprob: -1 }] } }), /logprobs: as many logprobs as token_ids are wanted/],
  [withChoice({ token_ids: [], logprobs }), /logprobs: as many logprobs as token_ids are wanted/],
  [withChoice({ logprobs: { content: [{ logprob: -1 }, { logprob: null }] } }), /logprobs: expected log-probs/],
  [withChoice({ logprobs: { content: [{ logprob: -1 }, { logprob: 0.1 }] } }), /logprobs: expected log-probs/],
  [withChoice({ logprobs: { content: [{ logprob: -1 }, "x"] } }), /logprobs: expected log-probs/],
  [withChoice({ logprobs: { content: [{ logprob: -1 }, { logprob: -9999 }] } }), /logprobs: expected log-probs/],
  [{ ...vllm, choices: [choice, choice] }, /choices: /],
  [{ ...vllm, choices: [] }, /choices\.0|choices: /],
  [null, /answer: /],
  ["nonsense", /answer: /],
])("%j can't be trained on", (body, problem) => {
  const refuse = () => tokensOf(body);
  expect(refuse).toThrow(TokensMissing);
  expect(refuse).toThrow(problem);
  expect(refuse).toThrow(/^the policy endpoint's answer can't be trained on: [^\n]*$/);
});

test.each([
  [vllm, "stop"],
  [withChoice({ finish_reason: 7 }), null],
  [withChoice({ token_ids: "none" }), null],
  [{ choices: [{}] }, null],
  [null, null],
])("why %j ended, where only its text counts", (body, reason) => {
  expect(finishReasonOf(body)).toBe(reason);
});
