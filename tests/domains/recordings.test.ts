/** On a tau2 world every recorded call gives what tau2-bench gave, and leaves the state that it left. */
import { describe, expect, test } from "vitest";
import { domains, type Json, reward, type World, Worlds } from "../../domains/index.ts";
import {
  changedLeaves,
  isDomainError,
  parsed,
  recordings,
  sameValue,
  tau2Directory,
  whyNoRecordings,
} from "../support/recordings.ts";

const reason = whyNoRecordings();
if (reason) process.stderr.write(`skipped: recordings of tau2-bench: ${reason}\n`);

/** What a result's text says beyond what the recordings are made to compare. */
const uncomparedTexts = ["check_vpn_status"];

const recorded = Object.keys(domains).filter((domain) => reason !== undefined || recordings(domain).length > 0);

describe.skipIf(reason).each(recorded)("recordings of %s", (domain) => {
  // When skipped, the body still runs to collect the tests.
  const worlds = new Worlds(domains, tau2Directory);

  test.each(recordings(domain))("$file", ({ recordings: sequences }) => {
    const world = worlds.get(domain, "tau2");
    const problems: string[] = [];
    let calls = 0;
    const untouched = stateOf(world);
    for (const recording of sequences) {
      const task = world.task(recording.task);
      using environment = world.open({ task });
      const start = task.initial_state === undefined ? untouched : environment.state();
      for (const call of recording.calls) {
        calls++;
        const result = environment.call(call.requestor, call.name, call.arguments);
        const got = result.ok ? result.value : result.error;
        const want = call.content.replace(/^Error: /, "");
        const agrees = call.error
          ? !result.ok && (got === want || !isDomainError(want))
          : result.ok && (uncomparedTexts.includes(call.name) || sameValue(got, parsed(call.content)));
        if (!agrees) problems.push(`task ${recording.task}: ${JSON.stringify(call)}\n  got ${JSON.stringify(got)}`);
      }
      const changed = environment.changes().length === 0 ? {} : changedLeaves(start, environment.state());
      for (const path of new Set([...Object.keys(changed), ...Object.keys(recording.diff)])) {
        const after = changed[path]?.[1];
        const [before, recorded] = (recording.diff[path] ?? []).map(present) as [Json?, Json?];
        if (!(path in changed) && sameValue(before, recorded)) continue;
        if (!sameValue(after, recorded)) {
          problems.push(
            `task ${recording.task}: ${path} is ${JSON.stringify(after)}, recorded ${JSON.stringify(recorded)}`,
          );
        }
      }
      if (recording.assertions_end) {
        const { components, criteria } = reward(world, task, environment);
        if (task.reward_basis.includes("db") && components.db !== 1) {
          problems.push(`task ${recording.task}: the golden run has db ${components.db}`);
        }
        const held = recording.assertions_end.filter(Boolean).length;
        if ((criteria.env_assertions?.met ?? 0) !== held) {
          problems.push(`task ${recording.task}: ${criteria.env_assertions?.met} assertions hold, recorded ${held}`);
        }
      }
    }
    expect(problems.slice(0, 5)).toEqual([]);
    expect(calls).toBeGreaterThan(0);
  });
});

function stateOf(world: World): Json {
  using environment = world.open();
  return environment.state();
}

function present(value: Json | undefined): Json | undefined {
  return value === "<absent>" ? undefined : value;
}
