/** Every built-in airline task: it keeps the domain policy, its outcome follows from what is said and read, and the split holds. */
import { describe, expect, it } from "vitest";
import { airline } from "../../domains/airline/index.ts";
import * as schema from "../../domains/airline/schema.ts";
import type { ReservationDocument, UserDocument } from "../../domains/airline/shapes.ts";
import { createImage, openDatabase } from "../../domains/database.ts";
import { type Call, type Json, Random, type Task } from "../../domains/index.ts";
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
