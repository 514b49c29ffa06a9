/** The parcel desk's tasks, one for each parcel: what its customer wants, and what the parcel's state makes of it. */
import type { AgendaStep, JsonObject, Random, TaskInput } from "../../../../domains/index.ts";

export const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

export interface Parcel {
  readonly parcel_id: string;
  readonly state: "sound" | "damaged";
  readonly days: (typeof DAYS)[number][];
}

/** What is done with the parcel in the end, and how the customer comes to want it. */
interface Plan {
  readonly kind: string;
  readonly say: string;
  readonly day?: string;
  readonly end: { readonly name: string; readonly day?: string };
  readonly turn?: Pick<AgendaStep, "fallback" | "change_of_mind" | "refusal">;
  /** The turn in prose, for a model that plays the customer. */
  readonly brief?: string;
}

const WISHES = {
  deliver_parcel: ["I'd like to have a parcel delivered.", "Please deliver my parcel.", "Can you bring me my parcel?"],
  return_parcel: ["I'd like to send a parcel back.", "Please send my parcel back."],
  keep_parcel: ["Please keep my parcel at the desk.", "I'd like to fetch my parcel at the desk."],
} as const;
const SOONEST = ["Please deliver my parcel as soon as you can.", "I need my parcel delivered as early as possible."];
const INSTEAD = { return_parcel: "send it back, please.", keep_parcel: "keep it at the desk, please." } as const;
const OTHERS = ["return_parcel", "keep_parcel"] as const;

/** The task that a parcel gives, without its domain. `random` decides what the customer wants. */
export function taskOf(parcel: Parcel, split: "train" | "test", random: Random): Omit<TaskInput, "domain"> {
  const { parcel_id } = parcel;
  const plan = planFor(parcel, random);
  const asked = (name: string, asks: string[], say: string) => ({ name, asks, say, disclosure: "asked" as const });
  const facts = [
    asked("parcel code", ["code", "which"], `The parcel is ${parcel_id}.`),
    ...(plan.day ? [asked("day", ["day", "when"], `On ${plan.day}, please.`)] : []),
  ];
  const answers = facts.map(({ name, say }) => `Only if asked for the ${name}, say: "${say}"`);
  const agenda = {
    greeting: "Hello!",
    identity: [],
    steps: [{ say: plan.say, facts, actions: [0, 1], ...plan.turn }],
  };
  return {
    id: `${plan.kind}-${parcel_id}`,
    split,
    user: { instructions: [plan.say, ...answers, ...(plan.brief ? [plan.brief] : [])].join(" "), agenda },
    reference_actions: [
      { name: "look_up_parcel", arguments: { parcel_id } },
      { name: plan.end.name, arguments: asCall(parcel_id, plan.end) },
    ],
    reward_basis: ["db"],
  };
}

function planFor(parcel: Parcel, random: Random): Plan {
  const plan = firstPlan(parcel, random);
  return plan.turn?.refusal === undefined && random.chance(0.5) ? changed(parcel, plan, random) : plan;
}

/** What comes of it where the customer keeps to it. */
function firstPlan({ state, days }: Parcel, random: Random): Plan {
  const delivery = random.pick(WISHES.deliver_parcel);
  const other = random.pick(OTHERS);
  if (state === "damaged") {
    const say = `Then ${INSTEAD[other]}`;
    const refusal = { say, because: "a damaged parcel is not delivered." };
    const brief = `If the agent declines, say: "${say}"`;
    return { kind: "damaged", say: delivery, day: random.pick(DAYS), end: { name: other }, turn: { refusal }, brief };
  }
  const day = random.pick(days);
  const deliver = { name: "deliver_parcel", day };
  const kind = random.pick(["plain", "soonest", "taken", "other"] as const);
  if (kind === "plain") return { kind, say: delivery, day, end: deliver };
  if (kind === "soonest") return { kind, say: random.pick(SOONEST), end: { ...deliver, day: days[0] ?? day } };
  if (kind === "other") return { kind, say: random.pick(WISHES[other]), end: { name: other } };
  const fallback = `Then on ${day}, please.`;
  const brief = `If the agent says that this day can't be had, say: "${fallback}"`;
  const taken = random.pick(DAYS.filter((name) => !days.includes(name)));
  return { kind, say: delivery, day: taken, end: deliver, turn: { fallback }, brief };
}

/** The customer wants something else once it is asked to confirm: who acts without asking is wrong. */
function changed({ parcel_id, days }: Parcel, plan: Plan, random: Random): Plan {
  const { name, day } = plan.end;
  const withdrawn = { requestor: "assistant" as const, name, arguments: asCall(parcel_id, plan.end) };
  const second = day !== undefined && random.chance(0.5) ? days.find((other) => other !== day) : undefined;
  const other = random.pick(OTHERS.filter((other) => other !== name));
  const say = `Oh, I have changed my mind: ${second ? `make it ${second}, please.` : INSTEAD[other]}`;
  const brief = `${plan.brief ?? ""} The first time that the agent asks you to confirm, say: "${say}"`.trim();
  const turn = { ...plan.turn, change_of_mind: { say, withdrawn } };
  return { ...plan, kind: `${plan.kind}-changed`, end: second ? { name, day: second } : { name: other }, turn, brief };
}

function asCall(parcel_id: string, { day }: Plan["end"]): JsonObject {
  return day === undefined ? { parcel_id } : { parcel_id, day };
}
