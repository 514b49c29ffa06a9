/** `deskgym rollout`: runs a policy on tasks; trajectories as JSONL on stdout. */
import { availableParallelism } from "node:os";
import { SingleBar } from "cli-progress";
import { Command, Option } from "commander";
import { type RewardMode, Worlds } from "../../domains/index.ts";
import { domainsWith, integer, UsageError } from "../../servers/index.ts";
import { chatEndpoint } from "../chat-endpoint.ts";
import { HttpDesks } from "../desks/http.ts";
import { makeDesks, transports } from "../desks/registry.ts";
import type { Boundary } from "../failure.ts";
import { endsMidLine, nameOf, readJsonl, readTrajectories } from "../jsonl.ts";
import { modelJudge } from "../judge.ts";
import { makePolicy, policyNames } from "../policies/registry.ts";
import { printable } from "../printable.ts";
import { ReportBuilder } from "../report.ts";
import { intervalText, listed, percent } from "../report-text.ts";
import { type Attempt, inOrder, playAttempt, type RolloutSetting } from "../rollout.ts";
import { TaskLine } from "../task-line.ts";
import { attemptKey, settingKey, type Trajectory, trajectoryLine } from "../trajectory.ts";
import { makeUser, userNames } from "../users/registry.ts";
import { numberBetween } from "./argument.ts";
import { checkLine } from "./check-line.ts";
import { print } from "./print.ts";

interface RolloutOptions {
  policy: string;
  user?: string;
  solo?: true;
  domainPolicy?: string;
  domain?: string;
  group: number;
  seed: number;
  transport: (typeof transports)[number];
  mode: RewardMode;
  maxTurns: number;
  maxErrors: number;
  maxTokens?: number;
  maxSeconds?: number;
  concurrency?: number;
  slip?: number;
  model?: string;
  temperature?: number;
  userModel?: string;
  judge?: string;
  url?: string;
  token?: string;
  tau2?: string;
  resume?: string;
}

export const command = new Command("rollout")
  .summary("run a policy on tasks; trajectories as JSONL")
  .description("Run a policy on tasks and print one trajectory a line, in the order of the tasks.")
  .argument("<tasks>", "JSONL of `deskgym tasks`; - is stdin")
  .requiredOption("--policy <name>", `one of ${policyNames.join(", ")}`)
  .option("--user <name>", `one of ${userNames.join(", ")} (default: scripted; with --solo ticket)`)
  .option("--solo", "the policy has the user's tools too, and the task's ticket instead of a user")
  .option("--domain-policy <form>", "which form of the domain policy, where there are several")
  .option("--group <n>", "attempts at each task", integer(1), 1)
  .option("--seed <n>", "what all chance in the run comes from", integer(0), 0)
  .option("--slip <p>", "policy expert: the chance of a mistake in each step", numberBetween(0, 1))
  .option("--model <name>", "policy openai: which model, at OPENAI_BASE_URL with OPENAI_API_KEY")
  .option("--temperature <t>", "policy openai: sampling temperature (default: the endpoint's)", numberBetween(0, 2))
  .option("--user-model <name>", "user llm: which model, at USER_OPENAI_BASE_URL or OPENAI_BASE_URL")
  .option("--judge <model>", "a model that judges assertions in words, where a task has them")
  .addOption(new Option("--transport <name>", "how the tools are reached").choices(transports).default("memory"))
  .option("--url <url>", "transport http: the server")
  .addOption(new Option("--token <token>", "transport http: the server's control token").env("DESKGYM_TOKEN"))
  .option("--domain <module>", "a domain of your own that tasks are of: ./my-domain/index.js")
  .option("--tau2 <dir>", "a tau2-bench clone, for tasks of its worlds")
  .addOption(new Option("--mode <mode>", "what counts").choices(["evaluation", "training"]).default("evaluation"))
  .option("--concurrency <n>", "episodes at a time (default: 8; with stdio one a core)", integer(1))
  .option("--max-turns <n>", "messages of the policy", integer(1), 50)
  .option("--max-errors <n>", "failed tool calls", integer(1), 10)
  .option("--max-tokens <n>", "the policy's context", integer(1))
  .option("--max-seconds <n>", "time of the policy's turns in one episode", integer(1))
  .option(
    "--resume <file>",
    "leave out attempts that this earlier output has, unless they failed; append to it with >>",
  )
  .action(async (file: string, options: RolloutOptions) => {
    const worlds = new Worlds(await domainsWith(options.domain), options.tau2);
    const { env } = process;
    const { slip, model, temperature } = options;
    const policy = makePolicy(options.policy, { slip, model, temperature }, env);
    const desks = makeDesks(worlds, options);
    const lines: TaskLine[] = [];
    for await (const line of readJsonl(file, TaskLine)) lines.push(asSet(line, options));
    if (lines.length === 0) throw new UsageError(`no tasks in ${nameOf(file)}`);
    const userName = options.user ?? (lines[0]?.solo ? "ticket" : "scripted");
    const user = makeUser(userName, options.userModel, env);
    const here = options.transport === "http" ? undefined : worlds;
    for (const line of lines) checkLine(line, here, { policy: options.policy, user: userName, slip });
    if (desks instanceof HttpDesks) await desks.check(lines);
    const rules: Rules = {
      policy,
      user,
      mode: options.mode,
      limits: {
        turns: options.maxTurns,
        errors: options.maxErrors,
        tokens: options.maxTokens,
        seconds: options.maxSeconds,
      },
    };
    const attempts = await attemptsLeft(lines, rules, options);
    const stop = stopOnSignal();
    const setting = {
      ...rules,
      desks,
      judge: options.judge === undefined ? undefined : modelJudge(chatEndpoint(env, "JUDGE_"), options.judge),
      seed: options.seed,
      clock: () => performance.now() / 1000,
      signal: stop.signal,
    };
    const concurrency = options.concurrency ?? (options.transport === "stdio" ? availableParallelism() : 8);
    const play = (attempt: Attempt) => playAttempt(setting, attempt);
    if (options.resume !== undefined && (await endsMidLine(options.resume))) await print("\n");
    await report(inOrder(attempts, play, concurrency, stop.signal), attempts.length);
    if (stop.signal.aborted && stop.signal.reason !== READER_GONE) process.exitCode = 130;
  });

