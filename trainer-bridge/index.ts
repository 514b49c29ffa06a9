/** The public door of the trainer-bridge: token-exact samples, GRPO's arithmetic, and the service. */

export { type ChatTemplate, loadChatTemplate } from "./datasets/chat-template.ts";
export { type RenderedSegment, renderSegments } from "./datasets/rendered-segments.ts";
export { type AdvantageSetting, groupAdvantages } from "./grpo/advantage.ts";
export { type Aggregation, aggregate } from "./grpo/aggregate.ts";
export { type Filling, fill, type PlayedGroup, type Verdict, verdictOf } from "./grpo/dynamic-filter.ts";
export { type KlKind, tokenKl } from "./grpo/kl.ts";
export { type LossBatch, type LossSetting, policyLoss, surrogate } from "./grpo/loss.ts";
export { type Preset, presets } from "./grpo/presets.ts";
export { Segment, Segments, Turn } from "./segment.ts";
export type { BatchEvent } from "./service/batches.ts";
export { Gate } from "./service/gate.ts";
export type { GroupSummary } from "./service/groups.ts";
export { createBridge } from "./service/http.ts";
export { Journal } from "./service/journal.ts";
export { RolloutRecord } from "./service/record.ts";
export { Rollouts } from "./service/rollouts.ts";
export { TaskBook } from "./service/task-book.ts";
export { Sampled, tokensOf } from "./tokens.ts";
