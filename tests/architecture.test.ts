/** The rules of the house that a compiler does not check. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { domains } from "../domains/index.ts";

const layers = ["domains", "servers", "rollout", "trainer-bridge"];
const sources = globSync("{domains,servers,rollout,trainer-bridge}/**/*.ts").map((path) => {
  const text = readFileSync(path, "utf8");
  const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => target as string);
  return { path, text, imports, layer: path.split("/")[0] as string };
});

test("there is something to check", () => {
  expect(sources.length).toBeGreaterThan(20);
});

test("a layer imports only what stands to its left; servers/bin.ts alone, and lazily, to its right", () => {
  const wrong = sources.flatMap(({ path, text, imports, layer }) =>
    imports
      .filter((target) => {
        const other = layers.findIndex((name) => target.includes(`/${name}/`));
        if (other <= layers.indexOf(layer)) return false;
        return path !== "servers/bin.ts" || new RegExp(`from\\s+"${target}"`).test(text);
      })
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test.each([
  ["better-sqlite3", "domains/database.ts"],
  ["@modelcontextprotocol/server", "servers/mcp.ts"],
  ["@modelcontextprotocol/client", "rollout/tool-client.ts"],
])("only one file imports %s", (library, owner) => {
  const importers = sources.filter(({ imports }) =>
    imports.some((target) => target === library || target.startsWith(`${library}/`)),
  );
  expect(importers.map(({ path }) => path)).toEqual([owner]);
});

test("domains are named in their own folder and the registry alone", () => {
  const names = new RegExp(Object.keys(domains).join("|"), "i");
  const named = sources.filter(({ path, text }) => {
    const own = Object.keys(domains).some((name) => path.startsWith(`domains/${name}/`)) || path === "domains/index.ts";
    return !own && names.test(text);
  });
  expect(named.map(({ path }) => path)).toEqual([]);
});

test("a file starts with what it is, and stays under 400 lines; seed catalogues may be longer", () => {
  const wrong = sources.flatMap(({ path, text }) => {
    const long = text.split("\n").length > 400 && !path.includes("/catalogue");
    const header = /^(#!.*\n)?\/\*\*/.test(text);
    return [...(long ? [`${path} is too long`] : []), ...(header ? [] : [`${path} has no header`])];
  });
  expect(wrong).toEqual([]);
});

test("no file is named for what it isn't about", () => {
  expect(sources.filter(({ path }) => /\/(utils?|helpers?|types|common|core|misc)(\.ts|\/)/.test(path))).toEqual([]);
});

test("every dependency has its reason in docs/adr", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const reasons = globSync("docs/adr/*.md")
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const missing = Object.keys({ ...dependencies, ...devDependencies }).filter(
    (name) => !reasons.includes(`\`${name}\``),
  );
  expect(missing).toEqual([]);
});
