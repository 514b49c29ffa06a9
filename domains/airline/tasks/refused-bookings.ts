/** Bookings that the domain policy forbids as they are wanted, and what is booked instead. */
import { type DraftFact, refused } from "../../draft.ts";
import { capitalized } from "../../wording.ts";
import { book, oneMethod, type Plan, planTrip } from "./booking.ts";
import { passengersFact, paymentFact } from "./facts.ts";
import { someone } from "./people.ts";
import type { Customer, Person } from "./rows.ts";
import type { Desk, Draft, Request } from "./template.ts";
import { someParty, split, totalOf } from "./trip.ts";
import { cabinWords, methodName, nameOf } from "./words.ts";

/** Booked in the end with one method. */
function booked(desk: Desk, customer: Customer, plan: Plan | undefined): Request | undefined {
  const total = plan && totalOf(plan.trip);
  const method = total === undefined ? undefined : oneMethod(desk.random, customer, total);
  const payments = method && total !== undefined ? split([method], total) : undefined;
  return plan && payments && book(desk.random, { plan, payments });
}

/** All that the customer tells is of use, but for one fact that says what is forbidden. */
function instead(
  request: Request,
  name: string,
  fact: Pick<DraftFact, "say">,
  because: string,
  say: string,
  trap: string,
): Request {
  const useful = request.facts.map((one) => (one.name === name ? { ...one, ...fact } : one));
  return refused({ ...request, facts: [], traps: [...(request.traps ?? []), trap] }, because, { say }, useful);
}

/** Six want to fly, and five can. */
const tooMany: Draft = (desk, customer) => {
  const { random } = desk;
  const saved = random.shuffle(customer.saved);
  const strangers: Person[] = [];
  while (saved.length + strangers.length < 5) {
    strangers.push(someone(random, [customer, ...saved, ...strangers], customer.last_name));
  }
  const left = strangers.at(-1);
  if (left === undefined || saved.length < 2) return undefined;
  const party = { self: true, saved, others: strangers.slice(0, -1) };
  const plan = planTrip(desk, customer, { kind: "nonstop", party, bags: 0 });
  const request = booked(desk, customer, plan);
  if (request === undefined) return undefined;
  const { say } = passengersFact(random, true, saved, strangers);
  const because = "a reservation has five passengers at most.";
  const settle = random.pick([
    `Then book it for five of us, without ${nameOf(left)}.`,
    `In that case ${left.first_name} stays at home. Book it for the other five.`,
  ]);
  return instead(request, "passengers", { say }, because, settle, "too many passengers");
};

/** With two certificates at once. */
const twoCertificates: Draft = (desk, customer) => {
  const { random } = desk;
  const { certificates, cards, giftCards } = customer;
  const party = someParty(random, customer, random.pick([1, 2, 2]));
  const plan = party && planTrip(desk, customer, { kind: "nonstop", party });
  const rest = random.shuffle([...cards, ...giftCards])[0];
  const [one, other] = random.shuffle(certificates);
  if (plan === undefined || rest === undefined || one === undefined || other === undefined) return undefined;
  const total = totalOf(plan.trip);
  const payments = split([one, rest], total);
  // Both together would not suffice either.
  if (payments === undefined || one.worth + other.worth >= total) return undefined;
  const { say } = paymentFact(random, [one, other, rest]);
  const because = "a booking takes one certificate at most.";
  const settle = `Then take the ${methodName(one)} and put the rest on my ${methodName(rest)}.`;
  return instead(book(random, { plan, payments }), "payment method", { say }, because, settle, "two certificates");
};

/** Business for one, economy for the others. */
const twoCabins: Draft = (desk, customer) => {
  const { random } = desk;
  const party = someParty(random, customer, random.pick([2, 2, 3]));
  const cabin = random.pick(["economy", "business"] as const);
  const plan = party && planTrip(desk, customer, { kind: "nonstop", party, cabin, byTime: true });
  const request = booked(desk, customer, plan);
  const friend = party?.saved[0];
  if (request === undefined || party === undefined || friend === undefined) return undefined;
  const say = random.pick([
    `Business for ${friend.first_name}, and economy for ${party.saved.length > 1 ? "the others" : "me"}.`,
    `I'd sit in business, and ${friend.first_name}${party.saved.length > 1 ? " and the rest" : ""} in economy.`,
  ]);
  const because = "a reservation has one cabin for all its passengers.";
  const words = cabinWords(cabin);
  const settle = random.pick([`Then all of us in ${words}.`, `I see. ${capitalized(words)} for everybody, then.`]);
  return instead(request, "cabin", { say }, because, settle, "two cabins");
};

/** With a card that is not in the profile. */
const foreignCard: Draft = (desk, customer) => {
  const { random } = desk;
  const party = someParty(random, customer, random.pick([1, 1, 2]));
  const plan = party && planTrip(desk, customer, { kind: "nonstop", party });
  const total = plan && totalOf(plan.trip);
  const method = total === undefined ? undefined : oneMethod(random, customer, total);
  const payments = method && total !== undefined ? split([method], total) : undefined;
  if (plan === undefined || payments === undefined || method === undefined) return undefined;
  const say = random.pick([
    "With my company's credit card. It isn't in my profile, I'd read you the number.",
    "With a new credit card of mine that I haven't added to my profile.",
    "With my father's credit card, which isn't in my profile.",
  ]);
  const because = "only payment methods in your profile can be used.";
  const settle = random.pick([`Then use my ${methodName(method)}.`, `All right, my ${methodName(method)}, then.`]);
  return instead(
    book(random, { plan, payments }),
    "payment method",
    { say },
    because,
    settle,
    "card not in the profile",
  );
};

export const refusedBookings: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["book-two-certificates", 5, twoCertificates],
  ["book-too-many", 4, tooMany],
  ["book-two-cabins", 5, twoCabins],
  ["book-foreign-card", 4, foreignCard],
];
