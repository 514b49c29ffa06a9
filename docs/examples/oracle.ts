/** Scores calls that were made elsewhere, in process. In a project of yours: `from "deskgym/domains"`. */
import { domains, type Reward, reward, Worlds } from "../../domains/index.ts";

export function scoreCalls(
  taskId: string,
  calls: readonly { name: string; arguments: Record<string, unknown> }[],
): Reward {
  const world = new Worlds(domains).get("retail");
  const task = world.task(taskId);
  using environment = world.open({ task });
  for (const call of calls) environment.call("assistant", call.name, call.arguments);
  return reward(world, task, environment, { said: [] });
}
