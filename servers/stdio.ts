/** One environment over stdio, for any MCP host. Stdout is the protocol's alone. */
import { PassThrough } from "node:stream";
import type { Opening, World } from "../domains/index.ts";
import { malformed, type ProtocolFault } from "./malformed.ts";
import { mcpServer, StdioServerTransport, serveStdio } from "./mcp.ts";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** As over HTTP; the SDK would close the connection over a longer line. */
const MAX_LINE = 4 * 1024 * 1024;

/** Serves the agent's side until stdin ends or a signal comes; resolves when nothing is left that would keep the process alive. */
export async function serveOverStdio(world: World, opening: Opening, form?: string): Promise<void> {
  const domainPolicy = world.domainPolicy(form, opening.solo);
  using environment = world.open(opening);
  const ended = Promise.withResolvers<void>();
  const end = () => ended.resolve();
  for (const signal of SIGNALS) process.once(signal, end);
  const messages = sifted(process.stdin);
  messages.once("end", end).once("close", end);
  const connection = serveStdio(() => mcpServer(environment, "assistant", domainPolicy), {
    transport: new StdioServerTransport(messages, process.stdout, { maxBufferSize: 2 * MAX_LINE }),
    onerror: ({ name, message }) => {
      if (name === "ZodError") refuse({ id: null, code: -32_600, message: "Invalid request: not a JSON-RPC message" });
      else complain(message);
    },
  });
  await ended.promise;
  // Answers to what came just before stdin ended are written in this turn of the event loop.
  await new Promise(setImmediate);
  await connection.close();
  process.stdin.destroy();
  for (const signal of SIGNALS) process.off(signal, end);
}

/** The lines that are messages. One that is none is answered here: its sender might wait for ever otherwise. */
function sifted(input: NodeJS.ReadStream): PassThrough {
  const messages = new PassThrough();
  let line = "";
  const take = (text: string) => {
    if (line.length <= MAX_LINE) line += text;
  };
  const finish = () => {
    const fault = faultOf(line);
    if (fault) refuse(fault);
    else if (line.trim() !== "") messages.write(`${line}\n`);
    line = "";
  };
  input.setEncoding("utf8");
  input.on("data", (chunk: string) => {
    const [first = "", ...rest] = chunk.split("\n");
    take(first);
    for (const next of rest) {
      finish();
      take(next);
    }
  });
  const close = () => {
    finish();
    // The transport closes when its input ends, and what came last has yet to be answered.
    setImmediate(() => messages.end());
  };
  input.once("end", close).once("error", close);
  return messages;
}

function faultOf(line: string): ProtocolFault | undefined {
  if (line.trim() === "") return undefined;
  if (line.length > MAX_LINE) {
    return { id: null, code: -32_600, message: `Invalid request: longer than ${MAX_LINE} characters` };
  }
  try {
    return malformed(JSON.parse(line));
  } catch {
    return { id: null, code: -32_700, message: "Parse error: not JSON" };
  }
}

function refuse({ id, code, message }: ProtocolFault): void {
  complain(message);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } })}\n`);
}

function complain(text: string): void {
  process.stderr.write(`deskgym: ${text.split("\n")[0]}\n`);
}
