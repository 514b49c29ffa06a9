/** Slips of whoever typed a reservation: what customers find in it and want to have right. */
import type { Random } from "../random.ts";

/** A letter left out, doubled, or swapped with the next. */
export function misspelt(random: Random, name: string): string {
  const at = random.int(1, name.length - 2);
  const ways = [
    name.slice(0, at) + name.slice(at + 1),
    name.slice(0, at) + name[at] + name.slice(at),
    name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
  ];
  return random.pick(ways.filter((other) => other !== name));
}

/** Another year, month or day; YYYY-MM-DD. */
export function misdated(random: Random, date: string): string {
  const [year, month, day] = date.split("-") as [string, string, string];
  const two = (number: number) => String(number).padStart(2, "0");
  return random.pick([
    `${Number(year) + random.pick([-10, -2, -1, 1, 2])}-${month}-${day}`,
    `${year}-${two((Number(month) % 12) + 1)}-${day}`,
    `${year}-${month}-${two((Number(day) % 28) + 1)}`,
  ]);
}
