/** Requests of one customer -> a task: who they are and how they prove it, the calls without repeats, both kinds of user. */
import { canonical } from "../../json.ts";
import type { Random } from "../../random.ts";
import type { Component, TaskInput } from "../../task.ts";
import { transferTool } from "../../tool.ts";
import type { DraftFact } from "./facts.ts";
import type { DraftCall, Request } from "./request.ts";
import type { Customer } from "./shop.ts";

const isWrite = ({ name }: DraftCall) => /^(cancel|modify|return|exchange)_/.test(name);

const ways = ["asked", "asked", "asked", "asked", "forgotten", "forgotten", "forgotten", "user id", "upfront"];

interface Identity {
  readonly greeting: string;
  readonly brief: string;
  readonly facts: DraftFact[];
  readonly find: DraftCall;
  readonly traps: string[];
  /** The customer begins with what identifies it. */
  readonly upfront?: boolean;
}

export function compose(random: Random, id: string, customer: Customer, requests: readonly Request[]): TaskInput {
  const transfers = requests.some(({ calls }) => calls.some(({ name }) => name === transferTool));
  const identity = identify(random.fork("identity"), customer);
  const calls = [identity.find];
  const steps = requests.map((request) => {
    const actions: number[] = [];
    for (const call of request.calls) {
      const known = isWrite(call) ? -1 : calls.findIndex((other) => canonical({ ...other }) === canonical({ ...call }));
      if (known < 0) calls.push(call);
      if (!actions.includes(known)) actions.push(known < 0 ? calls.length - 1 : known);
    }
    return {
      say: request.say,
      facts: factsOf(request).map(({ name, asks, say, disclosure }) => ({ name, asks: [...asks], say, disclosure })),
      actions,
      ...(request.fallback === undefined ? {} : { fallback: request.fallback }),
      ...(request.changeOfMind === undefined ? {} : { change_of_mind: request.changeOfMind }),
      ...(request.refusal === undefined
        ? {}
        : { refusal: { say: request.refusal.say, because: request.refusal.because } }),
      tell: [...(request.tell ?? []), ...(request.compute ?? [])],
    };
  });
  const communicate = [...new Set(steps.flatMap(({ tell }) => tell))];
  const basis: Component[] = ["db"];
  if (communicate.length > 0) basis.push("communicate");
  if (transfers) basis.push("actions");
  const needed = requests.flatMap(factsOf).filter((fact) => fact.disclosure === "asked" && !fact.idle);
  return {
    id,
    domain: "retail",
    split: customer.split,
    user: {
      instructions: [
        `You are ${customer.first} ${customer.last}, a customer of an online shop, writing to its support chat. ${identity.brief}`,
        ...requests.map(instruct),
        closing(requests.length),
      ].join("\n\n"),
      agenda: {
        greeting: identity.greeting,
        identity: identity.facts.map((fact) => ({ ...fact, asks: [...fact.asks] })),
        steps,
      },
    },
    // Where a transfer counts, the calls count by name alone: rows say whether the writes were right.
    reference_actions: calls.map((call) => ({ ...call, ...(transfers ? { compare_args: [] } : {}) })),
    communicate,
    nl_assertions: [],
    reward_basis: basis,
    difficulty: {
      writes: calls.filter(isWrite).length,
      tools: new Set(calls.map(({ name }) => name)).size,
      facts: needed.length + (identity.upfront ? 0 : 1),
      traps: [...new Set([...identity.traps, ...requests.flatMap(({ traps }) => traps ?? [])])],
    },
  };
}

function factsOf({ facts, refusal }: Request): DraftFact[] {
  return [...facts, ...(refusal?.facts ?? [])];
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
        find: byName,
        traps: ["no email"],
      };
    case "user id":
      return {
        greeting: `${hello}, this is ${first} ${last}, user id ${id}. ${plea.charAt(0).toUpperCase()}${plea.slice(1)}`,
        brief: `You begin with your name and your user id, ${id}. Only if asked: your email is ${email}, and your zip code is ${address.zip}.`,
        facts: [fact("name", ["name"], `${first} ${last}.`, "known"), account, mail, zip],
        find: byEmail,
        traps: ["user id instead of proof"],
      };
    case "upfront":
      return {
        greeting: `${hello}, my email is ${email}. ${plea.charAt(0).toUpperCase()}${plea.slice(1)}`,
        brief: `You begin with your email, ${email}. Only if asked: your zip code is ${address.zip}.`,
        facts: [{ ...mail, disclosure: "known" }, name, zip],
        find: byEmail,
        traps: [],
        upfront: true,
      };
    default:
      return {
        greeting: opening,
        brief: `Only if asked: your email is ${email}, and your zip code is ${address.zip}.`,
        facts: [mail, name, zip],
        find: byEmail,
        traps: [],
      };
  }
}

/** A request as the model-played user reads it: what the scripted one does, in prose. */
function instruct(request: Request, at: number): string {
  const { brief, facts, changeOfMind, fallback, refusal } = request;
  const lines = [at === 0 ? brief : `When that is settled, you have another request. ${brief}`, ...facts.map(answer)];
  if (changeOfMind) {
    lines.push(
      `The first time that the agent asks you to confirm, change your mind instead of agreeing: "${changeOfMind.say}" From then on that is all you want.`,
    );
  }
  if (fallback) lines.push(`If the agent says that this can't be had, say: "${fallback}"`);
  if (refusal) {
    lines.push(
      `If the agent declines, don't argue and don't repeat it. Say: "${refusal.say}" That is all you want then.`,
      ...refusal.facts.map(answer),
    );
  }
  return lines.join(" ");
}

function answer({ name, when = `for the ${name}`, say, disclosure }: DraftFact): string {
  if (disclosure === "secret") return `You can't give the ${name}; if asked for it, say: "${say}"`;
  return `${disclosure === "asked" ? "Only if" : "If"} asked ${when}, say: "${say}"`;
}

function closing(requests: number): string {
  const order = requests > 1 ? "Bring up one request at a time, in this order. " : "";
  return `${order}You don't know the shop's item numbers or payment ids, and you make nothing up. When the agent sums up what you want and asks whether to go on, check that it is right and say yes. When all is done and all your questions are answered, end the conversation.`;
}
