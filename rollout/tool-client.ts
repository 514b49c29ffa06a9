/** One side's tools of one episode, reached through MCP. The only file that imports the MCP client SDK. */
import {
  type CallToolResult,
  Client,
  InMemoryTransport,
  ProtocolError,
  ProtocolErrorCode,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { z } from "zod";
import type { Asked, Json, JsonObject } from "../domains/index.ts";
import { ASKED, type mcpServer } from "../servers/index.ts";

export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  /** False for a tool that changes rows. */
  readonly readOnly: boolean;
  /** On the user's side: how a person is asked to use it. */
  readonly asked?: Asked | undefined;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

export interface ToolClient {
  readonly tools: readonly ToolDefinition[];
  /** The server's instructions: on the policy's side, the domain policy. */
  readonly instructions: string;
  /** Rejects only when the environment fails; a bad call, of an unknown tool too, is a result. */
  call(name: string, args: Record<string, Json>): Promise<ToolResult>;
  close(): Promise<void>;
}

const CONNECT_MS = 30_000;
const CALL_MS = 30_000;

export async function connectInMemory(server: ReturnType<typeof mcpServer>): Promise<ToolClient> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await server.connect(theirs);
  return connect(new Client(CLIENT), ours);
}

/** Starts `node ...args` and speaks to it over its stdin and stdout. What it writes to stderr explains a failed start. */
export async function connectStdio(args: string[]): Promise<ToolClient> {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: "pipe" });
  let complaint = "";
  transport.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  try {
    return await connect(new Client(CLIENT), transport);
  } catch (cause) {
    const reason = complaint.split("\n").findLast((line) => /^deskgym: |Error\b/.test(line));
    throw new Error(`the server did not start: ${reason ?? (cause as Error).message}`, { cause });
  }
}

export async function connectHttp(url: string, token: string): Promise<ToolClient> {
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const client = new Client(CLIENT, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  return connect(client, new StreamableHTTPClientTransport(new URL(url), { requestInit }));
}

const Words = z.array(z.string());

/** A server may be another than ours: what it says of a tool in other words than these is passed over. */
const AskedMeta = z.object({
  words: Words,
  values: z.record(z.string(), z.record(z.string(), Words)).optional(),
  switched: z.object({ look: z.string(), on: z.string(), off: z.string() }).optional(),
  own: z.boolean().optional(),
}) as unknown as z.ZodType<Asked>;

const CLIENT = { name: "deskgym-rollout", version: "1" };

async function connect(client: Client, transport: Transport): Promise<ToolClient> {
  try {
    await client.connect(transport, { timeout: CONNECT_MS });
    const { tools } = await client.listTools(undefined, { timeout: CONNECT_MS });
    return {
      tools: tools.map(({ name, title, description, inputSchema, annotations, _meta }) => ({
        name,
        title: title ?? name,
        description: description ?? "",
        inputSchema: inputSchema as JsonObject,
        readOnly: annotations?.readOnlyHint ?? false,
        asked: AskedMeta.safeParse(_meta?.[ASKED]).data,
      })),
      instructions: client.getInstructions() ?? "",
      call: (name, args) => callTool(client, name, args),
      close: () => client.close(),
    };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Through `request`, since the SDK's `callTool` compiles each tool's output schema anew for each connection. */
async function callTool(client: Client, name: string, args: Record<string, Json>): Promise<ToolResult> {
  let result: CallToolResult;
  try {
    result = await client.request({ method: "tools/call", params: { name, arguments: args } }, { timeout: CALL_MS });
  } catch (error) {
    if (error instanceof ProtocolError && error.code === ProtocolErrorCode.InvalidParams) {
      return { text: error.message, isError: true };
    }
    throw error;
  }
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { text, isError: result.isError === true };
}
