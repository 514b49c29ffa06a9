/** A model's own chat template and tokenizer: a conversation as the text and the ids that the model reads. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Template } from "@huggingface/jinja";
import type { Tokenizer } from "@huggingface/tokenizers";
import type { JsonObject } from "../../domains/index.ts";
import type { Message } from "../../rollout/index.ts";
import { UsageError } from "../../servers/index.ts";
import { stripFunctions, withStrip } from "./template-strip.ts";

/** As a template reads it. */
type ChatMessage = Omit<Message, "tool_calls" | "sampled"> & { readonly tool_calls?: readonly object[] };

/** Of so many pieces of text the ids are kept: prompts repeat all that was said before. */
const MAX_KEPT = 4096;

export class ChatTemplate {
  /** The token with which the template ends an assistant's message, and at which a sampler stops. */
  readonly endOfTurn: string;
  readonly #template: Template;
  readonly #tokenizer: Tokenizer;
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #takesText: boolean;
  readonly #kept = new Map<string, readonly number[]>();

  /** @throws UsageError when the two do not go together in a way that ids can be told from text. */
  constructor(template: Template, tokenizer: Tokenizer, variables: Readonly<Record<string, unknown>>) {
    this.#template = template;
    this.#tokenizer = tokenizer;
    this.#variables = variables;
    this.endOfTurn = this.#findEndOfTurn();
    this.#takesText = this.#writesArgumentsAsTheyAre();
    const [one, other] = [`a b${this.endOfTurn}`, "\nc d"];
    const apart = [...this.#encodeWhole(one), ...this.#encodeWhole(other)];
    if (String(this.#encodeWhole(one + other)) !== String(apart)) {
      throw new UsageError(`its tokenizer gives other ids to text after ${this.endOfTurn} than to the text alone`);
    }
  }

  /**
   * @param tools OpenAI function tools
   * @param prompting whether the text ends with what the model is to go on from
   * @throws Error in the template's own words where it does not take these messages
   */
  render(messages: readonly Message[], tools: readonly object[], prompting: boolean): string {
    return this.#render(messages.map(this.#asChat), tools, prompting);
  }

  /** The ids of a rendered text: what stands between two ends of turns is encoded apart, which gives the same ids. */
  encode(text: string): number[] {
    const pieces = text.split(this.endOfTurn);
    return pieces.flatMap((piece, at) => this.#encodePiece(at < pieces.length - 1 ? piece + this.endOfTurn : piece));
  }

  #encodePiece(piece: string): readonly number[] {
    const ids = this.#kept.get(piece) ?? this.#encodeWhole(piece);
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(piece, ids);
    return ids;
  }

  #encodeWhole(text: string): readonly number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  #render(messages: readonly ChatMessage[], tools: readonly object[], prompting: boolean): string {
    const text = this.#template.render({
      ...this.#variables,
      messages,
      tools: tools.length > 0 ? tools : null,
      documents: null,
      add_generation_prompt: prompting,
    });
    return text.toWellFormed();
  }

  /** Templates take no null for text. Arguments stay the text that they were, since JSON can be written in many ways. */
  readonly #asChat = ({ role, content, tool_calls, tool_call_id }: Message): ChatMessage => {
    const calls = tool_calls?.map((call) => {
      const { name, arguments: text } = call.function;
      return { ...call, function: { name, arguments: this.#takesText ? text : parsed(text) } };
    });
    return { role, content: content ?? "", ...(calls && { tool_calls: calls }), ...(tool_call_id && { tool_call_id }) };
  };

  #findEndOfTurn(): string {
    const said = "said";
    const text = this.#render([ASKED, { role: "assistant", content: said }], [], false);
    const rest = text.slice(text.lastIndexOf(said) + said.length);
    for (const { content } of this.#tokenizer.get_added_tokens_decoder().values()) {
      if (rest.startsWith(content)) return content;
    }
    throw new UsageError("its chat template ends no message of the assistant with a token of its own");
  }

  /** The others write a value, by `tojson` or key by key: there a number like 1.0 becomes 1, unlike in Python. */
  #writesArgumentsAsTheyAre(): boolean {
    const text = '{"a":1}';
    const call = { id: "call00000", type: "function", function: { name: "f", arguments: text } };
    try {
      return this.#render([ASKED, { role: "assistant", content: "", tool_calls: [call] }], [], false).includes(text);
    } catch {
      return false;
    }
  }
}

const ASKED: ChatMessage = { role: "user", content: "?" };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * @param folder a model's own: tokenizer.json, tokenizer_config.json and, where the template is not in the latter,
 * chat_template.jinja
 * @param keywords what the template is told besides, such as `{ enable_thinking: false }`
 * @throws UsageError in one line
 */
export async function loadChatTemplate(folder: string, keywords: JsonObject = {}): Promise<ChatTemplate> {
  const [tokenizerJson, configJson, file] = await Promise.all([
    readJson(folder, "tokenizer.json"),
    readJson(folder, "tokenizer_config.json"),
    readText(folder, "chat_template.jinja"),
  ]);
  const source = file ?? templateIn(configJson);
  if (source === undefined) {
    throw new UsageError(`${folder} has no chat template, neither chat_template.jinja nor in tokenizer_config.json`);
  }
  const [{ Template }, { Tokenizer }] = await Promise.all([
    import("@huggingface/jinja"),
    import("@huggingface/tokenizers"),
  ]);
  try {
    const template = new Template(source);
    withStrip(template.parsed);
    const variables = { ...stripFunctions, ...specialTokens(configJson), ...keywords };
    return new ChatTemplate(template, new Tokenizer(tokenizerJson, configJson), variables);
  } catch (cause) {
    throw new UsageError(`${folder}: ${(cause as Error).message}`, { cause });
  }
}

/** Some models have several: the one named tool_use is for conversations with tools, as all of ours are. */
function templateIn({ chat_template: given }: JsonObject): string | undefined {
  if (typeof given === "string") return given;
  const named = (Array.isArray(given) ? given : []) as { name?: string; template?: string }[];
  return (named.find(({ name }) => name === "tool_use") ?? named.find(({ name }) => name === "default"))?.template;
}

/** `bos_token` and its like, which templates may write. */
function specialTokens(config: JsonObject): Record<string, string> {
  const tokens: Record<string, string> = {};
  for (const [name, value] of Object.entries(config)) {
    const token = (value as { content?: unknown } | null)?.content ?? value;
    if (name.endsWith("_token") && typeof token === "string") tokens[name] = token;
  }
  return tokens;
}

async function readJson(folder: string, name: string): Promise<JsonObject> {
  const text = await readText(folder, name);
  if (text === undefined) {
    throw new UsageError(`${folder} has no ${name}: give the folder with a model's tokenizer.json and its config`);
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${join(folder, name)} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

async function readText(folder: string, name: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, name), "utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw new UsageError(`${join(folder, name)}: ${(error as Error).message}`, { cause: error });
  }
}
