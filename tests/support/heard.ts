/**
 * What the scripted user makes of requests for its own hands: the tool, "!" where it changes something, "~" where it is asked
 * whether that has been done, how a switch shall stand, the arguments, "?" before those that it has to ask back for.
 */
import { domains, Worlds } from "../../domains/index.ts";
import { type Desk, MemoryDesks, taskLine } from "../../rollout/index.ts";
import { OwnTools } from "../../rollout/users/acting/own-tools.ts";
import { Requests } from "../../rollout/users/acting/requests.ts";

const worlds = new Worlds(domains);

/** A desk of the domain, for the tools in the user's hand. */
export async function deskOf(domain: string): Promise<Desk> {
  const world = worlds.get(domain);
  const [task] = world.tasks.values();
  if (task === undefined) throw new Error(`${domain} has no task`);
  return new MemoryDesks(worlds).open(taskLine(world, task));
}

/** What the last of the messages asks for. */
export function heard({ user }: Desk, ...messages: string[]): string {
  const requests = new Requests(new OwnTools(user?.tools ?? []));
  const [{ asks } = { asks: [] }] = messages.map((message) => requests.hear(message)).slice(-1);
  return asks
    .map(({ tool, kind, target, args, missing, weak }) => {
      const mark = { look: "", act: "!", recall: "~" }[kind];
      const given = Object.keys(args).length > 0 ? JSON.stringify(args) : "";
      const rest = [missing.length > 0 && `?${missing.join(",")}`, weak && `(${weak})`].filter(Boolean).join(" ");
      return `${mark}${tool.name}${target ? `=${target}` : ""}${given}${rest && ` ${rest}`}`;
    })
    .join(" + ");
}
