/** Templates of a seat, for credit or as an auditor, or a place in a line for one, that can be had as it is asked for. */
import { alone } from "../../templates.ts";
import type { Section, Student } from "./campus.ts";
import { audit, enroll, enrollTogether } from "./enrolling.ts";
import { courseWords, knowingFact, type Mention, mention } from "./facts.ts";
import { bestGrade, creditLimit, creditsIn, isAtLeast, type Obstacle } from "./rules.ts";
import { type Desk, type Draft, sectionBehind, sectionsBehind, stands, type Template } from "./template.ts";
import { join } from "./waiting.ts";
import { siblings } from "./words.ts";

export const enrollPlain: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, []);
  return section && enroll(desk.random, student, mention(desk.random, section));
};

/** The best of several attempts is what counts. */
const enrollAfterRepeat: Draft = (desk, student) => {
  const repeated = (section: Section) =>
    section.course.needs.some(({ course }) => student.past.filter((one) => one.course === course).length > 1);
  const section = sectionBehind(desk, student, [], repeated);
  const request = section && enroll(desk.random, student, mention(desk.random, section));
  return request && { ...request, traps: [...(request.traps ?? []), "several attempts"] };
};

/** Once more, since the grade was below C. */
const enrollAgain: Draft = (desk, student) => {
  const { random } = desk;
  const section = sectionBehind(desk, student, [], ({ course }) => {
    const best = bestGrade(student, course);
    return best !== undefined && !isAtLeast(best, "C");
  });
  if (section === undefined) return undefined;
  const named = mention(random, section);
  const request = enroll(random, student, named);
  const which = named.which ? `: ${named.which}` : "";
  return {
    ...request,
    say: random.pick([
      `I took ${named.name} before and it didn't go well. I'd like to take it again${which}.`,
      `My grade in ${named.name} was poor, so I want to repeat it${which}.`,
      `I have to make up for a bad grade. Please enroll me in ${named.name} once more${which}.`,
    ]),
    brief: `${request.brief} You took the course before and got a poor grade.`,
    traps: [...(request.traps ?? []), "repeat"],
  };
};

/** There is no way to the section, whereas a consent could still be had. */
const isOut = (found: readonly Obstacle[]) => found.includes("conflict") || found.includes("full");

/** Any section will do, and only one does. */
const enrollWhatFits: Draft = (desk, student) => {
  const fit = sectionsBehind(desk, student, []).filter((section) => {
    const all = siblings(section);
    return all.length > 1 && all.every((other) => other === section || isOut(stands(desk, student, other)));
  });
  const section = desk.leastUsed(fit);
  if (section === undefined) return undefined;
  const { random } = desk;
  const name = courseWords(random, section.course);
  const request = enroll(random, student, { ...mention(random, section, "asked"), phrase: name });
  const [fact, ...facts] = request.facts;
  return {
    ...request,
    say: `${request.say} ${random.pick([
      "Any section is fine, as long as I can actually take it.",
      "I don't care which section, it only has to fit.",
      "Whichever section works with the rest of my schedule.",
    ])}`,
    brief: `${request.brief} You don't care which section, as long as it fits your schedule and has a seat for you. You don't know which one that is.`,
    facts: fact
      ? [{ ...fact, say: "Whichever one I can take. I don't mind which.", disclosure: "known" }, ...facts]
      : [],
    traps: ["only one section fits"],
  };
};

/** A course and its corequisite, both named by the student. */
const enrollPair: Draft = (desk, student) => {
  const pair = pairFor(desk, student);
  if (pair === undefined) return undefined;
  const [one, other] = pair.map((section) => mention(desk.random, section, "told")) as [Mention, Mention];
  const request = enrollTogether(desk.random, student, one, other);
  return { ...request, traps: [...(request.traps ?? []), "corequisite"] };
};
/** A section and one of its corequisite that can only be had together. */
function pairFor(desk: Desk, student: Student): [Section, Section] | undefined {
  const found = sectionsBehind(desk, student, ["corequisite"]);
  for (const section of desk.random.shuffle(found)) {
    const halves = found.filter((half) => {
      return (
        section.course.needs.some(({ course, corequisite }) => corequisite && course === half.course) &&
        stands(desk, student, section, { along: [half] }).length === 0 &&
        stands(desk, student, half, { along: [section] }).length === 0
      );
    });
    const half = desk.leastUsed(halves);
    if (half) return [section, half];
  }
  return undefined;
}

export const auditPlain: Draft = (desk, student) => {
  const strange = ({ course }: Section) => !course.requiredBy.has(student.major);
  const section = sectionBehind(desk, student, [], strange, "audit");
  return section && audit(desk.random, student, mention(desk.random, section));
};

/** It counts for nothing, as the student has to hear first; and still wants it. */
const auditRequired: Draft = (desk, student) => {
  const own = ({ course }: Section) => course.requiredBy.has(student.major);
  const section = sectionBehind(desk, student, [], own, "audit");
  const request = section && audit(desk.random, student, mention(desk.random, section, "told"));
  return (
    request && {
      ...request,
      facts: [...request.facts, knowingFact(desk.random)],
      brief: `${request.brief} You want it even if it counts for nothing.`,
      traps: [...(request.traps ?? []), "required for the major"],
    }
  );
};

/** Takes the student to the limit, not beyond it. */
const enrollToTheLimit: Draft = (desk, student) => {
  const full = ({ course, term }: Section) => creditsIn(student, term) + course.credits === creditLimit(student, term);
  const section = sectionBehind(desk, student, [], full);
  const request = section && enroll(desk.random, student, mention(desk.random, section));
  return request && { ...request, traps: [...(request.traps ?? []), "just at the limit"] };
};

/** There is room in the line. */
export const isJoinable = ({ waiting, waitlistCapacity }: Section): boolean => waiting < waitlistCapacity;

/** Among the sections that are full, one whose waitlist the student may join. */
export const joinLine: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["full"], isJoinable);
  return section && join(desk.random, student, mention(desk.random, section, "told"));
};

/** Other courses at the same time matter only once there is a seat. */
const joinDespite =
  (obstacle: "conflict" | "credits"): Draft =>
  (desk, student) => {
    const section = sectionBehind(desk, student, ["full", obstacle], isJoinable);
    const request = section && join(desk.random, student, mention(desk.random, section, "told"));
    return request && { ...request, traps: [...(request.traps ?? []), `${obstacle} that does not matter yet`] };
  };

export const seatTemplates: readonly Template[] = [
  alone("enroll", 14, enrollPlain),
  alone("enroll-after-repeat", 5, enrollAfterRepeat),
  alone("enroll-again", 6, enrollAgain),
  alone("enroll-what-fits", 9, enrollWhatFits),
  alone("enroll-pair", 8, enrollPair),
  alone("enroll-to-the-limit", 5, enrollToTheLimit),
  alone("audit", 7, auditPlain),
  alone("audit-required", 5, auditRequired),
  alone("join-waitlist", 6, joinLine),
  alone("join-despite-conflict", 4, joinDespite("conflict")),
  alone("join-despite-credits", 4, joinDespite("credits")),
];
