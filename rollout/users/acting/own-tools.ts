/** The tools in the user's own hand, and where a text names them. */
import type { ToolDefinition } from "../../tool-client.ts";
import { even, type Span, spansOf } from "./phrases.ts";

export interface OwnTool extends ToolDefinition {
  /** The title's first word, and the rest of it. */
  readonly verb: string;
  readonly nouns: readonly string[];
  /** Whether the verb turns something on or off: connect, disconnect. */
  readonly turns: "on" | "off" | undefined;
}

/** One tool, named in a text: by its title, by words that a person is asked in, or by the nouns of its title alone. */
export interface Naming {
  readonly tool: OwnTool;
  readonly by: "title" | "words" | "nouns";
  readonly span: Span;
}

/** A place in a text where one or more tools are named. */
export interface Mention extends Span {
  readonly namings: readonly Naming[];
}

interface Name extends Pick<Naming, "tool" | "by"> {
  readonly phrase: string;
}

const TURNS: Readonly<Record<string, "on" | "off">> = {
  connect: "on",
  enable: "on",
  activate: "on",
  join: "on",
  disconnect: "off",
  disable: "off",
  deactivate: "off",
  leave: "off",
};

/** Says too little by itself. */
const GENERIC =
  /^(?:apps?|cards?|data|details?|devices?|info|lists?|messages?|modes?|payments?|phones?|settings?|state|status)$/;

export class OwnTools {
  readonly all: readonly OwnTool[];
  readonly #names: readonly Name[];

  constructor(tools: readonly ToolDefinition[]) {
    this.all = tools.map(asOwn);
    this.#names = this.all.flatMap(namesOf);
  }

  named(name: string): OwnTool | undefined {
    return this.all.find((tool) => tool.name === name);
  }

  /** In order of place; names that overlap are one mention. `text` is even. */
  mentions(text: string): Mention[] {
    const namings = this.#names.flatMap(({ tool, by, phrase }) =>
      spansOf(text, phrase).map((span): Naming => ({ tool, by, span })),
    );
    namings.sort((one, other) => one.span.start - other.span.start);
    const mentions: { start: number; end: number; namings: Naming[] }[] = [];
    for (const naming of namings) {
      const last = mentions.at(-1);
      if (last === undefined || naming.span.start >= last.end) mentions.push({ ...naming.span, namings: [naming] });
      else {
        last.end = Math.max(last.end, naming.span.end);
        last.namings.push(naming);
      }
    }
    return mentions;
  }
}

/** Tells which thing it is, as "data" alone does not. */
export function isTelling(word: string): boolean {
  return !GENERIC.test(word);
}

/** Named by one word that says too little. */
export function isWeak({ by, tool }: Naming): boolean {
  return by === "nouns" && tool.nouns.length === 1 && !tool.nouns.some(isTelling);
}

/** How much of the text tells what it is: of a title all but the verb. */
export function length({ by, span, tool }: Naming): number {
  return span.end - span.start - (by === "title" && tool.nouns.length > 0 ? tool.verb.length + 1 : 0);
}

/** The tools that a mention is about: those with the longest of its names. */
export function namedMost({ namings }: Mention): OwnTool[] {
  const telling = namings.filter((naming) => !isWeak(naming));
  const most = Math.max(...telling.map(length));
  return [...new Set(telling.filter((naming) => length(naming) === most).map(({ tool }) => tool))];
}

/** All that a person may call the use of it. */
export function callings({ title, verb, nouns, asked }: OwnTool): string[] {
  return [title, verb, nouns.join(" "), ...(asked?.words ?? [])];
}

function asOwn(tool: ToolDefinition): OwnTool {
  const [verb = "", ...nouns] = even(tool.title).split(" ");
  return { ...tool, verb, nouns, turns: TURNS[verb] };
}

function namesOf(tool: OwnTool): Name[] {
  const { title, nouns, asked } = tool;
  return [
    { tool, by: "title", phrase: title },
    // What an article alone sets apart, as in "the code", is anybody's.
    ...(asked?.words ?? [])
      .filter((words) => !/\s/.test(words.trim()) || /\s/.test(even(words)))
      .map((words): Name => ({ tool, by: "words", phrase: words })),
    ...(nouns.length > 0 ? [{ tool, by: "nouns" as const, phrase: nouns.join(" ") }] : []),
  ];
}
