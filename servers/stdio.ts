/** One environment over stdio, for any MCP host. Stdout is the protocol's alone. */
import type { World } from "../domains/index.ts";
import { mcpServer, serveStdio } from "./mcp.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** Serves until stdin ends or a signal comes; resolves when nothing is left that would keep the process alive. */
export async function serveOverStdio(world: World): Promise<void> {
  using environment = world.open();
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  for (const signal of SIGNALS) process.once(signal, end);
  process.stdin.once("end", end).once("close", end);
  const connection = serveStdio(() => mcpServer(environment, "assistant", world.domainPolicy), {
    onerror: refuse,
  });
  await ended.promise;
  // Answers to what came just before stdin ended are written in this turn of the event loop.
  await new Promise(setImmediate);
  await connection.close();
  process.stdin.destroy();
  for (const signal of SIGNALS) process.off(signal, end);
}

/** A line that is no message gets JSON-RPC's answer to such, without which its sender might wait for ever. */
function refuse(error: Error): void {
  const notJson = error instanceof SyntaxError;
  const notMessage = error.name === "ZodError";
  const text = notJson
    ? "Parse error: not JSON"
    : notMessage
      ? "Invalid request: not a JSON-RPC message"
      : error.message;
  process.stderr.write(`deskgym: ${text.split("\n")[0]}\n`);
  if (!notJson && !notMessage) return;
  const answer = { code: notJson ? -32_700 : -32_600, message: text };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error: answer })}\n`);
}
