/** Changes of flights and cabins that the domain policy forbids, and what is asked for instead. */
import { refused, type Settlement } from "../../draft.ts";
import { dateWords } from "../calendar.ts";
import { changeCabin, otherCabins } from "./cabins.ts";
import { readStatuses, searchFlights } from "./calls.ts";
import { changePaymentFact } from "./facts.ts";
import { findRebooking, otherDate, otherDay, priceChange, rebook } from "./rebooking.ts";
import { isRebookable, methodFor } from "./rebookings.ts";
import { type Reference, refer } from "./reference.ts";
import { anotherDay, somethingElse, theFlight } from "./settling.ts";
import { type Draft, hasBegun, isPlain, legsOf, onOne, type Request } from "./template.ts";
import { cabinWords, methodName, nameOf, place } from "./words.ts";

/** A request that leads nowhere, as an agent finds by reading the reservation. */
export function onlyReads(ref: Reference, say: string, brief: string, traps: readonly string[] = []): Request {
  return {
    say,
    brief,
    facts: ref.facts,
    calls: [...ref.reads, ...readStatuses(ref.reservation)],
    used: [ref.reservation],
    traps: [...ref.traps, ...traps],
  };
}

/** Basic economy is moved up, and then its flights can change, in one call. */
const basicFlights: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const date = otherDate(random, reservation, "there");
    const ref = refer(random, reservation);
    if (date === undefined) return undefined;
    const what = reservation.round ? `the outbound flight of my ${ref.phrase}` : `my ${ref.phrase}`;
    const request = onlyReads(
      ref,
      random.pick([`I'd like to move ${what} to ${dateWords(date)}.`, `Please change ${what} to ${dateWords(date)}.`]),
      `You want ${what.replace("my", "your")} moved to ${dateWords(date)}.`,
      ["basic economy"],
    );
    const because = "the flights of a reservation in basic economy can't be changed.";
    const rebooking = findRebooking(desk, reservation, { part: "there", date, cabin: "economy", byTime: true });
    // The flights that stay change cabin too, and need seats there.
    const method = rebooking && methodFor(desk, reservation, rebooking.due);
    const stay = reservation.back.every(({ seats }) => seats.economy >= reservation.passengers.length);
    if (random.chance(0.35) || rebooking === undefined || method === undefined || !stay) {
      const settlement = somethingElse(desk, reservation);
      return settlement && refused(request, because, settlement);
    }
    const { calls, facts } = rebook(random, { ...{ ref, rebooking, method }, cabin: "economy", say: "", brief: "" });
    return refused(request, because, {
      say: `And if it were in economy? Then ${
        reservation.round
          ? `move the whole reservation up to economy, and the outbound flight to ${dateWords(date)}`
          : `move it up to economy, and to ${dateWords(date)}`
      }. I'd like ${rebooking.found.words}.`,
      facts: facts.slice(-1),
      calls: [...searchFlights(reservation.back), ...calls.slice(ref.reads.length)],
      traps: ["cabin and flights in one call"],
    });
  },
  (one) => isPlain(one) && one.cabin === "basic_economy",
);

/** To another city: not on the same reservation. */
const otherPlace: Draft = onOne((desk, reservation) => {
  const { random, rows } = desk;
  const { origin, destination } = reservation;
  const cities = rows.routes.filter(([from, to]) => from === origin && to !== destination).map(([, to]) => to);
  const city = random.shuffle(cities)[0];
  if (city === undefined) return undefined;
  const wanted = place(city);
  const ref = refer(random, reservation);
  const lead = random.pick([
    "Then I'd have to buy another ticket. Tell me:",
    "A new booking, then, but not today. Tell me:",
  ]);
  const seats = reservation.passengers.length;
  const settlement =
    (random.chance(0.5) ? anotherDay(desk, reservation) : undefined) ??
    theFlight(desk, { way: { route: [origin, city], seats }, lead });
  return (
    settlement &&
    refused(
      onlyReads(
        ref,
        random.pick([
          `On my ${ref.phrase} I'd rather go to ${wanted}. Please change the destination.`,
          `Can you change my ${ref.phrase} so that it goes to ${wanted} instead of ${place(destination)}?`,
        ]),
        `You want the destination of your ${ref.phrase} changed to ${wanted}.`,
        ["other destination"],
      ),
      "the airports where a trip begins and ends can't be changed.",
      settlement,
    )
  );
}, isRebookable);

/** A way back is to be added to a trip that is one way. */
const addReturn: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const { origin, destination } = reservation;
    const ref = refer(random, reservation);
    const lead = random.pick(["Okay, then I'll book it separately some day. Tell me:", "I see. One question, then:"]);
    const seats = reservation.passengers.length;
    const settlement = theFlight(desk, { way: { route: [destination, origin], seats }, lead });
    return (
      settlement &&
      refused(
        onlyReads(
          ref,
          random.pick([
            `I need a flight back from ${place(destination)} to ${place(origin)} on my ${ref.phrase}. Please add one to the reservation.`,
            `Please turn my ${ref.phrase} into a round trip, with a flight back to ${place(origin)}.`,
          ]),
          `You want a flight back to ${place(origin)} added to your ${ref.phrase}.`,
          ["one way to round trip"],
        ),
        "a one-way reservation stays one way; flights can't be added to it.",
        settlement,
      )
    );
  },
  (one) => isRebookable(one) && !one.round,
);

