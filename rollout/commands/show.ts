/** `deskgym show`: one episode for a person, with the reward's reasons. */
import { Command } from "commander";
import { UsageError } from "../../servers/index.ts";
import { episodeText } from "../episode-text.ts";
import { nameOf, readTrajectories } from "../jsonl.ts";
import { printable } from "../printable.ts";
import type { Trajectory } from "../trajectory.ts";
import { print } from "./print.ts";

export const command = new Command("show")
  .summary("print one episode for a person")
  .description("Print one episode: what was said and done, how it ended, and why the reward is what it is.")
  .argument("<file>", "JSONL of `deskgym rollout`; - is stdin")
  .argument("[which]", "its id, or its place in the file from 0 (default: the first)")
  .action(async (file: string, which = "0") => {
    let index = 0;
    let found: Trajectory | undefined;
    for await (const trajectory of readTrajectories(file)) {
      // Of an attempt that was made again, the record that stands is the last.
      if (trajectory.id === which || String(index) === which) found = trajectory;
      index += 1;
    }
    if (index === 0) throw new UsageError(`no trajectories in ${nameOf(file)}`);
    if (found === undefined) {
      throw new UsageError(
        `no episode '${which}' in ${nameOf(file)}: give an id (domain/task/attempt), or a place from 0 to ${index - 1}`,
      );
    }
    await print(printable(episodeText(found)));
  });
