/** Which of the tools that a clause names it asks for: to look, to act, or to say whether it has been done. */
import type { JsonObject } from "../../../domains/index.ts";
import { isTelling, isWeak, length, type Mention, type Naming, type OwnTool, type OwnTools } from "./own-tools.ts";
import { holds } from "./phrases.ts";
import {
  ALTERING,
  andBack,
  changes,
  direction,
  FLIPPING,
  GOING,
  isSetting,
  LOOKS_WHETHER,
  looksLast,
  RECALLS,
} from "./request-wording.ts";
import { type Spoken, spokenArguments } from "./spoken-arguments.ts";

export interface Ask {
  readonly tool: OwnTool;
  /** `recall`: whether it has been done. */
  readonly kind: "look" | "act" | "recall";
  /** How a thing that toggles shall stand; absent: the other way than it does. */
  readonly target?: "on" | "off" | undefined;
  readonly args: JsonObject;
  readonly missing: readonly string[];
  /** `place`: only somewhere to go to; `unable`: what is asked for can't be done, and this is the nearest to it. */
  readonly weak?: "place" | "unable" | undefined;
}

/** What a clause is to the user: to be done, to be answered, or a condition to look into first. */
export type Mode = "ask" | "question" | "condition";

/** A mention in its clause. */
export interface Place {
  readonly mention: Mention;
  readonly mode: Mode;
  /** From where the agent begins to ask, up to the end of the mention. */
  readonly region: string;
  readonly after: string;
  readonly clause: string;
  readonly spoken: Spoken;
}

export function askedTools(tools: OwnTools, place: Place): Ask[] {
  const { mention, mode, region, after, clause } = place;
  const namings = bestFirst(mention.namings);
  if (mode === "question" && RECALLS.test(clause.slice(0, mention.start))) {
    const done = namings.find(({ tool }) => !tool.readOnly && !tool.asked?.switched);
    if (done && !namings.some(({ tool }) => tool.readOnly)) return [plainly(done.tool, "recall")];
  }
  if (mode !== "ask") return look(tools, namings, place);
  const [best] = namings;
  const named = namings.find((naming) => isVerbal(naming, clause) && best && isAbout(naming.tool, best));
  const isLook = LOOKS_WHETHER.test(region) || (looksLast(region) && !named);
  if (isLook) return look(tools, namings, place);
  const going = GOING.test(region) && !direction(region, after) && !FLIPPING.test(region) && named === undefined;
  const seen = look(tools, namings, place);
  if (going && seen.length > 0) return seen.map((ask) => ({ ...ask, weak: "place" }));
  const acts = namings.flatMap((naming) => act(naming, place));
  if (acts.length > 0) return acts.slice(0, 1).flatMap((ask) => [ask, ...back(ask, after)]);
  const alters = direction(region, "") !== undefined || changes(region) || ALTERING.test(region);
  return alters ? seen.map((ask) => ({ ...ask, weak: "unable" })) : seen;
}

/** The longest first, titles before other names of that length: "toggle data roaming" is not about data as such. */
function bestFirst(namings: readonly Naming[]): Naming[] {
  return namings.toSorted((one, other) => {
    return length(other) - length(one) || Number(other.by === "title") - Number(one.by === "title");
  });
}

/** By its title, or by words that begin with the title's verb: "confirm the meeting" is no look at whether it is so. */
function isVerbal({ by, tool, span }: Naming, clause: string): boolean {
  return !tool.readOnly && (by === "title" || (by === "words" && holds(clause.slice(span.start, span.end), tool.verb)));
}

/** Whether a longer name than its own is another thing's. */
function isAbout(tool: OwnTool, best: Naming): boolean {
  return best.tool === tool || tool.nouns.length === 0 || length(best) <= tool.nouns.join(" ").length;
}

/** What shows the thing: a tool that looks, or the one that shows how what can be toggled stands. */
function look(tools: OwnTools, namings: readonly Naming[], place: Place): Ask[] {
  const telling = namings.filter((naming) => !isWeak(naming));
  for (const { tool, by } of telling.filter((naming) => naming.tool.readOnly)) {
    const spoken = spokenArguments(tool, place.spoken);
    if (by === "title" || isMeant(tool, spoken, place)) return [{ tool, kind: "look", ...spoken }];
  }
  const shown = telling.flatMap(({ tool }) => tools.named(tool.asked?.switched?.look ?? "") ?? []);
  return shown.slice(0, 1).map((tool) => plainly(tool, "look"));
}

function act(naming: Naming, place: Place): Ask[] {
  const { tool, by } = naming;
  if (tool.readOnly) return [];
  const { region, after } = place;
  const target = direction(region, after);
  const hasVerb = holds(region, tool.verb);
  if (tool.asked?.switched) {
    const flips = FLIPPING.test(region) || by === "title";
    return target || flips ? [{ ...plainly(tool, "act"), target }] : [];
  }
  if (tool.turns && target && tool.turns !== target) return [];
  const suits = hasVerb || (tool.turns ? target !== undefined : isSetting(tool.verb) && changes(region));
  if (by === "nouns" && !suits) return [];
  const spoken = spokenArguments(tool, place.spoken);
  const isClear = by === "title" || (by === "words" && tool.asked?.own);
  return isClear || isMeant(tool, spoken, place) ? [{ tool, kind: "act", ...spoken }] : [];
}

/** A tool that needs to be told more is not meant where nothing but a common word points to it. */
function isMeant(
  { nouns }: OwnTool,
  { args, missing }: { args: JsonObject; missing: readonly string[] },
  { clause }: Place,
): boolean {
  if (missing.length === 0 || Object.keys(args).length > 0) return true;
  return nouns.some((noun) => isTelling(noun) && holds(clause, noun));
}

/** "On and then off again" is two acts. */
function back(ask: Ask, after: string): Ask[] {
  const target = ask.target && ask.tool.asked?.switched ? andBack(after) : undefined;
  return target && target !== ask.target ? [{ ...ask, target }] : [];
}

export function plainly(tool: OwnTool, kind: Ask["kind"]): Ask {
  return { tool, kind, args: {}, missing: [] };
}
