/** The built-in world's days: a window of thirty around its clock, all in Eastern time. */

/** The built-in world's clock, which its domain policy tells too. */
export const now = "2026-05-15T15:00:00-04:00";

const DAY = 86_400_000;
const pad = (number: number) => String(number).padStart(2, "0");

/** YYYY-MM-DD: the days of which the timetable knows flights. */
export const dates: readonly string[] = Array.from({ length: 30 }, (_, at) => `2026-05-${pad(at + 1)}`);
export const today = now.slice(0, 10);

/** Minutes since the beginning of 1970, of a date and minutes after its midnight, which may go beyond the day. */
export function minuteOf(date: string, minutes = 0): number {
  return Date.parse(`${date}T00:00:00Z`) / 60_000 + minutes;
}

/** Of the clock: what has a smaller number is past. */
export const nowMinute = minuteOf(today, Number(now.slice(11, 13)) * 60 + Number(now.slice(14, 16)));

/** "2026-05-15T16:30:00" */
export function stamp(minute: number): string {
  return new Date(minute * 60_000).toISOString().slice(0, 19);
}

/** `days` later, or earlier where below zero. */
export function shiftDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);
}

/** "14:05:00", and "01:10:00+1" where the minutes go beyond midnight. */
export function clockTime(minutes: number): string {
  const time = `${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}:00`;
  return minutes >= 1440 ? `${time}+1` : time;
}

/** Minutes after midnight of what `clockTime` writes. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + (time.endsWith("+1") ? 1440 : 0);
}

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

export function weekday(date: string): string {
  return WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] as string;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** "May 21" */
export function dateWords(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8))}`;
}
