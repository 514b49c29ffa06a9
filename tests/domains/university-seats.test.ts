/** Taking, leaving and swapping seats, and waiting for them: what is refused, what is written, and that calls are whole. */
import { describe, expect, test } from "vitest";
import type { Json } from "../../domains/index.ts";
import {
  campusOf,
  isStranger,
  ok,
  one,
  openSeats,
  outcome,
  pair,
  refused,
  type Section,
  sectionOf,
  sections,
  spring,
  start,
  students,
  world,
} from "../support/university.ts";

interface Schedule {
  credits: number;
  sections: { section_id: string; mode: string; status: string; refund: { percent: number; amount: number } | null }[];
  waitlists: { section_id: string; status: string; line: number }[];
}

const isOpen = (section: Section) => openSeats(section) > 0;
const isFull = (section: Section) => openSeats(section) === 0;
const waiting = ({ waitlist }: Section) => Object.values(waitlist).filter(({ status }) => status === "waiting").length;
const hasSeat = (student: (typeof students)[number], id: string) => student.enrollments[id]?.status === "enrolled";
const entry = (schedule: Schedule, id: string) => one(schedule.sections, ({ section_id }) => section_id === id);
const creditsOf = (section: Section) => start.agent.courses[section.course_id]?.credits ?? 0;

describe("enroll_in_section", () => {
  const [{ student_id }, { section_id }] = pair((student, section) => isOpen(section) && isStranger(student, section));
  const args = { student_id, section_id, mode: "credit" };

  test("takes one seat and adds its credits, once", () => {
    using environment = world.open();
    const before = ok<Schedule>(environment, "get_student_schedule", { student_id, term_id: "2025SP" });
    const after = ok<Schedule>(environment, "enroll_in_section", args);
    expect(entry(after, section_id)).toMatchObject({ mode: "credit", status: "enrolled", refund: null });
    expect(after.credits).toBe(before.credits + creditsOf(sectionOf(section_id)));
    const listed = ok<{ section_id: string; open_seats: number }[]>(environment, "list_sections", {
      course_id: sectionOf(section_id).course_id,
      term_id: "2025SP",
    });
    expect(one(listed, (row) => row.section_id === section_id).open_seats).toBe(openSeats(sectionOf(section_id)) - 1);
    refused(environment, "enroll_in_section", args, "already enrolled");
  });

  test("audits without credits", () => {
    using environment = world.open();
    const before = ok<Schedule>(environment, "get_student_schedule", { student_id, term_id: "2025SP" });
    const after = ok<Schedule>(environment, "enroll_in_section", { ...args, mode: "audit" });
    expect(entry(after, section_id)).toMatchObject({ mode: "audit", status: "enrolled" });
    expect(after.credits).toBe(before.credits);
  });

  test("charges again for a seat that is taken again", () => {
    using environment = world.open();
    ok(environment, "enroll_in_section", args);
    const once = outcome(environment);
    ok(environment, "drop_section", { student_id, section_id, refund_percent: 100 });
    ok(environment, "enroll_in_section", args);
    expect(outcome(environment)).toEqual(once);
  });

  test.each<[string, Record<string, Json>, string]>([
    ["a section that is not there", { section_id: "CS101-99" }, "list_sections"],
    ["a student who is not there", { student_id: "S000000" }, "find the student by email"],
    ["another mode", { mode: "pass/fail" }, "mode"],
    ["what it does not know", { override: true }, "unknown argument 'override'"],
  ])("refuses %s", (_, change, message) => {
    using environment = world.open();
    refused(environment, "enroll_in_section", { ...args, ...change }, message);
  });

  test("refuses a full section, and one whose open seats are held for others", () => {
    using environment = world.open();
    const [stranger, full] = pair((student, section) => isFull(section) && isStranger(student, section));
    const wish = { student_id: stranger.student_id, section_id: full.section_id, mode: "credit" };
    refused(environment, "enroll_in_section", wish, "join its waitlist");
    const held = spring.filter((section) => isFull(section) && Object.keys(section.waitlist).length > waiting(section));
    const [other, section] = pair(isStranger, held);
    const second = { student_id: other.student_id, section_id: section.section_id, mode: "audit" };
    refused(environment, "enroll_in_section", second, "has no open seat");
  });

  test("leaves an offered seat to the student's own acceptance", () => {
    using environment = world.open();
    const [student, section] = pair((one, section) => section.waitlist[one.student_id]?.status === "offered");
    const wish = { student_id: student.student_id, section_id: section.section_id, mode: "credit" };
    refused(environment, "enroll_in_section", wish, "accepts it in the portal");
  });

  test("leaves the rules to the domain policy: holds, levels and prerequisites stop nothing", () => {
    using environment = world.open();
    const freshman = one(students, ({ level, holds }) => level === "freshman" && holds.conduct?.status === "active");
    const advanced = one(spring, (section) => isOpen(section) && /5\d\d-/.test(section.section_id));
    const wish = { student_id: freshman.student_id, section_id: advanced.section_id, mode: "credit" };
    expect(environment.call("assistant", "enroll_in_section", wish).ok).toBe(true);
  });
});

