/** Templates of questions: which of them a student's rows allow, and about what. */
import { alone } from "../../templates.ts";
import { askBalance, askGpa, askInstructor, askPlace, askProgress, askRefund, askRoom, askTuition } from "./asking.ts";
import type { Section, Student } from "./campus.ts";
import { mention } from "./facts.ts";
import { seatsIn } from "./rules.ts";
import { type Desk, type Draft, isForCredit, sectionsBehind, type Template } from "./template.ts";

function taken(desk: Desk, student: Student, count: number): Section[] | undefined {
  const own = student.seats.filter(isForCredit).map(({ section }) => section);
  if (own.length < count + 1) return undefined;
  return desk.random.shuffle(own).slice(0, count);
}

export const questions = {
  refund(desk, student) {
    const sections = taken(desk, student, 1);
    return sections && askRefund(desk.random, student, sections, desk.rows.today);
  },
  "two-refunds"(desk, student) {
    const sections = taken(desk, student, 2);
    return sections && askRefund(desk.random, student, sections, desk.rows.today);
  },
  tuition({ random, rows }, student) {
    const term = random.pick(rows.terms.filter((one) => one.ends_on > rows.today));
    return seatsIn(student, term).filter(isForCredit).length > 1 ? askTuition(random, student, term) : undefined;
  },
  room({ random, rows }, student) {
    const term = rows.terms.at(-1);
    return term && student.standing !== "suspended" ? askRoom(random, student, term) : undefined;
  },
  gpa: ({ random }, student) => askGpa(random, student),
  balance: ({ random }, student) => askBalance(random, student),
  place(desk, student) {
    const meeting = student.seats.filter(({ section }) => section.days !== "").map(({ section }) => section);
    const section = desk.leastUsed(meeting);
    return section && askPlace(desk.random, student, section);
  },
  instructor(desk, student) {
    const [section] = desk.random.shuffle(sectionsBehind(desk, student, []).filter(({ days }) => days !== ""));
    return section && askInstructor(desk.random, mention(desk.random, section, "told"));
  },
  progress: ({ random }, student) => askProgress(random, student),
} as const satisfies Record<string, Draft>;

/** Some question that the student's rows allow, by chance. */
export const anyQuestion: Draft = (desk, student) => {
  const kind = desk.random.pick(Object.keys(questions)) as keyof typeof questions;
  return (questions[kind] as Draft)(desk, student);
};

const counts: Readonly<Record<keyof typeof questions, number>> = {
  refund: 6,
  "two-refunds": 4,
  tuition: 5,
  room: 4,
  gpa: 4,
  balance: 4,
  place: 4,
  instructor: 4,
  progress: 4,
};

export const questionTemplates: readonly Template[] = Object.entries<Draft>(questions).map(([kind, draft]) =>
  alone(`question-${kind}`, counts[kind as keyof typeof questions], draft),
);
