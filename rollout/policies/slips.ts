/** The mistakes that an expert makes on purpose in a step: which kinds there can be, and what each spoils. */
import type { AgendaStep, Call, Random } from "../../domains/index.ts";
import type { PolicyInput } from "../policy.ts";
import { withSibling } from "./sibling.ts";
import { handoverTool } from "./speech.ts";

/** What a step of the agenda is served with, once what can be read has been read. */
export interface Service {
  readonly step: AgendaStep;
  /** The agent's calls that change something. */
  readonly writes: readonly Call[];
  /** What the user is asked to do. */
  readonly acts: readonly Call[];
  readonly transfers: boolean;
}

export interface ChosenSlip {
  readonly kind: string;
  /** The call that it spoils; undefined where it spoils none. */
  readonly target: Call | undefined;
  /** What is done in its place. */
  readonly wrong: Call | undefined;
}

/** The first kind, in an order drawn by chance, that can be done here: some need a sibling of an argument to have been seen. */
export function chooseSlip(service: Service, random: Random, now: PolicyInput): ChosenSlip | undefined {
  const { writes, acts } = service;
  const kinds = random.shuffle(possibleKinds(service, now));
  const write = writes.length > 0 ? random.pick(writes) : undefined;
  const wrong = write && withSibling(write, now.messages, now.tools, random.fork("sibling"));
  const changing = acts.filter(({ name }) => !LOOK.test(name));
  for (const kind of kinds) {
    if (kind === "missed_act") return { kind, target: random.fork("act").pick(changing), wrong: undefined };
    if (kind === "wrong_argument" && wrong === undefined) {
      const slip = wrongAct(changing, random.fork("act"));
      if (slip) return slip;
      continue;
    }
    if (kind === "extra_write" && wrong === undefined) continue;
    return { kind, target: write, wrong };
  }
  return undefined;
}

/** A policy is not shown the user's tools: their names tell which of them only look. */
const LOOK = /^(?:can|check|find|get|list|look|read|run|see|show|view)_/;

function possibleKinds({ step, writes, acts, transfers }: Service, { tools }: PolicyInput): string[] {
  const changes = acts.some(({ name }) => !LOOK.test(name));
  return [
    ...(writes.length > 0 ? ["wrong_argument", "missed_write", "extra_write"] : changes ? ["wrong_argument"] : []),
    ...(writes.length > 0 || step.change_of_mind ? ["no_confirmation"] : []),
    ...(changes ? ["missed_act"] : []),
    ...(handoverTool(tools) && !transfers ? ["early_transfer"] : []),
    ...(step.tell.length > 0 ? ["untold_fact"] : []),
  ];
}

/** One of the acts, with an argument of another act of its name. */
function wrongAct(acts: readonly Call[], random: Random): ChosenSlip | undefined {
  const swaps = acts.flatMap((target) => {
    return acts.flatMap(({ name, arguments: others }) => {
      if (name !== target.name) return [];
      const wrong = Object.entries(others).filter(([key, value]) => target.arguments[key] !== value);
      return wrong
        .map(([key, value]) => ({ ...target, arguments: { ...target.arguments, [key]: value } }))
        .map((call) => ({
          kind: "wrong_argument",
          target,
          wrong: call,
        }));
    });
  });
  return swaps.length > 0 ? random.pick(swaps) : undefined;
}
