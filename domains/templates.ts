/**
 * From templates to a world's tasks: which user gets which template, in which split, and that no two tasks are the same.
 *
 * A domain reads its rows into plain objects (`Rows`), among them the users that tasks are about (`Who`), names its types once:
 *
 *     export type Request = draft.Request<Order>;
 *     export type Desk = templates.Desk<Shop>;
 *     export type Draft = templates.Draft<Shop, Customer, Request>;
 *     export type Template = templates.Template<Shop, Customer, Request>;
 *
 * writes templates of them, with `alone` and `series` or by hand, and gives them to `drawTasks`.
 */
import type { DraftCall, Request } from "./draft.ts";
import { tellApart } from "./draft.ts";
import { canonical } from "./json.ts";
import { Random } from "./random.ts";
import type { TaskInput } from "./task.ts";
import { tells } from "./told.ts";
import { parseArguments, type Requestor, type Tool, type ToolContext, ToolError } from "./tool.ts";

/** A user that tasks can be about. */
export interface Subject {
  readonly id: string;
  readonly split: "train" | "test";
}

/** By the id alone, so that a user stays on one side whatever else is in the world. */
export function splitOf(id: string): Subject["split"] {
  return new Random(`split ${id}`).chance(0.7) ? "train" : "test";
}

/** What a draft works with. */
export interface Desk<Rows> {
  readonly random: Random;
  readonly rows: Rows;
  /** The row that the fewest tasks use so far, by chance among equals. */
  leastUsed<Row extends object>(rows: readonly Row[]): Row | undefined;
}

/** The desk without rows that are spoken for. */
export function without<Rows>(desk: Desk<Rows>, taken: readonly object[]): Desk<Rows> {
  return { ...desk, leastUsed: (rows) => desk.leastUsed(rows.filter((row) => !taken.includes(row))) };
}

/** One request, or none where the subject's rows don't fit. It draws from the desk's `random` alone. */
export type Draft<Rows, Who extends Subject, R extends Request> = (desk: Desk<Rows>, subject: Who) => R | undefined;

/** Turns a subject into the requests of one task, or passes where its rows don't fit. */
export interface Template<Rows, Who extends Subject, R extends Request> {
  /** First part of its tasks' ids. */
  readonly name: string;
  /** So many tasks, where that many subjects fit. */
  readonly count: number;
  /** All its tasks are test tasks, so that tests meet what training never showed. */
  readonly heldOut?: boolean;
  draft(desk: Desk<Rows>, subject: Who): readonly R[] | undefined;
}

/** A template of nothing but the one request. */
export function alone<Rows, Who extends Subject, R extends Request>(
  name: string,
  count: number,
  draft: Draft<Rows, Who, R>,
): Template<Rows, Who, R> {
  return {
    name,
    count,
    draft(desk, subject) {
      const request = draft(desk, subject);
      return request && [request];
    },
  };
}

export function heldOut<Rows, Who extends Subject, R extends Request>(
  template: Template<Rows, Who, R>,
): Template<Rows, Who, R> {
  return { ...template, heldOut: true };
}

/** One request for each draft, about rows of its own, where all of them fit and get along. */
export function inTurn<Rows, Who extends Subject, R extends Request>(
  desk: Desk<Rows>,
  subject: Who,
  drafts: readonly Draft<Rows, Who, R>[],
  getAlong: (requests: readonly R[]) => boolean,
): R[] | undefined {
  const requests: R[] = [];
  for (const draft of drafts) {
    const taken = requests.flatMap(({ used }) => used);
    const request = draft(without(desk, taken), subject);
    if (request === undefined) return undefined;
    requests.push(request);
  }
  return getAlong(requests) ? tellApart(requests) : undefined;
}

/** So many draws for a subject: requests often get in each other's way. */
const TRIES = 4;

interface Series<Rows, Who extends Subject, R extends Request> {
  readonly name: string;
  readonly count: number;
  readonly drafts: readonly Draft<Rows, Who, R>[];
  /** `fixed`: as the drafts stand; `free`: in any order. */
  readonly order: "fixed" | "free";
  /** Whether serving one request changes nothing for another; `endsLast` is a part of it in every domain. */
  getAlong(requests: readonly R[]): boolean;
}

/** A template of several requests in one conversation, one after the other. */
export function series<Rows, Who extends Subject, R extends Request>(
  plan: Series<Rows, Who, R>,
): Template<Rows, Who, R> {
  const { name, count, drafts, order } = plan;
  return {
    name,
    count,
    draft(desk, subject) {
      for (let tries = 0; tries < TRIES; tries++) {
        const ordered = order === "free" ? desk.random.shuffle(drafts) : drafts;
        const requests = inTurn(desk, subject, ordered, plan.getAlong);
        if (requests) return requests;
      }
      return undefined;
    },
  };
}

