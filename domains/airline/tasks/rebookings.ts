/** Templates of other flights in a reservation. */
import { alone } from "../../templates.ts";
import { dateWords } from "../calendar.ts";
import { searchDirect } from "./calls.ts";
import { hasSeats } from "./choice.ts";
import {
  ableMethods,
  ends,
  findRebooking,
  otherDate,
  otherDay,
  type Part,
  partWords,
  priceChange,
  type Rebooking,
  rebook,
  SOON,
  sameDay,
  withoutStop,
} from "./rebooking.ts";
import { type Reference, refer } from "./reference.ts";
import type { Method, Reservation } from "./rows.ts";
import { type Desk, type Draft, isDelayed, isPlain, onOne, type Request, type Template } from "./template.ts";
import { cabinWords } from "./words.ts";

export function isRebookable(reservation: Reservation): boolean {
  return isPlain(reservation) && reservation.cabin !== "basic_economy";
}

function partOf({ random }: Desk, { round }: Reservation): Part {
  return round && random.chance(0.65) ? "back" : "there";
}

/** What pays for it, where anything can. */
export function methodFor({ random }: Desk, { customer }: Reservation, due: number): Method | undefined {
  const able = ableMethods(customer, due);
  return able.length > 0 ? random.pick(able) : undefined;
}

type Make = (random: Desk["random"], ref: Reference, rebooking: Rebooking, method: Method) => Request;

function made(desk: Desk, ref: Reference, rebooking: Rebooking | undefined, make: Make): Request | undefined {
  const method = rebooking && methodFor(desk, ref.reservation, rebooking.due);
  return rebooking && method && make(desk.random, ref, rebooking, method);
}

export const rebookings = {
  date(desk: Desk, ref: Reference, part = partOf(desk, ref.reservation), latest?: string): Request | undefined {
    const date = otherDate(desk.random, ref.reservation, part, latest);
    return date === undefined
      ? undefined
      : made(desk, ref, findRebooking(desk, ref.reservation, { part, date }), otherDay);
  },
  time(desk: Desk, ref: Reference): Request | undefined {
    const part = partOf(desk, ref.reservation);
    const date = ref.reservation[part][0]?.date ?? "";
    return made(desk, ref, findRebooking(desk, ref.reservation, { part, date }), sameDay);
  },
  nonstop(desk: Desk, ref: Reference): Request | undefined {
    const { reservation } = ref;
    const part = (["there", "back"] as const).find((one) => reservation[one].length > 1);
    const date = part && reservation[part][0]?.date;
    const aim = part && date ? { part, date, nonstop: true } : undefined;
    return aim && made(desk, ref, findRebooking(desk, reservation, aim), withoutStop);
  },
} as const;

const onRef = (make: (desk: Desk, ref: Reference) => Request | undefined, fits = isRebookable): Draft =>
  onOne((desk, reservation) => make(desk, refer(desk.random, reservation)), fits);

/** A flight is wanted by its number, which is full; there is one other nonstop flight that day. */
const flightFull: Draft = onOne((desk, reservation) => {
  const { random, rows } = desk;
  const part = partOf(desk, reservation);
  const date = otherDate(random, reservation, part);
  if (date === undefined) return undefined;
  const { cabin, passengers } = reservation;
  const [origin, destination] = ends(reservation, part);
  const ways = rows.direct(origin, destination, date);
  const free = ways.filter((way) => hasSeats(way, cabin, passengers.length));
  const gone = ways.find((way) => !hasSeats(way, cabin, passengers.length))?.[0];
  const [way] = free;
  if (way === undefined || gone === undefined || free.length !== 1) return undefined;
  const legs = part === "there" ? [...way, ...reservation.back] : [...reservation.there, ...way];
  const due = priceChange(reservation, legs, cabin);
  const method = methodFor(desk, reservation, due);
  if (method === undefined || due === 0) return undefined;
  const reads = [searchDirect(origin, destination, date)];
  const found = { way, words: `flight ${gone.flight.number}`, origin, destination, date, reads };
  const ref = refer(random, reservation);
  const what = (whose: string) => partWords(ref, part, whose);
  const request = rebook(random, {
    ...{ ref, method, rebooking: { part, found, legs, due } },
    say: `I'd like to move ${what("my")} to flight ${gone.flight.number} on ${dateWords(date)}.`,
    brief: `You want ${what("your")} moved to flight ${gone.flight.number} on ${dateWords(date)}.`,
    choosy: false,
    traps: ["flight full"],
  });
  return {
    ...request,
    facts: request.facts.map((fact) =>
      fact.name === "which flight" ? { ...fact, disclosure: "known" as const } : fact,
    ),
    fallback: random.pick([
      `Then the other nonstop flight of that day, the one that still has seats in ${cabinWords(cabin)}.`,
      `In that case, whichever nonstop flight of that day still has seats in ${cabinWords(cabin)}.`,
    ]),
  };
}, isRebookable);

export const fullRebookings: readonly Draft[] = [flightFull];

/** A flight is delayed, and the customer wants another day, but no compensation. */
export const delayed: Draft = onRef(
  (desk, ref) => {
    const request = rebookings.date(desk, ref, "there", SOON);
    const late = desk.random.pick([
      "I've just heard that my flight is delayed, and waiting for it makes no sense for me.",
      "My flight is running late, and I don't want to hang around at the airport.",
    ]);
    return (
      request && {
        ...request,
        say: `${late} ${request.say}`,
        brief: `A flight of yours is delayed. ${request.brief} You don't ask for compensation.`,
        traps: [...(request.traps ?? []), "compensation not asked for"],
      }
    );
  },
  (one) => isDelayed(one) && one.cabin !== "basic_economy" && one.there.some(({ status }) => status === "delayed"),
);

export const anyRebooking: Draft = onRef((desk, ref) =>
  desk.random.pick([rebookings.date, rebookings.date, rebookings.time])(desk, ref),
);

export const rebookingTemplates: readonly Template[] = [
  alone("change-delayed", 6, delayed),
  alone("change-full-flight", 6, flightFull),
  alone(
    "change-nonstop",
    6,
    onRef(rebookings.nonstop, (one) => isRebookable(one) && (one.there.length > 1 || one.back.length > 1)),
  ),
  alone("change-time", 8, onRef(rebookings.time)),
  alone(
    "change-return",
    8,
    onRef(
      (desk, ref) => rebookings.date(desk, ref, "back"),
      (one) => isRebookable(one) && one.round,
    ),
  ),
  alone(
    "change-date",
    10,
    onRef((desk, ref) => rebookings.date(desk, ref, "there")),
  ),
];
