/** Counters as Prometheus reads them. */
import type { Episodes } from "./episodes.ts";

export class Metrics {
  readonly #episodes: Episodes;
  readonly #requests = new Map<number, number>();

  constructor(episodes: Episodes) {
    this.#episodes = episodes;
  }

  /** Notes an HTTP request that was answered with `status`. */
  count(status: number): void {
    this.#requests.set(status, (this.#requests.get(status) ?? 0) + 1);
  }

  text(): string {
    const { size, created, expired } = this.#episodes;
    const calls = [...this.#episodes.calls()].flatMap(([domain, tally]) =>
      Object.entries(tally).map(([outcome, count]): [string, number] => [
        `domain="${domain}",outcome="${outcome}"`,
        count,
      ]),
    );
    const requests = [...this.#requests].map(([status, count]): [string, number] => [`status="${status}"`, count]);
    return [
      metric("deskgym_episodes_live", "gauge", "Episodes open now.", [["", size]]),
      metric("deskgym_episodes_created_total", "counter", "Episodes opened.", [["", created]]),
      metric("deskgym_episodes_expired_total", "counter", "Episodes closed for being idle.", [["", expired]]),
      metric("deskgym_tool_calls_total", "counter", "Tool calls.", calls),
      metric("deskgym_http_requests_total", "counter", "HTTP requests answered.", requests),
    ].join("");
  }
}

/** One metric in Prometheus' text format; `samples`: labels, as `name="value"`, and numbers. */
export function metric(
  name: string,
  kind: "gauge" | "counter",
  help: string,
  samples: readonly [string, number][],
): string {
  const lines = samples.map(([labels, value]) => `${name}${labels === "" ? "" : `{${labels}}`} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${lines.join("")}`;
}
