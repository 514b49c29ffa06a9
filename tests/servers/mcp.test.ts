/** An environment as an MCP server: definitions, results, errors, the domain policy. */
import { Client, InMemoryTransport, ProtocolError } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, test, vi } from "vitest";
import { domains, type Requestor, Worlds } from "../../domains/index.ts";
import { mcpServer } from "../../servers/index.ts";
import { worlds } from "../support/served.ts";

const world = worlds.get("library");

async function connected(requestor: Requestor, solo = false) {
  const environment = world.open({ solo });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await mcpServer(environment, requestor, world.domainPolicy()).connect(theirs);
  const client = new Client({ name: "test", version: "1" });
  await client.connect(ours);
  return { client, environment };
}

afterEach(() => vi.restoreAllMocks());

describe("tools/list", () => {
  test("gives the domain's tools by name, the same each time", async () => {
    const { client } = await connected("assistant");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(world.domain.tools.assistant).toSorted());
    expect(JSON.stringify((await client.listTools()).tools)).toBe(JSON.stringify(tools));
  });

  test("describes a tool in full", async () => {
    const { client } = await connected("assistant");
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === "lend_book")).toEqual({
      name: "lend_book",
      title: "Lend book",
      description: "Lend a copy of a book to a member, who must have confirmed.",
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
      inputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: {
          member_id: { type: "string", description: "For example 'm1'" },
          book_id: { type: "string", description: "For example 'b1'" },
        },
        required: ["member_id", "book_id"],
        additionalProperties: false,
      },
      outputSchema: {
        $schema: "https://json-schema.org/draft/2020-12/schema",
        type: "object",
        properties: { lent: { type: "array", items: { type: "string" } } },
        required: ["lent"],
        additionalProperties: false,
      },
    });
  });

  test("says that reads change nothing, and wraps outputs that are no objects", async () => {
    const { client } = await connected("assistant");
    const { tools } = await client.listTools();
    const find = tools.find(({ name }) => name === "find_member");
    expect(find?.annotations).toEqual({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    });
    expect(find?.outputSchema).toMatchObject({ type: "object", properties: { result: { type: "string" } } });
  });

  test("shows the user only the user's tools", async () => {
    const { client } = await connected("user");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(world.domain.tools.user).toSorted());
    expect(tools.map(({ name }) => name)).not.toContain("lend_book");
  });

  test("tells the user's side, and no agent's, how a person is asked for what the tool does", async () => {
    const { toggle_wireless } = world.domain.tools.user;
    const meta = async (requestor: Requestor, solo: boolean) => {
      const { tools } = await (await connected(requestor, solo)).client.listTools();
      return tools.flatMap(({ name, _meta }) => (_meta ? [[name, _meta]] : []));
    };
    expect(new Map((await meta("user", false)) as [string, object][]).get("toggle_wireless")).toEqual({
      "deskgym/asked": toggle_wireless?.asked,
    });
    expect(await meta("assistant", false)).toEqual([]);
    expect(await meta("assistant", true)).toEqual([]);
  });

  test("in solo mode shows the agent both sides' tools", async () => {
    const { client } = await connected("assistant", true);
    const { tools } = await client.listTools();
    const { assistant, user } = world.domain.tools;
    expect(tools.map(({ name }) => name)).toEqual([...Object.keys(assistant), ...Object.keys(user)].toSorted());
  });

  test.each(Object.entries(domains))("every tool of %s can be shown to any client", async (_, domain) => {
    const environment = new Worlds(domains).get(domain.name).open();
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await mcpServer(environment, "assistant", new Worlds(domains).get(domain.name).domainPolicy()).connect(theirs);
    const client = new Client({ name: "test", version: "1" });
    await client.connect(ours);
    for (const { name, title, description, annotations, inputSchema, outputSchema } of (await client.listTools())
      .tools) {
      expect({ name, title: typeof title, description: typeof description }).toEqual({
        name,
        title: "string",
        description: "string",
      });
      expect(Object.keys(annotations ?? {})).toHaveLength(4);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        expect({ name, argument, schema }).toHaveProperty("schema.description");
      }
    }
  });
});

