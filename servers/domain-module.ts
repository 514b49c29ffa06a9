/** A domain by its name, or out of a module of somebody's own. */

import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Domain, defineDomain, domains } from "../domains/index.ts";
import { asError } from "../domains/thrown.ts";
import { UsageError } from "./usage-error.ts";

/**
 * @param given a built-in domain's name, the path of a module, or a package: a module exports one domain
 * @throws UsageError in one line that says the remedy
 */
export async function loadDomain(given: string): Promise<Domain> {
  const builtin = Object.hasOwn(domains, given) ? domains[given] : undefined;
  if (builtin !== undefined) return builtin;
  const exported = await importModule(given, isPath(given) ? pathOf(given) : packageOf(given));
  const found = domainsIn(given, exported);
  const [domain] = found;
  if (domain === undefined) throw new UsageError(`${given} exports no domain: export what defineDomain returns`);
  if (found.length > 1) {
    const names = found.map(({ name }) => name).join(", ");
    throw new UsageError(`${given} exports ${found.length} domains (${names}): give a module that exports one`);
  }
  try {
    return defineDomain(domain);
  } catch (cause) {
    throw new UsageError(`${given}: ${asError(cause).message}`, { cause });
  }
}

/** The built-in domains, with one out of a module next to them where `given` names it; its name goes before a built-in's. */
export async function domainsWith(given: string | undefined): Promise<Readonly<Record<string, Domain>>> {
  if (given === undefined) return domains;
  const own = await loadDomain(given);
  return { ...domains, [own.name]: own };
}

function isPath(given: string): boolean {
  return given.startsWith(".") || isAbsolute(given) || /\.[cm]?[jt]s$/.test(given);
}

function pathOf(given: string): string {
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`${given} does not exist`);
  if (found.isDirectory()) throw new UsageError(`${given} is a folder: give the module in it, as ${given}/index.js`);
  return path;
}

function packageOf(given: string): string {
  try {
    return createRequire(resolve("package.json")).resolve(given);
  } catch (cause) {
    const names = Object.keys(domains).join(", ");
    throw new UsageError(
      `no domain '${given}': there are ${names}; or give a module of yours, as ./${given}/index.js`,
      {
        cause,
      },
    );
  }
}

async function importModule(given: string, path: string): Promise<Record<string, unknown>> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    throw new UsageError(`${given} can't be loaded: ${remedyFor(asError(cause))}`, { cause });
  }
}

function remedyFor({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") return "this Node reads no TypeScript: take 22.18 or newer, or JavaScript";
  if (!message.startsWith("Cannot use import statement")) return message;
  return 'it is no ES module there: set "type": "module" in the package.json above it';
}

/** What somebody's module exports may throw when it is looked at. */
function domainsIn(given: string, exported: Record<string, unknown>): Domain[] {
  try {
    return [...new Set(Object.values(exported))].filter(isDomain);
  } catch (cause) {
    throw new UsageError(`${given}: ${asError(cause).message}`, { cause });
  }
}

function isDomain(value: unknown): value is Domain {
  if (typeof value !== "object" || value === null) return false;
  const { name, schema, tools, documents, domainPolicies, seed, tasks } = value as Partial<Domain>;
  const parts = [schema, tools, documents, domainPolicies];
  const isWhole = parts.every((part) => typeof part === "object" && part !== null);
  return isWhole && typeof name === "string" && typeof seed === "function" && typeof tasks === "function";
}
