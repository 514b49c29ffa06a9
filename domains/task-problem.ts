/** Whether a domain can do and check what a task names. */
import type { Domain } from "./domain.ts";
import type { Task } from "./task.ts";

/** The first setup or assertion that the domain does not have, in one line. */
export function taskProblem({ name: domain, tools, setups, assertions }: Domain, task: Task): string | undefined {
  for (const { requestor, name } of task.initial_state?.actions ?? []) {
    const known = { ...tools[requestor], ...setups?.[requestor] };
    if (!Object.hasOwn(known, name))
      return `its initial state calls '${name}', which ${domain}'s ${requestor} does not have`;
  }
  for (const { requestor, name } of task.env_assertions) {
    if (!Object.hasOwn(assertions?.[requestor] ?? {}, name)) {
      return `it asserts '${name}', which ${domain}'s ${requestor} does not have`;
    }
  }
  return undefined;
}
