/** Finds before the first episode what would fail every one: a task that can't be played as the command line says. */
import type { Worlds } from "../../domains/index.ts";
import { UsageError } from "../../servers/index.ts";
import { noSolo, sameTask } from "../desk.ts";
import type { TaskLine } from "../task-line.ts";

interface Players {
  readonly policy: string;
  readonly user: string;
  readonly slip: number | undefined;
}

/** `worlds`: of this process; undefined where a server has them. @throws UsageError or WorldError in one line. */
export function checkLine(line: TaskLine, worlds: Worlds | undefined, players: Players): void {
  if (worlds !== undefined) checkWorld(line, worlds);
  if (line.solo) checkSolo(line, players);
  else checkUser(line, players);
  const talks = players.user === "scripted" || players.user === "llm";
  if (players.slip !== undefined && !(talks && line.user.agenda)) {
    throw new UsageError("--slip needs tasks with an agenda and a user who converses");
  }
}

function checkWorld(line: TaskLine, worlds: Worlds): void {
  const { id, domain, world, seed, domain_version, domain_policy, solo } = line;
  const here = worlds.get(domain, world, seed);
  const { version, tools } = here.domain;
  if (version !== domain_version) {
    throw new UsageError(`task ${id} is of ${domain} ${domain_version}, this is ${version}: list the tasks again`);
  }
  sameTask(line, here.task(id));
  if (solo && Object.keys(tools.user).length === 0) throw new UsageError(noSolo(domain));
  here.domainPolicy(domain_policy, solo);
}

function checkSolo({ id, ticket }: TaskLine, { user }: Players): void {
  if (user !== "ticket") throw new UsageError(`in solo mode there is nobody to talk to: leave out user ${user}`);
  if (ticket === undefined) throw new UsageError(`task ${id} has no ticket: it can't be done in solo mode`);
}

function checkUser({ id, user: { agenda }, reference_actions }: TaskLine, { policy, user }: Players): void {
  const acts = reference_actions.some(({ requestor }) => requestor === "user");
  const others = acts ? "user replay" : "user none";
  if (user === "ticket") throw new UsageError("user ticket goes with solo mode");
  if (user === "scripted" && agenda === undefined) {
    throw new UsageError(`task ${id} has no agenda for the scripted user: take ${others} or user llm`);
  }
  if (user === "replay" && policy !== "expert") {
    throw new UsageError("user replay does its part of the reference whatever it is told: it goes with policy expert");
  }
  if (user === "none" && policy === "expert" && acts) {
    throw new UsageError(`task ${id} needs acts of its user, and nobody makes them: take user replay`);
  }
}