export interface Drawing<Rows, Who extends Subject, R extends Request> {
  readonly random: Random;
  /** Those that few subjects fit come first, and find them unused. */
  readonly templates: readonly Template<Rows, Who, R>[];
  readonly rows: Rows;
  readonly subjects: readonly Who[];
  /** Makes the task, by `compose`. */
  task(random: Random, id: string, subject: Who, requests: readonly R[]): TaskInput;
  /** What an agent reads in a call's result that can pass for a fact to tell; `readings` gives all of it. */
  read(call: DraftCall): string;
}

/** The share of a template's tasks that are test tasks, and at least one. */
const TEST_SHARE = 0.28;

/**
 * Tasks of all templates, shuffled, so that the first few are a fair sample. Each subject and each used row has as few tasks
 * as can be; no two tasks have the same outcome; no saying stands in both splits; no user says what it is to be told, and
 * what has to be computed stands in nothing that is read on the way.
 */
export function drawTasks<Rows, Who extends Subject, R extends Request>(drawing: Drawing<Rows, Who, R>): TaskInput[] {
  return drawing.random.fork("order").shuffle([...drawn(drawing)]);
}

function* drawn<Rows, Who extends Subject, R extends Request>(drawing: Drawing<Rows, Who, R>): Iterable<TaskInput> {
  const { random, templates, rows, subjects, read } = drawing;
  const uses = new Map<object, number>();
  const usesOf = (used: object) => uses.get(used) ?? 0;
  const sorted = <Row extends object>(own: Random, all: readonly Row[]) =>
    own.shuffle(all).sort((a, b) => usesOf(a) - usesOf(b));
  const outcomes = new Set<string>();
  const sayings = new Map<string, Subject["split"]>();
  for (const { name, count, draft, heldOut: testOnly = false } of templates) {
    const own = random.fork(name);
    const left = { test: testOnly ? count : Math.max(1, Math.round(count * TEST_SHARE)), train: 0 };
    left.train = count - left.test;
    let made = 0;
    for (const subject of sorted(own, subjects)) {
      if (left[subject.split] === 0) continue;
      const chance = own.fork(subject.id);
      const requests = draft({ random: chance, rows, leastUsed: (some) => sorted(chance, some)[0] }, subject);
      if (requests === undefined || !requests.every((request) => needsWork(request, read))) continue;
      if (requests.some(({ say }) => (sayings.get(say) ?? subject.split) !== subject.split)) continue;
      const id = `${name}-${String(made + 1).padStart(3, "0")}`;
      const task = drawing.task(chance.fork("task"), id, subject, requests);
      const outcome = canonical([task.reference_actions, task.communicate]);
      if (outcomes.has(outcome) || givesAway(task)) continue;
      for (const { say } of requests) sayings.set(say, subject.split);
      outcomes.add(outcome);
      made++;
      left[subject.split]--;
      for (const used of [subject, ...requests.flatMap(({ used }) => used)]) uses.set(used, usesOf(used) + 1);
      yield task;
    }
  }
}

/** Whether what is to be computed stands in nothing that an agent reads on the way to it. */
function needsWork({ compute = [], calls }: Request, read: Drawing<unknown, Subject, Request>["read"]): boolean {
  if (compute.length === 0) return true;
  const text = calls.map(read).join(" ");
  return !compute.some((fact) => tells(text, fact));
}

/** Whether the user says what it is to be told, if only by chance ("2" stands in "2-person"), or anyone might. */
function givesAway({ user, communicate = [] }: TaskInput): boolean {
  const text =
    JSON.stringify(user.agenda ?? "", (key, value) => (key === "tell" ? undefined : value)) + user.instructions;
  return communicate.some((fact) => tells(text, fact)) || (communicate.length > 0 && communicate.every(isGuessable));
}

/** A whole number that a message full of numbers might hold. */
function isGuessable(fact: string): boolean {
  return Number.isInteger(Number(fact)) && Number(fact) < 1000;
}

/**
 * The results of reads, as text. A read that fails before the writes are made, and a write, give none.
 * @throws ToolError when a call's arguments are not what its tool takes.
 */
export function readings(
  tools: Readonly<Record<Requestor, Readonly<Record<string, Tool>>>>,
  context: ToolContext,
): (call: DraftCall) => string {
  return ({ requestor = "assistant", name, arguments: given }) => {
    const tool = tools[requestor][name];
    if (tool?.effect !== "read") return "";
    const args = parseArguments(name, tool, given);
    try {
      // Indented, since a number right after a colon would pass for a part of a time of day.
      return JSON.stringify(tool.run(args as never, context), null, 1);
    } catch (error) {
      if (error instanceof ToolError) return "";
      throw error;
    }
  };
}
