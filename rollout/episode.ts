/** One episode as a state machine: start() -> messages; step(message) -> {messages, ended}; finish() -> outcome. */
import type { Reward, RewardMode } from "../domains/index.ts";
import { admit, errorText } from "./admission.ts";
import type { Desk } from "./desk.ts";
import { type Boundary, boundary, EpisodeFailure } from "./failure.ts";
import type { Judge } from "./judge.ts";
import { type Message, saidTooMuch, seenByPolicy, seenByUser, type ToolCall, type Utterance } from "./message.ts";
import { type Ended, type Limit, type Limits, settle, withVerdicts } from "./outcome.ts";
import { withoutReasoning } from "./reasoning.ts";
import type { TaskLine } from "./task-line.ts";
import type { ToolClient } from "./tool-client.ts";
import { asTokens, charge, noUsage, type Tokens, type Usage } from "./usage.ts";
import { stopIn, type UserSimulator } from "./user.ts";
import { asUtterance } from "./utterance.ts";

export interface EpisodeSetting {
  readonly line: TaskLine;
  readonly desk: Desk;
  readonly user: UserSimulator;
  readonly limits: Limits;
  readonly mode: RewardMode;
  readonly judge?: Judge | undefined;
  /** Seconds since some fixed moment; without it there is no limit on time. */
  readonly clock?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Step {
  /** What the step added after the policy's message, as the policy sees it. */
  readonly messages: Message[];
  readonly ended: Ended | null;
}

export interface Failure {
  readonly boundary: Boundary;
  readonly message: string;
}

export interface Outcome {
  readonly ended: Ended;
  readonly failure: Failure | null;
  /** Null when something failed. */
  readonly reward: Reward | null;
  readonly messages: readonly Message[];
  readonly usage: Usage;
}

const GREETING = "Hi! How can I help you today?";

const SOLO_INSTRUCTIONS = `You work at a company's support desk, on tickets, and have nobody to talk to. The domain policy below binds you.
Your tools are those of the desk and those of the customer's side, which are yours to use for the customer.
Go by what the ticket says and tools return, and by nothing else. Once all is done, say so in a message: it closes the ticket.`;

const INSTRUCTIONS = `You work at a company's support desk, and a customer has written to you. The domain policy below binds you.
A turn of yours is a message to the customer or tool calls. What you write beside tool calls, the customer does not see.
Go by what tools return and the customer says, and by nothing else.`;

/** How many tool calls in a row a simulated user may make before it has to speak. */
const USER_CALLS = 20;

export class Episode {
  readonly #setting: EpisodeSetting;
  readonly #messages: Message[] = [];
  readonly #usage = noUsage();
  /** When the policy's turn began, and how long its turns before that took. */
  #turnSince = 0;
  #seconds = 0;
  #turns = 0;
  #errors = 0;
  #context = 0;
  #ended: Ended | null = null;
  #failure: Failure | null = null;

  constructor(setting: EpisodeSetting) {
    this.#setting = setting;
  }

  get ended(): Ended | null {
    return this.#ended;
  }

