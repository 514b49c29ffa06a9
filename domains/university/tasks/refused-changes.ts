/** Drops, swaps and changes of mode that the domain policy forbids or hangs on something, and what is asked for instead. */
import { refused } from "../../draft.ts";
import { isOpen } from "../academics.ts";
import type { Section, Student } from "./campus.ts";
import { aidFact, mention } from "./facts.ts";
import { changeMode, drop, needsAid, swap } from "./leaving.ts";
import { judgeToCredit, swappable } from "./moves.ts";
import { aPerson, aQuestion, declined, onlyReads, type Settle } from "./refusal.ts";
import { dropCall, enrollCall, modeCall, type Request, readsFor, readsForLeaving } from "./request.ts";
import { dependents, type Obstacle, refundPercent } from "./rules.ts";
import { type Draft, sectionBehind, stands } from "./template.ts";

/** Seats for credit, the other half of which would be left alone. */
function halves(student: Student): [Section, Section][] {
  return student.seats.flatMap(({ section }) => {
    const [other] = dependents(student, section);
    return other ? [[section, other] as [Section, Section]] : [];
  });
}

/** Half of a pair is to go: both do, or neither. */
const dropHalf: Draft = (desk, student) => {
  const [half, other] = desk.random.shuffle(halves(student))[0] ?? [];
  if (half === undefined || other === undefined) return undefined;
  const { random, rows } = desk;
  const both = drop(random, student, [half, other], rows.today);
  const one = drop(random, student, [half], rows.today);
  if (both === undefined || one === undefined) return undefined;
  const because = `${other.course.title} needs it as a corequisite, and the two can only be dropped together.`;
  const request = { ...both, say: one.say, brief: one.brief, facts: [], traps: ["corequisite"] };
  if (random.chance(0.3)) return declined(desk, student, { ...request, ...oneRead(request) }, because, [aQuestion]);
  const writes = both.calls.filter(({ name }) => name === "drop_section");
  return refused({ ...request, calls: both.calls.filter((call) => !writes.includes(call)) }, because, {
    say: random.pick([
      `All right, then drop both, ${half.course.title} and ${other.course.title}.`,
      "Then both of them have to go. Please drop the two.",
    ]),
    calls: writes,
    facts: needsAid(student, [half, other]) ? [aidFact(random, true)] : [],
    traps: needsAid(student, [half, other]) ? ["aid"] : [],
  });
};

/** The last of two writes has gone already when the other goes. */
function oneRead({ calls }: Request): Pick<Request, "calls"> {
  return { calls: calls.slice(0, -1) };
}

/** The same for an audit. */
const auditHalf: Draft = (desk, student) => {
  const found = halves(student).filter(([half]) => !half.course.requiredBy.has(student.major));
  const [half, other] = desk.random.shuffle(found)[0] ?? [];
  if (half === undefined || other === undefined || other.course.requiredBy.has(student.major)) return undefined;
  const { random } = desk;
  const aid = needsAid(student, [half, other]);
  const because = `${other.course.title} needs it as a corequisite, so both go to audit or neither.`;
  return refused({ ...onlyReads(changeMode(random, student, half)), facts: [], traps: ["corequisite"] }, because, {
    say: random.pick(["Then change both to audit.", `Okay, then ${other.course.title} to audit, too.`]),
    calls: [modeCall(student, half, "audit"), modeCall(student, other, "audit", aid)],
    facts: aid ? [aidFact(random, true)] : [],
    traps: aid ? ["aid"] : [],
  });
};

/** In a term under way, where it is too late to audit and not to withdraw. */
const auditLate: Draft = (desk, student) => {
  const { random, rows } = desk;
  const late = student.seats.filter(({ section, mode }) => {
    return mode === "credit" && !isOpen(section.term.audit_deadline, rows.today);
  });
  const section = desk.leastUsed(
    late.map((seat) => seat.section).filter((one) => dependents(student, one).length === 0),
  );
  const percent = section && refundPercent(rows.today, section, "credit");
  if (section === undefined || percent === undefined) return undefined;
  const leave: Settle = () => ({
    say: random.pick(["Then take me out of it altogether, please.", "Okay. Then I'd rather drop it. Please do that."]),
    calls: [...readsForLeaving(student, [section]), dropCall(student, section, percent)],
    traps: ["withdrawal"],
  });
  const because = "the audit deadline of the term has passed.";
  return declined(desk, student, changeMode(random, student, section), because, [leave, leave, aQuestion]);
};

