/** What an agent's message asks of the user's own hands, in the order in which it is to be done. */

import { inSentences, isItem, plain } from "../wording.ts";
import type { Ask } from "./asked-tool.ts";
import type { OwnTool, OwnTools } from "./own-tools.ts";
import { even } from "./phrases.ts";
import { ASKS_FOR_LEAVE, NO_REACH, ON_ITS_SIDE, STARTS_HERE, stanceBefore } from "./request-wording.ts";
import { type FoundAsk, SentenceRequests, type Weight } from "./sentence-requests.ts";
import { spokenArguments } from "./spoken-arguments.ts";

export interface Heard {
  readonly asks: readonly Ask[];
  /** The message without the sentences that ask for them. */
  readonly rest: string;
  /** It asks for something to be done that the user knows no way to. */
  readonly unknown: boolean;
}

interface Found extends FoundAsk {
  readonly sentence: number;
}

/** A sentence with a list below it: "Please make sure that:", "I'll do this:". */
interface Lead {
  readonly text: string;
  readonly stance: "ask" | "own";
}

export class Requests {
  readonly #reader: SentenceRequests;

  constructor(tools: OwnTools) {
    this.#reader = new SentenceRequests(tools);
  }

  hear(message: string): Heard {
    const sentences = inSentences(plain(message));
    const found: Found[] = [];
    let lead: Lead | undefined;
    let unknown = false;
    for (const [at, sentence] of sentences.entries()) {
      const listed = isItem(sentence);
      const bare = listed ? asItem(sentence) : sentence;
      const { isOrder, stance } = this.#standing(bare);
      // "Please make sure that: - X is off" asks in each item what its lead asks.
      const prefix = listed && lead?.stance === "ask" && !isOrder ? `${lead.text} ` : "";
      const spoken = {
        sentence: prefix + bare,
        before: sentences.slice(0, at).join("\n"),
        after: sentences.slice(at + 1).join("\n"),
      };
      const asks = this.#reader.read(spoken, listed ? lead?.stance : undefined);
      found.push(...asks.map((each) => ({ ...each, sentence: at })));
      const asked = isOrder || stance === "ask";
      if (asks.length === 0 && asked && ON_ITS_SIDE.test(even(bare))) unknown = true;
      if (listed) continue;
      const leads = /:\W*$/.test(sentence);
      const side = asked ? "ask" : stance === "own" ? "own" : undefined;
      lead = leads && side ? { text: sentence.replace(/:\W*$/, ""), stance: side } : undefined;
    }
    const kept = inOrder(found, sentences);
    const rest = sentences.flatMap((text, at) => {
      if (NO_REACH.test(text)) return [];
      return kept.some(({ sentence }) => sentence === at) ? this.#reader.otherQuestions(text) : [text];
    });
    return { asks: kept.map(({ ask }) => ask), rest: rest.join("\n").trim(), unknown };
  }

  /** A tool that was just used is what "it" stands for, unless what the agent named is the same thing. */
  used(tool: OwnTool): void {
    this.#reader.used(tool);
  }

  /** The request with those of its arguments that the answer to a question back gives. */
  completed(ask: Ask, message: string): Ask {
    const { args } = spokenArguments(ask.tool, { sentence: plain(message), before: "", after: "" });
    const all = { ...args, ...ask.args };
    return { ...ask, args: all, missing: ask.missing.filter((name) => !Object.hasOwn(all, name)) };
  }

  #standing(sentence: string) {
    const text = even(sentence);
    return { isOrder: this.#reader.isOrder(text), stance: stanceBefore(text, text.length)?.stance };
  }
}

/** Without its mark; "Airplane mode: OFF" says of it that it is off. */
function asItem(item: string): string {
  return item.replace(/^\s*(?:[-•+]|\d+[.)])\s*/, "").replace(/:\s*(?=(?:on|off|enabled|disabled)\W*$)/i, " ");
}

function inOrder(found: readonly Found[], sentences: readonly string[]): Found[] {
  // What it lists or sums up before it asks for leave is its own to do.
  const isPlan = sentences.some((sentence) => !isItem(sentence) && ASKS_FOR_LEAVE.test(even(sentence)));
  const firm = found.filter(({ weight }) => weight === "firm" || (weight === "order" && !isPlan));
  const isPlain = firm.some(({ ask }) => ask.weak !== "place");
  const weights: Weight[] =
    firm.length > 0 ? [...new Set(firm.map(({ weight }) => weight)), "condition"] : isPlan ? [] : ["implied"];
  const taken = found.filter(({ weight, ask, sentence }) => {
    if (!weights.includes(weight) || (isPlain && ask.weak === "place")) return false;
    // A toggle is looked at before it is touched anyway.
    return weight !== "condition" || !firm.some((other) => other.sentence === sentence && looksFirst(other.ask, ask));
  });
  const chosen = taken.length > 0 ? taken : found.filter(({ weight }) => weight === "once");
  const start = chosen.findLast(
    ({ sentence }) => !isItem(sentences[sentence] ?? "") && STARTS_HERE.test(even(sentences[sentence] ?? "")),
  );
  const listed = chosen.some(({ sentence }) => isItem(sentences[sentence] ?? ""));
  const ordered = start && listed ? [start, ...chosen.filter((each) => each !== start)] : chosen;
  return ordered.filter((each, at) => ordered.findIndex(({ ask }) => sameAsk(ask, each.ask)) === at);
}

function looksFirst({ tool, target }: Ask, { tool: seen }: Ask): boolean {
  return target !== undefined && tool.asked?.switched?.look === seen.name;
}

export function sameAsk(one: Ask, other: Ask): boolean {
  return (
    one.tool === other.tool && one.target === other.target && JSON.stringify(one.args) === JSON.stringify(other.args)
  );
}
