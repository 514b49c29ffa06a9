/** The datasets that trainers read, by name: prompts for RL from tasks, chats and tokens for SFT from trajectories. */
import type { TaskLine, Trajectory } from "../../rollout/index.ts";
import { type FunctionTools, openaiColumns, openaiRow, sharegptColumns, sharegptRow } from "./chat-rows.ts";
import type { ChatTemplate } from "./chat-template.ts";
import type { Columns, Row } from "./dataset-file.ts";
import { trlColumns, trlRow, verlColumns, verlRow } from "./prompt-rows.ts";
import { tokenColumns, tokenRows } from "./token-rows.ts";

/** @param index the task's place in the dataset, from 0 */
type TaskRow = (line: TaskLine, index: number) => Row;

/** @param tools those that the episode's policy had */
type EpisodeRows = (messages: Trajectory["messages"], tools: FunctionTools) => Row[];

export const promptFormats: Readonly<Record<string, { readonly columns: Columns; readonly row: TaskRow }>> = {
  verl: { columns: verlColumns, row: verlRow },
  trl: { columns: trlColumns, row: trlRow },
};

export const chatFormats: Readonly<Record<string, { readonly columns: Columns; readonly rows: EpisodeRows }>> = {
  openai: { columns: openaiColumns, rows: (messages, tools) => [openaiRow(messages, tools)] },
  sharegpt: { columns: sharegptColumns, rows: (messages, tools) => [sharegptRow(messages, tools)] },
};

/** Needs the model's own template. */
export function tokenFormat(template: ChatTemplate): (typeof chatFormats)[string] {
  return { columns: tokenColumns, rows: (messages, tools) => tokenRows(template, messages, tools) };
}
