/** What every domain must do, as named functions of its built-in world; each yields one line for each thing that is wrong. */

import { battery, type Check } from "./battery.ts";
import type { Domain } from "./domain.ts";
import { domainChecks } from "./domain-checks.ts";
import { mutations } from "./mutations.ts";
import { taskChecks } from "./task-checks.ts";
import { asError } from "./thrown.ts";
import { builtinWorld, type World } from "./world.ts";

/** By name, in the order of what to mend first. */
export const checks: Readonly<Record<string, Check>> = { ...domainChecks, ...taskChecks, ...battery, ...mutations };

export interface CheckResult {
  readonly name: string;
  /** One line each; none where all is well. */
  readonly findings: readonly string[];
}

/** Makes a built-in world of the domain and runs every check on it, one at a time. A check that throws has found that. */
export function* runChecks(domain: Domain, seed = 0): Generator<CheckResult> {
  let world: World | undefined;
  const made = attempt(function* () {
    const fresh = builtinWorld(domain, seed);
    if (fresh.tasks.size === 0) yield "there are no tasks";
    fresh.open().close();
    world = fresh;
  });
  yield { name: "a world can be made", findings: made };
  if (world === undefined || made.length > 0) return;
  for (const [name, check] of Object.entries(checks)) {
    const of = world;
    yield { name, findings: attempt(() => check(of)) };
  }
}

function attempt(work: () => Iterable<string>): string[] {
  const findings: string[] = [];
  try {
    for (const finding of work()) findings.push(finding);
  } catch (error) {
    const { cause = error } = asError(error);
    findings.push(`stopped: ${asError(cause)}`);
  }
  return findings;
}
