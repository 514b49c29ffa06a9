/** `deskgym export`: datasets for trainers, from tasks or from trajectories. */
import { resolve } from "node:path";
import { Command, Option } from "commander";
import { type JsonObject, Worlds } from "../../domains/index.ts";
import { nameOf, readJsonl, readTrajectories, TaskLine, type Trajectory } from "../../rollout/index.ts";
import { domainsWith, UsageError } from "../../servers/index.ts";
import { spacedCalls } from "../datasets/call-spacing.ts";
import type { FunctionTools } from "../datasets/chat-rows.ts";
import { loadChatTemplate } from "../datasets/chat-template.ts";
import { checkEnding, type Row, writeDataset } from "../datasets/dataset-file.ts";
import { EpisodeTools } from "../datasets/episode-tools.ts";
import { chatFormats, promptFormats, tokenFormat } from "../datasets/formats.ts";

interface ExportOptions {
  format: string;
  out: string;
  split: "train" | "test";
  all?: true;
  domain?: string;
  tokenizer?: string;
  templateKwargs?: JsonObject;
}

const TOKENS = "tokens";
type Format = (typeof chatFormats)[string];
const formatNames = [...Object.keys(promptFormats), ...Object.keys(chatFormats), TOKENS];

export const command = new Command("export")
  .summary("datasets for trainers, from tasks or trajectories")
  .description("Write tasks as prompts for RL (verl, trl), or trajectories as data for SFT (openai, sharegpt, tokens).")
  .argument("<file>", "JSONL of `deskgym tasks` for verl and trl, of `deskgym rollout` for the others; - is stdin")
  .addOption(new Option("--format <name>", "whose dataset").choices(formatNames).makeOptionMandatory())
  .requiredOption("--out <file>", "where it goes: a file that ends in .jsonl or .parquet")
  .addOption(new Option("--split <name>", "of which split all must be").choices(["train", "test"]).default("train"))
  .option("--all", "trajectories: those with a reward below 1 too")
  .option("--domain <module>", "trajectories: a domain of your own that they are of")
  .option("--tokenizer <dir>", "tokens: a folder with the model's tokenizer.json, its config and chat template")
  .option("--template-kwargs <json>", "tokens: what the chat template is told: '{\"enable_thinking\":false}'", keywords)
  .action(async (file: string, options: ExportOptions) => {
    checkEnding(options.out);
    if (file !== "-" && resolve(file) === resolve(options.out)) {
      throw new UsageError(`--out ${options.out} is the file to be read: give another`);
    }
    const summary = options.format in promptFormats ? await prompts(file, options) : await episodes(file, options);
    process.stderr.write(`${summary}\n`);
  });

async function prompts(file: string, options: ExportOptions): Promise<string> {
  refuse(options, ["all", "domain", "tokenizer", "templateKwargs"], options.format);
  const { columns, row } = promptFormats[options.format] as (typeof promptFormats)[string];
  let count = 0;
  async function* rows(): AsyncGenerator<Row> {
    for await (const line of readJsonl(file, TaskLine)) {
      checkSplit(`task ${line.id}`, line.split, options.split);
      yield row(line, count);
      count += 1;
    }
    if (count === 0) throw new UsageError(`no tasks in ${nameOf(file)}`);
  }
  await writeDataset(options.out, columns, rows());
  return `${counted(count, "task")} exported to ${options.out}`;
}

async function episodes(file: string, options: ExportOptions): Promise<string> {
  const format = await chatFormat(options);
  const tools = new EpisodeTools(new Worlds(await domainsWith(options.domain)));
  const count = { episodes: 0, exported: 0, rows: 0 };
  const leftOut = new Map<string, number>();
  async function* rows(): AsyncGenerator<Row> {
    for await (const trajectory of readTrajectories(file)) {
      checkSplit(trajectory.id, trajectory.split, options.split);
      count.episodes += 1;
      const why = unfit(trajectory, options.all);
      if (why !== undefined) {
        leftOut.set(why, (leftOut.get(why) ?? 0) + 1);
        continue;
      }
      const made = rowsOf(trajectory, format, await tools.of(trajectory));
      count.exported += 1;
      count.rows += made.length;
      yield* made;
    }
    if (count.episodes === 0) throw new UsageError(`no trajectories in ${nameOf(file)}`);
    if (count.exported === 0) throw new UsageError(`no episode in ${nameOf(file)} is fit to learn from: ${reasons()}`);
  }
  const reasons = () => [...leftOut].map(([why, of]) => `${of} ${why}`).join(", ");
  await writeDataset(options.out, format.columns, rows());
  const forks = count.rows - count.exported;
  const drift = forks > 0 ? ` as ${count.rows} rows: ${forks} times the template wrote earlier turns anew` : "";
  const left = leftOut.size > 0 ? `; left out: ${reasons()}` : "";
  const of = count.exported < count.episodes ? `${count.exported} of ` : "";
  return `${of}${counted(count.episodes, "episode")} exported to ${options.out}${drift}${left}`;
}

function rowsOf({ id, messages }: Trajectory, { rows }: Format, tools: FunctionTools): Row[] {
  try {
    return rows(messages.map(spacedCalls), tools);
  } catch (cause) {
    throw new UsageError(`${id}: ${(cause as Error).message}`, { cause });
  }
}

async function chatFormat({ format, tokenizer, templateKwargs }: ExportOptions): Promise<Format> {
  if (format !== TOKENS) {
    refuse({ tokenizer, templateKwargs }, ["tokenizer", "templateKwargs"], format);
    return chatFormats[format] as Format;
  }
  if (tokenizer === undefined) throw new UsageError("--format tokens needs --tokenizer: the folder of the model's own");
  return tokenFormat(await loadChatTemplate(tokenizer, templateKwargs));
}

/** Why an episode is no example to learn from; undefined where it is one. */
function unfit({ reward, messages }: Trajectory, all = false): string | undefined {
  const value = reward?.value ?? null;
  if (value === null) return "without a reward";
  if (value < 1 && !all) return "with a reward below 1 (--all takes them too)";
  return messages.some(({ sampled }) => sampled) ? undefined : "in which the policy said nothing";
}

/** Tasks in neither split, as some of a tau2-bench clone are, go with those to train on. */
function checkSplit(name: string, split: "train" | "test" | null, wanted: "train" | "test"): void {
  if ((split === "test") === (wanted === "test")) return;
  const [problem, remedy] =
    wanted === "train"
      ? ["is of the test split, which is not trained on", "take tasks of `--split train`, or say --split test here"]
      : ["is not of the test split", "leave out --split test"];
  throw new UsageError(`${name} ${problem}: ${remedy}`);
}

function refuse<Options extends object>(options: Options, names: readonly (keyof Options & string)[], format: string) {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw new UsageError(`${flag} does not go with --format ${format}`);
}

function keywords(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--template-kwargs ${text}: not JSON`, { cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`--template-kwargs ${text}: give a JSON object`);
  }
  return value as JsonObject;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
