/** Requests to change contact data: the student reads the verification code in the portal, and the agent reads back. */
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import { cities, streetKinds, streets } from "../catalogue/people.ts";
import type { Address, Student } from "./campus.ts";
import { newAddressFact, newEmailFact, newPhoneFact } from "./facts.ts";
import { type Contact, contactCall, type Request, readCode, readProfile } from "./request.ts";
import type { Draft } from "./template.ts";

export type ContactKind = "email" | "phone" | "address";

export function someAddress(random: Random): Address {
  const [city, state, prefix] = random.pick(cities);
  return {
    address1: `${random.int(2, 989)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
    address2: random.chance(0.35) ? `Apt ${random.int(1, 60)}` : "",
    city,
    state,
    zip: `${prefix}${String(random.int(1, 99)).padStart(2, "0")}`,
  };
}

export function somePhone(random: Random): string {
  return `${random.int(2, 9)}${String(random.int(12, 98))}-555-${String(random.int(100, 199)).padStart(4, "0")}`;
}

/** Of the student's name, so that it is nobody else's. */
export function someEmail(random: Random, { first, last, email }: Student): string {
  const name = random.pick([`${first}.${last}`, `${last}.${first}`, `${first}_${last}`]).toLowerCase();
  const made = `${name}${random.digits(3)}@${random.pick(["example.com", "example.net", "example.org"])}`;
  return made === email ? `x${made}` : made;
}

export function someContact(random: Random, student: Student, kinds: readonly ContactKind[]): Contact {
  return {
    ...(kinds.includes("email") ? { email: someEmail(random.fork("email"), student) } : {}),
    ...(kinds.includes("phone") ? { phone: somePhone(random.fork("phone")) } : {}),
    ...(kinds.includes("address") ? { address: someAddress(random.fork("address")) } : {}),
  };
}

const names: Readonly<Record<ContactKind, readonly [say: string, wish: string]>> = {
  email: ["email address", "I use another mailbox now"],
  phone: ["phone number", "I have a new phone"],
  address: ["postal address", "I've moved"],
};

export function changeContact(random: Random, student: Student, kinds: readonly ContactKind[]): Request {
  const contact = someContact(random, student, kinds);
  const what = listed(kinds.map((kind) => names[kind][0]));
  const why = listed(kinds.map((kind) => names[kind][1]));
  const facts: DraftFact[] = [
    ...(contact.email ? [newEmailFact(random, contact.email)] : []),
    ...(contact.phone ? [newPhoneFact(random, contact.phone)] : []),
    ...(contact.address ? [newAddressFact(random, contact.address)] : []),
  ];
  const thing = random.pick(["in my record", "that you have on file", "in your system"]);
  return {
    say: random.pick(
      [
        `${why}. Please change the ${what} ${thing}.`,
        `I need to update my ${what}.`,
        `${why}, so the ${what} ${thing} has to be changed.`,
        `Could you change my ${what} for me?`,
      ].map((text) => (kinds.length > 1 ? text.replace(" has to ", " have to ") : text)),
    ),
    brief: `You want your ${what} changed in the university's records, and nothing else.`,
    facts,
    calls: [readProfile(student), readCode, contactCall(student, contact)],
    used: [],
    traps: ["verification code"],
  };
}

export const contact =
  (...kinds: ContactKind[]): Draft =>
  ({ random }, student) =>
    changeContact(random, student, kinds);
