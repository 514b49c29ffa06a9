/** How students put things: courses by title, sections by when they meet and who teaches them, never by ids. */
import { capitalized, listed } from "../../wording.ts";
import type { Address, Meeting, Section, Term } from "./campus.ts";

const dayNames: Readonly<Record<string, string>> = {
  M: "Monday",
  T: "Tuesday",
  W: "Wednesday",
  R: "Thursday",
  F: "Friday",
};
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const months = [
  ...["January", "February", "March", "April", "May", "June"],
  ...["July", "August", "September", "October", "November", "December"],
];

/** "Monday, Wednesday and Friday" */
function daysWords(days: string): string {
  return listed([...days].map((day) => dayNames[day] ?? day));
}

/** "14:30" is "2:30 pm". */
export function clock(time: string): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const minutes = minute === 0 ? "" : `:${String(minute).padStart(2, "0")}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}${minutes} ${hour < 12 ? "am" : "pm"}`;
}

/** "January 15, 2025" */
export function dateWords(date: string): string {
  const [year = "", month = "", day = ""] = date.slice(0, 10).split("-");
  return `${months[Number(month) - 1]} ${Number(day)}, ${year}`;
}

/** "spring", "winter session": after "in the" or "this". */
export function season({ name }: Term): string {
  const word = name.replace(/ ?\d{4}/, "").toLowerCase();
  return word.startsWith("winter") ? "winter session" : word;
}

export function meetingWords({ starts, advisor }: Meeting): string {
  const weekday = weekdays[new Date(`${starts.slice(0, 10)}T00:00:00Z`).getUTCDay()];
  return `the one on ${weekday}, ${dateWords(starts).replace(/, \d+$/, "")}, at ${clock(starts.slice(11, 16))} with ${advisor}`;
}

/** "12 Alder Lane, Apt 4, Boston, MA 02134" */
export function addressWords({ address1, address2, city, state, zip }: Address): string {
  return `${address1}${address2 === "" ? "" : `, ${address2}`}, ${city}, ${state} ${zip}`;
}

/** Sections of the course in the section's term, itself among them. */
export function siblings({ course, term }: Section): Section[] {
  return course.sections.filter((other) => other.term === term);
}

const described = new WeakMap<Section, readonly string[]>();

/** Ways to say which of the sections it is, each of which fits no other; none where nothing tells it apart. */
export function descriptions(section: Section, among?: readonly Section[]): readonly string[] {
  if (among) return describe(section, among);
  const known = described.get(section) ?? describe(section, siblings(section));
  described.set(section, known);
  return known;
}

/** Whether anything tells the section apart from the others of its course. */
export function isTellable(section: Section): boolean {
  return descriptions(section).length > 0;
}

function describe(section: Section, among: readonly Section[]): string[] {
  const others = among.filter((other) => other !== section);
  const { days, start, instructor } = section;
  const ways: string[] = [];
  const isAlone = (same: (other: Section) => boolean) => !others.some(same);
  if (start === null) {
    if (isAlone((other) => other.start === null)) ways.push("the one without fixed times");
  } else {
    const when = `${daysWords(days)} at ${clock(start)}`;
    if (isAlone((other) => other.days === days && other.start === start)) ways.push(`the one on ${when}`);
    if (isAlone((other) => [...days].every((day) => other.days.includes(day)))) ways.push(`the ${daysWords(days)} one`);
    if (isAlone((other) => other.start === start)) ways.push(`the one that starts at ${clock(start)}`);
  }
  if (isAlone((other) => other.instructor === instructor)) ways.push(`the one with ${instructor}`);
  return ways;
}

export const sentence = (phrase: string): string => `${capitalized(phrase)}.`;
