/** `deskgym bridge` and `deskgym serve --http` as child processes that a test kills. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { bin, collected, type Output } from "./command.ts";

const library = fileURLToPath(new URL("./library/index.ts", import.meta.url));

export interface Started extends AsyncDisposable {
  readonly url: string;
  readonly output: Promise<Output>;
  kill(signal: NodeJS.Signals): Promise<Output>;
  request(method: string, path: string, body?: unknown): Promise<Response>;
}

export const SECRET = "the-secret";

/** The bridge, with the fixture domain. */
export function startedBridge(...args: string[]): Promise<Started> {
  return started(["bridge", "--port", "0", "--key", SECRET, "--domain", library, ...args]);
}

export function startedServer(): Promise<Started> {
  return started(["serve", "--http", "--port", "0", "--token", SECRET]);
}

async function started(args: string[]): Promise<Started> {
  const child: ChildProcess = spawn(process.execPath, [bin, ...args]);
  const output = collected(child);
  let stderr = "";
  while (!stderr.includes("\n")) {
    const first = once(child.stderr as NodeJS.ReadableStream, "data").then(([chunk]) => String(chunk));
    stderr += await Promise.race([first, output.then((early) => Promise.reject(new Error(early.stderr)))]);
  }
  const url = /http:\S+/.exec(stderr)?.[0];
  if (url === undefined) throw new Error(stderr);
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return output;
  };
  return {
    ...{ url, output, kill },
    request: (method, path, body) =>
      fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${SECRET}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    [Symbol.asyncDispose]: async () => {
      await kill("SIGKILL");
    },
  };
}
