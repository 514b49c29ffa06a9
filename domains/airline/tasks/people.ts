/** Requests about who flies, and their templates. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { capitalized } from "../../wording.ts";
import { today } from "../calendar.ts";
import { firstNames } from "../catalogue/people.ts";
import { passengersCall, readStatuses } from "./calls.ts";
import { type Reference, refer } from "./reference.ts";
import type { Person, Reservation } from "./rows.ts";
import { type Draft, isOnTrack, onOne, type Request, type Template, type Typo, typoOf } from "./template.ts";
import { birthWords, nameOf } from "./words.ts";

function replace({ passengers }: Reservation, person: Person, by: Person): Person[] {
  return passengers.map((one) => (one === person ? by : one));
}

function change(
  ref: Reference,
  say: string,
  brief: string,
  passengers: readonly Person[],
  facts: DraftFact[],
): Request {
  const { reservation } = ref;
  return {
    say,
    brief,
    facts: [...ref.facts, ...facts],
    calls: [...ref.reads, ...readStatuses(reservation), passengersCall(reservation, passengers)],
    used: [reservation],
    traps: ref.traps,
  };
}

/** What stands in the reservation is not as in the profile, and the profile is right. */
function correct(random: Random, ref: Reference): Request | undefined {
  const typo = typoOf(ref.reservation);
  if (typo === undefined) return undefined;
  const { wrong, right } = typo;
  const { customer } = ref.reservation;
  const own = right.first_name === customer.first_name && right.dob === customer.dob;
  const whom = own ? "me" : right.first_name;
  const whose = own ? "my" : `${right.first_name}'s`;
  const your = whose.replace("my", "your");
  if (right.dob !== wrong.dob) {
    const fact: DraftFact = {
      name: "right date of birth",
      asks: ["date of birth", "birth", "dob", "born", "right date", "correct date"],
      say: own ? `I was ${birthWords(right.dob)}.` : `${right.first_name} was ${birthWords(right.dob)}.`,
      disclosure: "asked",
    };
    const say = random.pick([
      `${capitalized(whose)} date of birth is wrong in my ${ref.phrase}. Can you correct it?`,
      `I noticed that ${whose} date of birth is not right in my ${ref.phrase}. It has to be changed.`,
    ]);
    const brief = `In your ${ref.phrase} ${your} date of birth is wrong, and you want it corrected.`;
    return change(ref, say, brief, replace(ref.reservation, wrong, right), [fact]);
  }
  const last = right.last_name !== wrong.last_name;
  const part = last ? "last name" : "first name";
  const [bad, good] = last ? [wrong.last_name, right.last_name] : [wrong.first_name, right.first_name];
  const fact: DraftFact = {
    name: `right ${part}`,
    asks: ["right", "correct", "spell", "should be", "should it", "name"],
    say: random.pick([`It should be ${good}, not ${bad}.`, `The right spelling is ${good}.`]),
    disclosure: "asked",
  };
  const typed = own ? `${whose} ${part}` : last ? `the last name of ${whom}` : `the first name of one passenger`;
  return change(
    ref,
    random.pick([
      `There is a typo in my ${ref.phrase}: ${typed} is misspelled. Please correct it.`,
      `On my ${ref.phrase}, ${typed} is spelled wrong. I'd like that fixed.`,
    ]),
    `On your ${ref.phrase} ${typed.replace("my", "your")} is spelled wrong, and you want it corrected.`,
    replace(ref.reservation, wrong, right),
    [fact],
  );
}

/** Born so late, somebody is not yet 18 today. */
const GROWN_UP = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;

const isAdult = ({ dob }: Person) => dob <= GROWN_UP;

/** Somebody of the profile, or somebody new, flies in another's place; children don't fly alone. */
export function replacePassenger(random: Random, ref: Reference): Request | undefined {
  const { passengers, customer } = ref.reservation;
  const others = passengers.filter(({ first_name, dob }) => first_name !== customer.first_name || dob !== customer.dob);
  if (others.length === 0) return undefined;
  const leaving = random.pick(others);
  const staying = passengers.filter((one) => one !== leaving);
  const known = customer.saved.filter((one) => {
    return passengers.every(({ first_name }) => first_name !== one.first_name) && [one, ...staying].some(isAdult);
  });
  const saved = known.length > 0 && random.chance(0.6) ? random.pick(known) : undefined;
  const joining = saved ?? someone(random, passengers, leaving.last_name);
  const fact: DraftFact = {
    name: "new passenger",
    asks: ["passenger", "who", "name", "birth", "instead", "replace"],
    say: saved
      ? `${nameOf(joining)}. The details should be in my profile.`
      : `${nameOf(joining)}, ${birthWords(joining.dob)}.`,
    disclosure: "asked",
  };
  return change(
    ref,
    random.pick([
      `${leaving.first_name} can't come along on my ${ref.phrase}. Somebody else should fly in that place.`,
      `I want somebody else to fly instead of ${nameOf(leaving)} on my ${ref.phrase}.`,
    ]),
    `On your ${ref.phrase} somebody else is to fly instead of ${nameOf(leaving)}.`,
    replace(ref.reservation, leaving, joining),
    [fact],
  );
}

/** A person whom nobody has booked for. */
export function someone(random: Random, apart: readonly Person[], last_name: string): Person {
  const free = firstNames.filter((name) => apart.every(({ first_name }) => first_name !== name));
  const two = (number: number) => String(number).padStart(2, "0");
  const dob = `${random.int(1955, 2005)}-${two(random.int(1, 12))}-${two(random.int(1, 28))}`;
  return { first_name: random.pick(free), last_name, dob };
}

const correction =
  (fits: (typo: Typo) => boolean): Draft =>
  ({ random, leastUsed }, { reservations }) => {
    const wrong = reservations.filter((one) => {
      const typo = isOnTrack(one) ? typoOf(one) : undefined;
      return typo !== undefined && fits(typo);
    });
    const reservation = leastUsed(wrong);
    return reservation && correct(random, refer(random, reservation));
  };

const isOfBirth = ({ wrong, right }: Typo) => wrong.dob !== right.dob;

export const anyCorrection = correction(() => true);
export const anyReplacement = onOne(
  ({ random }, reservation) => replacePassenger(random, refer(random, reservation)),
  isOnTrack,
);

export const peopleTemplates: readonly Template[] = [
  alone("passenger-birth", 5, correction(isOfBirth)),
  alone(
    "passenger-name",
    8,
    correction((typo) => !isOfBirth(typo)),
  ),
  alone("passenger-replaced", 7, anyReplacement),
];