describe("drop_section", () => {
  test("up to the drop deadline: dropped, with the refund that was asked for", () => {
    using environment = world.open();
    const [student, section] = pair((one, { section_id }) => hasSeat(one, section_id) && one.residency === "resident");
    const { section_id } = section;
    const args = { student_id: student.student_id, section_id, refund_percent: 100 };
    const after = ok<Schedule>(environment, "drop_section", args);
    const refund = { percent: 100, amount: creditsOf(section) * 410 };
    expect(entry(after, section_id)).toMatchObject({ status: "dropped", refund });
    refused(environment, "drop_section", args, "has no seat in section");
  });

  test("after it: withdrawn, by the tuition of that term and of nonresidents", () => {
    using environment = world.open();
    const winter = sections.filter(({ term_id }) => term_id === "2025WI");
    const [student, section] = pair(
      (one, { section_id }) => hasSeat(one, section_id) && one.residency === "nonresident",
      winter,
    );
    const { section_id } = section;
    const args = { student_id: student.student_id, section_id, refund_percent: 50 };
    const refund = { percent: 50, amount: (creditsOf(section) * 905) / 2 };
    const after = ok<Schedule>(environment, "drop_section", args);
    expect(entry(after, section_id)).toMatchObject({ status: "withdrawn", refund });
  });

  test("records that aid is acknowledged once, whichever call says so", () => {
    const student = one(students, ({ aid, enrollments }) => aid && Object.keys(enrollments).length > 3);
    const { student_id } = student;
    const seats = Object.keys(student.enrollments).filter((id) => {
      return hasSeat(student, id) && sectionOf(id).term_id === "2025SP";
    });
    const drop = (at: number, aid_acknowledged: boolean) => {
      return { student_id, section_id: seats[at] ?? "", refund_percent: 100, aid_acknowledged };
    };
    const ends = [
      [drop(0, false), drop(1, true)],
      [drop(1, false), drop(0, true)],
      [drop(0, true), drop(1, true)],
    ].map((calls) => {
      using environment = world.open();
      for (const args of calls) ok(environment, "drop_section", args);
      expect(ok<object>(environment, "get_student_profile", { student_id })).toMatchObject({
        below_full_time_acknowledged: ["2025SP"],
      });
      return outcome(environment);
    });
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
    using environment = world.open();
    for (const args of [drop(0, false), drop(1, false)]) ok(environment, "drop_section", args);
    expect(outcome(environment)).not.toEqual(ends[0]);
  });

  test("a freed seat is offered to the first in line, and lost to who gave it up", () => {
    using environment = world.open();
    const [student, section] = pair((one, section) => hasSeat(one, section.section_id) && waiting(section) > 1);
    const { student_id } = student;
    const { section_id, waitlist } = section;
    const [first, second] = Object.entries(waitlist)
      .filter(([, { status }]) => status === "waiting")
      .sort(([, a], [, b]) => a.place - b.place) as [[string, object], [string, object]];
    ok(environment, "drop_section", { student_id, section_id, refund_percent: 100 });
    const { agent, user } = campusOf(environment);
    expect(agent.sections[section_id]?.waitlist[first[0]]?.status).toBe("offered");
    expect(agent.sections[section_id]?.waitlist[second[0]]?.status).toBe("waiting");
    expect(user.accounts[first[0]]?.notifications[`offer ${section_id}`]).toContain("held for you");
    refused(environment, "enroll_in_section", { student_id, section_id, mode: "credit" }, "no open seat");
  });

  test.each<[string, Record<string, Json>, string]>([
    ["another percentage", { refund_percent: 75 }, "refund_percent"],
    ["no percentage", { refund_percent: null }, "refund_percent"],
    ["a section that is not there", { section_id: "CS101-99" }, "list_sections"],
    ["a student who is not there", { student_id: "S000000" }, "find the student by email"],
  ])("refuses %s", (_, change, message) => {
    using environment = world.open();
    const [{ student_id }, { section_id }] = pair((student, section) => hasSeat(student, section.section_id));
    refused(environment, "drop_section", { student_id, section_id, refund_percent: 100, ...change }, message);
  });
});

