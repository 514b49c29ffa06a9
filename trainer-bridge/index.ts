/** The public door of the trainer-bridge: token-exact samples, GRPO's arithmetic, and the service. */
export { type AdvantageSetting, type GroupAdvantages, groupAdvantages } from "./advantage.ts";
export { type ChatTemplate, loadChatTemplate } from "./chat-template.ts";
export { type Filling, fill, type PlayedGroup, type Verdict, verdictOf } from "./dynamic-filter.ts";
export { Gate } from "./gate.ts";
export { createBridge } from "./http.ts";
export { Journal } from "./journal.ts";
export { type LossBatch, type LossSetting, policyLoss } from "./loss.ts";
export { type Preset, presets } from "./presets.ts";
export { RolloutRecord } from "./record.ts";
export { type RenderedSegment, renderSegments } from "./rendered-segments.ts";
export { Rollouts, type RolloutsOptions } from "./rollouts.ts";
export { Segment, Segments, Turn } from "./segment.ts";
export { TaskBook } from "./task-book.ts";
export { Sampled, tokensOf } from "./tokens.ts";
