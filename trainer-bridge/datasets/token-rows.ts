/** Episodes as ids with labels, for SFT by any trainer that takes tokenized data: what is learned is exact to the token. */
import type { Message } from "../../rollout/index.ts";
import type { ChatTemplate } from "./chat-template.ts";
import type { Columns, Row } from "./dataset-file.ts";
import { renderSegments } from "./rendered-segments.ts";

export const tokenColumns: Columns = { input_ids: ["int"], attention_mask: ["int"], labels: ["int"] };

/** The label of what is not learned. */
const IGNORED = -100;

/** A row for each segment. */
export function tokenRows(template: ChatTemplate, messages: readonly Message[], tools: readonly object[]): Row[] {
  return renderSegments(template, messages, tools).map(({ prompt_ids, response_ids, response_mask }) => {
    const input_ids = [...prompt_ids, ...response_ids];
    const learned = response_ids.map((id, at) => (response_mask[at] === 1 ? id : IGNORED));
    const labels = [...prompt_ids.map(() => IGNORED), ...learned];
    return { input_ids, attention_mask: input_ids.map(() => 1), labels };
  });
}
