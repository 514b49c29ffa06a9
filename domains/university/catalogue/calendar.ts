/** The built-in world's clock, its terms, and when in a week its sections meet. */

/** In the add/drop period of the spring. */
export const now = "2025-01-15T09:00:00";

/** The one that is over, the short one under way, and the one that has just begun. */
export const terms = [
  {
    term_id: "2024FA",
    name: "Fall 2024",
    starts_on: "2024-08-26",
    ends_on: "2024-12-13",
    add_deadline: "2024-09-06",
    audit_deadline: "2024-09-13",
    drop_deadline: "2024-09-20",
    withdraw_deadline: "2024-11-08",
    resident_tuition: 398,
    nonresident_tuition: 942,
  },
  {
    term_id: "2025WI",
    name: "Winter Session 2025",
    starts_on: "2025-01-02",
    ends_on: "2025-01-31",
    add_deadline: "2025-01-06",
    audit_deadline: "2025-01-08",
    drop_deadline: "2025-01-10",
    withdraw_deadline: "2025-01-22",
    resident_tuition: 385,
    nonresident_tuition: 905,
  },
  {
    term_id: "2025SP",
    name: "Spring 2025",
    starts_on: "2025-01-13",
    ends_on: "2025-05-09",
    add_deadline: "2025-01-24",
    audit_deadline: "2025-01-31",
    drop_deadline: "2025-02-07",
    withdraw_deadline: "2025-03-28",
    resident_tuition: 410,
    nonresident_tuition: 968,
  },
];

export interface Slot {
  readonly days: string;
  readonly start_time: string;
  readonly end_time: string;
}

const slots = (days: string, ...times: (readonly [start: string, end: string])[]): Slot[] =>
  times.map(([start_time, end_time]) => ({ days, start_time, end_time }));

/** Of different lengths, so that two may overlap without starting together. */
export const lectureSlots: readonly Slot[] = [
  ...slots("MWF", ["08:00", "08:50"], ["09:00", "09:50"], ["10:00", "10:50"], ["11:00", "11:50"], ["12:00", "12:50"]),
  ...slots("MWF", ["13:00", "13:50"], ["14:00", "14:50"]),
  ...slots("TR", ["08:00", "09:15"], ["09:30", "10:45"], ["11:00", "12:15"], ["12:30", "13:45"], ["14:00", "15:15"]),
  ...slots("TR", ["15:30", "16:45"]),
  ...slots("MW", ["14:30", "15:45"], ["16:00", "17:15"]),
  ...slots("W", ["18:00", "20:30"]),
  ...slots("T", ["18:00", "20:30"]),
];

export const labSlots: readonly Slot[] = ["M", "T", "W", "R", "F"].flatMap((day) =>
  slots(day, ["08:00", "09:50"], ["13:30", "15:20"], ["15:30", "17:20"]),
);
