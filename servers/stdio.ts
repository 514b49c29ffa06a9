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
    onerror: (error) => process.stderr.write(`deskgym: ${error.message}\n`),
  });
  await ended.promise;
  // Answers to what came just before stdin ended are written in this turn of the event loop.
  await new Promise(setImmediate);
  await connection.close();
  process.stdin.destroy();
  for (const signal of SIGNALS) process.off(signal, end);
}
