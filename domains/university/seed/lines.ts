/** Capacities, and who waits for a seat: full sections with a line, and seats that are offered and not yet accepted. */
import type { Random } from "../../random.ts";
import { courses } from "../catalogue/courses.ts";
import type { waitlist } from "../schema.ts";
import type { Registration } from "./registrations.ts";
import { mayTake, passed, type Scholar, type SectionRow } from "./scholar.ts";

type Waiter = typeof waitlist.$inferInsert;

/** Share of the sections with some students that have no seat left. */
const fullShare = 0.3;
const offerCount = 36;

/** Sets the capacities of `sections`. Where consent is required nobody waits: they would need it first. */
export function lines(
  random: Random,
  sections: readonly SectionRow[],
  registration: Registration,
  scholars: readonly Scholar[],
): Waiter[] {
  const waiters: Waiter[] = [];
  let offers = 0;
  for (const section of random.shuffle(sections)) {
    const enrolled = registration.filled(section);
    section.capacity = enrolled + random.int(enrolled === 0 ? 6 : 1, 9);
    section.waitlist_capacity = random.int(2, 4);
    if (section.term_id !== "2025SP" || enrolled < 4) continue;
    if (section.consent_required) {
      if (random.chance(fullShare)) section.capacity = enrolled;
      continue;
    }
    const fit = random.shuffle(scholars.filter((scholar) => mayWait(scholar, section)));
    const wait = (count: number, status: Waiter["status"], after: number) => {
      for (const [at, { id }] of fit.splice(0, count).entries()) {
        waiters.push({ section_id: section.section_id, student_id: id, place: after + at + 1, status });
      }
    };
    if (offers < offerCount && fit.length > 2 && random.chance(0.2)) {
      offers++;
      section.capacity = enrolled + 1;
      wait(1, "offered", 0);
      wait(random.int(0, 1), "waiting", 1);
    } else if (random.chance(fullShare)) {
      section.capacity = enrolled;
      wait(random.chance(0.3) ? section.waitlist_capacity : random.int(0, section.waitlist_capacity - 1), "waiting", 0);
    }
  }
  return waiters;
}

/** Conditions of joining a line that lie with the student; holds came later. */
function mayWait(scholar: Scholar, section: SectionRow): boolean {
  const course = courses.get(section.course_id);
  if (course === undefined || !mayTake(scholar, course)) return false;
  const seat = scholar.seats.find((one) => one.section.course_id === section.course_id);
  if (seat?.section === section || seat?.mode === "audit") return false;
  const taken = scholar.seats.map((one) => one.section.course_id);
  return course.pair === undefined || taken.includes(course.pair) || passed(scholar, course.pair, "D");
}
