/** Who takes which sections of the winter session and of spring: within their limits, without conflicts, in pairs. */
import type { Random } from "../../random.ts";
import { gradeAverage } from "../academics.ts";
import { type CatalogueCourse, courses } from "../catalogue/courses.ts";
import type { standings } from "../schema.ts";
import { clash, creditsTaken, type Scholar, type SectionRow, withPair } from "./scholar.ts";
import { preferred } from "./studies.ts";

export type Standing = (typeof standings)[number];

/** No section grows beyond this. */
const roomFor = 13;

function averageOf({ past }: Scholar): number | null {
  return gradeAverage(past.map(({ course, grade }) => ({ ...course, course_id: course.id, grade })));
}

/** Below 2.00 it is probation, and for some below 1.75 worse. */
export function standingOf(random: Random, scholar: Scholar): Standing {
  const average = averageOf(scholar) ?? 4;
  if (average >= 2) return "good";
  return average < 1.75 && scholar.terms > 1 && random.chance(0.4) ? "suspended" : "probation";
}

export class Registration {
  /** Students with a granted credit limit of 21. */
  readonly raised: Scholar[] = [];
  readonly #random: Random;
  readonly #sections: ReadonlyMap<string, SectionRow[]>;
  readonly #filled = new Map<SectionRow, number>();

  constructor(random: Random, sections: readonly SectionRow[]) {
    this.#random = random;
    this.#sections = Map.groupBy(sections, ({ course_id, term_id }) => `${term_id} ${course_id}`);
  }

  filled(section: SectionRow): number {
    return this.#filled.get(section) ?? 0;
  }

  register(scholar: Scholar, standing: Standing): void {
    const random = this.#random.fork(scholar.id);
    if (standing === "good" && random.chance(0.13)) this.#winter(random.fork("winter"), scholar);
    const limit = this.#target(random.fork("target"), scholar, standing);
    for (const course of preferred(random, scholar)) {
      const chosen = withPair(scholar, course);
      const more = chosen.reduce((sum, one) => sum + one.credits, 0);
      if (creditsTaken(scholar, "2025SP") + more <= limit) this.#take(random, scholar, chosen);
    }
    if (creditsTaken(scholar, "2025SP") > 18) this.raised.push(scholar);
    if (random.chance(0.13)) this.#audit(random.fork("audit"), scholar);
  }

  #target(random: Random, scholar: Scholar, standing: Standing): number {
    if (standing !== "good") return random.int(9, 12);
    if (scholar.graduate) return random.int(9, 13);
    if ((averageOf(scholar) ?? 0) >= 3.3 && random.chance(0.75)) return random.pick([16, 17, 17, 18, 18, 19, 20]);
    return random.pick([9, 12, 12, 13, 13, 14, 14, 15, 15, 15, 16, 16, 16, 17, 17, 18, 18]);
  }

  /** All of them, or none where the sections of one are full or conflict. */
  #take(random: Random, scholar: Scholar, chosen: readonly CatalogueCourse[]): void {
    const found: SectionRow[] = [];
    for (const course of chosen) {
      if (course.consent && random.chance(0.6)) return;
      const others = [...scholar.seats.map(({ section }) => section), ...found];
      if (others.some(({ course_id }) => course_id === course.id)) return;
      const open = (this.#sections.get(`2025SP ${course.id}`) ?? []).filter((section) => {
        if (section.consent_required && !course.consent && random.chance(0.8)) return false;
        return this.filled(section) < roomFor && others.every((other) => !clash(other, section));
      });
      const section = open[Math.floor(random.next() ** 1.7 * open.length)];
      if (section === undefined) return;
      found.push(section);
    }
    for (const section of found) this.#sit(scholar, section, "credit");
  }

  #sit(scholar: Scholar, section: SectionRow, mode: "credit" | "audit"): void {
    scholar.seats.push({ section, mode });
    this.#filled.set(section, this.filled(section) + 1);
  }

  #winter(random: Random, scholar: Scholar): void {
    const open = preferred(random, scholar).flatMap(({ id }) => this.#sections.get(`2025WI ${id}`) ?? []);
    const [section] = open;
    if (section) this.#sit(scholar, section, random.chance(0.12) ? "audit" : "credit");
  }

  #audit(random: Random, scholar: Scholar): void {
    const known = [
      ...scholar.past.map(({ course }) => course.id),
      ...scholar.seats.map((seat) => seat.section.course_id),
    ];
    const wanted = random
      .shuffle([...courses.values()])
      .filter(({ id, pair, consent }) => pair === undefined && !consent && !known.includes(id))
      .flatMap(({ id }) => this.#sections.get(`2025SP ${id}`) ?? [])
      .find((section) => {
        if (section.consent_required || this.filled(section) >= roomFor) return false;
        return scholar.seats.every((seat) => !clash(seat.section, section));
      });
    if (wanted) this.#sit(scholar, wanted, "audit");
  }
}
