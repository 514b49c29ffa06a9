/** The policies by name, and the options that each takes. */
import { UsageError } from "../../servers/index.ts";
import { chatEndpoint, type Variables } from "../chat-endpoint.ts";
import type { PolicyKind } from "../policy.ts";
import { chatCompletions } from "./chat-completions.ts";
import { expert } from "./expert.ts";
import { noop } from "./noop.ts";
import { transfer } from "./transfer.ts";

export interface PolicyOptions {
  readonly slip?: number | undefined;
  readonly model?: string | undefined;
  readonly temperature?: number | undefined;
}

interface Entry {
  readonly takes: readonly (keyof PolicyOptions)[];
  make(options: PolicyOptions, env: Variables): PolicyKind;
}

const policies: Readonly<Record<string, Entry>> = {
  expert: { takes: ["slip"], make: ({ slip }) => expert(slip) },
  noop: { takes: [], make: () => noop },
  transfer: { takes: [], make: () => transfer },
  openai: {
    takes: ["model", "temperature"],
    make: ({ model, temperature }, env) => {
      if (model === undefined) throw new UsageError("policy openai needs --model NAME");
      return chatCompletions(chatEndpoint(env), model, temperature === undefined ? {} : { temperature });
    },
  },
};

export const policyNames = Object.keys(policies);

/** @throws UsageError for an unknown name, an option that the policy does not take, or one that it lacks. */
export function makePolicy(name: string, options: PolicyOptions, env: Variables): PolicyKind {
  const entry = Object.hasOwn(policies, name) ? policies[name] : undefined;
  if (entry === undefined) throw new UsageError(`no policy '${name}': there are ${policyNames.join(", ")}`);
  for (const [option, value] of Object.entries(options)) {
    if (value === undefined || entry.takes.includes(option as keyof PolicyOptions)) continue;
    throw new UsageError(`policy ${name} takes no --${option}`);
  }
  return entry.make(options, env);
}
