/** Open, reset, score and episode of one world, in this process, without MCP. */
import { type Environment, reward, type Task, type World } from "../../domains/index.ts";
import { type Quantiles, quantiles } from "./quantiles.ts";

const WARM_UP = 500;
const ROUNDS = 3000;

export interface KernelFigures {
  readonly imageBytes: number;
  readonly ms: Record<
    "open for a task" | "reset after five calls" | "score" | "episode of five calls with its score",
    Quantiles
  >;
}

/** Over all tasks with at least five reference actions, taken in turn and cut to five. */
export function measureKernel(world: World): KernelFigures {
  const tasks = [...world.tasks.values()].filter((task) => task.reference_actions.length >= 5);
  for (const task of tasks) world.expected(task);
  const opened: number[] = [];
  const reset: number[] = [];
  const score: number[] = [];
  const episode: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const task = tasks[(round + WARM_UP) % tasks.length] as Task;
    let lived: Environment | undefined;
    const opening = time(() => {
      lived = world.open({ task });
    });
    if (lived === undefined) throw new Error("an environment did not open");
    const environment = lived;
    play(environment, task);
    const scoring = time(() => reward(world, task, environment, { said: [] }));
    const resetting = time(() => environment.reset());
    environment.close();
    const whole = time(() => {
      using environment = world.open({ task });
      play(environment, task);
      reward(world, task, environment, { said: [] });
    });
    if (round < 0) continue;
    opened.push(opening);
    reset.push(resetting);
    score.push(scoring);
    episode.push(whole);
  }
  const ms = {
    "open for a task": quantiles(opened),
    "reset after five calls": quantiles(reset),
    score: quantiles(score),
    "episode of five calls with its score": quantiles(episode),
  };
  return { imageBytes: world.imageSize, ms };
}

function play(environment: Environment, task: Task): void {
  for (const { requestor, name, arguments: args } of task.reference_actions.slice(-5)) {
    environment.call(requestor, name, args);
  }
}

function time(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
