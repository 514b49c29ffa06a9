/** A scripted user with a reader in its hand, to talk with at the library. */
import { type AgendaStep, Random, type Task } from "../../domains/index.ts";
import { MemoryDesks, type Message, scripted } from "../../rollout/index.ts";
import { libraryTask, worlds } from "./speakers.ts";

/** Indices of the task's reference actions. */
export const LEND = 1;
export const WIRELESS = 2;
export const SIZE = 3;
export const HANDOVER = 4;
export const LOOK = 5;

const reference_actions = [
  { requestor: "assistant", name: "find_member", arguments: {} },
  { requestor: "assistant", name: "lend_book", arguments: {} },
  { requestor: "user", name: "toggle_wireless", arguments: {} },
  { requestor: "user", name: "set_text_size", arguments: { size: "large" } },
  { requestor: "assistant", name: "transfer_to_human_agents", arguments: {} },
  { requestor: "user", name: "check_reader", arguments: {} },
] satisfies Task["reference_actions"];

export const step = (changes: Partial<AgendaStep>): AgendaStep => {
  return { say: "My reader is empty.", facts: [], actions: [WIRELESS], tell: [], ...changes };
};

/** Before the user is content, the reader must be on the network. */
export const test = {
  call: { requestor: "user" as const, name: "check_reader", arguments: {} },
  says: "Wireless: ON",
  complaint: "It still shows nothing.",
};

export interface Answer {
  readonly says: string;
  /** The calls that came before it. */
  readonly calls: readonly string[];
}

/** Each call of the function says something and returns the answer; the reader really is used. Begins with the greeting. */
export async function talk(steps: AgendaStep[]): Promise<(text: string) => Answer> {
  const line = libraryTask("read-1");
  const agenda = {
    greeting: "Hello.",
    identity: [{ name: "name", asks: ["name"], say: "I'm Ada Byron.", disclosure: "asked" as const }],
    steps,
  };
  const task: Task = { ...line, reference_actions, user: { instructions: "-", agenda } };
  const desk = await new MemoryDesks(worlds).open(line);
  const { tools } = desk.user ?? { tools: [] };
  const environment = worlds.get("library").open({ task: line });
  const user = scripted.play(task, new Random(0), desk.agent.tools);
  await desk.close();
  const messages: Message[] = [];
  const hear = (): Answer => {
    const calls: string[] = [];
    for (;;) {
      const { content, tool_calls } = user.reply({ messages, tools }) as {
        content: string;
        tool_calls?: Message["tool_calls"];
      };
      messages.push({ role: "user", content, ...(tool_calls && { tool_calls }), sampled: false });
      if (tool_calls === undefined) return { says: content, calls };
      for (const { id, function: called } of tool_calls) {
        const result = environment.call("user", called.name, JSON.parse(called.arguments));
        const text = result.ok ? String(result.value) : `Error: ${result.error}`;
        const mark = result.ok ? {} : ({ is_error: true } as const);
        calls.push(`${called.name}(${called.arguments === "{}" ? "" : called.arguments})`);
        messages.push({ role: "tool", tool_call_id: id, content: text, requestor: "user", ...mark, sampled: false });
      }
    }
  };
  hear();
  return (text) => {
    messages.push({ role: "assistant", content: text, sampled: true });
    return hear();
  };
}
