/** Runs a policy of your own in a domain, with the scripted user. In a project of yours: `from "deskgym/rollout"` and so on. */
import { domains, Worlds } from "../../domains/index.ts";
import { MemoryDesks, type PolicyKind, playAttempt, scripted, type Trajectory, taskLine } from "../../rollout/index.ts";

/** Asks who it is and then gives up: put your model's call in `act`. */
const polite: PolicyKind = {
  kind: "polite",
  options: {},
  play: () => ({
    act: ({ messages }) => {
      const first = messages.filter((message) => message.role === "user").length === 1;
      const content = first
        ? "Could you please tell me your email address?"
        : "I am sorry, I can't help you with that.";
      return { message: { content } };
    },
  }),
};

export function runPolite(taskId: string): Promise<Trajectory> {
  const worlds = new Worlds(domains);
  const world = worlds.get("retail");
  const setting = {
    desks: new MemoryDesks(worlds),
    policy: polite,
    user: scripted,
    limits: { turns: 30, errors: 10 },
    mode: "evaluation" as const,
    seed: 0,
  };
  return playAttempt(setting, { line: taskLine(world, world.task(taskId)), attempt: 0 });
}
