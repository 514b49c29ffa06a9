/** Templates of matters that no tool handles and the domain policy gives to a person. */
import { handover, together } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone, without } from "../../templates.ts";
import { anyBags } from "./bags.ts";
import { upgrade } from "./cabins.ts";
import { getAlong } from "./in-turn.ts";
import { anyCorrection } from "./people.ts";
import { anyRebooking } from "./rebookings.ts";
import { refer } from "./reference.ts";
import { type Draft, hasBegun, isOnTrack, onOne, type Template } from "./template.ts";
import { place } from "./words.ts";

/** One of each list, in a row: enough ways to say what no reservation tells apart. */
const phrased = (random: Random, ...parts: readonly (readonly string[])[]) =>
  parts.map((part) => random.pick(part)).join(" ");

const lostBag: Draft = onOne(
  ({ random }, reservation) => {
    const ref = refer(random, reservation, "number");
    const request = handover(
      phrased(
        random,
        [
          `My suitcase never came out after the flight to ${place(reservation.destination)}, ${ref.phrase}.`,
          `I flew to ${place(reservation.destination)} on ${ref.phrase}, and my bag arrived with a broken handle and a crack.`,
        ],
        ["I want somebody to look into that.", "I need to report that.", "Who takes care of it?"],
      ),
      `Something happened to your bag on the flight to ${place(reservation.destination)}, ${ref.phrase}: it was lost or damaged, as you say. You want to report that, and nothing else.`,
      `A bag of reservation ${reservation.id} was lost or damaged.`,
    );
    return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], used: [reservation] };
  },
  (one) => !one.cancelled && hasBegun(one) && one.bags > 0,
);

const pet: Draft = onOne(({ random }, reservation) => {
  const ref = refer(random, reservation, "number");
  const request = handover(
    random.pick([
      `I'd like to bring my dog in the cabin on my ${ref.phrase}. Please arrange that.`,
      `On my ${ref.phrase} my cat has to come along. Can you put it on the booking?`,
      `My nine-year-old nephew flies alone on my ${ref.phrase}, and needs somebody of your staff to look after him.`,
    ]),
    `On your ${ref.phrase} an animal comes along, or a child flies alone, as you say. You want that arranged.`,
    `A pet, or a child that flies alone, on reservation ${reservation.id}.`,
  );
  return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], used: [reservation] };
}, isOnTrack);

const service: Draft = onOne(({ random }, reservation) => {
  const ref = refer(random, reservation, "number");
  const request = handover(
    random.pick([
      `I need a wheelchair at the airport for my ${ref.phrase}.`,
      `I'd like window seats on my ${ref.phrase}. Can you assign them?`,
      `Please order a vegetarian meal for my ${ref.phrase}.`,
      `Could you put us next to each other on my ${ref.phrase}? I want to choose the seats.`,
    ]),
    `You want a special service on your ${ref.phrase}: a wheelchair, a seat or a meal, as you say.`,
    `A wheelchair, a seat or a meal for reservation ${reservation.id}.`,
  );
  return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], used: [reservation] };
}, isOnTrack);

const profile: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I've moved.", "I have a new email address.", "I got married and have a new last name."],
      [
        "Please update that in my profile.",
        "My profile has to be changed accordingly.",
        "Can you change it in my account? My reservations are fine as they are.",
      ],
    ),
    "Something about you has changed, as you say, and you want your profile updated. You will tell the new details only to a person.",
    "The customer wants name, email or address changed in the profile.",
  );

const newCard: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I have a new credit card.", "My bank sent me another card.", "My old card has expired."],
      [
        "I'd like to have the new one in my profile.",
        "Please save the new card in my account.",
        "The new one should become a payment method in my profile.",
      ],
    ),
    "You want a new credit card added to your profile.",
    "The customer wants to add a payment method.",
  );

const closeAccount: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I won't be flying with you anymore.", "I have too many accounts.", "I'm moving to another country."],
      ["I'd like to close my account.", "Please delete my account.", "I want my profile deleted."],
    ),
    "You want your account closed.",
    "The customer wants the account closed.",
  );

/** Alone they are solved by a transfer; with another request, only by that and the transfer. */
export const handovers = { lostBag, pet, service, profile, newCard } as const;

export const anyHandover: Draft = (desk, customer) => desk.random.pick<Draft>(Object.values(handovers))(desk, customer);

const errands: readonly Draft[] = [anyBags, anyRebooking, anyCorrection, upgrade];

/** The handover is named first, in one breath with a change that has to be made before it. */
function withErrand(draft: Draft): Draft {
  return (desk, customer) => {
    const request = draft(desk, customer);
    const errand = request && desk.random.pick(errands)(without(desk, request.used), customer);
    if (request === undefined || errand === undefined || !getAlong([errand, request])) return undefined;
    const both = together(desk.random, request, errand);
    return { ...both, traps: [...(both.traps ?? []), "write before the transfer"] };
  };
}

export const handoverTemplates: readonly Template[] = [
  alone("handover-bag", 4, withErrand(lostBag)),
  alone("handover-pet", 4, withErrand(pet)),
  alone("handover-service", 4, withErrand(service)),
  alone("handover-profile", 4, withErrand(profile)),
  alone("handover-card", 4, withErrand(newCard)),
  alone("handover-close", 4, withErrand(closeAccount)),
  alone("handover-alone", 4, (desk, customer) =>
    desk.random.pick<Draft>([...Object.values(handovers), closeAccount])(desk, customer),
  ),
];
