/** `deskgym tasks`: a domain's tasks as JSONL, each with the world it belongs to. */
import { Command, Option } from "commander";
import { domains, Worlds } from "../../domains/index.ts";
import { integer, loadDomain } from "../../servers/index.ts";
import { taskLine } from "../task-line.ts";
import { print } from "./print.ts";

interface TasksOptions {
  split?: "train" | "test";
  count?: number;
  seed?: number;
  tau2?: string;
}

export const command = new Command("tasks")
  .summary("print tasks as JSONL")
  .description("Print DOMAIN's tasks as JSONL, for `deskgym rollout`.")
  .argument("<domain>", `one of ${Object.keys(domains).join(", ")}, or a module of yours: ./my-domain/index.js`)
  .addOption(new Option("--split <name>", "only tasks of this split").choices(["train", "test"]))
  .option("--count <n>", "the first n only", integer(1))
  .option("--seed <n>", "which built-in world (default: 0)", integer(0))
  .addOption(new Option("--tau2 <dir>", "the tasks of a tau2-bench clone instead").conflicts("seed"))
  .action(async (given: string, { split, count, seed, tau2 }: TasksOptions) => {
    const domain = await loadDomain(given);
    const worlds = new Worlds({ [domain.name]: domain }, tau2);
    const world = worlds.get(domain.name, tau2 === undefined ? "builtin" : "tau2", seed);
    const tasks = [...world.tasks.values()].filter((task) => split === undefined || task.split === split);
    for (const task of tasks.slice(0, count)) await print(`${JSON.stringify(taskLine(world, task))}\n`);
  });
