/**
 * The university's domain policy told a second time, from what the tools show and nothing else: what a call that is about to
 * be made breaks. It knows no task template.
 */
import type { Call, Environment, Json } from "../../domains/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: results of tools, whose shapes the domain's own tests check
type Shown = any;

const levels = ["freshman", "sophomore", "junior", "senior", "graduate"];
const grades = ["A", "A-", "B+", "B", "B-", "C+", "C", "C-", "D+", "D", "F"];

export class Registrar {
  readonly #environment: Environment;
  readonly #courseOf: (section: string) => string;
  readonly #termOf: (section: string) => string;

  /** `environment` is read through the agent's tools. */
  constructor(environment: Environment) {
    this.#environment = environment;
    this.#courseOf = (section) => section.replace(/-[^-]+$/, "");
    this.#termOf = (section) => (/-W\d+$/.test(section) ? "2025WI" : "2025SP");
  }

  /** `along`: sections that the same request enrolls the student in for credit. */
  breaches(call: Call, along: readonly string[]): string[] {
    const { name, arguments: args } = call;
    const student = String(args.student_id ?? this.#student());
    const section = String(args.section_id ?? "");
    switch (name) {
      case "enroll_in_section":
        return this.#seat(student, section, { credit: args.mode === "credit", along });
      case "swap_sections": {
        const old = String(args.drop_section_id);
        const { mode } = this.#schedule(student, old).sections.find((one: Shown) => one.section_id === old);
        return this.#seat(student, String(args.add_section_id), { credit: mode === "credit", along, without: old });
      }
      case "accept_waitlist_offer":
        return this.#seat(student, section, { credit: true, along, held: true });
      case "change_enrollment_mode": {
        if (args.mode === "audit") return this.#late(section, "audit_deadline");
        const found = this.#seat(student, section, { credit: true, along, without: section, held: true });
        return found.filter((one) => !["second section", "conflict", "consent"].includes(one));
      }
      case "join_waitlist": {
        const found = this.#seat(student, section, { credit: true, along });
        const apart = ["second section", "conflict", "credits", "full"];
        return [
          ...found.filter((one) => !apart.includes(one)),
          ...(this.#section(section).open_seats > 0 ? ["open seat"] : []),
        ];
      }
      case "drop_section":
        return this.#dropping(student, section, Number(args.refund_percent));
      case "request_override":
        return this.#overriding(student, String(args.kind), String(args.target));
      case "pay_balance":
        return this.#active(student).includes("financial") ? [] : ["nothing to clear"];
      case "confirm_advising_meeting":
        return this.#active(student).includes("advising") ? [] : ["nothing to clear"];
      default:
        return [];
    }
  }

  /** Credits that count in the term, and whether the student has aid. */
  standing(term: string): { credits: number; aid: boolean } {
    const student = this.#student();
    return {
      credits: this.#read("get_student_schedule", { student_id: student, term_id: term }).credits,
      aid: this.#profile(student).aid,
    };
  }

  /** Seats for credit whose corequisites are neither taken for credit nor passed. */
  lonely(): string[] {
    const student = this.#student();
    return ["2025WI", "2025SP"].flatMap((term_id) => {
      const taken = this.#taken(student, term_id).filter(({ mode }: Shown) => mode === "credit");
      return taken
        .filter(({ course_id }: Shown) => {
          return this.#course(course_id).corequisites.some((needed: string) => {
            return !taken.some((one: Shown) => one.course_id === needed) && !this.#passed(student, needed, "D");
          });
        })
        .map(({ section_id }: Shown) => section_id);
    });
  }