describe("tools/call", () => {
  test("gives an object as it is, and the same as JSON text", async () => {
    const { client } = await connected("assistant");
    const result = await client.callTool({ name: "lend_book", arguments: { member_id: "m1", book_id: "b2" } });
    expect(result.structuredContent).toEqual({ lent: ["b2"] });
    expect(result.content).toEqual([{ type: "text", text: '{"lent":["b2"]}' }]);
    expect(result.isError).toBeUndefined();
  });

  test("gives text raw and any other value as JSON, both wrapped in structuredContent", async () => {
    const { client: agent } = await connected("assistant");
    const found = await agent.callTool({ name: "find_member", arguments: { name: "Ada" } });
    expect(found).toMatchObject({ content: [{ type: "text", text: "m1" }], structuredContent: { result: "m1" } });
    const { client: user } = await connected("user");
    const seen = await user.callTool({ name: "check_shelf", arguments: { title: "Emma" } });
    expect(seen).toMatchObject({ content: [{ type: "text", text: "true" }], structuredContent: { result: true } });
  });

  test.each([
    ["what the tool refuses", { member_id: "nobody", book_id: "b1" }, "Member not found"],
    ["a missing argument", { member_id: "m1" }, "missing argument 'book_id'"],
    ["an unknown argument", { member_id: "m1", book_id: "b1", days: 3 }, "unknown argument 'days'"],
    ["a wrong type", { member_id: "m1", book_id: 7 }, "'book_id': expected string, received number"],
  ])("%s is an error result for the model, without structuredContent", async (_, args, text) => {
    const { client, environment } = await connected("assistant");
    const before = environment.state();
    const result = await client.callTool({ name: "lend_book", arguments: args });
    expect(result.isError).toBe(true);
    expect(result.content).toEqual([{ type: "text", text: expect.stringContaining(text) }]);
    expect(result).not.toHaveProperty("structuredContent");
    expect(environment.state()).toEqual(before);
  });

  test("an unknown tool is a protocol error, and the call is on record", async () => {
    const { client, environment } = await connected("assistant");
    const failed = client.callTool({ name: "burn_book" });
    await expect(failed).rejects.toThrow(ProtocolError);
    await expect(failed).rejects.toMatchObject({ code: -32602, message: "Tool 'burn_book' not found." });
    expect(environment.calls.map(({ name }) => name)).toEqual(["burn_book"]);
  });

  test.each(["check_shelf", "toString", "__proto__"])("the assistant has no tool %s", async (name) => {
    const { client } = await connected("assistant");
    await expect(client.callTool({ name, arguments: { title: "Emma" } })).rejects.toMatchObject({ code: -32602 });
  });

  test("a bug is a protocol error that tells nothing; stderr has it", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { client, environment } = await connected("assistant");
    const before = environment.state();
    await expect(client.callTool({ name: "sneaky_read" })).rejects.toMatchObject({
      code: -32603,
      message: "Internal error",
    });
    expect(stderr).toHaveBeenCalledWith(expect.stringContaining("sneaky_read declares no write, yet wrote"));
    expect(environment.state()).toEqual(before);
  });
});

describe("the domain policy", () => {
  test("is the assistant's instructions and a resource", async () => {
    const { client } = await connected("assistant");
    expect(client.getInstructions()).toBe(world.domainPolicy());
    expect(client.getServerVersion()).toMatchObject({ name: "deskgym-library" });
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: "policy://library", mimeType: "text/markdown" }]);
    expect((await client.readResource({ uri: "policy://library" })).contents).toEqual([
      { uri: "policy://library", mimeType: "text/markdown", text: world.domainPolicy() },
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([]);
  });

  test("an unknown resource says which there is", async () => {
    const { client } = await connected("assistant");
    await expect(client.readResource({ uri: "policy://other" })).rejects.toThrow("there is policy://library");
  });

  test("is not the user's to read", async () => {
    const { client } = await connected("user");
    expect(client.getInstructions()).toBeUndefined();
    expect(client.getServerCapabilities()).not.toHaveProperty("resources");
  });
});
