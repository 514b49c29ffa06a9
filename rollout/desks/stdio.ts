/** Desks in child processes, `deskgym serve DOMAIN --stdio`: one process an episode, the score by replay in ours. */
import { fileURLToPath } from "node:url";
import type { Worlds } from "../../domains/index.ts";
import { type Desk, type Desks, sameTask } from "../desk.ts";
import { replay } from "../replay.ts";
import type { TaskLine } from "../task-line.ts";
import { connectStdio } from "../tool-client.ts";

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
    if (Object.keys(world.domain.tools.user).length > 0) {
      throw new Error(`${line.domain}'s user has tools, and stdio serves one side only: use memory or http`);
    }
    const origin = line.world === "tau2" ? ["--tau2", this.#tau2 ?? ""] : ["--seed", String(line.seed)];
    const agent = await connectStdio([this.#bin, "serve", line.domain, "--stdio", "--task", line.id, ...origin]);
    return {
      agent,
      user: null,
      domainPolicy: agent.instructions,
      score: async (messages, mode) => {
        const { reward, mismatch } = replay(world, line.id, messages, mode);
        if (mismatch !== null) throw new Error(`the server strayed from the world: ${mismatch}`);
        return reward;
      },
      close: () => agent.close(),
    };
  }
}
