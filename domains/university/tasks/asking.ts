/** Requests that only ask: nothing is written, and what is asked stands in the rows or follows from them. */
import { money } from "../../money.ts";
import type { Random } from "../../random.ts";
import type { Section, Student, Term } from "./campus.ts";
import { courseWords, type Mention } from "./facts.ts";
import { modeOf, refundOf } from "./leaving.ts";
import {
  listSections,
  type Request,
  readCalendar,
  readProfile,
  readSchedule,
  readTranscript,
  searchCourse,
} from "./request.ts";
import { creditLimit, creditsIn, earned, mayExceed, refundPercent, tuitionPerCredit } from "./rules.ts";
import { season } from "./words.ts";

const plain = { facts: [], used: [] } as const;

const leads: readonly string[] = [
  ...["", "I'm filling in a form. ", "I'm making plans. ", "My parents want to know. ", "It's for my own records. "],
  ...["My advisor asks for it. ", "A scholarship office asks. ", "I lost track of it. "],
];

/** Of one seat or two, for credit; undefined where there is nothing to get back. */
export function askRefund(
  random: Random,
  student: Student,
  sections: readonly Section[],
  today: string,
): Request | undefined {
  const [first, second] = sections;
  if (first === undefined) return undefined;
  const percents = sections.map((section) => refundPercent(today, section, modeOf(student, section)));
  if (percents.some((percent) => !percent)) return undefined;
  const amounts = sections.map((section, at) => Number(refundOf(student, section, percents[at] ?? 0)));
  const names = sections.map(({ course }) => courseWords(random, course)).join(" and ");
  const both = second ? "both " : "";
  return {
    ...plain,
    say: random.pick([
      `If I dropped ${both}${names} today, how much money would I get back? I'm only asking.`,
      `What would the refund be if I dropped ${both}${names} now? I haven't decided, so please don't drop anything.`,
      `I'm thinking about dropping ${both}${names}. How many dollars would be refunded if I did it today? Just the figure, please.`,
    ]),
    brief: `You want to know how many dollars you would get back${second ? " in all" : ""} if you dropped ${both}${names} today. You are only asking: nothing is to be dropped.`,
    calls: [readProfile(student), readCalendar, ...sections.map(({ term }) => readSchedule(student, term))],
    used: sections,
    compute: [money(amounts.reduce((sum, amount) => sum + amount, 0))],
    traps: ["only asking", "arithmetic"],
  };
}

export function askTuition(random: Random, student: Student, term: Term): Request {
  const credits = creditsIn(student, term);
  return {
    ...plain,
    say: `${random.pick(leads)}${random.pick([
      `What is the tuition for all the credits that I'm taking this ${season(term)}?`,
      `What does everything that I take for credit in the ${season(term)} come to in tuition?`,
      `How much tuition do my ${season(term)} courses come to, as my schedule stands now?`,
      `What is my ${season(term)} tuition, going by the credits I have now?`,
    ])}`,
    brief: `You want to know the tuition, in dollars, for the credits that you take in the ${season(term)}, as your schedule stands now.`,
    calls: [readProfile(student), readCalendar, readSchedule(student, term)],
    compute: [money(credits * tuitionPerCredit(student, term))],
    traps: ["arithmetic", ...(student.seats.some(({ mode }) => mode === "audit") ? ["audited sections"] : [])],
  };
}

/** How much more the student could take, in dollars, which the number of credits alone does not give away. */
export function askRoom(random: Random, student: Student, term: Term): Request | undefined {
  const limit = creditLimit(student, term);
  const left = limit - creditsIn(student, term);
  // Where the limit can be raised, what is allowed would be open.
  if (left <= 0 || (limit < 21 && mayExceed(student))) return undefined;
  return {
    ...plain,
    say: `${random.pick(leads)}${random.pick([
      `If I took as many credits this ${season(term)} as I'm allowed to, how much more tuition would that be than now?`,
      `Suppose I filled my ${season(term)} up to my present credit limit. What would the additional credits cost?`,
      `How many dollars of tuition am I away from a ${season(term)} that is full to my credit limit?`,
      `What would it cost to add credits in the ${season(term)} until I'm at my credit limit?`,
    ])}`,
    brief: `You want to know what the credits would cost, in dollars, that you could still add in the ${season(term)} up to the credit limit that you have now. You are only asking.`,
    calls: [readProfile(student), readCalendar, readSchedule(student, term)],
    compute: [money(left * tuitionPerCredit(student, term))],
    traps: ["only asking", "arithmetic", "credit limit"],
  };
}

export function askGpa(random: Random, student: Student): Request | undefined {
  if (student.gpa === null) return undefined;
  return {
    ...plain,
    say: `${random.pick(leads)}${random.pick([
      "What is my GPA?",
      "Could you tell me my current GPA?",
      "What GPA do you have for me?",
      "What does my GPA stand at?",
    ])}`,
    brief: "You want to know your GPA.",
    calls: [readProfile(student)],
    tell: [money(student.gpa)],
  };
}

export function askBalance(random: Random, student: Student): Request | undefined {
  if (student.balance === 0) return undefined;
  return {
    ...plain,
    say: `${random.pick(leads)}${random.pick([
      "How much do I owe the university?",
      "What is the balance of my student account?",
      "What amount is still open on my account?",
      "How much do I still have to pay, all in all?",
    ])}`,
    brief: "You want to know what you owe: the balance of your student account. You don't want to pay anything yet.",
    calls: [readProfile(student)],
    tell: [money(student.balance)],
    traps: ["only asking"],
  };
}

/** Of a section of the student's own, where it meets and who teaches it. */
export function askPlace(random: Random, student: Student, section: Section): Request {
  const name = courseWords(random, section.course);
  return {
    ...plain,
    say: random.pick([
      `Which room is my ${name} in, and who teaches it?`,
      `Where do I have to go for ${name}? I need the room, and the name of the instructor.`,
      `I forgot who my instructor in ${name} is, and which room we are in. Can you tell me?`,
    ]),
    brief: `You want to know two things about the section of ${name} that you are in: its room, and its instructor.`,
    calls: [readSchedule(student, section.term)],
    used: [section],
    tell: [section.room, section.instructor],
  };
}

/** Of a section that the student is only curious about. */
export function askInstructor(random: Random, { section, phrase }: Mention): Request {
  return {
    ...plain,
    say: random.pick([
      `Who teaches ${phrase}, and in which room? I only want to know, I'm not enrolling.`,
      `I'm curious about ${phrase}: who is the instructor, and which room is it in?`,
    ]),
    brief: `You want to know who teaches ${phrase}, in the ${season(section.term)}, and in which room. You don't want to enroll.`,
    calls: [searchCourse(section.course), readCalendar, listSections(section.course, section.term)],
    used: [section],
    tell: [section.instructor, section.room],
    traps: ["only asking"],
  };
}

/** Two numbers of the transcript. */
export function askProgress(random: Random, student: Student): Request | undefined {
  if (student.gpa === null) return undefined;
  return {
    ...plain,
    say: `${random.pick(leads)}${random.pick([
      "How many credits have I earned so far, and what is my GPA?",
      "I need the number of credits that I've earned in all, and my GPA.",
      "What is my GPA, and how many credits do I have behind me?",
      "Could you look up my GPA and the number of credits that I have earned?",
    ])}`,
    brief: "You want to know two things: how many credits you have earned so far, and your GPA.",
    calls: [readTranscript(student)],
    tell: [String(earned(student)), money(student.gpa)],
  };
}
