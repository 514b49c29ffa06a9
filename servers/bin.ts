#!/usr/bin/env node
/**
 * The command `deskgym`: a table of commands, each imported when asked for. This file must parse on any Node and import
 * nothing before it has looked at the version: better-sqlite3 13 crashes without a word below 22.14.
 */
import type { Command } from "commander";

interface CommandEntry {
  readonly summary: string;
  load(): Promise<{ readonly command: Command }>;
}

const commands: Readonly<Record<string, CommandEntry>> = {
  demo: {
    summary: "run a few policies in the built-in worlds and print how they fare",
    load: () => import("../rollout/commands/demo.ts"),
  },
  tasks: { summary: "print tasks as JSONL", load: () => import("../rollout/commands/tasks.ts") },
  rollout: {
    summary: "run a policy on tasks; trajectories as JSONL",
    load: () => import("../rollout/commands/rollout.ts"),
  },
  report: { summary: "success, pass^k and cost of trajectories", load: () => import("../rollout/commands/report.ts") },
  show: { summary: "print one episode for a person", load: () => import("../rollout/commands/show.ts") },
  score: {
    summary: "score trajectories again from their tool calls",
    load: () => import("../rollout/commands/score.ts"),
  },
  export: {
    summary: "datasets for trainers, from tasks or trajectories",
    load: () => import("../trainer-bridge/commands/export.ts"),
  },
  check: {
    summary: "run every check on a domain, built in or of your own",
    load: () => import("./commands/check.ts"),
  },
  audit: {
    summary: "what is worth knowing of a domain's tasks before training on them",
    load: () => import("./commands/audit.ts"),
  },
  bridge: {
    summary: "serve rollouts to trainers over HTTP",
    load: () => import("../trainer-bridge/commands/bridge.ts"),
  },
  serve: { summary: "serve a domain over stdio, or all of them over HTTP", load: () => import("./commands/serve.ts") },
};

if (isTooOld(process.versions.node)) {
  const remedy = "`npm install node@24` brings one to a project";
  process.stderr.write(`deskgym needs Node 22.14 or newer, and this is ${process.versions.node}: ${remedy}\n`);
  process.exitCode = 1;
} else {
  // A reader that has seen enough (`| head`) is no error. A command that has to end in good order listens too.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") {
      process.stderr.write(`deskgym: what it prints can't be written: ${error.message}\n`);
      process.exit(1);
    }
    if (process.stdout.listenerCount("error") === 1) process.exit();
  });
  process.exitCode = await main(process.argv.slice(2));
}

function isTooOld(node: string): boolean {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  return major < 22 || (major === 22 && minor < 14);
}

/** Runs one command; resolves to the exit code: 0, 1 (ran and failed), 2 (bad usage). */
async function main(args: readonly string[]): Promise<number> {
  const { Command, CommanderError } = await import("commander");
  const { version } = await import("./version.ts");
  const { UsageError } = await import("./usage-error.ts");
  const { oneLine } = await import("./commands/one-line.ts");
  const { asError } = await import("../domains/thrown.ts");
  const program = new Command("deskgym")
    .description("Customer-service environments for training and measuring tool-using agents.")
    .version(version);
  const wanted = args[0] === "help" ? args[1] : args[0];
  try {
    for (const [name, { summary, load }] of Object.entries(commands)) {
      program.addCommand(name === wanted ? (await load()).command : new Command(name).summary(summary));
    }
    for (const command of [program, ...program.commands]) {
      command.exitOverride().configureOutput({
        outputError: (text, write) =>
          write(
            `${oneLine(text)
              .trim()
              .replace(/^error:/, "deskgym:")}\n`,
          ),
      });
    }
    await program.parseAsync(args, { from: "user" });
    return Number(process.exitCode ?? 0);
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const error = asError(thrown);
    // By name: importing domains here would load SQLite for --help.
    const badUsage = error instanceof UsageError || error.name === "WorldError";
    process.stderr.write(`deskgym: ${process.env.DESKGYM_DEBUG ? error.stack : oneLine(error.message).trim()}\n`);
    return badUsage ? 2 : 1;
  }
}