  /** The conversation so far, as the policy sees it. */
  get conversation(): Message[] {
    return seenByPolicy(this.#messages);
  }

  /** How much time the policy has left for this turn; undefined without a limit. */
  get secondsLeft(): number | undefined {
    const { seconds } = this.#setting.limits;
    return seconds === undefined ? undefined : seconds - this.#seconds;
  }

  /** The system prompt, a greeting unless there is nobody to greet, and the user's first message, or the ticket. */
  async start(): Promise<Message[]> {
    const { desk, line } = this.#setting;
    const instructions = line.solo ? SOLO_INSTRUCTIONS : INSTRUCTIONS;
    const prompt = `${instructions}\n\n<domain_policy>\n${desk.domainPolicy.trim()}\n</domain_policy>`;
    this.#messages.push({ role: "system", content: prompt, sampled: false });
    if (!line.solo) this.#messages.push({ role: "assistant", content: GREETING, sampled: false });
    await this.#guard(() => this.#hearUser());
    if (this.#ended?.how === "terminated") {
      this.fail(new EpisodeFailure("user", "the user ended the conversation before the policy had said anything"));
    }
    this.#turnSince = this.#now();
    return this.conversation;
  }

  /** Takes the policy's message and does what it causes. Failures end the episode; they are not thrown. */
  async step(message: Utterance, usage?: Tokens): Promise<Step> {
    if (this.#ended !== null) throw new Error("the episode has ended");
    this.#seconds += this.#now() - this.#turnSince;
    const tokens = asTokens(usage);
    charge(this.#usage, "policy", tokens);
    if (tokens) this.#context = tokens.input_tokens + tokens.output_tokens;
    this.#turns += 1;
    const { content, tool_calls: calls } = asUtterance(message);
    this.#messages.push({ role: "assistant", content, ...(calls && { tool_calls: [...calls] }), sampled: true });
    const before = this.#messages.length;
    await this.#guard(async () => {
      if (calls === undefined) return saidTooMuch(this.#messages) ? this.truncate("tokens") : this.#hearUser();
      for (const call of calls) {
        const result = await this.#call(this.#setting.desk.agent, call);
        if (result.is_error) this.#errors += 1;
        this.#messages.push(result);
      }
    });
    const limit = this.#limitReached();
    if (this.#ended === null && limit) this.truncate(limit);
    this.#turnSince = this.#now();
    return { messages: seenByPolicy(this.#messages.slice(before)), ended: this.#ended };
  }

  truncate(reason: Limit): void {
    this.#ended ??= { how: "truncated", reason };
  }

  /** Ends the episode with a failure, which leaves the reward null. What broke first stays. */
  fail(failure: EpisodeFailure): void {
    if (this.#failure !== null) return;
    this.#failure = { boundary: failure.boundary, message: failure.message };
    this.#ended = { how: "failed", reason: failure.boundary };
  }

  /** Scores what was done. An episode that has not ended counts as abandoned. */
  async finish(): Promise<Outcome> {
    this.truncate("abandoned");
    let reward: Reward | null = null;
    await this.#guard(async () => {
      if (this.#failure === null) reward = await boundary("reward", () => this.#score());
    });
    const ended = this.#ended as Ended | null;
    if (ended === null) throw new Error("an episode has to end before it is scored");
    return { ended, failure: this.#failure, reward, messages: this.#messages, usage: this.#usage };
  }

  async #score(): Promise<Reward> {
    const { desk, mode, judge, line, signal } = this.#setting;
    const ended = this.#ended as Ended;
    const wanted = judge !== undefined && mode === "evaluation" && line.reward_basis.includes("nl_assertions");
    const reward = settle(await desk.score(this.#messages, mode), ended);
    if (!wanted || line.nl_assertions.length === 0 || reward.value === 0) return reward;
    const { verdicts, usage } = await judge(line.nl_assertions, this.#messages, signal);
    charge(this.#usage, "judge", usage);
    return withVerdicts(reward, line.nl_assertions, verdicts);
  }

  /** The user's turn: its tool calls, if it makes any, then what it says. */
  async #hearUser(): Promise<void> {
    const { desk, user, signal } = this.#setting;
    const tools = desk.user?.tools ?? [];
    for (let calls = 0; calls <= USER_CALLS; calls++) {
      const messages = seenByUser(this.#messages);
      const reply = await boundary("user", async () => user.reply({ messages, tools, signal }));
      charge(this.#usage, "user", asTokens(reply?.usage));
      const { content: text, tool_calls } = asUtterance(reply);
      const content = text && withoutReasoning(text);
      if (tool_calls && desk.user) {
        this.#messages.push({ role: "user", content, tool_calls: [...tool_calls], sampled: false });
        for (const call of tool_calls) {
          this.#messages.push({ ...(await this.#call(desk.user, call)), requestor: "user" });
        }
        continue;
      }
      if (!content) throw new EpisodeFailure("user", "the user simulator said nothing");
      this.#messages.push({ role: "user", content, sampled: false });
      const reason = stopIn(content);
      if (reason) this.#ended = { how: "terminated", reason };
      return;
    }
    throw new EpisodeFailure("user", `the user simulator made ${USER_CALLS} tool calls and did not speak`);
  }

  async #call(client: ToolClient, call: ToolCall): Promise<Message> {
    const admission = admit(
      call,
      client.tools.map(({ name }) => name),
    );
    const { text, isError } =
      "refusal" in admission
        ? { text: admission.refusal, isError: true }
        : await boundary("environment", () => client.call(call.function.name, admission.arguments));
    const content = isError ? errorText(text) : text;
    const mark = isError && ({ is_error: true } as const);
    return { role: "tool", tool_call_id: call.id, content, ...mark, sampled: false };
  }

  #limitReached(): Limit | undefined {
    const { limits } = this.#setting;
    if (this.#errors >= limits.errors) return "errors";
    if (limits.tokens !== undefined && this.#context >= limits.tokens) return "tokens";
    if (limits.seconds !== undefined && this.#seconds >= limits.seconds) return "time";
    return this.#turns >= limits.turns ? "turns" : undefined;
  }

  #now(): number {
    return this.#setting.clock?.() ?? 0;
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof EpisodeFailure)) throw error;
      this.fail(error);
    }
  }
}