describe("swap_sections", () => {
  const swap = (student: string, drop: string, add: string) => {
    return { student_id: student, drop_section_id: drop, add_section_id: add };
  };
  const seatOf = (student: (typeof students)[number], mode = "credit") =>
    Object.keys(student.enrollments).find((id) => {
      return hasSeat(student, id) && student.enrollments[id]?.mode === mode && sectionOf(id).term_id === "2025SP";
    }) ?? "";

  test("ends where dropping and enrolling end", () => {
    const [student, wanted] = pair((one, section) => isOpen(section) && isStranger(one, section) && seatOf(one) !== "");
    const { student_id } = student;
    using swapped = world.open();
    ok(swapped, "swap_sections", swap(student_id, seatOf(student), wanted.section_id));
    using stepped = world.open();
    ok(stepped, "drop_section", { student_id, section_id: seatOf(student), refund_percent: 100 });
    ok(stepped, "enroll_in_section", { student_id, section_id: wanted.section_id, mode: "credit" });
    expect(outcome(swapped)).toEqual(outcome(stepped));
  });

  test("keeps the mode, and refunds nothing to an auditor", () => {
    using environment = world.open();
    const [student, wanted] = pair((one, section) => {
      return isOpen(section) && isStranger(one, section) && seatOf(one, "audit") !== "";
    });
    const old = seatOf(student, "audit");
    const after = ok<Schedule>(environment, "swap_sections", swap(student.student_id, old, wanted.section_id));
    expect(entry(after, wanted.section_id)).toMatchObject({ mode: "audit", status: "enrolled" });
    expect(entry(after, old)).toMatchObject({ status: "dropped", refund: { percent: 0, amount: 0 } });
  });

  test("keeps the old seat where the new one can't be had", () => {
    using environment = world.open();
    const [student, full] = pair((one, section) => isFull(section) && isStranger(one, section) && seatOf(one) !== "");
    refused(
      environment,
      "swap_sections",
      swap(student.student_id, seatOf(student), full.section_id),
      "has no open seat",
    );
    const { agent } = campusOf(environment);
    expect(agent.students[student.student_id]?.enrollments).toEqual(student.enrollments);
  });

  test("refuses one section twice, other terms, and a seat that is not there", () => {
    using environment = world.open();
    const [student, open] = pair((one, section) => isOpen(section) && isStranger(one, section) && seatOf(one) !== "");
    const { student_id } = student;
    const own = seatOf(student);
    const winter = one(sections, ({ term_id }) => term_id === "2025WI").section_id;
    refused(environment, "swap_sections", swap(student_id, own, own), "nothing to swap");
    refused(environment, "swap_sections", swap(student_id, own, winter), "stays in one term");
    refused(environment, "swap_sections", swap(student_id, open.section_id, own), "has no seat in section");
    refused(environment, "swap_sections", swap(student_id, own, "CS101-99"), "list_sections");
    refused(environment, "swap_sections", swap("S000000", own, open.section_id), "find the student by email");
    const second = Object.keys(student.enrollments).find((id) => hasSeat(student, id) && id !== own) ?? "";
    refused(environment, "swap_sections", swap(student_id, own, second), "already enrolled");
  });
});

