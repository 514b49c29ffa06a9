/** Every built-in airline task: it keeps the domain policy, its outcome follows from what is said and read, and the split holds. */
import { describe, expect, it } from "vitest";
import { airline } from "../../domains/airline/index.ts";
import * as schema from "../../domains/airline/schema.ts";
import type { ReservationDocument, UserDocument } from "../../domains/airline/shapes.ts";
import { createImage, openDatabase } from "../../domains/database.ts";
import { type Call, type Json, Random, type Task } from "../../domains/index.ts";
import { reward } from "../../domains/reward.ts";
import { builtinWorld } from "../../domains/world.ts";
import { breaches, read } from "../support/airline-rules.ts";
import { bestFor, cabinOf, codeOf, dateOf, dayOf, wishesIn } from "../support/airline-wishes.ts";

const world = builtinWorld(airline, 0);
const tasks = [...world.tasks.values()];
const transfer = "transfer_to_human_agents";
const isWrite = ({ name }: Call) => airline.tools.assistant[name]?.effect === "write";
const templateOf = ({ id }: Task) => id.replace(/-\d+$/, "");
const userOf = ({ reference_actions }: Task) => String(reference_actions[0]?.arguments.user_id);
const stepsOf = ({ user }: Task) => user.agenda?.steps ?? [];

type Step = ReturnType<typeof stepsOf>[number];

/** All that the user says on a request, in the order in which it holds. */
function texts({ say, facts, fallback, refusal, change_of_mind }: Step): string[] {
  const later = [fallback, refusal?.say, change_of_mind?.say].filter((text) => text !== undefined);
  return [say, ...facts.map((fact) => fact.say), ...later];
}

/** Each write of the reference with the step that it serves, just before it is made. */
function eachWrite(
  task: Task,
  look: (call: Call, step: Step, environment: ReturnType<typeof world.open>, before: readonly Call[]) => void,
): void {
  using environment = world.open({ task });
  for (const [at, call] of task.reference_actions.entries()) {
    const step = stepsOf(task).find(({ actions }) => actions.includes(at));
    if (isWrite(call) && step) look(call, step, environment, task.reference_actions.slice(0, at));
    environment.call(call.requestor, call.name, call.arguments);
  }
}

describe("the built-in airline tasks", () => {
  it("are many, and exist for another seed too", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(400);
    expect(builtinWorld(airline, 1).tasks.size).toBeGreaterThanOrEqual(400);
  });

  it("find out first who it is, by the user id", () => {
    for (const { id, reference_actions, user } of tasks) {
      expect(reference_actions[0]?.name, id).toBe("get_user_details");
      const facts = user.agenda?.identity ?? [];
      const account = facts.find(({ name }) => name === "user id");
      expect(account?.say, id).toContain(String(reference_actions[0]?.arguments.user_id));
      expect(account?.disclosure, id).not.toBe("secret");
    }
  });

  it("keep the domain policy with every write", () => {
    const broken = tasks.flatMap((task) => {
      using start = world.open({ task });
      const found: string[] = [];
      eachWrite(task, (call, step, environment, before) => {
        const said = { userId: userOf(task), words: texts(step).join(" "), start, before };
        for (const breach of breaches(environment, call, said)) found.push(`${task.id}: ${call.name} is ${breach}`);
      });
      return found;
    });
    expect(broken).toEqual([]);
  });

  it("transfer last, and only what no tool does or what was declined", () => {
    for (const task of tasks) {
      const at = task.reference_actions.findIndex(({ name }) => name === transfer);
      if (at < 0) continue;
      expect(at, task.id).toBe(task.reference_actions.length - 1);
      const step = stepsOf(task).at(-1);
      expect(step?.actions, task.id).toContain(at);
      const matter = /suitcase|bag arrived|dog|cat|nine-year-old|wheelchair|window seat|meal|profile|account/i;
      expect(matter.test(step?.say ?? "") || /human|person/.test(step?.refusal?.say ?? ""), task.id).toBe(true);
    }
  });

  it("decline for a reason that the rows bear out where cancelling is refused", () => {
    const refused = tasks.filter(({ id }) => id.startsWith("refuse-cancel-") && !/anothers|part/.test(id));
    expect(refused.length).toBeGreaterThan(20);
    for (const task of refused) {
      using environment = world.open({ task });
      const user = userOf(task);
      const id = task.reference_actions.findLast(({ name }) => name === "get_reservation_details");
      const [step] = stepsOf(task);
      const facts = (step as Step).facts.filter(({ name }) => name.startsWith("reason")).map(({ say }) => say);
      const call = { requestor: "assistant", name: "cancel_reservation", arguments: {} } as const;
      const target = /reservation ([A-Z]\d[A-Z]\d[A-Z]{2})/.exec(step?.say ?? "")?.[1];
      const named = target ?? ownFor(task, environment) ?? id?.arguments.reservation_id;
      const said = { userId: user, words: facts.join(" "), start: environment, before: [] };
      const found = [...breaches(environment, { ...call, arguments: { reservation_id: named as Json } }, said)];
      expect(found, `${task.id} ${named}`).not.toEqual([]);
    }
  });
});

