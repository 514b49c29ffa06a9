/** `serve library --stdio`, as `deskgym` does it for the domains of its registry. */
import { parseArgs } from "node:util";
import { Worlds } from "../../../domains/index.ts";
import { serveOverStdio } from "../../../servers/index.ts";
import { library } from "./index.ts";

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    stdio: { type: "boolean" },
    solo: { type: "boolean", default: false },
    task: { type: "string" },
    seed: { type: "string", default: "0" },
  },
});
const world = new Worlds({ library }).get("library", "builtin", Number(values.seed));
const task = values.task === undefined ? undefined : world.task(values.task);
await serveOverStdio(world, { task, solo: values.solo });
