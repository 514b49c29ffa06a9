/** Reset, score and episode of one world, in this process, without MCP. */
import { type Environment, reward, type Task, type World } from "../../domains/index.ts";
import { type Quantiles, quantiles } from "./quantiles.ts";

const WARM_UP = 500;
const ROUNDS = 3000;

export interface KernelFigures {
  readonly imageBytes: number;
  readonly ms: Record<"reset after five calls" | "score" | "episode of five calls with its score", Quantiles>;
}

/** Over all tasks with at least five reference actions, taken in turn and cut to five. */
export function measureKernel(world: World): KernelFigures {
  const tasks = [...world.tasks.values()].filter((task) => task.reference_actions.length >= 5);
  for (const task of tasks) world.expected(task);
  const reset: number[] = [];
  const score: number[] = [];
  const episode: number[] = [];
  const lived = world.open();
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const task = tasks[(round + WARM_UP) % tasks.length] as Task;
    play(lived, task);
    const scoring = time(() => reward(world, task, lived, { said: [] }));
    const resetting = time(() => lived.reset());
    const whole = time(() => {
      using environment = world.open();
      play(environment, task);
      reward(world, task, environment, { said: [] });
    });
    if (round < 0) continue;
    reset.push(resetting);
    score.push(scoring);
    episode.push(whole);
  }
  lived.close();
  const ms = {
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
