/** Desks on a server elsewhere: episodes are opened, scored and closed on its control plane. */
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Json } from "../../domains/index.ts";
import { UsageError } from "../../servers/index.ts";
import { type Desk, type Desks, noSolo, sameTask } from "../desk.ts";
import { said } from "../message.ts";
import { Reward } from "../reward-record.ts";
import type { TaskLine } from "../task-line.ts";
import { connectHttp, type ToolClient } from "../tool-client.ts";

const Side = z.object({ url: z.string(), token: z.string() });
const Opened = z.object({
  episode_id: z.string(),
  agent: Side,
  user: Side.nullable(),
  domain_policy: z.string(),
  task: z.json(),
});

const Offered = z.object({
  domains: z.array(
    z.object({
      name: z.string(),
      domain_policies: z.array(z.string()),
      tools: z.object({ user: z.array(z.string()) }),
    }),
  ),
});

const REQUEST_MS = 60_000;
/** How often a server at capacity is asked again, each time after as long as it says. */
const CAPACITY_TRIES = 60;

export class HttpDesks implements Desks {
  readonly #base: string;
  readonly #token: string;

  constructor(url: string, token: string) {
    this.#base = url.replace(/\/+$/, "");
    this.#token = token;
  }

  /** @throws UsageError in one line when the server can't be reached, does not take the token, or can't play these tasks as set. */
  async check(lines: readonly TaskLine[]): Promise<void> {
    const { data } = Offered.safeParse(await this.#request("GET", "/domains").catch(asUsage));
    if (data === undefined) throw new UsageError(`${this.#base} is no \`deskgym serve --http\``);
    const { domains } = data;
    for (const { domain, solo, domain_policy: form } of lines) {
      const offered = domains.find(({ name }) => name === domain);
      if (offered === undefined) throw new UsageError(`${this.#base} has no domain '${domain}'`);
      if (solo && offered.tools.user.length === 0) throw new UsageError(noSolo(domain));
      if (form !== undefined && !offered.domain_policies.includes(form)) {
        const there = offered.domain_policies.join(", ");
        throw new UsageError(`no domain policy '${form}' in ${domain}: there are ${there}`);
      }
    }
  }

  async open(line: TaskLine): Promise<Desk> {
    const { domain, id, world, seed, solo, domain_policy } = line;
    const body = { domain, task_id: id, world, seed, ...(solo && { solo }), ...(domain_policy && { domain_policy }) };
    const opened = Opened.parse(await this.#request("POST", "/episodes", body));
    const path = `/episodes/${encodeURIComponent(opened.episode_id)}`;
    const clients: ToolClient[] = [];
    const close = async () => {
      await Promise.all(clients.map((client) => client.close()));
      await this.#request("DELETE", path);
    };
    const connect = async ({ url, token }: z.output<typeof Side>) => {
      const client = await connectHttp(new URL(url, `${this.#base}/`).href, token);
      clients.push(client);
      return client;
    };
    try {
      sameTask(line, opened.task);
      return {
        agent: await connect(opened.agent),
        user: opened.user && (await connect(opened.user)),
        domainPolicy: opened.domain_policy,
        score: async (messages, mode) => {
          const heard = said(messages).map((content) => ({ role: "assistant", content }));
          return Reward.parse(await this.#request("POST", `${path}/score`, { messages: heard, mode }));
        },
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  }

  async #request(method: string, path: string, body?: Json): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const response = await fetch(this.#base + path, {
        method,
        headers: { authorization: `Bearer ${this.#token}`, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(REQUEST_MS),
      }).catch((error: Error) => {
        // fetch says "fetch failed" and hides in its cause what did.
        const { code, message } = (error.cause ?? error) as NodeJS.ErrnoException;
        throw new Error(`${this.#base} can't be reached: ${code ?? message}`, { cause: error });
      });
      if (response.ok) return response.status === 204 ? null : response.json();
      const text = await response.text();
      const wait = Number(response.headers.get("retry-after"));
      const full = response.status === 429 && Number.isFinite(wait) && tries < CAPACITY_TRIES;
      if (!full) throw new Error(`${method} ${path} was answered ${response.status}: ${text.slice(0, 300)}`);
      await setTimeout(wait * 1000);
    }
  }
}

function asUsage(cause: Error): never {
  throw new UsageError(cause.message, { cause });
}
