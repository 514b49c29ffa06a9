/** The version of the deskgym package that this code is part of. */
import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

export const version: string = readVersion();

function readVersion(): string {
  const file = findPackageJSON(import.meta.url);
  if (file === undefined) throw new Error("deskgym's package.json is missing: reinstall the package");
  return JSON.parse(readFileSync(file, "utf8")).version;
}
