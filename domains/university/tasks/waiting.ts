/** Requests about waitlists: joining, leaving, and taking a seat that is offered. */
import type { Random } from "../../random.ts";
import type { Section, Student } from "./campus.ts";
import { courseWords, type Mention, termFact } from "./facts.ts";
import { acceptOffer, joinCall, leaveCall, type Request, readProfile, readSchedule, readsFor } from "./request.ts";
import { season } from "./words.ts";

export function join(random: Random, student: Student, { section, phrase, facts, traps }: Mention): Request {
  return {
    say: random.pick([
      `I'd like to go on the waitlist for ${phrase}.`,
      `Please put me on the waitlist of ${phrase}.`,
      `I know that it's full, but can I get on the waitlist for ${phrase}?`,
    ]),
    brief: `You want to be put on the waitlist of ${phrase}, in the ${season(section.term)}.`,
    facts: [...facts, termFact(section)],
    calls: [...readsFor(student, [section]), joinCall(student, section)],
    used: [section],
    traps: [...traps, "waitlist"],
  };
}

/** `isOffered`: a seat is held for the student, and not wanted. */
export function leave(random: Random, student: Student, section: Section, isOffered: boolean): Request {
  const name = courseWords(random, section.course);
  return {
    say: isOffered
      ? random.pick([
          `I've been offered a seat in ${name}, but I don't want it anymore. Please give it to the next one in line.`,
          `Someone offered me a seat in ${name} from the waitlist. I'm no longer interested, so please take me off.`,
        ])
      : random.pick([
          `Please take me off the waitlist for ${name}.`,
          `I don't want to wait for ${name} any longer. Can you remove me from the waitlist?`,
          `I've given up on ${name}. I'd like to leave the waitlist.`,
        ]),
    brief: isOffered
      ? `You were offered a seat in ${name} from the waitlist and don't want it: it may go to the next in line.`
      : `You don't want to wait for a seat in ${name} any longer, and want to be taken off the waitlist.`,
    facts: [],
    calls: [readProfile(student), readSchedule(student, section.term), leaveCall(student, section)],
    used: [section],
    traps: isOffered ? ["waitlist offer"] : [],
  };
}

/** Nobody but the student can accept, in the portal. */
export function accept(random: Random, student: Student, section: Section): Request {
  const name = courseWords(random, section.course);
  return {
    say: random.pick([
      `I was on the waitlist for ${name} and I think there is a seat for me now. I'd like to have it.`,
      `I heard that a seat in ${name} opened up for me. What do I have to do to get it?`,
      `There should be a seat for me in ${name} from the waitlist. I want to take it.`,
    ]),
    brief: `You waited for a seat in ${name}, which you think has been offered to you, and want to have it. You don't know how that works, or whether anything stands in the way.`,
    facts: [termFact(section)],
    calls: [...readsFor(student, [section]), acceptOffer(section)],
    used: [section],
    traps: ["waitlist offer"],
  };
}
