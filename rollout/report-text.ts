/** A report as tables for a person. */
import { dimensions, type Report, type Summary } from "./report.ts";
import type { Interval } from "./statistics.ts";
import { table } from "./table.ts";
import type { Role } from "./usage.ts";

/** pass^k is shown up to this k; `--json` has all. */
const SHOWN_K = 8;

export function reportText({ overall, by }: Report): string {
  // Where every task has one criterion, completing it is succeeding.
  const isParted = overall.completion !== null;
  const rows = [row("all", overall, isParted)];
  for (const dimension of dimensions) {
    for (const [label, summary] of Object.entries(by[dimension])) {
      rows.push(row(`${dimension} ${label}`, summary, isParted));
    }
  }
  const header = HEADER.filter((name) => isParted || name !== TCR);
  return [table(header, rows), ...notes(overall)].join("\n");
}

const TCR = "TCR";
const HEADER = [
  "",
  "tasks",
  "n",
  "success",
  "95 % interval",
  TCR,
  "db",
  "null",
  "truncated",
  "turns",
  "calls",
  "errors",
];

function row(label: string, summary: Summary, isParted: boolean): string[] {
  const { completion, tasks, episodes, scored, success, db, truncated, turns, tool_calls, tool_errors } = summary;
  return [
    label,
    String(tasks),
    String(scored),
    percent(success?.rate),
    intervalText(success),
    ...(isParted ? [percent(completion ?? success?.rate)] : []),
    percent(db),
    String(episodes - scored),
    String(total(truncated)),
    decimal(turns),
    decimal(tool_calls),
    decimal(tool_errors),
  ];
}

function notes(overall: Summary): string[] {
  const { episodes, scored, pass_hat, null_rewards, truncated, user_ends, slipped, usage } = overall;
  const lines: string[] = [];
  if (pass_hat.length > 1) {
    const shown = pass_hat.slice(0, SHOWN_K).map((rate, index) => `k=${index + 1} ${percent(rate)}`);
    lines.push(`pass^k: ${shown.join(", ")}\n`);
  }
  if (scored < episodes) {
    lines.push(
      `${episodes - scored} of ${episodes} have no reward and are left out of success: ${listed(null_rewards)}\n`,
    );
  }
  if (total(truncated) > 0) lines.push(`truncated, which counts as 0: ${listed(truncated)}\n`);
  if (total(user_ends) > 0) lines.push(`ended by the user: ${listed(user_ends)}\n`);
  if (slipped > 0) lines.push(`with mistakes made on purpose: ${slipped}\n`);
  for (const role of Object.keys(usage) as Role[]) {
    const { calls, input_tokens, output_tokens } = usage[role];
    if (calls > 0) lines.push(`${role}: ${calls} model calls, ${input_tokens} tokens in, ${output_tokens} out\n`);
  }
  return lines;
}

export function intervalText(success: Interval | null): string {
  return success === null ? "-" : `${percent(success.low)} to ${percent(success.high)}`;
}

export function percent(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? "-" : `${(100 * rate).toFixed(1)} %`;
}

function decimal(value: number | null): string {
  return value === null ? "-" : value.toFixed(1);
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}
