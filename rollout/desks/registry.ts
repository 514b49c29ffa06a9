/** The transports by name, and the options that each takes. */
import type { Worlds } from "../../domains/index.ts";
import { UsageError } from "../../servers/index.ts";
import type { Desks } from "../desk.ts";
import { HttpDesks } from "./http.ts";
import { MemoryDesks } from "./memory.ts";
import { StdioDesks } from "./stdio.ts";

export const transports = ["memory", "stdio", "http"] as const;

export interface DesksOptions {
  readonly transport: (typeof transports)[number];
  /** Of memory: a module that `worlds` has a domain from. */
  readonly domain?: string | undefined;
  /** Of http: the server, and what opens its control plane. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
  /** Of stdio: the clone that `worlds` reads. */
  readonly tau2?: string | undefined;
}

/** @throws UsageError for an option that is missing or goes with another transport. */
export function makeDesks(worlds: Worlds, { transport, url, token, tau2, domain }: DesksOptions): Desks {
  if (domain !== undefined && transport !== "memory") {
    throw new UsageError("--domain goes with --transport memory: no other process has that domain");
  }
  if (transport !== "http") {
    if (url !== undefined) throw new UsageError("--url goes with --transport http");
    return transport === "memory" ? new MemoryDesks(worlds) : new StdioDesks(worlds, tau2);
  }
  if (url === undefined || token === undefined) throw new UsageError("--transport http needs --url and --token");
  if (!URL.canParse(url)) throw new UsageError(`--url ${url} is no URL: give one like http://127.0.0.1:8700`);
  return new HttpDesks(url, token);
}
