/** Waits and offers that the domain policy forbids, and other people's records; and what is asked for instead. */
import { refused } from "../../draft.ts";
import type { Section } from "./campus.ts";
import { mention } from "./facts.ts";
import { drop } from "./leaving.ts";
import { freeSeats } from "./moves.ts";
import { offerBehind } from "./offers.ts";
import { canClear } from "./portal.ts";
import { anotherCourse, aPerson, aQuestion, declined, onlyReads, type Settle } from "./refusal.ts";
import { enrollCall, joinCall, leaveCall, type Request, readProfile } from "./request.ts";
import { enrollPlain } from "./seats.ts";
import { type Draft, sectionBehind, sectionsBehind, stands } from "./template.ts";
import { accept, join } from "./waiting.ts";
import { descriptions, siblings } from "./words.ts";

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
  const offer = student.holds.length > 0 && !canClear(student) ? offerBehind(desk, student, ["hold"]) : undefined;
  if (offer === undefined) return undefined;
  const { section, initial } = offer;
  const leave: Settle = () => ({
    say: desk.random.pick([
      "What a shame. Then take me off the waitlist so that somebody else gets the seat.",
      "Then somebody else should have it. Take me off the waitlist, please.",
    ]),
    calls: [leaveCall(student, section)],
  });
  const request = { ...accept(desk.random, student, section), initial };
  const because = "there is a hold on your record that can't be cleared here.";
  return declined(desk, student, request, because, [leave, leave, aQuestion]);
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

export const refusedWaits: readonly (readonly [name: string, count: number, draft: Draft])[] = [
  ["offer", 4, refuseOffer],
  ["line", 4, refuseLine],
  ["wait", 4, refuseWait],
  ["nothing-to-wait-for", 4, nothingToWaitFor],
  ["anothers-record", 7, anothersRecord],
];