/** How the command line wants every task done goes before what its line says. */
function asSet(line: TaskLine, { solo, domainPolicy }: RolloutOptions): TaskLine {
  return { ...line, ...(solo && { solo }), ...(domainPolicy !== undefined && { domain_policy: domainPolicy }) };
}

/** What an earlier output must agree in to be resumed. */
type Rules = Pick<RolloutSetting, "policy" | "user" | "mode" | "limits">;

async function attemptsLeft(
  lines: readonly TaskLine[],
  rules: Rules,
  { group, resume, seed }: RolloutOptions,
): Promise<Attempt[]> {
  const done = new Set<string>();
  if (resume !== undefined) {
    const { policy, user, mode, limits } = rules;
    const name = ({ kind, model }: { kind: string; model?: string | undefined }) => ({ kind, model });
    const ours = settingKey({ policy: { ...name(policy), options: policy.options }, user: name(user), mode, limits });
    for await (const trajectory of readTrajectories(resume)) {
      if (settingKey(trajectory) !== ours) {
        throw new UsageError(
          `${resume} is of another policy or user, mode or limits: resume with the options it was made with`,
        );
      }
      if (trajectory.failure === null) done.add(attemptKey(trajectory));
    }
  }
  const attempts = lines.flatMap((line) => Array.from({ length: group }, (_, attempt) => ({ line, attempt })));
  return attempts.filter(({ line, attempt }) => {
    return !done.has(attemptKey({ ...line, task_id: line.id, attempt, run_seed: seed }));
  });
}

const READER_GONE = "the reader of stdout has gone";

/** The first signal ends the run in good order, the second at once. So does a reader of stdout that goes (`| head`). */
function stopOnSignal(): AbortController {
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  process.stdout.on("error", () => stop.abort(READER_GONE));
  return stop;
}

/** Prints each trajectory as it comes; progress and a closing line go to stderr. Exit code 1 where an episode failed. */
async function report(trajectories: AsyncIterable<Trajectory>, total: number): Promise<void> {
  const builder = new ReportBuilder();
  const bar = new SingleBar({
    format: "{bar} {value}/{total} episodes, {failed} failed, {eta_formatted} left",
    stream: process.stderr,
    clearOnComplete: true,
  });
  const isTerminal = process.stderr.isTTY === true;
  if (isTerminal) bar.start(total, 0, { failed: 0 });
  let failed = 0;
  const firstFailures = new Map<Boundary, string>();
  try {
    for await (const trajectory of trajectories) {
      await print(trajectoryLine(trajectory));
      builder.add(trajectory);
      const { failure } = trajectory;
      if (failure) {
        failed += 1;
        if (!firstFailures.has(failure.boundary)) firstFailures.set(failure.boundary, failure.message);
      }
      if (isTerminal) bar.increment({ failed });
    }
  } finally {
    if (isTerminal) bar.stop();
  }
  const { episodes, scored, success, null_rewards } = builder.build().overall;
  const unscored = scored < episodes ? `, ${episodes - scored} without a reward (${listed(null_rewards)})` : "";
  const left = total > episodes ? `, ${total - episodes} not run` : "";
  const rate = success === null ? "" : `: success ${percent(success.rate)} (${intervalText(success)})`;
  const count = episodes === 1 ? "1 episode" : `${episodes} episodes`;
  process.stderr.write(`${count}, ${scored} scored${unscored}${left}${rate}\n`);
  for (const [boundary, message] of firstFailures) {
    process.stderr.write(printable(`first failure of the ${boundary}: ${message}`).replaceAll("\n", " ").concat("\n"));
  }
  if (failed > 0) process.exitCode = 1;
}
