/** `deskgym bridge`: the service that trainers get rollouts from. */
import { Command, Option } from "commander";
import { Worlds } from "../../domains/index.ts";
import { type DesksOptions, HttpDesks, makeDesks, transports } from "../../rollout/index.ts";
import { domainsWith, integer, listen, newToken, UsageError, word } from "../../servers/index.ts";
import { Gate } from "../service/gate.ts";
import { createBridge } from "../service/http.ts";
import { Journal } from "../service/journal.ts";
import { Rollouts } from "../service/rollouts.ts";
import { TaskBook } from "../service/task-book.ts";

interface Options extends DesksOptions {
  port: number;
  host: string;
  key?: string;
  domain?: string;
  concurrency: number;
  queue: number;
  keep: number;
  journal?: string;
}

export const command = new Command("bridge")
  .summary("serve rollouts to trainers over HTTP")
  .description("Serve rollouts with token ids, masks, log-probs and rewards to trainers over HTTP.")
  .option("--port <n>", "0 takes a free one", integer(0, 65_535), 8710)
  .option("--host <address>", "the address to bind", "127.0.0.1")
  .addOption(new Option("--key <key>", "what callers must send (default: made up)").env("DESKGYM_KEY").argParser(word))
  .option("--domain <module>", "a domain of your own, next to the built-in ones")
  .option("--tau2 <dir>", "a tau2-bench clone, for tasks of its worlds")
  .addOption(new Option("--transport <name>", "how the tools are reached").choices(transports).default("memory"))
  .option("--url <url>", "transport http: the server")
  .addOption(new Option("--token <token>", "transport http: the server's control token").env("DESKGYM_TOKEN"))
  .option("--concurrency <n>", "rollouts that play at once", integer(1), 256)
  .option("--queue <n>", "rollouts that may wait", integer(0), 4096)
  .option("--keep <n>", "finished rollouts that are kept", integer(1), 2048)
  .option("--journal <file>", "keep finished rollouts there too, and begin with those that it has")
  .action(async (options: Options) => {
    const { port, host: hostname, key = newToken(), domain, concurrency, queue, keep: kept } = options;
    const worlds = new Worlds(await domainsWith(domain), options.tau2);
    if (options.tau2 !== undefined) worlds.loadTau2();
    const now = () => performance.now();
    const gate = new Gate(now);
    const desks = makeDesks(worlds, options);
    if (desks instanceof HttpDesks) await desks.check([]);
    const journal = options.journal === undefined ? undefined : await openJournal(options.journal);
    const rollouts = new Rollouts({
      ...{ book: new TaskBook(worlds), desks, gate, env: process.env },
      ...{ concurrency, queue, kept, journal, now },
    });
    let found = 0;
    for await (const entry of journal?.entries() ?? []) {
      rollouts.restore(entry);
      found += 1;
    }
    const { app, shutdown } = createBridge({ rollouts, key, hostname });
    const shownKey = options.key === undefined ? key : "as given";
    const restored = found > 0 ? `, ${found} rollouts from the journal` : "";
    await listen(
      { fetch: app.fetch, hostname, port },
      (address) => process.stderr.write(`deskgym: ${address} with the key ${shownKey}${restored}\n`),
      shutdown,
    );
    await rollouts.idle();
    await journal?.close();
  });

async function openJournal(path: string): Promise<Journal> {
  return Journal.open(path).catch((cause: Error) => {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`--journal ${path} can't be opened: ${cause.message}`, { cause });
  });
}
