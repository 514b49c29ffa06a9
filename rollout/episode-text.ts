/** A trajectory as prose. */
import type { Component } from "../domains/index.ts";
import type { Message } from "./message.ts";
import { playerText, type Trajectory } from "./trajectory.ts";

/** Longer tool results are cut: the file has them whole. */
const RESULT_LENGTH = 300;

export function episodeText(trajectory: Trajectory): string {
  const { id, world, seed, domain_version, solo, domain_policy, split } = trajectory;
  const { policy, user, messages, ended, failure, reward } = trajectory;
  const setting = [split, solo && "solo", domain_policy && `domain policy ${domain_policy}`].filter(Boolean);
  const origin = world === "builtin" ? `built-in world, seed ${seed}` : `${world} world`;
  const lines = [
    `${id} (${[origin, `version ${domain_version}`, ...setting].join(", ")})`,
    `policy ${playerText(policy)}, user ${playerText(user)}`,
    ...(policy.slips ?? []).map(({ step, kind }) => `on purpose: ${kind} in step ${step}`),
    "",
    ...messages.flatMap(messageLines),
    "",
    `${ended.how}: ${ended.reason}`,
  ];
  if (failure) lines.push(`failure of the ${failure.boundary}: ${failure.message}`);
  if (reward) {
    const components = Object.entries(reward.components).map(([name, score]) => {
      const { met = 0, of = 0 } = reward.criteria[name as Component] ?? {};
      return `${name} ${score ?? "not computed"}${score === 0 && of > 1 ? ` (${met} of ${of})` : ""}`;
    });
    lines.push(
      `reward ${reward.value ?? "null"} (${reward.mode}: ${reward.basis.join(", ")}); ${components.join(", ")}`,
    );
    lines.push(...reward.reasons.map(({ component, text }) => `  ${component}: ${text}`));
  }
  return `${lines.join("\n")}\n`;
}

function messageLines({ role, content, tool_calls, is_error, requestor }: Message): string[] {
  const speaker = role === "assistant" ? "agent" : role;
  if (role === "system") return [`system: domain policy of ${content?.length ?? 0} characters`];
  if (role === "tool") {
    const text = content ?? "";
    const cut = text.length > RESULT_LENGTH ? `${text.slice(0, RESULT_LENGTH)}... (${text.length} characters)` : text;
    return [`  ${requestor === "user" ? "to the user " : ""}${is_error ? "!" : "="} ${cut}`];
  }
  const calls = (tool_calls ?? []).map(
    ({ function: called }) => `${speaker} calls ${called.name}(${called.arguments})`,
  );
  return [...(content ? [`${speaker}: ${content}`] : []), ...calls];
}
