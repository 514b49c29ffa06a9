/** `deskgym check`: what every domain must do, tried on one. */
import { Command } from "commander";
import { runChecks } from "../../domains/index.ts";
import { loadDomain } from "../domain-module.ts";
import { integer } from "./integer.ts";
import { oneLine } from "./one-line.ts";

/** Of what one check has found, so many lines are printed. */
const SHOWN = 10;

interface CheckOptions {
  seed: number;
  json?: true;
}

export const command = new Command("check")
  .summary("run every check on a domain, built in or of your own")
  .description("Run every check on DOMAIN's built-in world. Exit code 1 if any finds something.")
  .argument("<domain>", "a name, or a module that exports a domain: ./my-domain/index.js")
  .option("--seed <n>", "which built-in world", integer(0), 0)
  .option("--json", "all that was found, as JSON")
  .action(async (given: string, { seed, json }: CheckOptions) => {
    const domain = await loadDomain(given);
    const { name, version } = domain;
    const results = [];
    for (const result of runChecks(domain, seed)) {
      results.push(result);
      if (!json) process.stdout.write(resultText(result));
    }
    const failed = results.filter(({ findings }) => findings.length > 0);
    const ok = failed.length === 0;
    if (json)
      process.stdout.write(`${JSON.stringify({ domain: name, version, seed, ok, checks: results }, null, 2)}\n`);
    const outcome = ok ? "all is well" : `${failed.length} found something`;
    process.stderr.write(`${name} ${version}, seed ${seed}: ${results.length} checks, ${outcome}\n`);
    if (!ok) process.exitCode = 1;
  });

function resultText({ name, findings }: { name: string; findings: readonly string[] }): string {
  if (findings.length === 0) return `ok    ${name}\n`;
  const shown = findings.slice(0, SHOWN).map((finding) => `      ${oneLine(finding)}`);
  const more = findings.length > SHOWN ? [`      and ${findings.length - SHOWN} more`] : [];
  return [`FAIL  ${name}: ${findings.length}`, ...shown, ...more, ""].join("\n");
}
