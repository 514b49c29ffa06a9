/** The terms behind each student: which courses they chose, and what grades they got. */
import type { Random } from "../../random.ts";
import { creditsEarned } from "../academics.ts";
import { type CatalogueCourse, courses, type Department, departments } from "../catalogue/courses.ts";
import { type Grade, gradePoints } from "../schema.ts";
import { finish, levelOf, mayTake, type Scholar, withPair } from "./scholar.ts";

const pastTerms = ["2020FA", "2021SP", "2021FA", "2022SP", "2022FA", "2023SP", "2023FA", "2024SP", "2024FA"];

const kinds = [
  ...Array<number>(22).fill(1),
  ...Array<number>(25).fill(3),
  ...Array<number>(24).fill(5),
  ...Array<number>(23).fill(7),
  ...Array<number>(6).fill(9),
];

/** `graduates` studied here before; from nine terms on one is a graduate. */
export function newScholar(random: Random, id: string): Scholar {
  const terms = random.pick(kinds);
  const scholar: Scholar = {
    id,
    major: random.pick(departments),
    graduate: terms === 9,
    terms,
    ability: (random.next() + random.next() + random.next()) / 3,
    past: [],
    best: new Map(),
    seats: [],
    level: "freshman",
  };
  for (const term of pastTerms.slice(-terms)) study(random.fork(term), scholar, term);
  if (scholar.graduate) scholar.level = "graduate";
  return scholar;
}

function study(random: Random, scholar: Scholar, term: string): void {
  const target = random.int(13, 17);
  let credits = 0;
  for (const course of preferred(random, scholar)) {
    const chosen = withPair(scholar, course).filter((one) => !scholar.past.some((entry) => isSame(entry, one, term)));
    const more = chosen.reduce((sum, one) => sum + one.credits, 0);
    if (!chosen.includes(course) || credits + more > target) continue;
    credits += more;
    for (const one of chosen) {
      const audited = one.pair === undefined && random.chance(0.025);
      finish(scholar, one, term, audited ? "AU" : gradeFor(random, scholar));
    }
  }
  const entries = scholar.past.map(({ course, grade }) => ({ ...course, course_id: course.id, grade }));
  scholar.level = levelOf(creditsEarned(entries));
}

function isSame(entry: Scholar["past"][number], course: CatalogueCourse, term: string): boolean {
  return entry.course === course && entry.term === term;
}

/** What the student may take, the most wished for first. */
export function preferred(random: Random, scholar: Scholar): CatalogueCourse[] {
  const wishes = [...courses.values()].filter((course) => mayTake(scholar, course) && pairFits(scholar, course));
  const scored = wishes.map((course) => ({ course, score: weight(scholar.major, course, scholar) * random.next() }));
  return scored.sort((a, b) => b.score - a.score).map(({ course }) => course);
}

/** The other half, where it is still to be taken, may be. */
function pairFits(scholar: Scholar, course: CatalogueCourse): boolean {
  return withPair(scholar, course).every((one) => mayTake(scholar, one));
}

function weight(major: Department, course: CatalogueCourse, { graduate }: Scholar): number {
  if (course.consent) return 0.4;
  if (course.id.endsWith("L")) return 0.2;
  if (course.level === "graduate") return major.courses.includes(course) ? 30 : 6;
  if (graduate && major.courses.includes(course)) return 8;
  if (major.requires.includes(course.id)) return 8;
  if (major.courses.includes(course)) return 3;
  return /1\d\d$/.test(course.id) ? 1.6 : 1;
}

function gradeFor(random: Random, { ability }: Scholar): Grade {
  const points = 1.05 + ability * 3.1 + (random.next() + random.next() - 1) * 1.25;
  if (points < 0.75) return "F";
  const [first, ...others] = Object.entries(gradePoints) as [Grade, number][];
  let nearest = first as [Grade, number];
  for (const other of others) if (Math.abs(other[1] - points) < Math.abs(nearest[1] - points)) nearest = other;
  return nearest[0];
}