describe("change_enrollment_mode", () => {
  const [{ student_id }, { section_id }] = pair((one, { section_id }) => {
    return one.aid && hasSeat(one, section_id) && one.enrollments[section_id]?.mode === "credit";
  });
  const args = { student_id, section_id, mode: "audit" };

  test("goes both ways and moves no money", () => {
    using environment = world.open();
    const before = ok<Schedule>(environment, "get_student_schedule", { student_id, term_id: "2025SP" });
    const audited = ok<Schedule>(environment, "change_enrollment_mode", args);
    expect(entry(audited, section_id)).toMatchObject({ mode: "audit", status: "enrolled", refund: null });
    expect(audited.credits).toBe(before.credits - creditsOf(sectionOf(section_id)));
    refused(environment, "change_enrollment_mode", args, "already taken in mode audit");
    expect(ok<Schedule>(environment, "change_enrollment_mode", { ...args, mode: "credit" })).toEqual(before);
    expect(outcome(environment)).toEqual([]);
  });

  test("can carry the acknowledgement of aid", () => {
    using environment = world.open();
    ok(environment, "change_enrollment_mode", { ...args, aid_acknowledged: true });
    expect(campusOf(environment).agent.students[student_id]?.acknowledgements).toEqual(["2025SP"]);
  });

  test("refuses who has no seat", () => {
    using environment = world.open();
    const [stranger, section] = pair(isStranger);
    const wish = { student_id: stranger.student_id, section_id: section.section_id, mode: "audit" };
    refused(environment, "change_enrollment_mode", wish, "has no seat in section");
    refused(environment, "change_enrollment_mode", { ...args, student_id: "S000000" }, "find the student by email");
    refused(environment, "change_enrollment_mode", { ...args, section_id: "CS101-99" }, "list_sections");
  });
});

