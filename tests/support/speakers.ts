/** Policies and users that say what a test tells them to, and a desk to say it at. */
import { Worlds } from "../../domains/index.ts";
import {
  type Desks,
  MemoryDesks,
  type Policy,
  type PolicyInput,
  type PolicyKind,
  type RolloutSetting,
  scripted,
  type TaskLine,
  taskLine,
  type UserInput,
  type UserKind,
  type UserReply,
  type Utterance,
} from "../../rollout/index.ts";
import { library } from "./library/index.ts";

/** Plays utterances in order; the last goes on for ever. What it was given is kept in `heard`. */
export function saying(...lines: (string | Utterance | Error)[]): PolicyKind & { heard: PolicyInput[] } {
  const heard: PolicyInput[] = [];
  const play = (): Policy => {
    let next = 0;
    return {
      act: (input) => {
        heard.push({ ...input, messages: [...input.messages] });
        const line = lines[Math.min(next++, lines.length - 1)] ?? "";
        if (line instanceof Error) throw line;
        return { message: typeof line === "string" ? { content: line } : line };
      },
    };
  };
  return { kind: "saying", options: {}, play, heard };
}

/** A user who answers in order, and then says nothing. */
export function answering(...lines: (string | UserReply | Error)[]): UserKind & { heard: UserInput[] } {
  const heard: UserInput[] = [];
  const play = () => {
    let next = 0;
    return {
      reply: (input: UserInput) => {
        heard.push(input);
        const line = lines[next++] ?? "";
        if (line instanceof Error) throw line;
        return typeof line === "string" ? { content: line } : line;
      },
    };
  };
  return { kind: "answering", play, heard };
}

/** A message that calls one tool; `args` as JSON text, so that it can be broken. */
export function calls(name: string, args: unknown, id = "call_0"): Utterance {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return { content: null, tool_calls: [{ id, type: "function", function: { name, arguments: text } }] };
}

export const worlds = new Worlds({ library });

export function libraryTask(id = "lend-1"): TaskLine {
  const world = worlds.get("library");
  return taskLine(world, world.task(id));
}

export function setting(changes: Partial<RolloutSetting> & Pick<RolloutSetting, "policy">): RolloutSetting {
  const desks: Desks = new MemoryDesks(worlds);
  return { desks, user: scripted, limits: { turns: 30, errors: 10 }, mode: "evaluation", seed: 0, ...changes };
}
