/** "Turn it off", "run that again": requests for the thing that was named last. */
import { type Ask, plainly } from "./asked-tool.ts";
import { isTelling, type OwnTool, type OwnTools } from "./own-tools.ts";
import { phrase } from "./phrases.ts";
import { AGAIN, changes, direction, isSetting, LOOKING, lastWord, PRONOUN } from "./request-wording.ts";
import { type Spoken, spokenArguments } from "./spoken-arguments.ts";

/** `subject`: the tools that were named last, or used. */
export function askedOf(
  tools: OwnTools,
  subject: readonly OwnTool[],
  clause: string,
  spoken: Spoken,
): (Ask & { readonly looks?: true })[] {
  const stands = PRONOUN.test(clause);
  const about = (tool: OwnTool) => subject.includes(tool) || subject.some((other) => shares(tool, other));
  const target = direction(clause, "") ?? (stands ? lastWord(clause) : undefined);
  const acting = tools.all.filter(({ readOnly }) => !readOnly);
  if (stands && target) {
    const switched = acting.filter(({ asked }) => asked?.switched);
    const named = switched.filter((tool) => subject.includes(tool));
    const shown = switched.filter(({ asked }) => subject.some(({ name }) => name === asked?.switched?.look));
    const [toggle] = named.length > 0 ? named : shown.length === 1 ? shown : [];
    if (toggle) return [{ ...plainly(toggle, "act"), target }];
    const turning = acting.find((tool) => tool.turns === target && about(tool));
    if (turning) return [{ kind: "act", tool: turning, ...spokenArguments(turning, spoken) }];
  }
  if (stands || AGAIN.test(clause)) {
    const verbal = acting.find((tool) => about(tool) && tool.verb.length > 2 && phrase(tool.verb).test(clause));
    if (verbal) return [{ kind: "act", tool: verbal, ...spokenArguments(verbal, spoken) }];
  }
  const setting = acting.find((tool) => isSetting(tool.verb) && about(tool) && !tool.asked?.switched);
  if (setting && changes(clause)) {
    const given = spokenArguments(setting, { ...spoken, before: "", after: "" });
    if (Object.keys(given.args).length > 0) return [{ kind: "act", tool: setting, ...given }];
  }
  const shows = subject.flatMap(({ asked }) => tools.named(asked?.switched?.look ?? "") ?? []);
  const seen = subject.find(({ readOnly }) => readOnly) ?? shows[0];
  if (!seen) return [];
  const again = AGAIN.test(clause);
  if (!again && !(stands && LOOKING.test(clause))) return [];
  const ask: Ask = { kind: "look", tool: seen, ...spokenArguments(seen, spoken) };
  return [again ? ask : { ...ask, looks: true }];
}

function shares(one: OwnTool, other: OwnTool): boolean {
  return one.nouns.some((noun) => isTelling(noun) && other.nouns.includes(noun));
}
