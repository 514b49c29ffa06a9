/** A model that plays the user, GPT-4o unless told otherwise, from the task's instructions. */
import type { Task } from "../../domains/index.ts";
import { asFunctions, type ChatEndpoint, type ChatMessage } from "../chat-endpoint.ts";
import type { Message } from "../message.ts";
import { asChat } from "../policies/chat-completions.ts";
import { stopTokens, type UserInput, type UserKind, type UserReply } from "../user.ts";

const DEFAULT_USER_MODEL = "gpt-4o-2024-11-20";

export function llmUser(endpoint: ChatEndpoint, model = DEFAULT_USER_MODEL): UserKind {
  const reply = async (task: Task, { messages, tools, signal }: UserInput): Promise<UserReply> => {
    const functions = asFunctions(tools);
    const params = {
      model,
      messages: [{ role: "system" as const, content: userPrompt(task, tools.length > 0) }, ...messages.map(asUserSees)],
      ...(functions.length > 0 && { tools: functions }),
    };
    const { message, usage } = await endpoint.ask(params, signal);
    return { ...message, usage };
  };
  return { kind: "llm", model, play: (task) => ({ reply: (input) => reply(task, input) }) };
}

/** To the model that plays the user, the agent is the one who prompts and the user's words are its own. */
function asUserSees(message: Message): ChatMessage {
  if (message.role === "tool") return asChat(message);
  return asChat({ ...message, role: message.role === "user" ? "assistant" : "user" });
}

function userPrompt(task: Task, hasTools: boolean): string {
  return `You play a customer who has written to a company's support chat. The other side is its agent; you are not.

Who you are and what you want:
<instructions>
${task.user.instructions.trim()}
</instructions>

How to play:
- Write only what the customer would type: one short, natural message a turn, in your own words, never quoting the instructions.
- Begin with what you want. Give further details only when the agent asks for them or they are needed.
- What the instructions do not say, you do not know or do not have. Never make up an order, a number, a name or a wish.
- Keep to your wishes as instructed. When the agent says something can't be done, react as the instructions say.
- When the agent asks you to confirm and what it says is what you want, say yes; when it is not, say what is wrong.${
    hasTools
      ? "\n- You have tools for what a customer can do on their own device. Use one only when the agent asks for it, one at a time, and report what it showed."
      : ""
  }

How to end. Write the token alone in a message of its own:
- ${stopTokens.user_stop} when all that you wanted has been dealt with: done, answered, or refused for good.
- ${stopTokens.transfer} when the agent has told you that you are being handed over to a person.
- ${stopTokens.out_of_scope} when the instructions do not say enough to go on.
Do not end while something you want has not been mentioned yet, and never in the message that confirms something: first wait for the agent to report that it has been done.`;
}