/** A certificate is to pay for a change. */
const byCertificate: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const [certificate] = reservation.customer.certificates;
    const part = reservation.round ? "back" : "there";
    const date = otherDate(random, reservation, part);
    const rebooking = date === undefined ? undefined : findRebooking(desk, reservation, { part, date });
    const method = rebooking && methodFor(desk, reservation, rebooking.due);
    if (certificate === undefined || rebooking === undefined || method === undefined || rebooking.due < 0)
      return undefined;
    const request = otherDay(random, refer(random, reservation), rebooking, method);
    const wish = { ...changePaymentFact(random, certificate), say: `With my ${methodName(certificate)}.` };
    const name = methodName(method);
    return refused(
      { ...request, facts: [], traps: [...(request.traps ?? []), "certificate for a change"] },
      "certificates pay for bookings only: a change is paid with a credit card or a gift card.",
      { say: random.pick([`Then take my ${name} for it.`, `All right, then charge my ${name}.`]) },
      [...request.facts.slice(0, -1), { ...wish, idle: true }],
    );
  },
  (one) => isRebookable(one) && one.customer.certificates.length > 0,
);

/** What has begun can't be changed, not even the way back. */
const begun: Draft = onOne(
  (desk, reservation) => {
    const { random } = desk;
    const date = otherDate(random, reservation, "back");
    const { origin, destination, passengers } = reservation;
    const lead = random.pick([
      "Then I may need another ticket. Tell me:",
      "A new ticket it is, then. For now just tell me:",
    ]);
    const settlement = theFlight(desk, { way: { route: [destination, origin], seats: passengers.length }, lead });
    if (date === undefined || settlement === undefined) return undefined;
    const ref = refer(random, reservation);
    return refused(
      onlyReads(
        ref,
        random.pick([
          `I'm in ${place(reservation.destination)} now, and want to fly home on ${dateWords(date)}. Please change the return flight of my ${ref.phrase}.`,
          `The outbound flight of my ${ref.phrase} is behind me. I'd like to move the return flight to ${dateWords(date)}.`,
        ]),
        `You have flown to ${place(reservation.destination)}, and want the return flight of your ${ref.phrase} moved to ${dateWords(date)}.`,
        ["trip has begun"],
      ),
      "a reservation of which a flight has left can't be changed any more, not even the way back.",
      settlement,
    );
  },
  (one) =>
    one.round &&
    !one.cancelled &&
    hasBegun(one) &&
    one.cabin !== "basic_economy" &&
    one.back.every(({ status }) => status === "available"),
);

/** A better cabin for one flight or one passenger: for all or none. */
const cabinInPart: Draft = onOne((desk, reservation) => {
  const { random } = desk;
  const { passengers, round, customer } = reservation;
  const found = otherCabins(reservation, "up");
  const others = passengers.filter(({ first_name }) => first_name !== customer.first_name);
  const person = others.length > 0 && random.chance(0.6) ? random.pick(others) : undefined;
  if (found.length === 0 || (person === undefined && !round)) return undefined;
  const cabin = random.pick(found);
  const method = methodFor(desk, reservation, priceChange(reservation, legsOf(reservation), cabin));
  const ref = refer(random, reservation);
  const part = person ? nameOf(person) : random.pick(["the outbound flight", "the return flight"]);
  const request = onlyReads(
    ref,
    random.pick([
      `On my ${ref.phrase}, please move only ${part} up to ${cabinWords(cabin)}.`,
      `I'd like ${cabinWords(cabin)} just for ${part} on my ${ref.phrase}. The rest can stay as it is.`,
    ]),
    `On your ${ref.phrase} you want ${cabinWords(cabin)} for ${part} only.`,
    ["cabin in part"],
  );
  const because = "the cabin changes for all flights and all passengers, or not at all.";
  if (method === undefined || random.chance(0.3)) {
    const settlement = somethingElse(desk, reservation, ["day", "bags", "flight"]);
    return settlement && refused(request, because, settlement);
  }
  const { calls, facts } = changeCabin(random, ref, cabin, method);
  const settlement: Settlement = {
    say: random.pick([
      `Then move all of it up to ${cabinWords(cabin)}.`,
      `Fine, then ${cabinWords(cabin)} for everything.`,
    ]),
    facts: facts.slice(-1),
    calls: calls.slice(ref.reads.length),
  };
  return refused(request, because, settlement);
}, isPlain);

export const refusedChanges: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["change-begun", 5, begun],
  ["change-by-certificate", 5, byCertificate],
  ["change-basic", 7, basicFlights],
  ["change-destination", 6, otherPlace],
  ["add-return", 4, addReturn],
  ["upgrade-in-part", 6, cabinInPart],
];
