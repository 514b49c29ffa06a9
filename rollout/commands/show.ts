/** `deskgym show`: one episode for a person, with the reward's reasons. */
import { Command } from "commander";
import { UsageError } from "../../servers/index.ts";
import { episodeText } from "../episode-text.ts";
import { readTrajectories } from "../jsonl.ts";
import { printable } from "../printable.ts";
import { print } from "./print.ts";

export const command = new Command("show")
  .summary("print one episode for a person")
  .description("Print one episode: what was said and done, how it ended, and why the reward is what it is.")
  .argument("<file>", "JSONL of `deskgym rollout`; - is stdin")
  .argument("[which]", "its id, or its place in the file from 0 (default: the first)")
  .action(async (file: string, which = "0") => {
    let index = 0;
    for await (const trajectory of readTrajectories(file)) {
      if (trajectory.id === which || String(index) === which) return print(printable(episodeText(trajectory)));
      index += 1;
    }
    throw new UsageError(`no episode '${which}' in ${file}, which has ${index}: give an id, or a place from 0`);
  });
