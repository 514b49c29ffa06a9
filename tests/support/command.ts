/** The command `deskgym` as a child process. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export const bin: string = fileURLToPath(new URL("../../servers/bin.ts", import.meta.url));

export interface Output {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** All that a process writes, once it has ended. */
export function collected(child: ChildProcess): Promise<Output> {
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    output.stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output.stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve({ code, ...output }));
  });
}

/** Runs `deskgym ...args` to its end. `node`: flags for Node itself. */
export function deskgym(
  args: readonly string[],
  { env = {}, node = [] }: { env?: NodeJS.ProcessEnv; node?: string[] } = {},
) {
  return collected(spawn(process.execPath, [...node, bin, ...args], { env: { ...process.env, ...env } }));
}
