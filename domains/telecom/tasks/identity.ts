/** Who a customer is in a task: how it is recognized, and what it is like. */
import type { Identity } from "../../compose.ts";
import type { DraftFact, Request } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { capitalized } from "../../wording.ts";
import { byId, byName, byPhone } from "./calls.ts";
import type { Customer, Line } from "./carrier.ts";

/** `line`: by the number of a line; `contact`: by the number they are reached at; `id`: they begin with their customer id. */
export type Way = "line" | "contact" | "name" | "id";

/** The trap of a customer who does not know their own number. */
export const NO_NUMBER = "no phone number";

/** Whoever knows the number of one line does not forget their own. */
export function namesNumber({ say, refusal }: Request): boolean {
  return /\d-\d{4}/.test(`${say} ${refusal?.say}`);
}

/** What a model that plays the customer should be like, and how the scripted one begins. */
interface Persona {
  readonly brief: string;
  readonly hello: readonly string[];
}

const plainly: Persona = { brief: "", hello: ["Hi,", "Hello,", "Good morning,", "Hello there,"] };

const atEase: readonly string[] = [
  "You teach at a school. You know your way around a phone, and write briefly and kindly.",
  "You drive a delivery van. You do quickly what you are asked to do on the phone, and say so in few words.",
  "You run a bakery. You are friendly, a little in a hurry, and at ease with your phone.",
];

const uneasy: readonly string[] = [
  "You are a seamstress. Phones worry you: you are afraid to break something, and when the agent uses a technical word, you ask what it means before you go on.",
  "You grow roses for a living. You are not used to smartphones, need each step in plain words, and tell literally what you see on the screen.",
  "You work as a night porter. You lost patience with your phone long ago, and get nervous when you are asked for many things, yet you do what you are asked to.",
];

function persona(random: Random): Persona {
  const kind = random.pick(["plain", "at ease", "uneasy"]);
  if (kind === "plain") return plainly;
  if (kind === "at ease") return { brief: random.pick(atEase), hello: ["Hi there!", "Hey,", "Hi!"] };
  const hello = [
    "Hello, I hope this is the right place.",
    "Good day. I'm not good with phones, I'm afraid.",
    "Oh dear, hello.",
  ];
  return { brief: random.pick(uneasy), hello };
}

const pleas = [
  "I could use some help, please.",
  "I need your help, please.",
  "there is something I need to get sorted.",
  "maybe you can help me.",
  "could you give me a hand?",
];

const phoneAsks = [
  "phone number",
  "mobile number",
  "telephone",
  "number on",
  "number associated",
  "number linked",
  "your number",
];

/** `line` is the one whose number the customer gives, where that is the way. */
export function identify(random: Random, customer: Customer, way: Way, line?: Line): Identity {
  const { id, name, phone } = customer;
  const { brief, hello } = persona(random);
  const [greeting, plea] = [random.pick(hello), random.pick(pleas)];
  const opening = `${greeting} ${/[.!]$/.test(greeting) ? capitalized(plea) : plea}`;
  const number = way === "line" && line ? line.number : phone;
  const asked = (what: string, asks: string[], say: string): DraftFact => ({
    name: what,
    asks,
    say,
    disclosure: "asked",
  });
  const secret = (what: string, asks: string[], say: string): DraftFact => ({
    name: what,
    asks,
    say,
    disclosure: "secret",
  });
  const phoneSay = way !== "line" ? `The number that you have for me is ${number}.` : `My phone number is ${number}.`;
  const facts = [
    way === "name"
      ? secret("phone number", phoneAsks, "I don't know the number by heart, sorry.")
      : asked("phone number", phoneAsks, way === "line" ? random.pick([phoneSay, `It's ${number}.`]) : phoneSay),
    asked("full name", ["name"], random.pick([`My name is ${name}.`, `${name}.`])),
    asked(
      "date of birth",
      ["birth", "born"],
      random.pick([`I was born on ${inWords(customer.birth)}.`, `My date of birth is ${inWords(customer.birth)}.`]),
    ),
    way === "id"
      ? { ...asked("customer id", idAsks, `My customer id is ${id}.`), disclosure: "known" as const }
      : secret("customer id", idAsks, "I don't have a customer id at hand."),
  ];
  const known = { line: byPhone(number), contact: byPhone(number), name: byName(customer), id: byId(customer) };
  const told = [
    ...(way === "name"
      ? []
      : [`your phone number is ${number}${way !== "line" ? ", which is the one the carrier reaches you at" : ""}`]),
    `you were born on ${inWords(customer.birth)}`,
  ];
  return {
    greeting:
      way === "id"
        ? `${greeting} ${/[.!]$/.test(greeting) ? "This" : "this"} is ${name}, customer id ${id}. ${capitalized(plea)}`
        : opening,
    brief: [
      `You are ${name}, a customer of a mobile carrier, writing to its support chat.`,
      brief,
      way === "id" ? `You begin with your name and your customer id, ${id}.` : "You don't have a customer id at hand.",
      way === "name"
        ? "You don't know your phone number by heart: if asked for it, say so, and offer your name and date of birth."
        : "",
      `Only if asked: ${told.join(", and ")}.`,
    ]
      .filter(Boolean)
      .join(" "),
    facts,
    calls: [known[way]],
    traps: way === "name" ? [NO_NUMBER] : [],
    upfront: way === "id",
    ticket: `Customer: ${name}, ${way === "name" ? `born on ${customer.birth}` : way === "id" ? `customer id ${id}` : `phone number ${number}`}.`,
  };
}

const idAsks = ["customer id", "customer number", "account number", "account id"];

const months = "January February March April May June July August September October November December".split(" ");

/** "February 3, 1961" */
function inWords(date: string): string {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return `${months[month - 1]} ${day}, ${year}`;
}
