/** The rule document in its forms: one part, several, the text for solo mode, and where it comes from. */
import { readFileSync, rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { defineDomain } from "../../domains/domain.ts";
import { Worlds } from "../../domains/index.ts";
import { libraryClone } from "../support/library/clone.ts";
import { library } from "../support/library/index.ts";

const world = new Worlds({ library }).get("library");
const read = (file: string) => readFileSync(new URL(`../support/library/${file}`, import.meta.url), "utf8");
const reader = read("reader.md").trim();

test("the first form is the default, and a single part stands as it is", () => {
  expect(world.domainPolicy()).toBe(read("policy.md"));
  expect(world.domainPolicy("standard")).toBe(read("policy.md"));
});

test("several parts are each in a tag of their name, in order", () => {
  expect(world.domainPolicy("guided")).toBe(
    `<policy>\n${read("policy.md").trim()}\n</policy>\n\n<reader>\n${reader}\n</reader>\n`,
  );
});

test("solo mode has its own text, or the form's where there is none", () => {
  expect(world.domainPolicy("guided", true)).toBe(
    `<policy>\n${read("policy-solo.md").trim()}\n</policy>\n\n<reader>\n${reader}\n</reader>\n`,
  );
  expect(world.domainPolicy("standard", true)).toBe(read("policy.md"));
  expect(world.domainPolicy(undefined, true)).toBe(read("policy.md"));
});

test.each(["manual", "", "constructor"])("there is no form '%s'", (form) => {
  expect(() => world.domainPolicy(form)).toThrow(
    expect.objectContaining({
      name: "WorldError",
      message: `no domain policy '${form}' in library: there are standard, guided`,
    }),
  );
});

test("a domain has at least one", () => {
  expect(() => defineDomain({ ...library, domainPolicies: {} })).toThrow("library has no domain policy");
});

describe("a tau2-bench clone's", () => {
  const parts = { "policy-solo.md": "Solo.\n", "reader.md": "Readers.\n" };
  const directories = [libraryClone(), libraryClone(parts)] as const;
  afterAll(() => {
    for (const directory of directories) rmSync(directory, { recursive: true });
  });
  const [bare, full] = directories.map((directory) => new Worlds({ library }, directory).get("library", "tau2"));

  test("is read from its files", () => {
    expect(full?.domainPolicy()).toBe("# The clone's policy\n");
    expect(full?.domainPolicy("guided", true)).toBe("<policy>\nSolo.\n</policy>\n\n<reader>\nReaders.\n</reader>\n");
  });

  test("a file that only another form needs is missed when that is asked for", () => {
    expect(bare?.domainPolicy()).toBe("# The clone's policy\n");
    expect(() => bare?.domainPolicy("guided")).toThrow(
      expect.objectContaining({ name: "WorldError", message: expect.stringContaining("reader.md: does not exist") }),
    );
  });

  test("a part that is ours alone is none of its", () => {
    const { parts: own } = library.domainPolicies.standard as { parts: { policy: { builtin: URL } } };
    const domainPolicies = {
      ...library.domainPolicies,
      ours: { parts: { policy: { builtin: own.policy.builtin } } },
    };
    const mixed = new Worlds({ library: { ...library, domainPolicies } }, directories[0]);
    expect(mixed.get("library").domainPolicy("ours")).toBe(read("policy.md"));
    expect(() => mixed.get("library", "tau2").domainPolicy("ours")).toThrow("no such domain policy in tau2-bench");
  });
});
