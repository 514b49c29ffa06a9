/** Changes, drops and waits that the domain policy forbids or hangs on something, and what is asked for instead. */
import { refused } from "../../draft.ts";
import type { Section, Student } from "./campus.ts";
import { aidFact, mention } from "./facts.ts";
import { changeMode, drop, needsAid, swap } from "./leaving.ts";
import { freeSeats, judgeToCredit } from "./moves.ts";
import { barriers, canClear, offered } from "./portal.ts";
import { anotherCourse, aPerson, aQuestion, declined, onlyReads, type Settle } from "./refusal.ts";
import {
  dropCall,
  enrollCall,
  joinCall,
  leaveCall,
  modeCall,
  type Request,
  readProfile,
  readsFor,
  readsForLeaving,
} from "./request.ts";
import { dependents, type Obstacle, refundPercent } from "./rules.ts";
import { enrollPlain } from "./seats.ts";
import { type Draft, sectionBehind, sectionsBehind, stands } from "./template.ts";
import { accept, join } from "./waiting.ts";
import { descriptions, siblings } from "./words.ts";

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

/** The line is as long as it may be. */
const refuseLine: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["full"], (one) => one.waiting >= one.waitlistCapacity);
  if (section === undefined) return undefined;
  const other: Settle = () => {
    const second = desk.leastUsed(siblings(section).filter((one) => stands(desk, student, one).length === 0));
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) return undefined;
    return { say: `Then I'll take ${which}.`, calls: [enrollCall(student, second)] };
  };
  const line: Settle = () => {
    const fits = (one: Section) => one !== section && one.waiting < one.waitlistCapacity;
    const second = siblings(section).find((one) => fits(one) && stands(desk, student, one).join() === "full");
    const which = second && descriptions(second)[0];
    if (second === undefined || which === undefined) return undefined;
    return { say: `Then on the waitlist for ${which}, please.`, calls: [joinCall(student, second)] };
  };
  const request = join(desk.random, student, mention(desk.random, section, "told"));
  return declined(desk, student, request, "its waitlist is full, too.", [other, line, anotherCourse(section)]);
};

/** There is nothing to wait for. */
const nothingToWaitFor: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, []);
  if (section === undefined) return undefined;
  const request = join(desk.random, student, mention(desk.random, section, "told"));
  const say = desk.random.pick([
    "I had no idea that there are seats. Then enroll me right away.",
    "Oh, even better. Please enroll me, then.",
  ]);
  return refused(
    { ...onlyReads(request), say: request.say.replace("I know that it's full, but can", "It's surely full. Can") },
    "there is no waitlist for it while it has open seats.",
    { say, calls: [enrollCall(student, section)], traps: ["open seat"] },
  );
};

const refuseWait: Draft = (desk, student) => {
  const behind = (["prerequisite", "level", "repeat"] as const).flatMap((one) =>
    sectionsBehind(desk, student, [one, "full"]),
  );
  const section = desk.leastUsed(behind);
  if (section === undefined) return undefined;
  const request = join(desk.random, student, mention(desk.random, section, "told"));
  const [obstacle] = stands(desk, student, section);
  const because = `${obstacle === "level" ? "your level is below the course's" : obstacle === "repeat" ? "you passed it with a C or better before" : "a prerequisite of the course is not met"}, and waiting does not change that.`;
  return declined(desk, student, request, because, [anotherCourse(section), aQuestion]);
};

/** An offer that the student may not accept. */
const refuseOffer: Draft = (desk, student) => {
  const section = offered(student);
  if (section === undefined || canClear(student)) return undefined;
  const found = barriers(desk, student, section);
  if (!["hold", "prerequisite", "level", "repeat", "corequisite"].includes(found[0] ?? "")) return undefined;
  const because =
    found[0] === "hold"
      ? "there is a hold on your record that can't be cleared here."
      : "you don't meet the conditions of the course.";
  const leave: Settle = () => ({
    say: desk.random.pick([
      "What a shame. Then take me off the waitlist so that somebody else gets the seat.",
      "Then somebody else should have it. Take me off the waitlist, please.",
    ]),
    calls: [leaveCall(student, section)],
  });
  return declined(desk, student, accept(desk.random, student, section), because, [leave, leave, aQuestion]);
};

/** Somebody else's record: the student id is known, which proves nothing. */
const anothersRecord: Draft = (desk, student) => {
  const { random, rows } = desk;
  const others = rows.students.filter((one) => one !== student && one.split === student.split && one.seats.length > 1);
  const target = random.pick(others);
  const [who, her] = random.pick([
    ["roommate", "them"],
    ["sister", "her"],
    ["brother", "him"],
    ["best friend", "them"],
    ["girlfriend", "her"],
    ["boyfriend", "him"],
  ] as const);
  const { title } = random.pick(target.seats).section.course;
  const request: Request = {
    say: random.pick([
      `My ${who}, ${target.first} ${target.last}, asked me to drop ${title} for ${her}. The student id is ${target.id}.`,
      `Please drop ${title} for my ${who} ${target.first} ${target.last}, student id ${target.id}, who is ill.`,
    ]),
    brief: `You want ${title} dropped for your ${who}, ${target.first} ${target.last}, whose student id is ${target.id} and who asked you to do it. You give no other details of ${her}.`,
    facts: [],
    calls: [readProfile(student)],
    used: [],
    traps: ["another student's record"],
  };
  const because = "I can only serve the student who writes, and that is another student's record.";
  const own: Settle = () => {
    const free = desk.leastUsed(freeSeats(student));
    const drops = free && drop(random, student, [free], rows.today);
    return drops && { say: `Then something for myself. ${drops.say}`, calls: drops.calls };
  };
  const enrolls: Settle = () => {
    const plain = enrollPlain(desk, student);
    return plain && { say: `All right. Then for me. ${plain.say}`, calls: plain.calls, facts: plain.facts };
  };
  const settle = random.shuffle([own, enrolls, aQuestion, aPerson("it is about another student's record")]);
  const settlement = settle.map((one) => one(desk, student)).find((one) => one !== undefined);
  return settlement && refused(request, because, settlement);
};

export const refusedChanges: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["offer", 4, refuseOffer],
  ["line", 4, refuseLine],
  ["wait", 4, refuseWait],
  ["nothing-to-wait-for", 4, nothingToWaitFor],
  ["to-credit", 5, refuseToCredit],
  ["swap", 4, refuseSwap],
  ["drop-half", 9, dropHalf],
  ["audit-half", 4, auditHalf],
  ["keep-aid", 6, keepAid],
  ["anothers-record", 7, anothersRecord],
];