describe("waitlists", () => {
  const hasRoom = (section: Section) => isFull(section) && waiting(section) < section.waitlist_capacity;

  test("one joins at the end", () => {
    using environment = world.open();
    const [student, section] = pair((one, section) => {
      return isStranger(one, section) && hasRoom(section) && waiting(section) > 0;
    });
    const args = { student_id: student.student_id, section_id: section.section_id };
    const ahead = Object.keys(section.waitlist).length;
    const { waitlists } = ok<Schedule>(environment, "join_waitlist", args);
    const place = expect.objectContaining({ section_id: section.section_id, status: "waiting", line: ahead + 1 });
    expect(waitlists).toContainEqual(place);
    refused(environment, "join_waitlist", args, "already on the waitlist");
  });

  test("lines of two sections do not depend on which is joined first", () => {
    const joinable = spring.filter(hasRoom);
    const [student, first] = pair(isStranger, joinable);
    const second = one(joinable, (section) => section !== first && isStranger(student, section));
    const ends = [
      [first, second],
      [second, first],
    ].map((order) => {
      using environment = world.open();
      for (const { section_id } of order)
        ok(environment, "join_waitlist", { student_id: student.student_id, section_id });
      return outcome(environment);
    });
    expect(ends[0]).toEqual(ends[1]);
  });

  test("who leaves lets the others move up, and keeps no claim", () => {
    using environment = world.open();
    const section = one(spring, (one) => isFull(one) && waiting(one) > 1 && waiting(one) < one.waitlist_capacity);
    const { section_id } = section;
    const [first, second] = Object.entries(section.waitlist)
      .sort(([, a], [, b]) => a.place - b.place)
      .filter(([, { status }]) => status === "waiting")
      .map(([id]) => id) as [string, string];
    const lineOf = (student_id: string) => {
      const { waitlists } = ok<Schedule>(environment, "get_student_schedule", { student_id, term_id: "2025SP" });
      return waitlists.find((one) => one.section_id === section_id)?.line;
    };
    const [was, behind] = [lineOf(first), lineOf(second)];
    expect(behind).toBe((was ?? 0) + 1);
    ok(environment, "leave_waitlist", { student_id: first, section_id });
    expect([lineOf(first), lineOf(second)]).toEqual([undefined, was]);
    ok(environment, "join_waitlist", { student_id: first, section_id });
    expect(lineOf(first)).toBeGreaterThan(lineOf(second) ?? 0);
    expect(outcome(environment)).not.toEqual([]);
  });

  test("an offer that is not wanted goes to the next in line", () => {
    using environment = world.open();
    const section = one(spring, (one) => waiting(one) > 0 && waiting(one) < Object.keys(one.waitlist).length);
    const { section_id, waitlist } = section;
    const [offered] = Object.entries(waitlist).find(([, { status }]) => status === "offered") ?? [""];
    const [next] = Object.entries(waitlist).find(([, { status }]) => status === "waiting") ?? [""];
    ok(environment, "leave_waitlist", { student_id: offered, section_id });
    expect(campusOf(environment).agent.sections[section_id]?.waitlist[next]?.status).toBe("offered");
  });

  test("refuses lines that are not for the student", () => {
    using environment = world.open();
    const [stranger, open] = pair((one, section) => isOpen(section) && isStranger(one, section));
    const wish = { student_id: stranger.student_id, section_id: open.section_id };
    refused(environment, "join_waitlist", wish, "enroll instead of waiting");
    const [other, long] = pair(
      isStranger,
      spring.filter((section) => waiting(section) > 0 && waiting(section) === section.waitlist_capacity),
    );
    const second = { student_id: other.student_id, section_id: long.section_id };
    refused(environment, "join_waitlist", second, "choose another section");
    const [seated, full] = pair((one, section) => isFull(section) && hasSeat(one, section.section_id));
    const third = { student_id: seated.student_id, section_id: full.section_id };
    refused(environment, "join_waitlist", third, "already enrolled");
    refused(environment, "leave_waitlist", third, "is not on the waitlist");
    refused(environment, "join_waitlist", { ...third, section_id: "CS101-99" }, "list_sections");
    refused(environment, "leave_waitlist", { ...third, student_id: "S000000" }, "find the student by email");
  });
});

test("writes that have nothing to do with each other commute", () => {
  const [student, open] = pair((one, section) => {
    return isOpen(section) && isStranger(one, section) && Object.keys(one.enrollments).some((id) => hasSeat(one, id));
  });
  const { student_id } = student;
  const own = Object.keys(student.enrollments).find((id) => hasSeat(student, id)) ?? "";
  const full = one(spring, (section) => isStranger(student, section) && isFull(section) && waiting(section) < 2);
  const calls: [string, Record<string, Json>][] = [
    ["enroll_in_section", { student_id, section_id: open.section_id, mode: "credit" }],
    ["drop_section", { student_id, section_id: own, refund_percent: 100 }],
    ["join_waitlist", { student_id, section_id: full.section_id }],
    ["request_override", { student_id, kind: "credit_limit", target: "2025WI" }],
  ];
  const ends = [calls, calls.toReversed()].map((order) => {
    using environment = world.open();
    for (const [name, args] of order) ok(environment, name, args);
    expect(campusOf(environment).agent.audit_log.length).toBe(calls.length);
    return outcome(environment);
  });
  expect(ends[0]).toEqual(ends[1]);
});
