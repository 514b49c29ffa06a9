/** "Turn it off", "run that again": requests for the thing that was named last. */
import { type Ask, plainly } from "./asked-tool.ts";
import { isTelling, type OwnTool, type OwnTools } from "./own-tools.ts";
import { holds } from "./phrases.ts";
import { AGAIN, changes, direction, isSetting, LOOKING, lastWord, PRONOUN } from "./request-wording.ts";
import { type Spoken, spokenArguments } from "./spoken-arguments.ts";

/** `looks`: no more than a look at what an act may have changed. */
type PronounAsk = Ask & { readonly looks?: true };

/** `subjects`: the tools of each thing that was named, or used; the latest first. The first that fits is meant. */
export function askedOf(
  tools: OwnTools,
  subjects: readonly (readonly OwnTool[])[],
  clause: string,
  spoken: Spoken,
): PronounAsk[] {
  for (const subject of subjects) {
    const asks = askedOfOne(tools, subject, clause, spoken);
    if (asks.length > 0) return asks;
  }
  return [];
}

/** "Is it on?" */
export function lookedAt(tools: OwnTools, [subject = []]: readonly (readonly OwnTool[])[]): Ask[] {
  const seen = shownBy(tools, subject);
  return seen ? [plainly(seen, "look")] : [];
}

function shownBy(tools: OwnTools, subject: readonly OwnTool[]): OwnTool | undefined {
  const shows = subject.flatMap(({ asked }) => tools.named(asked?.switched?.look ?? "") ?? []);
  return subject.find(({ readOnly }) => readOnly) ?? shows[0];
}

function askedOfOne(tools: OwnTools, subject: readonly OwnTool[], clause: string, spoken: Spoken): PronounAsk[] {
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
    const verbal = acting.find((tool) => about(tool) && tool.verb.length > 2 && holds(clause, tool.verb));
    if (verbal) return [{ kind: "act", tool: verbal, ...spokenArguments(verbal, spoken) }];
  }
  // "Set it to 4G", "enable storage": a value of the thing's is as good as its name.
  const setting = acting.find((tool) => about(tool) && !tool.asked?.switched && !tool.turns);
  if (setting && (isSetting(setting.verb) ? changes(clause) : target === "on")) {
    const given = spokenArguments(setting, { sentence: clause, before: "", after: "" });
    if (Object.keys(given.args).length > 0)
      return [{ kind: "act", tool: setting, ...spokenArguments(setting, spoken) }];
  }
  const seen = shownBy(tools, subject);
  if (!seen) return [];
  const again = AGAIN.test(clause);
  if (!again && !(stands && LOOKING.test(clause))) return [];
  const ask: Ask = { kind: "look", tool: seen, ...spokenArguments(seen, spoken) };
  return [again ? ask : { ...ask, looks: true }];
}

function shares(one: OwnTool, other: OwnTool): boolean {
  return one.nouns.some((noun) => isTelling(noun) && other.nouns.includes(noun));
}
