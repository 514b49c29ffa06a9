/** The sections of the winter session and of spring, without their capacities: those follow from who comes. */
import type { Random } from "../../random.ts";
import { labSlots, lectureSlots, type Slot } from "../catalogue/calendar.ts";
import { type CatalogueCourse, courses, type Department, departments } from "../catalogue/courses.ts";
import { firstNames, lastNames } from "../catalogue/people.ts";
import { clash, type SectionRow } from "./scholar.ts";

const springSections = 320;
const winterSections = 14;
const honorsSections = 16;
/** Sections by the first digit of a course's number. */
const usual: Readonly<Record<string, number>> = { 1: 4, 2: 3, 3: 2, 4: 1, 5: 1 };

export function timetable(random: Random): SectionRow[] {
  const names = teachers(random.fork("teachers"));
  const floors = new Map(
    departments.map((department, at) => {
      return [department, new Floor(random.fork(department.id), department, names.slice(10 * at, 10 * at + 10))];
    }),
  );
  let count = 0;
  for (const floor of floors.values()) count += floor.fill().length;
  const spare = random.fork("extra").shuffle([...courses.values()].filter(({ id }) => /[12]\d\d$/.test(id)));
  for (; count < springSections; count++) {
    const course = spare[count % spare.length] as CatalogueCourse;
    floors.get(departmentOf(course.id))?.section(course);
  }
  const rows = [...floors.values()].flatMap(({ sections }) => sections);
  const several = rows.filter(({ section_id, course_id, consent_required }) => {
    return !consent_required && /-0[2-9]$/.test(section_id) && /[23]\d\d$/.test(course_id) && !isPaired(course_id);
  });
  for (const row of random.fork("honors").shuffle(several).slice(0, honorsSections)) row.consent_required = true;
  return [...rows, ...winter(random.fork("winter"), rows)];
}

/** Ten for each department, no two of one name. */
function teachers(random: Random): string[] {
  const first = random.fork("first").shuffle(firstNames);
  const last = random.fork("last").shuffle(lastNames);
  return first.slice(0, 10 * departments.length).map((name, at) => `${name} ${last[at]}`);
}

function isPaired(course: string): boolean {
  return courses.get(course)?.pair !== undefined;
}

function departmentOf(course: string): Department {
  return departments.find(({ courses }) => courses.some(({ id }) => id === course)) as Department;
}

/** Online, one section each. */
function winter(random: Random, spring: readonly SectionRow[]): SectionRow[] {
  const fit = [...courses.values()].filter(({ id, pair, repeatable }) => {
    return /[12]\d\d$/.test(id) && pair === undefined && !repeatable;
  });
  return random
    .shuffle(fit)
    .slice(0, winterSections)
    .map(({ id }) => ({
      section_id: `${id}-W1`,
      course_id: id,
      term_id: "2025WI",
      ...online,
      instructor: random.pick(spring.filter(({ course_id }) => departmentOf(course_id) === departmentOf(id)))
        .instructor,
      ...undecided,
      consent_required: false,
    }));
}

const online = { days: "", start_time: null, end_time: null, room: "Online" };
const undecided = { capacity: 1, waitlist_capacity: 0 };

/** A department's building and its teachers, none of them needed in two places at once. */
class Floor {
  readonly sections: SectionRow[] = [];
  readonly #random: Random;
  readonly #department: Department;
  readonly #teachers: readonly string[];

  constructor(random: Random, department: Department, teachers: readonly string[]) {
    this.#random = random;
    this.#department = department;
    this.#teachers = teachers;
  }

  /** The usual number of sections of each course. */
  fill(): readonly SectionRow[] {
    for (const course of this.#department.courses) {
      const count = usual[course.id.replace(/\D/g, "").charAt(0)] ?? 1;
      for (let number = 1; number <= count; number++) this.section(course);
    }
    return this.sections;
  }

  /** One more section of the course. */
  section({ id, pair, consent }: CatalogueCourse): void {
    const number = 1 + this.sections.filter(({ course_id }) => course_id === id).length;
    const isLab = id.endsWith("L") && pair !== undefined;
    const own = this.sections.filter(({ course_id }) => course_id === id || course_id === pair);
    const slots = this.#random.shuffle(isLab ? labSlots : lectureSlots);
    const free = slots.find((slot) => own.every((other) => !clash(other, this.#draft(slot)))) ?? slots[0];
    const isOnline = !isLab && number > 1 && !consent && this.#random.chance(0.11);
    const when = isOnline || free === undefined ? online : { ...free, room: this.#room(free) };
    const row: SectionRow = {
      section_id: `${id}-${String(number).padStart(2, "0")}`,
      course_id: id,
      term_id: "2025SP",
      ...when,
      instructor: this.#teacher(isOnline ? undefined : free),
      ...undecided,
      consent_required: consent,
    };
    this.sections.push(row);
  }

  #draft(slot: Slot): SectionRow {
    const nowhere = { section_id: "", course_id: "", term_id: "2025SP", room: "", instructor: "" };
    return { ...nowhere, ...slot, ...undecided, consent_required: false };
  }

  #busy(slot: Slot): SectionRow[] {
    return this.sections.filter((other) => clash(other, this.#draft(slot)));
  }

  #room(slot: Slot): string {
    const busy = this.#busy(slot).map(({ room }) => room);
    const rooms = Array.from(
      { length: 24 },
      (_, at) => `${this.#department.building} ${101 + (at % 8) + 100 * (at >> 3)}`,
    );
    return this.#random.pick(rooms.filter((room) => !busy.includes(room)));
  }

  /** One who is free then and has the fewest sections. */
  #teacher(slot: Slot | undefined): string {
    const busy = slot === undefined ? [] : this.#busy(slot).map(({ instructor }) => instructor);
    const load = (name: string) => this.sections.filter(({ instructor }) => instructor === name).length;
    const free = this.#random.shuffle(this.#teachers.filter((name) => !busy.includes(name)));
    return free.reduce((a, b) => (load(b) < load(a) ? b : a));
  }
}
