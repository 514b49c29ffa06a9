/** Which tools the policy of a recorded episode had: a trajectory does not say, since the domain's version does. */
import { WorldError, type Worlds } from "../../domains/index.ts";
import { asFunctions, MemoryDesks, type Trajectory, taskLine } from "../../rollout/index.ts";
import { UsageError } from "../../servers/index.ts";
import type { FunctionTools } from "./chat-rows.ts";

export class EpisodeTools {
  readonly #worlds: Worlds;
  readonly #known = new Map<string, Promise<FunctionTools>>();

  constructor(worlds: Worlds) {
    this.#worlds = worlds;
  }

  /** @throws UsageError in one line where the domain is not here, or here in another version. */
  async of({ id, domain, domain_version, solo }: Trajectory): Promise<FunctionTools> {
    const here = Object.hasOwn(this.#worlds.domains, domain) ? this.#worlds.domains[domain] : undefined;
    if (here === undefined) throw new UsageError(`${id}: no domain '${domain}': name its module with --domain`);
    if (here.version !== domain_version) {
      throw new UsageError(`${id} is of ${domain} ${domain_version}, this is ${here.version}: roll out again`);
    }
    const key = `${domain} ${solo === true}`;
    const tools = this.#known.get(key) ?? this.#list(domain, solo);
    this.#known.set(key, tools);
    return tools;
  }

  /** As the policy is offered them; they are the same in every world of the domain. */
  async #list(domain: string, solo?: true): Promise<FunctionTools> {
    const world = this.#worlds.get(domain);
    const [task] = world.tasks.values();
    if (task === undefined) throw new WorldError(`${domain} has no tasks`);
    const desk = await new MemoryDesks(this.#worlds).open({ ...taskLine(world, task), ...(solo && { solo }) });
    const tools = asFunctions(desk.agent.tools);
    await desk.close();
    return tools;
  }
}