/** The reservation that a trip "to Denver on May 21" is. */
function ownFor(task: Task, environment: ReturnType<typeof world.open>): string | undefined {
  const [, place = "", day] =
    /trip to (.+?)(?: on (May \d+))?(?: for me\?|\.|\?| cancelled)/.exec(stepsOf(task)[0]?.say ?? "") ?? [];
  const { reservations } = read<UserDocument>(environment, "get_user_details", { user_id: userOf(task) });
  return reservations.find((id) => {
    const found = read<ReservationDocument>(environment, "get_reservation_details", { reservation_id: id });
    return found.destination === codeOf(place) && (!day || found.flights[0]?.date === dateOf(day));
  });
}

interface Written {
  readonly flights: readonly { flight_number: string; date: string }[];
  readonly cabin: ReservationDocument["cabin"];
  readonly passengers: ReservationDocument["passengers"];
  readonly payment_methods: readonly { payment_id: string }[];
  readonly payment_id?: string;
  readonly reservation_id: string;
  readonly origin: string;
  readonly destination: string;
  readonly total_baggages: number;
}

describe("what a customer wants", () => {
  it("singles out the flights", () => {
    let seen = 0;
    for (const task of tasks) {
      eachWrite(task, (call, step, environment) => {
        const args = call.arguments as unknown as Written;
        const wishes = wishesIn(texts(step));
        if (args.flights === undefined || wishes.length === 0) return;
        const booked = args.reservation_id
          ? read<ReservationDocument>(environment, "get_reservation_details", { reservation_id: args.reservation_id })
          : undefined;
        const { origin, destination } = booked ?? args;
        const seats = (booked ?? args).passengers.length;
        const ways = waysOf(args.flights, destination);
        const old = booked ? waysOf(booked.flights, destination) : [];
        const fresh = ways.flatMap((way, at) => (key(way) === key(old[at] ?? []) ? [] : [{ way, back: at === 1 }]));
        const both = step.say.includes("both ways") || texts(step).some((text) => text.includes("both ways"));
        expect(fresh.length, `${task.id}: ${wishes.join(" / ")}`).toBe(both ? 2 : wishes.length);
        for (const [at, { way, back }] of fresh.entries()) {
          const [from, to] = back ? [destination, origin] : [origin, destination];
          const date = way[0]?.date ?? "";
          const search = { origin: from, destination: to, date, cabin: args.cabin, seats };
          const found = bestFor(environment, wishes[both ? 0 : at] ?? "", search).map(({ numbers }) => numbers);
          expect(found, `${task.id}: ${wishes.join(" / ")}`).toEqual([way.map(({ flight_number }) => flight_number)]);
          seen += 1;
        }
      });
    }
    expect(seen).toBeGreaterThan(200);
  });

  it("names days, cabins, people, bags and what pays, where they don't stay as they are", () => {
    for (const task of tasks) {
      using start = world.open({ task });
      const user = read<UserDocument>(start, "get_user_details", { user_id: userOf(task) });
      eachWrite(task, (call, step, environment) => {
        const args = call.arguments as unknown as Written;
        const words = texts(step).join(" ");
        const booked = args.reservation_id
          ? read<ReservationDocument>(environment, "get_reservation_details", { reservation_id: args.reservation_id })
          : undefined;
        const model = /reservation ([A-Z]\d[A-Z]\d[A-Z]{2})/.exec(words)?.[1];
        const copied =
          templateOf(task) === "book-again"
            ? read<ReservationDocument>(environment, "get_reservation_details", { reservation_id: model ?? "" })
            : booked;
        const ids = [args.payment_id, ...(args.payment_methods ?? []).map(({ payment_id }) => payment_id)];
        for (const id of ids.filter((one) => one !== undefined)) {
          const method = user.payment_methods[id];
          const ending = method?.source === "credit_card" ? method.last_four : id.slice(-4);
          expect(words, `${task.id}: ${id}`).toContain(`ending in ${ending}`);
        }
        const dates = (copied?.flights ?? []).map(({ date }) => date);
        for (const way of args.flights ? waysOf(args.flights, (booked ?? args).destination) : []) {
          const date = way[0]?.date ?? "";
          if (!dates.includes(date)) expect(words, task.id).toContain(dayOf(date));
        }
        if (args.cabin && args.cabin !== copied?.cabin)
          expect(words.toLowerCase(), task.id).toContain(args.cabin.replace("_", " "));
        for (const { first_name, last_name, dob } of args.passengers ?? []) {
          const known = [user.name, ...user.saved_passengers].find(
            (one) => one.first_name === first_name && one.last_name === last_name,
          );
          const aboard = copied?.passengers.some((one) => one.first_name === first_name && one.dob === dob);
          if (aboard) continue;
          if (first_name !== user.name.first_name || !/\b(?:me|alone|my|I)\b/.test(words))
            expect(words, task.id).toContain(first_name);
          if (!known) expect(words, task.id).toContain(`${dayLong(dob)}, ${dob.slice(0, 4)}`);
        }
        if (booked && args.total_baggages !== undefined) {
          const more = ["", "one", "two", "three", "four"][args.total_baggages - booked.total_baggages];
          expect(words.toLowerCase(), task.id).toContain(`${more}`);
        }
      });
    }
  });

  it("is answered by the flight that the question singles out, and by what its seats cost", () => {
    const QUESTION =
      /mong the flights from (.+?) to (.+?) on (May \d+) that have room for (one person|(\d+) people) in (.+?), which is (.+?)\? Please/;
    let seen = 0;
    for (const task of tasks) {
      using environment = world.open({ task });
      for (const step of stepsOf(task)) {
        const asked = texts(step)
          .map((text) => ({ text, found: QUESTION.exec(text) }))
          .find(({ found }) => found);
        if (!asked?.found) continue;
        const [, from = "", to = "", day = "", , count = "1", cabin = "", wish = ""] = asked.found;
        const search = {
          origin: codeOf(from),
          destination: codeOf(to),
          date: dateOf(day),
          cabin: cabinOf(cabin),
          seats: Number(count),
        };
        const best = bestFor(environment, wish, search);
        expect(best.length, task.id).toBe(1);
        const price = asked.text.includes("cost together") ? [((best[0]?.price ?? 0) * Number(count)).toFixed(2)] : [];
        expect(step.tell, task.id).toEqual([...(best[0]?.numbers ?? []), ...price]);
        seen += 1;
      }
    }
    expect(seen).toBeGreaterThan(50);
  });
});

