/** What is asked of one rollout, as it comes over the wire. */
import { hash } from "node:crypto";
import { z } from "zod";
import { canonical } from "../../domains/index.ts";
import { type RolloutSetting, type TaskLine, userNames } from "../../rollout/index.ts";
import { worldFields } from "../../servers/index.ts";
import { Sampled, saysSomething } from "../tokens.ts";

export const TaskRef = z.strictObject({
  domain: z.string(),
  id: z.string(),
  ...worldFields,
  solo: z.literal(true).optional(),
  domain_policy: z.string().optional(),
  /** As records have it: not needed, but where it is said it has to be right. */
  split: z.enum(["train", "test"]).nullable().optional(),
});
export type TaskRef = z.output<typeof TaskRef>;

export function taskRefOf({ domain, id, world, seed, solo, domain_policy }: TaskLine): TaskRef {
  return { domain, id, world, seed, ...(solo && { solo }), ...(domain_policy !== undefined && { domain_policy }) };
}

const HttpUrl = z.url({ protocol: /^https?$/, error: "expected a URL that begins with http:// or https://" });
const HeaderName = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, "expected a header's name");
const HeaderValue = z.string().regex(/^[\t\x20-\x7e]*$/, "expected letters, digits and signs in one line");
const Headers = z.record(HeaderName, HeaderValue);

/** Ids stand in URLs, where "." and ".." are none, and in headers. */
const Id = z.string().regex(/^(?!\.\.?$)[\x21-\x7e]{1,256}$/, "expected 1 to 256 letters, digits and signs, no spaces");

const PolicySpec = z.strictObject({
  base_url: HttpUrl,
  model: z.string(),
  api_key: HeaderValue.optional(),
  headers: Headers.default({}),
  /** Whether the answers' ids are kept, and wanted. By default in training mode. */
  protocol: z.enum(["chat_token_ids", "chat_text"]).optional(),
  /** For so long it is waited for an endpoint that is away, busy, or gives its answers up; the time of its tries left out. */
  patience_s: z.number().min(0).default(120),
  /** Further fields for the endpoint's requests, such as chat_template_kwargs. */
  extra_body: z.record(z.string(), z.json()).default({}),
});

const Sampling = z.strictObject({
  temperature: z.number().min(0).optional(),
  top_p: z.number().gt(0).max(1).optional(),
  /** -1 and 0: all, in the words of vLLM and of transformers. */
  top_k: z.int().min(-1).optional(),
  /** In one turn. */
  max_tokens: z.int().min(1).optional(),
  stop: z.array(z.string()).optional(),
});

const UserSpec = z.strictObject({
  kind: z.enum(userNames as [string, ...string[]]).optional(),
  model: z.string().optional(),
  /** Without `api_key` it gets none: the operator's is for the operator's own endpoint. */
  base_url: HttpUrl.optional(),
  api_key: HeaderValue.optional(),
});

const LimitsSpec = z.strictObject({
  turns: z.int().min(1).default(30),
  errors: z.int().min(1).default(10),
  tokens: z.int().min(1).optional(),
  /** For the whole rollout, whoever takes the time, pauses left out. Past it there is no reward. */
  deadline_s: z.number().positive().default(3600),
});

/** As an episode takes them; the deadline is the bridge's own. */
export function limitsOf({ turns, errors, tokens }: z.output<typeof LimitsSpec>): RolloutSetting["limits"] {
  return { turns, errors, ...(tokens !== undefined && { tokens }) };
}

/** How an episode is set up, whoever plays its policy. */
const episodeFields = {
  /** What all chance comes from, with the task and the attempt. */
  seed: worldFields.seed,
  user: UserSpec.prefault({}),
  limits: LimitsSpec.prefault({}),
  mode: z.enum(["training", "evaluation"]).default("training"),
  /** Train on a test split after all. */
  force: z.boolean().default(false),
};
const rolloutFields = {
  ...episodeFields,
  policy: PolicySpec,
  sampling: Sampling.prefault({}),
  /** The weights that play, where neither the endpoint says nor a resume has named any. */
  weight_version: z.string().optional(),
};
const attempt = z.int().min(0).default(0);

export const EpisodeSpec = z.strictObject({ task: TaskRef, attempt, ...episodeFields });
export type EpisodeSpec = z.output<typeof EpisodeSpec>;

export const RolloutSpec = z.strictObject({ task: TaskRef, attempt, ...rolloutFields });
export type RolloutSpec = z.output<typeof RolloutSpec>;

export const RolloutBody = RolloutSpec.safeExtend({ rollout_id: Id, group_id: Id.nullable().default(null) });

const n = z.int().min(1).max(1024);
export const GroupBody = z.strictObject({ task: TaskRef, ...rolloutFields, group_id: Id, n });

export const BatchBody = z.strictObject({
  ...rolloutFields,
  batch_id: Id,
  tasks: z.array(TaskRef).min(1),
  n,
  /** So many groups with spread are wanted: those without are replaced by the next tasks. */
  keep: z.int().min(1).optional(),
  /** Leave out tasks that doing nothing solves. */
  drop_noop_solvable: z.boolean().default(false),
});
export type BatchBody = z.output<typeof BatchBody>;

export const EpisodeBody = EpisodeSpec.safeExtend({ episode_id: Id });

/** As OpenAI has an assistant's message. What the policy made a mess of inside its calls goes through: it is its own fault. */
const Said = z
  .looseObject({
    role: z.literal("assistant").optional(),
    content: z.union([z.string(), z.array(z.looseObject({})), z.null()]).optional(),
    tool_calls: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
  })
  .refine(({ content, tool_calls }) => content !== undefined || tool_calls, "expected content or tool_calls");

/** A policy's message, and the tokens that it was sampled as where the record is to have them. */
export const StepBody = z
  .strictObject({
    /** How many messages went before it. */
    turn: z.int().min(0),
    message: Said,
    usage: z.strictObject({ input_tokens: z.int().min(0), output_tokens: z.int().min(0) }).optional(),
    tokens: Sampled.optional(),
  })
  .refine(({ message, tokens }) => tokens?.token_ids.length !== 0 || !saysSomething(message), {
    message: "expected the ids of what the message says",
    path: ["tokens", "token_ids"],
  });

/** A task's name alone: that its split was said makes no other request of it. */
export function nameOnly({ split: _, ...ref }: TaskRef): TaskRef {
  return ref;
}

/** Requests with one digest are the same request. */
export function digest(value: unknown): string {
  return hash("sha256", canonical(value));
}
