/** A customer of the shop and their requests -> a task: who they are and how they prove it. */
import { compose, type Identity } from "../../compose.ts";
import type { DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import type { TaskInput } from "../../task.ts";
import { capitalized } from "../../wording.ts";
import * as tools from "../tools/index.ts";
import type { Request } from "./request.ts";
import type { Customer } from "./shop.ts";

const ways = ["asked", "asked", "asked", "asked", "forgotten", "forgotten", "forgotten", "user id", "upfront"];

export function taskOf(random: Random, id: string, customer: Customer, requests: readonly Request[]): TaskInput {
  const identity = identify(random.fork("identity"), customer);
  const persona = `You are ${customer.first} ${customer.last}, a customer of an online shop, writing to its support chat.`;
  return compose({
    id,
    domain: "retail",
    split: customer.split,
    tools: { assistant: tools, user: {} },
    identity: { ...identity, brief: `${persona} ${identity.brief}` },
    requests,
    unknown: "the shop's item numbers or payment ids",
  });
}

function identify(random: Random, { id, first, last, email, address }: Customer): Identity {
  const byEmail = { name: "find_user_id_by_email", arguments: { email } };
  const byName = {
    name: "find_user_id_by_name_zip",
    arguments: { first_name: first, last_name: last, zip: address.zip },
  };
  const fact = (name: string, asks: string[], say: string, disclosure: DraftFact["disclosure"]): DraftFact => {
    return { name, asks, say, disclosure };
  };
  const hello = random.pick(["Hi", "Hello", "Good afternoon", "Hey there"]);
  const plea = random.pick([
    "I could use some help, please.",
    "I need some help from you.",
    "I have a request, please.",
    "can you help me with something?",
  ]);
  const opening = `${hello}, ${plea}`;
  const name = fact("name", ["name"], random.pick([`My name is ${first} ${last}.`, `${first} ${last}.`]), "asked");
  const zip = fact(
    "zip code",
    ["zip", "postal"],
    random.pick([`My zip code is ${address.zip}.`, `It's ${address.zip}.`]),
    "asked",
  );
  const mail = fact("email", ["email", "e-mail"], random.pick([`My email is ${email}.`, `It's ${email}.`]), "asked");
  const forgotten = random.pick([
    "I don't remember which email I signed up with.",
    "Sorry, I've no idea which email address that account has.",
  ]);
  const account = fact("user id", ["user id", "account id", "customer id"], `My user id is ${id}.`, "known");
  switch (random.pick(ways)) {
    case "forgotten":
      return {
        greeting: opening,
        brief: `Your zip code is ${address.zip}. You don't remember the email of your account: if asked for it, say so, and offer your name and zip code instead.`,
        facts: [name, zip, fact("email", ["email", "e-mail"], forgotten, "secret")],
        calls: [byName],
        traps: ["no email"],
      };
    case "user id":
      return {
        greeting: `${hello}, this is ${first} ${last}, user id ${id}. ${capitalized(plea)}`,
        brief: `You begin with your name and your user id, ${id}. Only if asked: your email is ${email}, and your zip code is ${address.zip}.`,
        facts: [fact("name", ["name"], `${first} ${last}.`, "known"), account, mail, zip],
        calls: [byEmail],
        traps: ["user id instead of proof"],
      };
    case "upfront":
      return {
        greeting: `${hello}, my email is ${email}. ${capitalized(plea)}`,
        brief: `You begin with your email, ${email}. Only if asked: your zip code is ${address.zip}.`,
        facts: [{ ...mail, disclosure: "known" }, name, zip],
        calls: [byEmail],
        traps: [],
        upfront: true,
      };
    default:
      return {
        greeting: opening,
        brief: `Only if asked: your email is ${email}, and your zip code is ${address.zip}.`,
        facts: [mail, name, zip],
        calls: [byEmail],
        traps: [],
      };
  }
}
