/** The users by name, and the options that each takes. */
import { UsageError } from "../../servers/index.ts";
import { chatEndpoint, type Variables } from "../chat-endpoint.ts";
import type { UserKind } from "../user.ts";
import { llmUser } from "./llm.ts";
import { none } from "./none.ts";
import { replay } from "./replay.ts";
import { scripted } from "./scripted.ts";
import { ticket } from "./ticket.ts";

const users: Readonly<Record<string, (model: string | undefined, env: Variables) => UserKind>> = {
  scripted: () => scripted,
  llm: (model, env) => llmUser(chatEndpoint(env, "USER_"), model),
  none: () => none,
  replay: () => replay,
  ticket: () => ticket,
};

export const userNames = Object.keys(users);

/** @throws UsageError for an unknown name, or a model where none plays. */
export function makeUser(name: string, model: string | undefined, env: Variables): UserKind {
  const make = Object.hasOwn(users, name) ? users[name] : undefined;
  if (make === undefined) throw new UsageError(`no user '${name}': there are ${userNames.join(", ")}`);
  if (model !== undefined && name !== "llm") throw new UsageError(`user ${name} takes no model`);
  return make(model, env);
}
