/** Desks in this process: an environment from the world's pool, its MCP servers at the other end of an in-memory pair. */
import { reward, type Worlds } from "../../domains/index.ts";
import { mcpServer } from "../../servers/index.ts";
import { type Desk, type Desks, sameTask } from "../desk.ts";
import { said } from "../message.ts";
import type { TaskLine } from "../task-line.ts";
import { connectInMemory } from "../tool-client.ts";

export class MemoryDesks implements Desks {
  readonly #worlds: Worlds;

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  async open(line: TaskLine): Promise<Desk> {
    const world = this.#worlds.get(line.domain, line.world, line.seed);
    const task = world.task(line.id);
    sameTask(line, task);
    const domainPolicy = world.domainPolicy(line.domain_policy, line.solo);
    const environment = world.open({ task, solo: line.solo });
    try {
      const agent = await connectInMemory(mcpServer(environment, "assistant", domainPolicy));
      const hasUser = Object.keys(environment.tools("user")).length > 0;
      const user = hasUser ? await connectInMemory(mcpServer(environment, "user", domainPolicy)) : null;
      return {
        agent,
        user,
        domainPolicy,
        score: async (messages, mode) => reward(world, task, environment, { said: said(messages) }, mode),
        close: async () => {
          await Promise.all([agent.close(), user?.close()]);
          environment.close();
        },
      };
    } catch (error) {
      environment.close();
      throw error;
    }
  }
}
