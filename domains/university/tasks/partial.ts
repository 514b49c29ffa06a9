/** Templates where one wish is about several things, and holds for some of them only. */
import { refused } from "../../draft.ts";
import { alone, heldOut } from "../../templates.ts";
import { enrollTogether } from "./enrolling.ts";
import { courseWords, mention, modeFact, termFact } from "./facts.ts";
import { modeOf } from "./leaving.ts";
import { freeSeats } from "./moves.ts";
import { dropCall, enrollCall, readsFor, readsForLeaving } from "./request.ts";
import { dependents, type Obstacle, refundPercent } from "./rules.ts";
import { type Draft, sectionBehind, stands, type Template } from "./template.ts";

const grounds: Partial<Record<Obstacle, string>> = {
  prerequisite: "a prerequisite of one of the two is not met.",
  level: "one of the two is for students of a higher level.",
  repeat: "you passed one of the two with a C or better before, and it can't be repeated.",
  full: "one of the two is full.",
  conflict: "one of the two is at the same time as another course of yours.",
};

/** Two courses, one of which the student may not take, or can't. */
const enrollOne =
  (...kinds: readonly Obstacle[]): Draft =>
  (desk, student) => {
    const { random } = desk;
    const obstacle = random.pick(kinds);
    const good = sectionBehind(desk, student, []);
    const bad =
      good &&
      sectionBehind(desk, student, [obstacle], (one) => {
        return one.course !== good.course && stands(desk, student, one, { along: [good] }).join() === obstacle;
      });
    if (good === undefined || bad === undefined) return undefined;
    const [first, second] = random.shuffle([good, bad]).map((one) => mention(random, one, "told"));
    if (first === undefined || second === undefined) return undefined;
    const request = enrollTogether(random, student, first, second);
    return refused(
      {
        ...request,
        facts: [...first.facts, ...second.facts],
        calls: readsFor(student, [first.section, second.section]),
        traps: [...(request.traps ?? []), "partial permission"],
      },
      grounds[obstacle] ?? "",
      {
        say: random.pick([
          "Then only the other one, please.",
          "What a pity. Then just do the one that works.",
          "Okay, then I'll take the one that I can have.",
        ]),
        calls: [enrollCall(student, good)],
      },
      [termFact(good), modeFact(good, "credit")],
    );
  };

/** Two seats, one of which is half of a pair that the student wants to keep. */
const dropOne: Draft = (desk, student) => {
  const { random, rows } = desk;
  const good = desk.leastUsed(freeSeats(student));
  const tied = student.seats.map(({ section }) => section).filter((one) => dependents(student, one).length > 0);
  const bad = desk.leastUsed(tied);
  const percent = good && refundPercent(rows.today, good, modeOf(student, good));
  if (good === undefined || bad === undefined || percent === undefined) return undefined;
  const [other] = dependents(student, bad);
  const [a, b] = random.shuffle([good, bad]).map(({ course }) => courseWords(random, course));
  return refused(
    {
      say: random.pick([`I'd like to drop two courses, ${a} and ${b}.`, `Please take me out of ${a} and ${b}.`]),
      brief: `You want to drop ${a} and ${b}, and to keep everything else: ${other?.course.title} in any case.`,
      facts: [],
      calls: readsForLeaving(student, [good, bad]),
      used: [good, bad],
      traps: ["partial permission", "corequisite"],
    },
    `${bad.course.title} can only be dropped along with ${other?.course.title}.`,
    {
      say: random.pick([
        `I want to keep ${other?.course.title}. Then drop only ${good.course.title}.`,
        `No, ${other?.course.title} stays. Just do ${good.course.title}, then.`,
      ]),
      calls: [dropCall(student, good, percent)],
    },
  );
};

/** All that the student only audits, and does not know how many that is. */
const dropAudits: Draft = (desk, student) => {
  const audits = student.seats.filter(({ mode }) => mode === "audit").map(({ section }) => section);
  if (audits.length === 0 || audits.some(({ term }) => !/spring/i.test(term.name))) return undefined;
  const { random } = desk;
  return {
    say: `${random.pick(["My week is too full. ", "I have no time for extras anymore. ", "", "I got a job. "])}${random.pick(
      [
        "Please drop whatever I'm only auditing this spring.",
        "I'd like to drop everything that I take as an auditor this spring, and nothing else.",
      ],
    )}`,
    brief: "You want to drop all that you only audit in the spring, and nothing that you take for credit.",
    facts: [],
    calls: [...readsForLeaving(student, audits), ...audits.map((one) => dropCall(student, one, 0))],
    used: audits,
    traps: ["to look up"],
  };
};

export const partialTemplates: readonly Template[] = [
  heldOut(alone("partial-drop", 6, dropOne)),
  alone("partial-rule", 9, enrollOne("prerequisite", "level", "repeat")),
  alone("partial-seat", 6, enrollOne("full", "conflict")),
  alone("drop-audits", 4, dropAudits),
];
