/** Desks in child processes, `deskgym serve DOMAIN --stdio`: one process an episode, the score by replay in ours. */
import { fileURLToPath } from "node:url";
import type { Tool, Worlds } from "../../domains/index.ts";
import { type Desk, type Desks, sameTask } from "../desk.ts";
import { replay } from "../replay.ts";
import type { TaskLine } from "../task-line.ts";
import { connectStdio, type ToolClient } from "../tool-client.ts";

const OWN_BIN = import.meta.url.endsWith(".ts") ? "../../servers/bin.ts" : "../../servers/bin.js";

export class StdioDesks implements Desks {
  readonly #worlds: Worlds;
  readonly #tau2: string | undefined;
  readonly #bin: string;

  /** `tau2`: the clone that `worlds` reads. `bin`: the command line to start, for a test with domains of its own. */
  constructor(worlds: Worlds, tau2?: string, bin = fileURLToPath(new URL(OWN_BIN, import.meta.url))) {
    this.#worlds = worlds;
    this.#tau2 = tau2;
    this.#bin = bin;
  }

  async open(line: TaskLine): Promise<Desk> {
    const world = this.#worlds.get(line.domain, line.world, line.seed);
    sameTask(line, world.task(line.id));
    const { assistant, user } = world.domain.tools;
    const domainPolicy = world.domainPolicy(line.domain_policy, line.solo);
    const origin = line.world === "tau2" ? ["--tau2", this.#tau2 ?? ""] : ["--seed", String(line.seed)];
    // A process has one channel: it offers both sides' tools, and each side here gets its own.
    const hasUser = Object.keys(user).length > 0;
    const solo = hasUser ? ["--solo"] : [];
    const args = ["serve", line.domain, "--stdio", "--task", line.id, ...origin, ...solo];
    const both = await connectStdio([this.#bin, ...args]);
    const split = hasUser && !line.solo;
    return {
      agent: split ? only(both, assistant) : both,
      user: split ? only(both, user) : null,
      domainPolicy,
      score: async (messages, mode) => {
        const { reward, mismatch } = replay(world, line.id, messages, mode, line.solo);
        if (mismatch !== null) throw new Error(`the server strayed from the world: ${mismatch}`);
        return reward;
      },
      close: () => both.close(),
    };
  }
}

/** One side's tools. The process shows them all as an agent's, which are not told how a person is asked to use them. */
function only(client: ToolClient, side: Readonly<Record<string, Tool>>): ToolClient {
  const tools = client.tools.flatMap((tool) => {
    const definition = Object.hasOwn(side, tool.name) ? side[tool.name] : undefined;
    return definition === undefined ? [] : { ...tool, asked: definition.asked };
  });
  return { ...client, tools };
}
