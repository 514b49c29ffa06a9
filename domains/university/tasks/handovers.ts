/** Templates of matters that no tool handles and the domain policy gives to a person. */
import { endsLast, handover, together } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { alone } from "../../templates.ts";
import { contact } from "./contacts.ts";
import { courseWords } from "./facts.ts";
import { dropPlain } from "./moves.ts";
import { enrollPlain } from "./seats.ts";
import type { Draft, Template } from "./template.ts";

/** One of each list, in a row: enough ways to say what no row tells apart. */
const phrased = (random: Random, ...parts: readonly (readonly string[])[]) =>
  parts.map((part) => random.pick(part)).join(" ");

const newName: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I got married.", "My last name has changed.", "I go by my birth name again.", "A court has changed my name."],
      [
        "I need my name changed in the university's records.",
        "Could you update the name in my record?",
        "The new name should stand in my record.",
      ],
    ),
    "Your last name has changed and you want it updated in your record. You will tell the new one only to a person.",
    "The student wants to change their name in the record.",
  );

const newMajor: Draft = ({ random, rows: { departments } }, student) => {
  const major = departments.get(student.major);
  const wanted = random.pick([...departments.values()].filter((one) => one !== major));
  return handover(
    phrased(
      random,
      ["I've thought about it for a year.", "My plans have changed.", "I talked to my parents.", "It's time."],
      [
        `I want to change my major from ${major} to ${wanted}.`,
        `Please change my major to ${wanted}; it is ${major} now.`,
        `I'd like to switch from ${major} to ${wanted} as my major.`,
      ],
    ),
    `You want your major changed from ${major} to ${wanted}.`,
    `The student wants to change the major from ${major} to ${wanted}.`,
  );
};

const appeal: Draft = ({ random }, { past }) => {
  const poor = past.filter(({ grade, term }) => /^[CDF]/.test(grade) && /2024/.test(term));
  if (poor.length === 0) return undefined;
  const { course, grade } = random.pick(poor);
  const name = courseWords(random, course);
  return handover(
    random.pick([
      `I think that my grade in ${name} is wrong. I got ${grade}, and I want to appeal against it.`,
      `I want to contest a grade: ${grade} in ${name} can't be right.`,
    ]),
    `You think that your grade in ${name}, ${grade}, is wrong, and want to appeal against it.`,
    `The student appeals against the grade in ${course.id}.`,
  );
};

const paper: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["I'm applying abroad.", "An employer asks for it.", "It's for a visa.", "A graduate school wants it."],
      [
        "I need an official transcript on paper, with a stamp.",
        "Please mail me an official paper transcript.",
        "Can I get my transcript on paper, an official one?",
      ],
    ),
    "You need an official transcript on paper.",
    "The student needs an official transcript on paper.",
  );

const absence: Draft = ({ random }) =>
  handover(
    phrased(
      random,
      ["There is an illness in my family.", "I've been offered an internship.", "I have to go home for a while."],
      [
        "I want to take a leave of absence for the next academic year.",
        "I'd like to apply for a leave of absence, starting in the fall.",
        "How do I get a leave of absence for the coming fall? I want to apply for it.",
      ],
    ),
    "You want to take a leave of absence, starting in the fall. Your present courses are not affected.",
    "The student wants a leave of absence, starting in the fall.",
  );

/** Alone they are solved by a transfer; with another request, only by that and the transfer. */
const kinds = { newName, newMajor, appeal, paper, absence } as const;

export const anyHandover: Draft = (desk, student) => desk.random.pick(Object.values(kinds) as Draft[])(desk, student);

const errands: readonly Draft[] = [dropPlain, enrollPlain, contact("phone"), contact("email")];

/** The handover is named first, in one breath with a change that has to be made before it. */
function withErrand(draft: Draft): Draft {
  return (desk, student) => {
    const request = draft(desk, student);
    const errand = request && desk.random.pick(errands)(desk, student);
    if (request === undefined || errand === undefined || !endsLast([errand, request])) return undefined;
    const both = together(desk.random, request, errand);
    return { ...both, traps: [...(both.traps ?? []), "write before the transfer"] };
  };
}

export const handoverTemplates: readonly Template[] = [
  alone("handover-name", 4, withErrand(newName)),
  alone("handover-major", 4, withErrand(newMajor)),
  alone("handover-appeal", 4, withErrand(appeal)),
  alone("handover-paper", 4, withErrand(paper)),
  alone("handover-absence", 4, withErrand(absence)),
  alone("handover-alone", 4, anyHandover),
];
