/** `deskgym serve`: one environment over stdio, or the agent and control planes over HTTP. */
import { Command, InvalidArgumentError, Option } from "commander";
import { domains, Worlds } from "../../domains/index.ts";
import { Episodes } from "../episodes.ts";
import { createApp } from "../http.ts";
import { listen } from "../listen.ts";
import { newToken } from "../secret.ts";
import { serveOverStdio } from "../stdio.ts";
import { UsageError } from "../usage-error.ts";
import { integer } from "./integer.ts";
import { word } from "./word.ts";

/** Idle episodes also go when nobody calls. */
const SWEEP_MS = 10_000;

interface ServeOptions {
  stdio?: true;
  http?: true;
  task?: string;
  seed?: number;
  solo?: true;
  domainPolicy?: string;
  tau2?: string;
  port?: number;
  host?: string;
  token?: string;
  maxEpisodes?: number;
  idleMinutes?: number;
}

export const command = new Command("serve")
  .summary("serve a domain over stdio, or all of them over HTTP")
  .description("Serve one environment of DOMAIN over stdio, or episodes of every domain over HTTP.")
  .argument("[domain]", "with --stdio: which domain")
  .option("--stdio", "one environment, for any MCP host")
  .option("--http", "agent plane and control plane over HTTP")
  .option("--tau2 <dir>", "a tau2-bench clone: its world with --stdio, 'world: \"tau2\"' in requests with --http")
  .option("--task <id>", "--stdio: the task to be done; its user's instructions go to stderr")
  .option("--solo", "--stdio: the agent has the user's tools too, where the user has any")
  .option("--domain-policy <form>", "--stdio: which form of the domain policy, where there are several")
  .option("--seed <n>", "--stdio: which built-in world (default: 0)", integer(0))
  .option("--port <n>", "--http: 0 takes a free one (default: 8700)", integer(0, 65_535))
  .option("--host <address>", "--http: the address to bind (default: 127.0.0.1)")
  .addOption(
    new Option("--token <token>", "--http: opens the control plane (default: made up)")
      .env("DESKGYM_TOKEN")
      .argParser(word),
  )
  .option("--max-episodes <n>", "--http: how many may live at once (default: 2048)", integer(1))
  .option("--idle-minutes <n>", "--http: how long an unused episode lives (default: 30)", minutes)
  .action(async function (this: Command, domain: string | undefined, options: ServeOptions) {
    if (options.stdio === options.http) throw new UsageError("say either --stdio or --http");
    if (options.stdio) {
      if (domain === undefined) {
        throw new UsageError(`say which domain to serve over stdio: ${Object.keys(domains).join(", ")}`);
      }
      refuse(options, ["port", "host", "maxEpisodes", "idleMinutes"], "--http");
      if (this.getOptionValueSource("token") === "cli") throw new UsageError("--token goes with --http");
      if (options.seed !== undefined && options.tau2 !== undefined) throw new UsageError("a tau2 world has no --seed");
      await serveDomain(domain, options);
    } else {
      if (domain !== undefined) throw new UsageError(`--http serves every domain: leave out '${domain}'`);
      refuse(options, ["task", "seed", "solo", "domainPolicy"], "--stdio");
      await serveHttp(options);
    }
  });

async function serveDomain(name: string, options: ServeOptions): Promise<void> {
  const { task: taskId, seed, tau2, solo, domainPolicy } = options;
  const world = new Worlds(domains, tau2).get(name, tau2 === undefined ? "builtin" : "tau2", seed);
  const task = taskId === undefined ? undefined : world.task(taskId);
  if (task !== undefined) {
    const brief = (solo && task.ticket) ?? task.user.instructions;
    process.stderr.write(`deskgym: task ${taskId}: ${brief.replaceAll(/\s+/g, " ")}\n`);
  }
  if (process.stdin.isTTY) process.stderr.write(`deskgym: ${name} waits for an MCP host on stdin; Ctrl-C ends it\n`);
  await serveOverStdio(world, { task, solo }, domainPolicy);
}

async function serveHttp(options: ServeOptions): Promise<void> {
  const { tau2, host: hostname = "127.0.0.1", port = 8700, maxEpisodes, idleMinutes } = options;
  const token = options.token ?? newToken();
  const worlds = new Worlds(domains, tau2);
  // A clone that can't be read must say so now, not at the first request.
  if (tau2 !== undefined) worlds.loadTau2();
  const episodes = new Episodes({
    ...(maxEpisodes !== undefined && { max: maxEpisodes }),
    ...(idleMinutes !== undefined && { idleMs: idleMinutes * 60_000 }),
  });
  const { fetch } = createApp({ worlds, episodes, token, hostname });
  const sweeping = setInterval(() => episodes.sweep(), SWEEP_MS).unref();
  try {
    await listen({ fetch, hostname, port }, (address) => {
      process.stderr.write(
        `deskgym: ${address} with the control token ${options.token === undefined ? token : "as given"}\n`,
      );
    });
    await episodes.closeAll();
  } finally {
    clearInterval(sweeping);
  }
}

function refuse(options: ServeOptions, names: readonly (keyof ServeOptions)[], mode: string): void {
  const given = names.find((name) => options[name] !== undefined);
  if (given === undefined) return;
  throw new UsageError(`--${given.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} goes with ${mode}`);
}

function minutes(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError("Give a number of minutes above 0.");
  return number;
}
