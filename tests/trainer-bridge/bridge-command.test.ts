/** `deskgym bridge`: what keeps it from starting is one line and exit code 2. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { deskgym } from "../support/command.ts";

const library = fileURLToPath(new URL("../support/library/index.ts", import.meta.url));
const http = ["--transport", "http", "--url", "http://127.0.0.1:2", "--token", "t"];

test.concurrent.each([
  [["--domain", library, ...http], /--domain goes with --transport memory/],
  [["--domain", library, "--transport", "stdio"], /--domain goes with --transport memory/],
  [http, /^deskgym: http:\/\/127\.0\.0\.1:2 can't be reached: ECONNREFUSED/],
  [["--journal", tmpdir()], /--journal .* can't be opened: EISDIR/],
  [["--journal", join(tmpdir(), "deskgym-nowhere", "records.jsonl")], /--journal .* can't be opened: ENOENT/],
])("bridge %j", async (args, message) => {
  const { code, stdout, stderr } = await deskgym(["bridge", "--port", "0", ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(message);
});