const key = (way: readonly { flight_number: string; date: string }[]) =>
  way.map(({ flight_number, date }) => `${flight_number} ${date}`).join();

const ends = new Map(
  openDatabase(createImage(schema, (db) => airline.seed(db, new Random("airline 1 seed 0").fork("rows"))))
    .select()
    .from(schema.flights)
    .all()
    .map(({ flight_number, destination }) => [flight_number, destination]),
);

/** The way there and the way back. */
function waysOf<Leg extends { flight_number: string }>(flights: readonly Leg[], destination: string): Leg[][] {
  const turn = flights.findIndex(({ flight_number }) => ends.get(flight_number) === destination) + 1;
  return [flights.slice(0, turn), flights.slice(turn)].filter((way) => way.length > 0);
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const dayLong = (date: string) => `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;

/** What the domain policy says, and the tasks in which it matters. */
const clauses: Readonly<Record<string, (task: Task) => boolean>> = {
  "nothing stands in for the user id": trapped("email instead of user id"),
  "numbers of reservations need not be known": trapped("reservation number unknown"),
  "where several reservations fit, ask": trapped("similar reservations"),
  "a reservation is somebody else's": trapped("another customer's reservation"),
  "what customers say may be wrong": trapped("false claim"),
  "who thinks better of it gets a new summary": trapped("change of mind"),
  "a part is allowed": trapped("partial permission"),
  "no tool does it": ({ id }) => id.startsWith("handover-"),
  "declined, and asks for a person": (task) => trapped("transfer")(task) && trapped("refusal")(task),
  "other requests come before a transfer": trapped("write before the transfer"),
  "it has begun": trapped("trip has begun"),
  "several methods, in order": trapped("several payment methods"),
  "one certificate at most": trapped("two certificates"),
  "methods are those of the profile": trapped("card not in the profile"),
  "no certificate for a change": trapped("certificate for a change"),
  "a gift card must cover a change": trapped("gift card too small"),
  "five passengers at most": trapped("too many passengers"),
  "one cabin for all": trapped("two cabins"),
  "bags that are free": trapped("bags within the allowance"),
  "bags that are not": trapped("bags beyond the allowance"),
  "flights with a stop": ({ id }) => id.startsWith("book-one-stop"),
  "flights that stay are named again": trapped("flights that stay"),
  "no other flights in basic economy": trapped("basic economy"),
  "cabin and flights change in one call": trapped("cabin and flights in one call"),
  "the destination stays": trapped("other destination"),
  "one way stays one way": trapped("one way to round trip"),
  "the cabin changes for all": trapped("cabin in part"),
  "the number of passengers stays": trapped("one more passenger"),
  "passengers are replaced": ({ id }) => id.startsWith("passenger-replaced"),
  "names are corrected": ({ id }) => id.startsWith("passenger-name"),
  "bags are not taken off": trapped("bags to take off"),
  "insurance is not added": trapped("insurance later"),
  "cancelled within a day": ({ id }) => id.startsWith("cancel-recent"),
  "cancelled since the airline has": ({ id }) => id.startsWith("cancel-called-off"),
  "cancelled in business": ({ id }) => id.startsWith("cancel-business"),
  "cancelled by insurance": ({ id }) => id.startsWith("cancel-insured"),
  "a delay is no ground": ({ id }) => id.startsWith("refuse-cancel-delayed"),
  "insurance covers no change of plans": ({ id }) => id.startsWith("refuse-cancel-uncovered"),
  "cancelled whole": trapped("cancelling in part"),
  "compensation is not brought up": trapped("compensation not asked for"),
  "compensation for a flight called off": ({ id }) => id.startsWith("compensate-called-off"),
  "compensation after a change": ({ id }) => id.startsWith("compensate-delay-changed"),
  "compensation after cancelling": ({ id }) => id.startsWith("compensate-delay-cancelled"),
  "compensation is not for all": ({ id }) => id.startsWith("refuse-compensation-regular"),
  "no compensation for a mere delay": ({ id }) => id.startsWith("refuse-compensation-delay"),
  "no compensation for other complaints": ({ id }) => id.startsWith("refuse-compensation-complaint"),
  "no more than is due": trapped("more than is due"),
};

function trapped(trap: string): (task: Task) => boolean {
  return ({ difficulty }) => difficulty?.traps.includes(trap) ?? false;
}

describe("the built-in airline tasks, taken together,", () => {
  const split = (side: string) => tasks.filter((task) => task.split === side);

  it.each(Object.entries(clauses))("exercise in train and test: %s", (_, fits) => {
    expect(split("train").filter(fits).length).toBeGreaterThan(0);
    expect(split("test").filter(fits).length).toBeGreaterThan(0);
  });

  it("have each template in both splits, but for those held out for the test", () => {
    const [train, test] = ["train", "test"].map((side) => new Set(split(side).map(templateOf))) as [
      Set<string>,
      Set<string>,
    ];
    expect([...train].filter((template) => !test.has(template))).toEqual([]);
    expect([...test].filter((template) => !train.has(template)).sort()).toEqual([
      "full-and-refusal",
      "mind-and-refusal",
      "partial-upgrade",
      "three-with-mind",
      "two-refusals",
    ]);
    expect(train.size).toBeGreaterThan(80);
    const share = split("test").length / tasks.length;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.33);
  });

  it("share no request word for word between train and test", () => {
    const requests = (side: string) => split(side).flatMap((task) => stepsOf(task).map(({ say }) => say));
    const train = new Set(requests("train"));
    expect(requests("test").filter((say) => train.has(say))).toEqual([]);
  });

  it("are seldom solved by a transfer at once", () => {
    const solved = tasks.filter((task) => {
      using environment = world.open({ task });
      environment.call("assistant", transfer, { summary: "Something." });
      return reward(world, task, environment, { said: [] }).value !== 0;
    });
    expect(solved.length / tasks.length).toBeLessThan(0.015);
  });

  it("combine traps, and several writes", () => {
    const several = tasks.filter((task) => {
      const steps = stepsOf(task);
      return steps.length > 1 && steps.some((step) => step.refusal ?? step.fallback ?? step.change_of_mind);
    });
    expect(several.length).toBeGreaterThanOrEqual(50);
    expect(tasks.filter(({ difficulty }) => (difficulty?.writes ?? 0) > 1).length).toBeGreaterThanOrEqual(100);
  });

  it("use no reservation too often", () => {
    const uses = new Map<string, number>();
    for (const { reference_actions } of tasks) {
      const own = new Set(
        reference_actions.filter(isWrite).flatMap(({ arguments: args }) => args.reservation_id ?? []),
      );
      for (const id of own) uses.set(String(id), (uses.get(String(id)) ?? 0) + 1);
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(3);
  });

  it("let the user say no id that only the airline knows, and no fact that is to be told", () => {
    for (const task of tasks) {
      const agenda = JSON.stringify(task.user.agenda, (name, value) =>
        ["tell", "withdrawn"].includes(name) ? undefined : value,
      );
      const text = `${task.user.instructions} ${agenda}`;
      expect(text, task.id).not.toMatch(/credit_card|gift_card|certificate_|_economy|undefined|null|\[object|\b2026-/);
      for (const fact of task.communicate) {
        expect(text, task.id).not.toMatch(new RegExp(`(?<![\\p{L}\\p{N}.])${fact}(?![\\p{L}\\p{N}])`, "u"));
      }
    }
  });

  it("have facts that are told apart by their names, and asked for by them", () => {
    for (const task of tasks) {
      const facts = stepsOf(task).flatMap((step) => step.facts);
      const asked = facts.filter(({ disclosure }) => disclosure === "asked");
      expect(new Set(asked.map(({ name }) => name)).size, task.id).toBe(asked.length);
      for (const fact of [...facts, ...(task.user.agenda?.identity ?? [])]) {
        expect(
          fact.asks.some((word) => fact.name.includes(word)),
          `${task.id}: ${fact.name}`,
        ).toBe(true);
      }
    }
  });

  it("don't let on that there is another request before it comes", () => {
    for (const task of tasks) {
      for (const { say, facts } of stepsOf(task)) {
        const numbered = facts.filter((fact) => /^For my \w+ request/.test(fact.say));
        const inOneMessage = /(?:Apart from that|something else|while I'm here|One more thing):/.test(say);
        expect(numbered.length === 0 || inOneMessage, task.id).toBe(true);
      }
    }
  });

  it("let no child fly alone", () => {
    for (const task of tasks) {
      for (const { arguments: given } of task.reference_actions) {
        const passengers = (given.passengers ?? []) as { dob: string }[];
        expect(passengers.length === 0 || passengers.some(({ dob }) => dob <= "2008-05-15"), task.id).toBe(true);
      }
    }
  });
});
