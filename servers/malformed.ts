/** What is wrong with a message before the SDK sees it, which would answer with a dump of its schema's complaints or wave it through. */

export interface ProtocolFault {
  readonly id: string | number | null;
  readonly code: number;
  readonly message: string;
}

interface CallShape {
  readonly id?: string | number;
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: unknown };
}

/** `body`: a message as parsed from JSON. Undefined where nothing is wrong that this knows of. */
export function malformed(body: unknown): ProtocolFault | undefined {
  if (Array.isArray(body)) {
    return { id: null, code: -32_600, message: "the protocol has no batches: send one message" };
  }
  const { id, method, params } = Object(body) as CallShape;
  if (method !== "tools/call" || id === undefined) return undefined;
  const { name, arguments: args } = Object(params) as NonNullable<CallShape["params"]>;
  const problem =
    typeof name !== "string"
      ? "'name' must be a text, the tool's name"
      : args !== undefined && (typeof args !== "object" || args === null || Array.isArray(args))
        ? "'arguments' must be an object, with the tool's arguments by name"
        : // The SDK drops this key and makes the call without it.
          Object.hasOwn(Object(args), "__proto__")
          ? "unknown argument '__proto__'"
          : undefined;
  return problem === undefined ? undefined : { id, code: -32_602, message: problem };
}
