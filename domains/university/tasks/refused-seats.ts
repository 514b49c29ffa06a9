/** Sections that the student can't have, each for one reason, and what is asked for instead. */
import type { Section } from "./campus.ts";
import { audit, enroll, enrollTogether } from "./enrolling.ts";
import { courseWords, mention } from "./facts.ts";
import { swappable } from "./moves.ts";
import { anotherCourse, aQuestion, auditInstead, declined, type Settle } from "./refusal.ts";
import { wish } from "./refused-courses.ts";
import { enrollCall, readsFor, swapCall } from "./request.ts";
import { conflicts, creditLimit, creditsIn, dependents, endangersAid, mayExceed } from "./rules.ts";
import { type Draft, isNews, sectionBehind, sectionsBehind, stands } from "./template.ts";
import { descriptions, isTellable, siblings } from "./words.ts";

/** Gives up what is in the way. */
const swapFor =
  (section: Section, fits: (old: Section) => boolean): Settle =>
  (desk, student) => {
    const olds = student.seats.filter(({ section: old, mode }) => {
      const kept = dependents(student, old).length === 0;
      const safe = !endangersAid(student, old.term, old.course.credits - section.course.credits);
      return mode === "credit" && old.term === section.term && kept && safe && fits(old);
    });
    const old = desk.leastUsed(
      olds.map((seat) => seat.section).filter((one) => swappable(desk, student, one, [section]).length > 0),
    );
    if (old === undefined) return undefined;
    const name = courseWords(desk.random, old.course);
    return {
      say: desk.random.pick([
        `Then take it in place of ${name}.`,
        `Then I'd rather give up ${name} for it. Swap the two, please.`,
      ]),
      calls: [...readsFor(student, [old, section]), swapCall(student, old, section)],
      traps: ["swap"],
    };
  };

const refuseConflict: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["conflict"]);
  if (section === undefined) return undefined;
  const other: Settle = () => {
    const fit = siblings(section).filter((one) => stands(desk, student, one).length === 0);
    const second = desk.leastUsed(fit);
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) return undefined;
    return { say: `Then I'd like ${which} instead.`, calls: [enrollCall(student, second)] };
  };
  return declined(desk, student, wish(desk, student, section), "it is at the same time as another course of yours.", [
    other,
    swapFor(section, (old) => conflicts(old, section)),
    anotherCourse(section),
    aQuestion,
  ]);
};

const refuseCredits: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["credits"], ({ course, term }) => {
    const credits = creditsIn(student, term) + course.credits;
    return !mayExceed(student) || credits > 21 || creditLimit(student, term) === 21;
  });
  if (section === undefined) return undefined;
  return declined(desk, student, wish(desk, student, section), "with it you would be over your credit limit.", [
    auditInstead(section),
    swapFor(section, () => true),
    swapFor(section, () => true),
    aQuestion,
  ]);
};

/** A second section of a course, to choose later. */
const refuseSecond: Draft = (desk, student) => {
  for (const { section: old, mode } of desk.random.shuffle(student.seats)) {
    const wanted = desk.leastUsed(
      siblings(old).filter((one) => {
        const found = stands(desk, student, one).join();
        return mode === "credit" && one !== old && isTellable(one) && found === "second section";
      }),
    );
    if (wanted === undefined) continue;
    const { random } = desk;
    const among = siblings(old).filter((one) => one !== old);
    const named = mention(random, wanted, "told", among);
    const request = enroll(random, student, named);
    const name = courseWords(random, old.course);
    const which = named.which ?? "the other one";
    return declined(
      desk,
      student,
      {
        ...request,
        say: `I'm in ${name} already, but I'd like a seat in another section of it too, so that I can choose later: ${which}.`,
        brief: `You have a seat in ${name} and want one in another section of it besides, to choose later: ${which}.`,
        used: [old, wanted],
      },
      "you can have a seat in one section of a course only.",
      [
        () => ({
          say: random.pick(["Then move me over to that one.", "In that case swap the one I have for it."]),
          calls: [swapCall(student, old, wanted)],
          traps: ["swap"],
        }),
        aQuestion,
      ],
    );
  }
  return undefined;
};

/** Of two corequisites one can't be had: neither is taken. */
const refusePair: Draft = (desk, student) => {
  for (const section of desk.random.shuffle(sectionsBehind(desk, student, ["corequisite"]))) {
    const halves = desk.rows.sections
      .filter((half) => half.term === section.term && isNews(student, half))
      .filter((half) => section.course.needs.some(({ course, corequisite }) => corequisite && course === half.course));
    const along = (half: Section) => stands(desk, student, half, { along: [section] }).join();
    if (halves.length === 0 || halves.some((half) => along(half) === "")) continue;
    const [half] = desk.random.shuffle(halves.filter((one) => along(one) === "full" || along(one) === "conflict"));
    if (half === undefined || descriptions(half).length === 0) continue;
    const named = [section, half].map((one) => mention(desk.random, one, "told"));
    const [first, second] = named;
    if (first === undefined || second === undefined) continue;
    const request = enrollTogether(desk.random, student, first, second);
    return declined(
      desk,
      student,
      { ...request, calls: request.calls.slice(0, -1), traps: [...(request.traps ?? []), "corequisite"] },
      "one of the two can't be had, and they can only be taken together.",
      [anotherCourse(section), aQuestion],
    );
  }
  return undefined;
};

const refuseAudit: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, [desk.random.pick(["conflict", "full"] as const)], undefined, "audit");
  if (
    section === undefined ||
    siblings(section).some((one) => stands(desk, student, one, { mode: "audit" }).length === 0)
  ) {
    return undefined;
  }
  const isFull = section.open < 1;
  const request = audit(desk.random, student, mention(desk.random, section, "told"));
  const because = isFull ? "that section is full." : "it is at the same time as another course of yours.";
  return declined(desk, student, request, because, [anotherCourse(section), aQuestion]);
};

export const refusedSeats: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["conflict", 6, refuseConflict],
  ["credits", 6, refuseCredits],
  ["second-section", 4, refuseSecond],
  ["pair", 4, refusePair],
  ["audit", 4, refuseAudit],
];
