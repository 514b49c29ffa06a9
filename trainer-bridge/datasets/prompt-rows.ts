/** Tasks as prompts for RL: a row names a task, and the trainer's adapter has the bridge play it. */
import type { TaskLine } from "../../rollout/index.ts";
import { taskRefOf } from "../service/spec.ts";
import type { Columns, Row } from "./dataset-file.ts";

const PROMPT = [{ role: "string", content: "string" }] as const;

/** Of verl's RLHFDataset. Its `interaction_kwargs` are for a kind of plug-in that verl no longer has. */
export const verlColumns: Columns = {
  data_source: "string",
  prompt: PROMPT,
  ability: "string",
  reward_model: { style: "string", ground_truth: "string" },
  extra_info: {
    index: "int",
    split: "string",
    task: "string",
    need_tools_kwargs: "boolean",
    tools_kwargs: { task: "string" },
  },
  agent_name: "string",
};

/** Everything in a TaskRef is said, so that equal tasks are equal texts. `extra_info.task` is for the agent loop, `tools_kwargs.task` for a runner of uni-agent. The reward comes from the bridge. */
export function verlRow(line: TaskLine, index: number): Row {
  const task = JSON.stringify(taskRefOf(line));
  return {
    data_source: `deskgym/${line.domain}/${line.world}`,
    prompt: promptOf(task),
    ability: "customer_service",
    reward_model: { style: "rule", ground_truth: JSON.stringify(line.reference_actions) },
    extra_info: { index, split: line.split, task, need_tools_kwargs: true, tools_kwargs: { task } },
    agent_name: "deskgym",
  };
}

export const trlColumns: Columns = { prompt: PROMPT, task: "string", split: "string" };

/** TRL hands a rollout function the prompt alone. */
export function trlRow(line: TaskLine): Row {
  const task = JSON.stringify(taskRefOf(line));
  return { prompt: promptOf(task), task, split: line.split };
}

/** Not what the policy reads: an episode's own first messages, the user's among them, are made when it is played. */
function promptOf(task: string) {
  return [{ role: "user", content: task }];
}