/** Half of a pair for something else, and the other half would be left alone. */
const swapHalf: Draft = (desk, student) => {
  const [half, other] = desk.random.shuffle(halves(student))[0] ?? [];
  if (half === undefined || other === undefined) return undefined;
  const wanted = sectionBehind(desk, student, [], (one) => swappable(desk, student, half, [one]).length > 0);
  if (wanted === undefined) return undefined;
  const request = swap(desk.random, student, half, mention(desk.random, wanted, "told"));
  const because = `${other.course.title} needs ${half.course.title} as a corequisite, so you can't give that up alone.`;
  const add: Settle = () =>
    stands(desk, student, wanted).length > 0
      ? undefined
      : {
          say: desk.random.pick(["Then I'll keep both and take the new one besides.", "Then just add the new one."]),
          calls: [enrollCall(student, wanted)],
        };
  const traps = [...(request.traps ?? []), "corequisite"];
  return declined(desk, student, { ...request, facts: [], traps }, because, [add, add, aQuestion]);
};

/** The student won't risk its aid. */
const keepAid: Draft = (desk, student) => {
  const risky = student.seats.map(({ section }) => section).filter((one) => needsAid(student, [one]));
  const section = desk.leastUsed(risky.filter((one) => dependents(student, one).length === 0));
  const request = section && drop(desk.random, student, [section], desk.rows.today);
  if (section === undefined || request === undefined) return undefined;
  const { random } = desk;
  const careful: Request = { ...request, facts: [aidFact(random, false)] };
  const extra: Settle = () => {
    const add = sectionBehind(desk, student, [], ({ course, term }) => {
      return term === section.term && course !== section.course && course.credits >= section.course.credits;
    });
    if (add === undefined) return undefined;
    const { phrase } = mention(random, add, "told");
    return {
      say: `Then I keep it. But please put me in ${phrase}, for credit, as one more course.`,
      calls: [...readsFor(student, [add]), enrollCall(student, add)],
    };
  };
  const because = "without your acknowledgement I have to leave the section as it is.";
  return declined(desk, student, careful, because, [aQuestion, extra]);
};

/** Some of conditions 1 to 7 and 10 do not hold. */
const refuseToCredit: Draft = (desk, student) => {
  const grounds: Readonly<Record<string, string>> = {
    level: "the course is for students of a higher level.",
    prerequisite: "a prerequisite of the course is not met.",
    credits: "with it you would be over your credit limit.",
    deadline: "the add deadline of the term has passed.",
    repeat: "you passed it with a C or better before, and it can't be repeated.",
    corequisite: "it can only be taken for credit along with its corequisite.",
  };
  for (const { section, mode } of desk.random.shuffle(student.seats)) {
    const found = mode === "audit" ? judgeToCredit(desk, student, section) : [];
    const because = found.length === 1 ? grounds[found[0] ?? ""] : undefined;
    if (because === undefined) continue;
    const percent = refundPercent(desk.rows.today, section, "audit");
    const leave: Settle = () =>
      percent === undefined
        ? undefined
        : {
            say: desk.random.pick(["Then it's no use to me. Drop it altogether.", "Then please drop it instead."]),
            calls: [...readsForLeaving(student, [section]), dropCall(student, section, percent)],
          };
    return declined(desk, student, changeMode(desk.random, student, section), because, [leave, aQuestion]);
  }
  return undefined;
};

const refuseSwap: Draft = (desk, student) => {
  const olds = student.seats.filter(
    ({ section, mode }) => mode === "credit" && dependents(student, section).length === 0,
  );
  const old = desk.random.shuffle(olds)[0]?.section;
  const grounds: Partial<Record<Obstacle, string>> = {
    prerequisite: "a prerequisite of the new course is not met, and you keep what you have.",
    level: "the new course is for students of a higher level, and you keep what you have.",
    repeat: "you passed the new course with a C or better before, and it can't be repeated.",
  };
  const obstacle = desk.random.pick(["prerequisite", "level", "repeat"] as const);
  const wanted = old && sectionBehind(desk, student, [obstacle], ({ term }) => term === old.term);
  if (old === undefined || wanted === undefined) return undefined;
  const request = swap(desk.random, student, old, mention(desk.random, wanted, "told"));
  return declined(desk, student, { ...request, facts: [] }, grounds[obstacle] ?? "", [
    aQuestion,
    aPerson(`condition '${obstacle}' of enrolling does not hold`),
  ]);
};

export const refusedChanges: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["to-credit", 5, refuseToCredit],
  ["swap", 4, refuseSwap],
  ["drop-half", 9, dropHalf],
  ["swap-half", 4, swapHalf],
  ["audit-half", 4, auditHalf],
  ["audit-late", 4, auditLate],
  ["keep-aid", 6, keepAid],
];
