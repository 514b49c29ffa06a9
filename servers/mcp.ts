/** Environment -> MCP server. The only file that imports the MCP server SDK; what else of it is needed goes through here. */
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type Tool as WireTool,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Domain, type Effect, type Environment, type Json, type Requestor, toolTitle } from "../domains/index.ts";
import { version } from "./version.ts";

export {
  createMcpHandler,
  isJsonContentType,
  isLegacyRequest,
  type McpHttpHandler,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
export { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";

/** Tools and domain policy never change while a process lives, and are the same for everyone. */
const CACHE_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const ANNOTATIONS: Readonly<Record<Effect, WireTool["annotations"]>> = {
  read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  none: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  write: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

/** Where a tool of the user's side says how a person is asked to use it. The agent's side never does. */
export const ASKED = "deskgym/asked";

interface ToolList {
  readonly result: ListToolsResult;
  /** Tools whose output is no JSON object: revision 2025-11-25 wants one, so theirs is `{result: value}`. */
  readonly wrapped: ReadonlySet<string>;
}

/** Turning zod into JSON Schema costs more than a call, so it is done once a domain and side. */
const toolLists = new WeakMap<object, ToolList>();

/**
 * One side of an environment as an MCP server, for one connection of either protocol generation.
 * The assistant's side carries the domain policy as instructions and as the resource `policy://<domain>`; the user's
 * side has none.
 */
export function mcpServer(environment: Environment, requestor: Requestor, domainPolicy: string): Server {
  const { domain } = environment;
  const assistant = requestor === "assistant";
  const server = new Server(
    { name: `deskgym-${domain.name}`, title: domain.summary, version },
    {
      capabilities: { tools: {}, ...(assistant && { resources: {} }) },
      cacheHints: {
        "tools/list": CACHE_HINT,
        "resources/list": CACHE_HINT,
        "resources/templates/list": CACHE_HINT,
        "resources/read": CACHE_HINT,
        "server/discover": CACHE_HINT,
      },
      ...(assistant && { instructions: domainPolicy }),
    },
  );
  const { result, wrapped } = toolList(environment, requestor);
  server.setRequestHandler("tools/list", () => result);
  server.setRequestHandler("tools/call", ({ params }) => callTool(environment, requestor, wrapped, params));
  if (assistant) offerDomainPolicy(server, domain, domainPolicy);
  return server;
}

function callTool(
  environment: Environment,
  requestor: Requestor,
  wrapped: ReadonlySet<string>,
  { name, arguments: args }: { name: string; arguments?: Record<string, unknown> | undefined },
): CallToolResult {
  const result = reportingBugs(name, () => environment.call(requestor, name, args));
  if (!result.ok) {
    if (!Object.hasOwn(environment.tools(requestor), name)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, result.error);
    }
    return { content: [{ type: "text", text: result.error }], isError: true };
  }
  const { value } = result;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const structuredContent = wrapped.has(name) ? { result: value } : (value as Record<string, Json>);
  return { content: [{ type: "text", text }], structuredContent };
}

/** What a bug says may tell of rows and files that are not the caller's to see: it goes to stderr only. */
function reportingBugs<Value>(name: string, run: () => Value): Value {
  try {
    return run();
  } catch (error) {
    process.stderr.write(`deskgym: bug in ${name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error");
  }
}

function offerDomainPolicy(server: Server, domain: Domain, text: string): void {
  const uri = `policy://${domain.name}`;
  const mimeType = "text/markdown";
  const resource = {
    uri,
    name: "domain-policy",
    title: "Domain policy",
    description: "The rules that the agent must keep.",
    mimeType,
  };
  server.setRequestHandler("resources/list", () => ({ resources: [resource] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params }) => {
    if (params.uri !== uri) {
      throw new ResourceNotFoundError(params.uri, `Resource '${params.uri}' not found: there is ${uri}`);
    }
    return { contents: [{ uri, mimeType, text }] };
  });
}

function toolList(environment: Environment, requestor: Requestor): ToolList {
  const tools = environment.tools(requestor);
  let list = toolLists.get(tools);
  if (list === undefined) {
    const wrapped = new Set<string>();
    // By name: the order of a record made from a module's exports is the loader's, and prompts must not hang on that.
    const byName = Object.entries(tools).sort(([one], [other]) => (one < other ? -1 : 1));
    const definitions = byName.map(([name, { description, effect, input, output, asked }]): WireTool => {
      if (z.toJSONSchema(output, { io: "output" }).type !== "object") wrapped.add(name);
      const returned = wrapped.has(name) ? z.object({ result: output }) : output;
      return {
        name,
        title: toolTitle(name),
        description,
        annotations: ANNOTATIONS[effect],
        inputSchema: z.toJSONSchema(input, { io: "input" }) as WireTool["inputSchema"],
        outputSchema: z.toJSONSchema(returned, { io: "output" }) as WireTool["outputSchema"],
        ...(requestor === "user" && asked && { _meta: { [ASKED]: asked } }),
      };
    });
    list = { result: { tools: definitions }, wrapped };
    toolLists.set(tools, list);
  }
  return list;
}
