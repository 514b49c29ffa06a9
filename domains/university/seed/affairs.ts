/** What stands between students and their wishes: holds, unpaid bills, forms to sign, meetings to confirm; and dropped sections. */
import type { Random } from "../../random.ts";
import { refundAmount } from "../academics.ts";
import { terms } from "../catalogue/calendar.ts";
import { courses } from "../catalogue/courses.ts";
import { firstNames, lastNames } from "../catalogue/people.ts";
import type * as tables from "../schema.ts";
import { type HoldKind, holdKinds, type students } from "../schema.ts";
import type { Registration } from "./registrations.ts";
import { clash, mayTake, passed, type Scholar, type SectionRow } from "./scholar.ts";

type StudentRow = typeof students.$inferInsert;
type Waiter = typeof tables.waitlist.$inferInsert;

/** Of a hundred students, those with an active hold of the kind. */
const holdShare: Readonly<Record<HoldKind, number>> = { financial: 11, advising: 11, immunization: 5, conduct: 3 };

export class Affairs {
  readonly holds: (typeof tables.holds.$inferInsert)[] = [];
  readonly charges: (typeof tables.charges.$inferInsert)[] = [];
  readonly refunds: (typeof tables.refunds.$inferInsert)[] = [];
  readonly overrides: (typeof tables.overrides.$inferInsert)[] = [];
  readonly dropped: (typeof tables.enrollments.$inferInsert)[] = [];
  readonly meetings: (typeof tables.advisingMeetings.$inferInsert)[] = [];
  readonly messages: (typeof tables.notifications.$inferInsert)[] = [];
  readonly accounts: (typeof tables.portalAccounts.$inferInsert)[] = [];
  readonly #random: Random;
  readonly #sections: readonly SectionRow[];
  /** Student and section. */
  readonly #waits: ReadonlySet<string>;

  constructor(random: Random, sections: readonly SectionRow[], registration: Registration, waiting: readonly Waiter[]) {
    this.#random = random;
    this.#sections = sections.filter(
      (section) => section.term_id === "2025SP" && registration.filled(section) < section.capacity,
    );
    this.#waits = new Set(waiting.map(({ student_id, section_id }) => `${student_id} ${section_id}`));
  }

  add(row: StudentRow, scholar: Scholar): void {
    const random = this.#random.fork(row.student_id);
    this.accounts.push({ student_id: row.student_id, verification_code: random.digits(6) });
    for (const kind of holdKinds) this.#hold(random.fork(kind), row.student_id, kind);
    this.#bills(random.fork("bills"), row.student_id);
    this.#consents(random.fork("consents"), scholar);
    if (row.standing === "good") this.#drop(random.fork("drop"), row, scholar);
  }

  #hold(random: Random, student_id: string, kind: HoldKind): void {
    const draw = random.int(0, 99);
    const day = String(random.int(2, 14)).padStart(2, "0");
    if (draw > 96) this.holds.push({ student_id, kind, status: "cleared", placed_on: `2024-09-${day}` });
    if (draw >= holdShare[kind]) return;
    const placed_on = `2025-01-${day}`;
    const article = /^[aeiou]/.test(kind) ? "an" : "a";
    const text = `Since ${placed_on} there is ${article} ${kind} hold on your record.`;
    this.holds.push({ student_id, kind, status: "active", placed_on });
    this.messages.push({ student_id, subject: `${kind} hold`, text });
    if (kind === "advising") this.#propose(random, student_id);
    if (kind !== "financial") return;
    const amount = random.int(120, 1900) + random.pick([0, 0.25, 0.5, 0.75]);
    this.#charge(student_id, "Past-due tuition, Fall 2024", amount, "2024-12-20");
  }

  #charge(student_id: string, description: string, amount: number, due_on: string, paid = false): void {
    this.charges.push({ student_id, description, amount, due_on, paid });
  }

  /** Two meetings, at different times of different days. */
  #propose(random: Random, student_id: string): void {
    const advisor = `${random.pick(firstNames)} ${random.pick(lastNames)}`;
    const days = random.shuffle(["16", "17", "21", "22", "23", "24"]).slice(0, 2).sort();
    const times = random.shuffle(["09:30", "10:15", "11:00", "13:15", "14:30", "15:45"]);
    for (const [at, day] of days.entries()) {
      const starts_at = `2025-01-${day}T${times[at]}`;
      let meeting_id: string;
      do meeting_id = `ADV-${random.digits(5)}`;
      while (this.meetings.some((meeting) => meeting.meeting_id === meeting_id));
      this.meetings.push({ meeting_id, student_id, advisor, starts_at, status: "proposed" });
    }
  }

  /** What is not due yet keeps nobody from anything. */
  #bills(random: Random, student_id: string): void {
    if (random.chance(0.12)) this.#charge(student_id, "Parking permit, Spring 2025", 86.5, "2025-02-03");
    if (random.chance(0.07)) this.#charge(student_id, "Library replacement fee", random.int(18, 64), "2025-01-31");
    if (random.chance(0.06))
      this.#charge(student_id, "Course materials, Fall 2024", random.int(30, 90), "2024-11-15", true);
  }

  /** Who sits in a section that requires consent has it; some have asked for it and not signed yet. */
  #consents(random: Random, scholar: Scholar): void {
    const kind = "consent";
    for (const { section } of scholar.seats) {
      if (section.consent_required) {
        this.overrides.push({ student_id: scholar.id, kind, target: section.section_id, status: "granted" });
      }
    }
    if (!random.chance(0.12)) return;
    const wished = random
      .shuffle(this.#sections)
      .find((section) => section.consent_required && this.#fits(scholar, section));
    if (wished === undefined) return;
    const target = wished.section_id;
    this.overrides.push({ student_id: scholar.id, kind, target, status: "requested" });
    this.messages.push({
      student_id: scholar.id,
      subject: `consent ${target}`,
      text: `Sign the consent form for ${target}.`,
    });
  }

  #fits(scholar: Scholar, section: SectionRow): boolean {
    const course = courses.get(section.course_id);
    if (course === undefined || !mayTake(scholar, course)) return false;
    if (course.pair !== undefined && !passed(scholar, course.pair, "D")) return false;
    if (this.#waits.has(`${scholar.id} ${section.section_id}`)) return false;
    return scholar.seats.every((seat) => seat.section.course_id !== course.id && !clash(seat.section, section));
  }

  /** A section that was given up before today. */
  #drop(random: Random, row: StudentRow, scholar: Scholar): void {
    if (!random.chance(0.1)) return;
    const { student_id } = row;
    const term = terms[2];
    const section = random.shuffle(this.#sections).find((one) => !one.consent_required && this.#fits(scholar, one));
    if (section === undefined || term === undefined) return;
    const tuition = row.residency === "resident" ? term.resident_tuition : term.nonresident_tuition;
    const amount = refundAmount(100, courses.get(section.course_id)?.credits ?? 0, tuition);
    this.dropped.push({ student_id, section_id: section.section_id, mode: "credit", status: "dropped" });
    this.refunds.push({ student_id, section_id: section.section_id, percent: 100, amount });
  }
}
