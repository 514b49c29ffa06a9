/** The library as tau2-bench would ship it: its rows, one task and its domain policy in a folder of the test's own. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worlds } from "../../../domains/index.ts";
import { library } from "./index.ts";

export const cloneTask = "read";

/** Returns the clone's directory. `files` are written besides, or in place of ours. */
export function libraryClone(files: Readonly<Record<string, string>> = {}): string {
  const directory = mkdtempSync(join(tmpdir(), "deskgym-library-"));
  const folder = join(directory, "data", "tau2", "domains", library.name);
  mkdirSync(folder, { recursive: true });
  const world = new Worlds({ library }).get(library.name);
  const task = world.task("read-1");
  using environment = world.open();
  const { agent, user } = environment.state();
  const tau2Task = {
    id: cloneTask,
    ticket: task.ticket,
    initial_state: {
      initialization_actions: [{ env_type: "user", func_name: "hold_reader", arguments: { member_id: "m1" } }],
    },
    user_scenario: { instructions: task.user.instructions },
    evaluation_criteria: {
      actions: task.reference_actions,
      env_assertions: task.env_assertions.map(({ requestor, name, arguments: args }) => {
        return { env_type: requestor, func_name: name, arguments: args };
      }),
      reward_basis: ["DB", "ENV_ASSERTION"],
    },
  };
  const content = {
    "db.json": JSON.stringify(agent),
    "user_db.json": JSON.stringify(user),
    "tasks.json": JSON.stringify([tau2Task]),
    "split_tasks.json": JSON.stringify({ train: [cloneTask], test: [] }),
    "policy.md": "# The clone's policy\n",
    ...files,
  };
  for (const [file, text] of Object.entries(content)) writeFileSync(join(folder, file), text);
  return directory;
}
