/** The token ids and log-probs of one answer, as vLLM and as SGLang give them. */
import { z } from "zod";

/** Checked by hand: an episode brings a few hundred thousand, and zod takes a thousand times as long for each. */
export const TokenIds = z.custom<number[]>(
  (value) => Array.isArray(value) && value.every((id) => Number.isSafeInteger(id) && id >= 0),
  "expected token ids, whole numbers from 0",
);

/** Rounding may leave one a hair above 0. vLLM writes -9999 for one that is not finite. */
const LogProbs = z.custom<number[]>(
  (value) =>
    Array.isArray(value) && value.every((logprob) => Number.isFinite(logprob) && logprob > -9999 && logprob <= 1e-3),
  "expected log-probs, finite numbers up to 0",
);

/** One answer of a policy: what it was shown and what it sampled. `logprobs` has one for each of `token_ids`. */
export const Sampled = z
  .strictObject({
    prompt_ids: TokenIds.refine((ids) => ids.length > 0, "expected at least one id"),
    token_ids: TokenIds,
    logprobs: LogProbs,
    weight_version: z.string().nullable().default(null),
    finish_reason: z.string().nullable().default(null),
  })
  .refine(({ token_ids, logprobs }) => token_ids.length === logprobs.length, {
    message: "as many logprobs as token_ids are wanted",
    path: ["logprobs"],
  });
export type Sampled = z.output<typeof Sampled>;

const WeightVersion = z.union([z.string(), z.int().transform(String)]);
const Choice = z.looseObject({
  token_ids: TokenIds.nullish(),
  response_token_ids: TokenIds.nullish(),
  prompt_token_ids: TokenIds.nullish(),
  finish_reason: z.string().nullish(),
  logprobs: z.looseObject({ content: z.custom<unknown[]>(Array.isArray, "expected a list").nullish() }).nullish(),
  weight_version: WeightVersion.nullish(),
  meta_info: z.looseObject({ weight_version: WeightVersion.nullish() }).nullish(),
});
const Answer = z.looseObject({
  prompt_token_ids: TokenIds.nullish(),
  weight_version: WeightVersion.nullish(),
  metadata: z.looseObject({ weight_version: WeightVersion.nullish() }).nullish(),
  choices: z.tuple([Choice]),
});

/** An answer that can't be trained on. Nothing is guessed in its place. */
export class TokensMissing extends Error {
  override name = "TokensMissing";
}

/**
 * vLLM has the prompt's ids at the top of the answer, SGLang on the choice. The sampled ids are on the choice, in vLLM and
 * before SGLang's release as `token_ids`, in SGLang 0.5.23 as `response_token_ids`, with the weights' version in `metadata`.
 * @throws TokensMissing in one line that names what lacks and how to get it.
 */
export function tokensOf(body: unknown): Sampled {
  const { data, error } = Answer.safeParse(body);
  if (data === undefined) throw new TokensMissing(`${UNFIT}: ${firstIssue(error)}`, { cause: error });
  const [choice] = data.choices;
  const prompt_ids = data.prompt_token_ids ?? choice.prompt_token_ids;
  if (prompt_ids == null) throw new TokensMissing(`${UNFIT}: no prompt_token_ids. ${REMEDY}`);
  const token_ids = choice.token_ids ?? choice.response_token_ids;
  if (token_ids == null) throw new TokensMissing(`${UNFIT}: no token_ids. ${REMEDY}`);
  const content = choice.logprobs?.content ?? (token_ids.length === 0 ? [] : null);
  if (content === null) throw new TokensMissing(`${UNFIT}: no logprobs. ${REMEDY}`);
  const sampled = Sampled.safeParse({
    prompt_ids,
    token_ids,
    logprobs: content.map((token) => (Object(token) as { readonly logprob?: unknown }).logprob),
    weight_version:
      choice.weight_version ??
      choice.meta_info?.weight_version ??
      data.weight_version ??
      data.metadata?.weight_version ??
      null,
    finish_reason: choice.finish_reason ?? null,
  });
  if (sampled.success) return sampled.data;
  throw new TokensMissing(`${UNFIT}: ${firstIssue(sampled.error)}`, { cause: sampled.error });
}

/** What the answer cost, where the endpoint does not say. */
export function countsOf({ prompt_ids, token_ids }: Sampled): { input_tokens: number; output_tokens: number } {
  return { input_tokens: prompt_ids.length, output_tokens: token_ids.length };
}

/** Why an answer ended, where it has no token ids; null where it does not say. */
export function finishReasonOf(body: unknown): string | null {
  const { data } = z.looseObject({ choices: z.tuple([Choice], z.unknown()) }).safeParse(body);
  return data?.choices[0].finish_reason ?? null;
}

const UNFIT = "the policy endpoint's answer can't be trained on";
const REMEDY =
  "It was asked with return_token_ids and logprobs: serve the model with vLLM or SGLang, or use protocol chat_text";

/** Without ids of its own such a message would be trained on as nothing, or as what it is not. */
export function saysSomething({ content, tool_calls }: Message): boolean {
  return Boolean(content?.length || tool_calls?.length);
}

interface Message {
  readonly content?: string | readonly unknown[] | null | undefined;
  readonly tool_calls?: readonly unknown[] | null | undefined;
}

/** Text that nothing was sampled for. */
export const TEXT_WITHOUT_IDS = `${UNFIT}: no ids of what it says. ${REMEDY}`;

function firstIssue({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") || "answer"}: ${issue?.message}`;
}
