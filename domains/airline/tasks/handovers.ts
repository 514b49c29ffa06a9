/** Templates of matters that no tool handles and the domain policy gives to a person. */
import { handover, together } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone, without } from "../../templates.ts";
import { anyBags } from "./bags.ts";
import { upgrade } from "./cabins.ts";
import { getAlong } from "./in-turn.ts";
import { anyCorrection } from "./people.ts";
import { anyRebooking } from "./rebookings.ts";
import { type Reference, refer } from "./reference.ts";
import type { Reservation } from "./rows.ts";
import { type Draft, isOnTrack, onOne, type Request, type Template } from "./template.ts";
import { place } from "./words.ts";

/** What is said, and the same in the second person. */
type Matter = readonly [say: string, brief: string];

function about(ref: Reference, [say, brief]: Matter, summary: string): Request {
  const request = handover(say, brief, `${summary}: reservation ${ref.reservation.id}.`);
  return { ...request, facts: ref.facts, calls: [...ref.reads, ...request.calls], used: [ref.reservation] };
}

const onNumber = (
  fits: (one: Reservation) => boolean,
  summary: string,
  matters: (ref: Reference) => readonly Matter[],
): Draft =>
  onOne(({ random }, reservation) => {
    const ref = refer(random, reservation, "number");
    return about(ref, random.pick(matters(ref)), summary);
  }, fits);

const lostBag = onNumber(
  (one) => !one.cancelled && one.bags > 0 && one.there.every(({ status }) => status === "landed"),
  "A bag was lost or damaged",
  ({ phrase, reservation }) => {
    const to = place(reservation.destination);
    return [
      [
        `My suitcase never came out after the flight to ${to}, ${phrase}. I want somebody to look into that.`,
        `Your suitcase got lost on the flight to ${to}, ${phrase}, and you want that looked into.`,
      ],
      [
        `I flew to ${to} on ${phrase}, and my bag arrived with a broken handle and a crack. Who takes care of that?`,
        `Your bag was damaged on the flight to ${to}, ${phrase}: it has a broken handle and a crack. You want that taken care of.`,
      ],
    ];
  },
);

const company = onNumber(isOnTrack, "A pet or a child that flies alone", ({ phrase }) => [
  [
    `I'd like to bring my dog in the cabin on my ${phrase}. Please arrange that.`,
    `You want to bring your dog in the cabin on your ${phrase}.`,
  ],
  [
    `On my ${phrase} my cat has to come along. Can you put it on the booking?`,
    `You want your cat put on the booking of your ${phrase}.`,
  ],
  [
    `My nine-year-old is to fly alone later this year, the same way as on my ${phrase}. I want your staff to look after him.`,
    `Your nine-year-old son is to fly alone later this year, the same way as on your ${phrase}, and you want the staff to look after him. When that will be, you will tell only to a person.`,
  ],
]);

const service = onNumber(isOnTrack, "A wheelchair, a seat or a meal", ({ phrase }) => [
  [`I need a wheelchair at the airport for my ${phrase}.`, `You need a wheelchair at the airport for your ${phrase}.`],
  [`I'd like a window seat on my ${phrase}. Can you assign it?`, `You want a window seat on your ${phrase}.`],
  [`Please order a vegetarian meal for my ${phrase}.`, `You want a vegetarian meal on your ${phrase}.`],
]);

const moves: readonly Matter[] = [
  ["I've moved, and my profile has the old address.", "You have moved, and want your address changed in your profile."],
  ["I have a new email address.", "You have a new email address, and want it in your profile."],
  ["I got married and have a new last name.", "You got married, and want your new last name in your profile."],
];

const wishes: readonly string[] = [
  "Put that right in my profile, please.",
  "I want my profile to be up to date.",
  "Please update that in my profile.",
  "Can you change it in my profile?",
  "My reservations are fine, it's only about my profile.",
];

function profile({ random }: { random: Random }): Request {
  const [say, brief] = random.pick(moves);
  const only = "Your reservations stay as they are. You will tell the new details only to a person.";
  return handover(`${say} ${random.pick(wishes)}`, `${brief} ${only}`, "Name, email or address in the profile.");
}

const cards: readonly string[] = [
  "I've changed banks.",
  "I've lost my credit card and got another one.",
  "I have a new credit card.",
  "My bank sent me another card.",
  "My old card has expired.",
];

const cardWishes: readonly string[] = [
  "I'd like to have the new one in my profile.",
  "Please save the new card in my profile.",
  "The new one should become a payment method in my profile.",
];

const newCard: Draft = ({ random }) =>
  handover(
    `${random.pick(cards)} ${random.pick(cardWishes)}`,
    "You have a new credit card and want it added to your profile.",
    "The customer wants to add a payment method.",
  );

const closings: readonly string[] = [
  "I don't travel anymore.",
  "It's time to say goodbye.",
  "I won't be flying with you anymore.",
  "I have too many accounts.",
  "I'm moving to another country.",
];

const closeAccount: Draft = ({ random }) =>
  handover(
    `${random.pick(closings)} ${random.pick(["I'd like to close my account.", "Please delete my account.", "I want my profile deleted."])}`,
    "You want your account closed.",
    "The customer wants the account closed.",
  );

/** Alone they are solved by a transfer; with another request, only by that and the transfer. */
const handovers = { lostBag, company, service, profile, newCard } as const satisfies Record<string, Draft>;

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
  alone("handover-pet", 4, withErrand(company)),
  alone("handover-service", 4, withErrand(service)),
  alone("handover-profile", 4, withErrand(profile)),
  alone("handover-card", 4, withErrand(newCard)),
  alone("handover-alone", 5, (desk, customer) =>
    desk.random.pick<Draft>([...Object.values(handovers), closeAccount])(desk, customer),
  ),
];