  #seat(
    student: string,
    id: string,
    plan: { credit: boolean; along: readonly string[]; without?: string; held?: boolean },
  ): string[] {
    const profile = this.#profile(student);
    const section = this.#section(id);
    const course = this.#course(this.#courseOf(id));
    const { credits } = this.#schedule(student, id);
    const seats = this.#taken(student, this.#termOf(id));
    const old = seats.find((seat: Shown) => seat.section_id === plan.without);
    const others = seats.filter((seat: Shown) => seat !== old);
    const granted = (kind: string, target: string) =>
      profile.overrides.some((one: Shown) => one.kind === kind && one.target === target && one.status === "granted");
    const raised = granted("credit_limit", this.#termOf(id)) ? 21 : 18;
    const limit = profile.standing === "probation" ? 12 : raised;
    const given = old?.mode === "credit" ? old.credits : 0;
    const corequisite = (needed: string) =>
      plan.along.some((other) => this.#courseOf(other) === needed) ||
      others.some((seat: Shown) => seat.course_id === needed && seat.mode === "credit") ||
      this.#passed(student, needed, "D");
    const checks: [string, boolean][] = [
      ["hold", this.#active(student).length === 0],
      ["standing", profile.standing !== "suspended"],
      ["deadline", this.#late(id, plan.credit ? "add_deadline" : "audit_deadline").length === 0],
      ["level", !plan.credit || levels.indexOf(profile.level) >= levels.indexOf(course.level_minimum)],
      [
        "prerequisite",
        !plan.credit ||
          course.prerequisites.every((one: Shown) => this.#passed(student, one.course_id, one.minimum_grade)),
      ],
      ["corequisite", !plan.credit || course.corequisites.every(corequisite)],
      ["repeat", !plan.credit || course.repeatable || !this.#passed(student, course.course_id, "C")],
      ["second section", others.every((seat: Shown) => seat.course_id !== course.course_id)],
      ["conflict", others.every((seat: Shown) => !clash(seat, section))],
      ["credits", !plan.credit || credits - given + course.credits <= limit],
      ["consent", !section.consent_required || granted("consent", id)],
      ["full", plan.held || section.open_seats > 0],
    ];
    return checks.flatMap(([name, holds]) => (holds ? [] : name));
  }

  #dropping(student: string, section: string, percent: number): string[] {
    const term = this.#term(section);
    const { mode } = this.#schedule(student, section).sections.find((one: Shown) => one.section_id === section);
    const today = this.#calendar().today;
    if (today > term.withdraw_deadline) return ["deadline"];
    const due = mode === "audit" ? 0 : today <= term.drop_deadline ? 100 : 50;
    return percent === due ? [] : ["refund"];
  }

  #overriding(student: string, kind: string, target: string): string[] {
    const { standing, gpa, overrides } = this.#profile(student);
    if (overrides.some((one: Shown) => one.kind === kind && one.target === target)) return ["requested already"];
    if (kind === "credit_limit") return standing === "good" && gpa >= 3.3 ? [] : ["limit"];
    const found = this.#seat(student, target, { credit: false, along: [] });
    return found.filter((one) => !["hold", "consent"].includes(one));
  }

  #late(section: string, deadline: string): string[] {
    return this.#calendar().today <= this.#term(section)[deadline] ? [] : ["deadline"];
  }

  #passed(student: string, course: string, minimum: string): boolean {
    const { entries } = this.#read("get_transcript", { student_id: student });
    return entries.some((one: Shown) => {
      return one.course_id === course && one.grade !== "AU" && grades.indexOf(one.grade) <= grades.indexOf(minimum);
    });
  }

  #active(student: string): string[] {
    return this.#profile(student)
      .holds.filter((hold: Shown) => hold.status === "active")
      .map((hold: Shown) => hold.kind);
  }

  #taken(student: string, term_id: string): Shown[] {
    const { sections } = this.#read("get_student_schedule", { student_id: student, term_id });
    return sections.filter(({ status }: Shown) => status === "enrolled");
  }

  #schedule(student: string, section: string): Shown {
    return this.#read("get_student_schedule", { student_id: student, term_id: this.#termOf(section) });
  }

  #section(id: string): Shown {
    const all = this.#read("list_sections", { course_id: this.#courseOf(id), term_id: this.#termOf(id) });
    return all.find((one: Shown) => one.section_id === id);
  }

  #term(section: string): Shown {
    return this.#calendar().terms.find((one: Shown) => one.term_id === this.#termOf(section));
  }

  #student(): string {
    return this.#read("check_portal_notifications", {}, "user").student_id;
  }

  #profile = (student: string): Shown => this.#read("get_student_profile", { student_id: student });
  #course = (id: string): Shown => this.#read("get_course_details", { course_id: id });
  #calendar = (): Shown => this.#read("get_term_calendar", {});

  #read(name: string, args: Record<string, Json>, side: "assistant" | "user" = "assistant"): Shown {
    const result = this.#environment.call(side, name, args);
    if (!result.ok) throw new Error(`${name}: ${result.error}`);
    return result.value;
  }
}

function clash(a: Shown, b: Shown): boolean {
  const shared = [...a.days].some((day) => b.days.includes(day));
  return shared && a.start_time < b.end_time && b.start_time < a.end_time;
}
