/** How a customer lets itself be recognized: the user id is what counts, whatever else it begins with. */
import type { Identity } from "../../compose.ts";
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { readUser } from "./calls.ts";
import type { Customer } from "./rows.ts";
import { nameOf } from "./words.ts";

const ways = ["asked", "asked", "asked", "upfront", "email"] as const;

export function identify(random: Random, customer: Customer): Identity {
  const { id, email } = customer;
  const name = nameOf(customer);
  const hello = random.pick(["Hi", "Hello", "Good afternoon", "Hi there", "Good day"]);
  const plea = random.pick([
    "I need some help with my travel plans.",
    "I need your help, please.",
    "I hope you can help me.",
    "I have a request, please.",
  ]);
  const who = `You are ${name}, a customer of an airline, writing to its reservations desk.`;
  const account = (disclosure: DraftFact["disclosure"]): DraftFact => ({
    name: "user id",
    asks: ["user id", "userid", "user name", "username", "account id", "customer id", "account number", "profile id"],
    say: random.pick([`My user id is ${id}.`, `It's ${id}.`]),
    disclosure,
  });
  const named = (disclosure: DraftFact["disclosure"]): DraftFact => ({
    name: "your name",
    // Not "name" alone: passengers have names too.
    asks: ["your name", "your full name", "your first name", "your first and last name", "who am i"],
    say: random.pick([`My name is ${name}.`, `${name}.`]),
    disclosure,
  });
  const mail = (disclosure: DraftFact["disclosure"]): DraftFact => ({
    name: "email",
    asks: ["email", "e-mail"],
    say: random.pick([`My email is ${email}.`, `It's ${email}.`]),
    disclosure,
  });
  const calls = [readUser(customer)];
  switch (random.pick(ways)) {
    case "upfront":
      return {
        greeting: `${hello}, my user id is ${id}. ${plea}`,
        brief: `${who} You begin with your user id, ${id}. Only if asked: your email is ${email}.`,
        facts: [account("known"), named("asked"), mail("asked")],
        calls,
        upfront: true,
      };
    case "email":
      return {
        greeting: `${hello}, this is ${name}, ${email}. ${plea}`,
        brief: `${who} You begin with your name and your email, ${email}. Only if asked: your user id is ${id}.`,
        facts: [account("asked"), named("known"), mail("known")],
        calls,
        traps: ["email instead of user id"],
      };
    default:
      return {
        greeting: `${hello}, ${plea}`,
        brief: `${who} Only if asked: your user id is ${id}, and your email is ${email}.`,
        facts: [account("asked"), named("asked"), mail("asked")],
        calls,
      };
  }
}
