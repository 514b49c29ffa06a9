/** A student and their requests -> a task: who they are, how they prove it, and whose portal it is. */
import { compose, type Identity } from "../../compose.ts";
import type { DraftCall, DraftFact } from "../../draft.ts";
import type { Random } from "../../random.ts";
import type { TaskInput } from "../../task.ts";
import { capitalized } from "../../wording.ts";
import * as tools from "../tools/index.ts";
import * as userTools from "../user-tools.ts";
import type { Student } from "./campus.ts";
import type { Request } from "./request.ts";
import { dateWords } from "./words.ts";

const ways = ["asked", "asked", "asked", "asked", "forgotten", "forgotten", "forgotten", "student id", "upfront"];

export function taskOf(random: Random, id: string, student: Student, requests: readonly Request[]): TaskInput {
  const identity = identify(random.fork("identity"), student);
  const persona = `You are ${student.first} ${student.last}, a student, writing to the registrar's chat.`;
  const portal =
    "Your student portal is open in front of you: you look things up and do things there only when the agent asks you to, one at a time, and say what you see.";
  const signedIn: DraftCall = { requestor: "user", name: "set_student", arguments: { student_id: student.id } };
  const [first, ...others] = requests;
  return compose({
    id,
    domain: "university",
    split: student.split,
    tools: { assistant: tools, user: userTools },
    identity: { ...identity, brief: `${persona} ${portal} ${identity.brief}` },
    requests: first ? [{ ...first, initial: [signedIn, ...(first.initial ?? [])] }, ...others] : [],
    unknown: "the ids of sections or meetings",
  });
}

function identify(random: Random, { id, first, last, email, born }: Student): Identity {
  const byEmail = { name: "find_student_by_email", arguments: { email } };
  const byName = {
    name: "find_student_by_name_dob",
    arguments: { first_name: first, last_name: last, date_of_birth: born },
  };
  const fact = (name: string, asks: string[], say: string, disclosure: DraftFact["disclosure"]): DraftFact => {
    return { name, asks, say, disclosure };
  };
  const hello = random.pick(["Hi", "Hello", "Good morning", "Hey there"]);
  const plea = random.pick([
    "I could use some help, please.",
    "I need some help with my registration.",
    "I have a request, please.",
    "can you help me with something?",
  ]);
  const opening = `${hello}, ${plea}`;
  const birthday = dateWords(born);
  const name = fact("name", ["name"], random.pick([`My name is ${first} ${last}.`, `${first} ${last}.`]), "asked");
  const birth = fact(
    "date of birth",
    ["birth", "dob", "born", "birthday"],
    random.pick([`I was born on ${birthday}.`, `${birthday}.`]),
    "asked",
  );
  const mail = fact("email", ["email", "e-mail"], random.pick([`My email is ${email}.`, `It's ${email}.`]), "asked");
  const forgotten = random.pick([
    "I don't remember which email you have for me.",
    "Sorry, I have several addresses and don't know which one you have.",
  ]);
  const account = fact("student id", ["student id", "student number", "id number"], `My student id is ${id}.`, "known");
  switch (random.pick(ways)) {
    case "forgotten":
      return {
        greeting: opening,
        brief: `You were born on ${birthday}. You don't know which email the university has for you: if asked for it, say so, and offer your name and date of birth instead.`,
        facts: [name, birth, fact("email", ["email", "e-mail"], forgotten, "secret")],
        calls: [byName],
        traps: ["no email"],
      };
    case "student id":
      return {
        greeting: `${hello}, this is ${first} ${last}, student id ${id}. ${capitalized(plea)}`,
        brief: `You begin with your name and your student id, ${id}. Only if asked: your email is ${email}, and you were born on ${birthday}.`,
        facts: [fact("name", ["name"], `${first} ${last}.`, "known"), account, mail, birth],
        calls: [byEmail],
        traps: ["student id instead of proof"],
      };
    case "upfront":
      return {
        greeting: `${hello}, my email is ${email}. ${capitalized(plea)}`,
        brief: `You begin with your email, ${email}. Only if asked: you were born on ${birthday}.`,
        facts: [{ ...mail, disclosure: "known" }, name, birth],
        calls: [byEmail],
        traps: [],
        upfront: true,
      };
    default:
      return {
        greeting: opening,
        brief: `Only if asked: your email is ${email}, and you were born on ${birthday}.`,
        facts: [mail, name, birth],
        calls: [byEmail],
        traps: [],
      };
  }
}
