/** `deskgym score`: scores stored trajectories again from their tool calls alone, and says where the two differ. */
import { Command } from "commander";
import { Worlds } from "../../domains/index.ts";
import { domainsWith, UsageError } from "../../servers/index.ts";
import { nameOf, readTrajectories } from "../jsonl.ts";
import { printable } from "../printable.ts";
import { contradiction, rescore } from "../rescore.ts";
import { print } from "./print.ts";

export const command = new Command("score")
  .summary("score trajectories again from their tool calls")
  .description("Make each trajectory's tool calls again on a fresh environment. Exit code 1 if any reward differs.")
  .argument("<file>", "JSONL of `deskgym rollout`; - is stdin")
  .option("--domain <module>", "a domain of your own that the trajectories are of")
  .option("--tau2 <dir>", "a tau2-bench clone, for trajectories of its worlds")
  .option("--json", "JSONL with both rewards")
  .action(async (file: string, { domain, tau2, json }: { domain?: string; tau2?: string; json?: true }) => {
    const worlds = new Worlds(await domainsWith(domain), tau2);
    const counts = { agree: 0, differ: 0, skipped: 0 };
    for await (const trajectory of readTrajectories(file)) {
      const { id, reward: stored } = trajectory;
      if (stored === null && contradiction(trajectory) === null) {
        counts.skipped += 1;
        continue;
      }
      const { reward: scored, problem } = rescore(worlds, trajectory);
      counts[problem === null ? "agree" : "differ"] += 1;
      const verdict = problem === null ? "agrees" : "DIFFERS";
      const text = `${verdict} ${id} ${scored?.value ?? null}${problem === null ? "" : `: ${problem}`}`;
      const line = json
        ? JSON.stringify({ id, agrees: problem === null, problem, stored, scored })
        : printable(text).replaceAll("\n", " ");
      await print(`${line}\n`);
    }
    const { agree, differ, skipped } = counts;
    if (agree + differ + skipped === 0) throw new UsageError(`no trajectories in ${nameOf(file)}`);
    process.stderr.write(`${agree} agree, ${differ} differ, ${skipped} without a reward left out\n`);
    if (differ > 0) process.exitCode = 1;
  });
