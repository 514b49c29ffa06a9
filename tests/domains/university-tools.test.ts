/** What the registrar's tools read and refuse, besides taking and leaving seats. */
import { describe, expect, test } from "vitest";
import { ok, one, openFor, openSeats, refused, spring, start, students, world } from "../support/university.ts";

interface Profile {
  gpa: number | null;
  credits_earned: number;
  balance: number;
  unpaid: { amount: number }[];
  holds: { kind: string; status: string }[];
  overrides: { kind: string; target: string; status: string }[];
  email: string;
  phone: string;
  address: Record<string, string>;
}

const anyone = students[0] as (typeof students)[number];

describe("finding a student", () => {
  const { student_id, email, first_name, last_name, date_of_birth } = anyone;

  test("by e-mail, whatever its case", () => {
    using environment = world.open();
    expect(ok(environment, "find_student_by_email", { email: ` ${email.toUpperCase()}` })).toBe(student_id);
    refused(environment, "find_student_by_email", { email: "nobody@example.com" }, "use name and date of birth");
  });

  test("by name and date of birth, whatever the case", () => {
    using environment = world.open();
    const names = { first_name: first_name.toUpperCase(), last_name: last_name.toLowerCase() };
    expect(ok(environment, "find_student_by_name_dob", { ...names, date_of_birth })).toBe(student_id);
    refused(environment, "find_student_by_name_dob", { ...names, date_of_birth: "1990-01-01" }, "use the e-mail");
    refused(environment, "find_student_by_name_dob", { ...names, date_of_birth: "1 May 2004" }, "date_of_birth");
  });
});

describe("a student's records", () => {
  test("the profile computes what is not stored, and shows no code", () => {
    using environment = world.open();
    for (const student of students) {
      const { student_id, charges, holds, transcript } = student;
      const profile = ok<Profile>(environment, "get_student_profile", { student_id });
      const unpaid = Object.values(charges).filter(({ paid }) => !paid);
      expect(profile.balance).toBe(unpaid.reduce((sum, { amount }) => sum + amount, 0));
      expect(profile.holds.length).toBe(Object.keys(holds).length);
      const { gpa, credits_earned, entries } = ok<Profile & { entries: unknown[] }>(environment, "get_transcript", {
        student_id,
      });
      expect([profile.gpa, profile.credits_earned]).toEqual([gpa, credits_earned]);
      expect(entries.length).toBe(transcript.length);
      expect(JSON.stringify(profile)).not.toContain(start.user.accounts[student_id]?.verification_code);
    }
  });

  test("the transcript lists terms in their order", () => {
    using environment = world.open();
    const { student_id } = one(students, ({ transcript }) => new Set(transcript.map(({ term }) => term)).size > 4);
    const { entries } = ok<{ entries: { term: string }[] }>(environment, "get_transcript", { student_id });
    const terms = [...new Set(entries.map(({ term }) => term))];
    const moment = (term: string) => Number(term.slice(0, 4)) * 2 + (term.endsWith("FA") ? 1 : 0);
    expect(terms).toEqual(terms.toSorted((a, b) => moment(a) - moment(b)));
    expect(terms.length).toBeGreaterThan(4);
  });

  test("the schedule counts seats for credit alone", () => {
    using environment = world.open();
    for (const { student_id, enrollments } of students) {
      const schedule = ok<{ credits: number; sections: { credits: number; mode: string; status: string }[] }>(
        environment,
        "get_student_schedule",
        { student_id, term_id: "2025SP" },
      );
      const own = Object.keys(enrollments).filter((id) => start.agent.sections[id]?.term_id === "2025SP");
      expect(schedule.sections.length).toBe(own.length);
      const counted = schedule.sections.filter(({ mode, status }) => mode === "credit" && status === "enrolled");
      expect(schedule.credits).toBe(counted.reduce((sum, { credits }) => sum + credits, 0));
    }
  });

  test("the schedule tells the place in line", () => {
    using environment = world.open();
    const { section_id, waitlist } = one(spring, (section) => Object.keys(section.waitlist).length > 2);
    const line = Object.entries(waitlist).sort(([, a], [, b]) => a.place - b.place);
    for (const [at, [student_id, { status }]] of line.entries()) {
      const { waitlists } = ok<{ waitlists: object[] }>(environment, "get_student_schedule", {
        student_id,
        term_id: "2025SP",
      });
      expect(waitlists).toContainEqual(expect.objectContaining({ section_id, status, line: at + 1 }));
    }
  });

  test.each([
    ["get_student_profile", { student_id: "S000000" }, "find the student by email"],
    ["get_transcript", { student_id: "S000000" }, "find the student by email"],
    ["get_student_schedule", { student_id: "S000000", term_id: "2025SP" }, "find the student by email"],
    ["get_student_schedule", { student_id: anyone.student_id, term_id: "2025SU" }, "get_term_calendar"],
  ])("%s refuses %o", (name, args, message) => {
    using environment = world.open();
    refused(environment, name, args, message);
  });
});

describe("the catalogue", () => {
  test("is searched by words, ids and departments", () => {
    using environment = world.open();
    const find = (args: Record<string, string>) =>
      ok<{ course_id: string }[]>(environment, "search_courses", args).map(({ course_id }) => course_id);
    expect(find({ text: "data struct" })).toEqual(["CS201"]);
    expect(find({ text: "chem101" })).toEqual(["CHEM101", "CHEM101L"]);
    expect(find({ department_id: "PHIL" }).length).toBe(10);
    expect(find({ department_id: "PHIL", text: "Ethics" })).toEqual(["PHIL210"]);
    expect(find({ text: "alchemy" })).toEqual([]);
    refused(environment, "search_courses", {}, "Give a text or a department_id");
    refused(environment, "search_courses", { department_id: "XYZ" }, "search by text");
  });

  test("tells what a course asks for, and who needs it", () => {
    using environment = world.open();
    expect(ok(environment, "get_course_details", { course_id: "CS210" })).toEqual({
      course_id: "CS210",
      department_id: "CS",
      title: "Computer Organization",
      credits: 3,
      level_minimum: "freshman",
      repeatable: false,
      prerequisites: [{ course_id: "CS101", minimum_grade: "C" }],
      corequisites: ["CS210L"],
      required_for_majors: ["CS"],
    });
    refused(environment, "get_course_details", { course_id: "CS999" }, "search_courses");
  });

  test("tells each section's seats as the rows have them", () => {
    using environment = world.open();
    for (const course_id of new Set(spring.map((section) => section.course_id))) {
      const listed = ok<{ section_id: string; open_seats: number; enrolled: number; waiting: number }[]>(
        environment,
        "list_sections",
        { course_id, term_id: "2025SP" },
      );
      const own = spring.filter((section) => section.course_id === course_id);
      expect(listed.map(({ section_id }) => section_id)).toEqual(own.map(({ section_id }) => section_id));
      for (const [at, section] of own.entries()) {
        const waiting = Object.values(section.waitlist).filter(({ status }) => status === "waiting").length;
        expect(listed[at]).toMatchObject({ open_seats: openSeats(section), waiting });
      }
    }
    refused(environment, "list_sections", { course_id: "CS999", term_id: "2025SP" }, "search_courses");
    refused(environment, "list_sections", { course_id: "CS101", term_id: "2025SU" }, "get_term_calendar");
  });

  test("has a calendar with today's date", () => {
    using environment = world.open();
    const { today, terms } = ok<{ today: string; terms: { term_id: string; add_deadline: string }[] }>(
      environment,
      "get_term_calendar",
    );
    expect(today).toBe("2025-01-15");
    expect(terms.map(({ term_id, add_deadline }) => [term_id, add_deadline >= today])).toEqual([
      ["2024FA", false],
      ["2025WI", false],
      ["2025SP", true],
    ]);
  });
});

describe("update_contact_info", () => {
  const { student_id } = anyone;
  const verification_code = start.user.accounts[student_id]?.verification_code ?? "";
  const address = { address1: "9 Elm Row", address2: "", city: "Salem", state: "MA", zip: "01970" };

  test("changes what is given and leaves the rest", () => {
    using environment = world.open();
    const before = ok<Profile>(environment, "get_student_profile", { student_id });
    const args = { student_id, verification_code, phone: "617-555-0142" };
    expect(ok(environment, "update_contact_info", args)).toEqual({ ...before, phone: "617-555-0142" });
    const moved = { student_id, verification_code, email: "New.Mail@example.com", address };
    const after = ok<Profile>(environment, "update_contact_info", moved);
    expect(after).toEqual({ ...before, phone: "617-555-0142", email: "New.Mail@example.com", address });
    expect(ok(environment, "find_student_by_email", { email: "new.mail@example.com" })).toBe(student_id);
  });

  test.each([
    ["a wrong code", { verification_code: "000000", phone: "1" }, "the student reads the right one in the portal"],
    ["nothing to change", {}, "Nothing to change"],
    ["another student's e-mail", { email: students[1]?.email.toUpperCase() ?? "" }, "is in use"],
    ["what is no e-mail", { email: "jo" }, "email"],
    ["half an address", { address: { address1: "9 Elm Row", city: "Salem" } }, "address"],
    ["a state in words", { address: { ...address, state: "Massachusetts" } }, "two capital letters"],
    ["a name", { first_name: "Jo" }, "unknown argument 'first_name'"],
    ["a student who is not there", { student_id: "S000000" }, "find the student by email"],
  ])("refuses %s", (_, change, message) => {
    using environment = world.open();
    refused(environment, "update_contact_info", { student_id, verification_code, ...change }, message);
  });

  test("takes no code of another student", () => {
    using environment = world.open();
    const other = start.user.accounts[students[1]?.student_id ?? ""]?.verification_code ?? "";
    refused(environment, "update_contact_info", { student_id, verification_code: other, phone: "1" }, "code is wrong");
  });
});

describe("request_override", () => {
  const { section_id } = one(spring, (section) => section.consent_required);
  const student = one(students, ({ overrides }) => overrides.length === 0);
  const { student_id } = student;

  test("a consent waits for the student, a credit limit for nobody", () => {
    using environment = world.open();
    const consent = { kind: "consent", target: section_id, status: "requested" };
    expect(ok(environment, "request_override", { student_id, kind: "consent", target: section_id })).toEqual(consent);
    const limit = { kind: "credit_limit", target: "2025SP", status: "granted" };
    expect(ok(environment, "request_override", { student_id, kind: "credit_limit", target: "2025SP" })).toEqual(limit);
    const { overrides } = ok<Profile>(environment, "get_student_profile", { student_id });
    expect(overrides).toEqual([consent, limit]);
    refused(environment, "request_override", { student_id, kind: "consent", target: section_id }, "student signs");
    refused(environment, "request_override", { student_id, kind: "credit_limit", target: "2025SP" }, "granted already");
  });

  test.each([
    ["a section that needs none", { kind: "consent", target: "CS101-01" }, "requires no consent"],
    ["a section that is not there", { kind: "consent", target: "CS101-99" }, "list_sections"],
    ["a term that is not there", { kind: "credit_limit", target: "CS101-01" }, "get_term_calendar"],
    ["a prerequisite", { kind: "prerequisite", target: "CS201" }, "kind"],
    ["a student who is not there", { student_id: "S000000", kind: "consent", target: section_id }, "by email"],
  ])("refuses %s", (_, change, message) => {
    using environment = world.open();
    refused(environment, "request_override", { student_id, ...change }, message);
  });
});

test("the desk computes and hands over", () => {
  using environment = world.open();
  expect(ok(environment, "calculate", { expression: "0.5 * 4 * 905" })).toBe("1810");
  refused(environment, "calculate", { expression: "half of it" }, "Invalid characters");
  expect(ok(environment, "transfer_to_human_agents", { summary: "A name change." })).toBe("Transfer successful");
  expect(environment.changes()).toEqual([]);
});

test("two environments never see each other", () => {
  const { student_id } = anyone;
  const code = start.user.accounts[student_id]?.verification_code ?? "";
  using one = openFor(student_id);
  using other = openFor(students[1]?.student_id ?? "");
  ok(one, "update_contact_info", { student_id, verification_code: code, phone: "617-555-0142" });
  expect(ok<Profile>(other, "get_student_profile", { student_id }).phone).toBe(anyone.phone);
  expect(other.changes()).toEqual([]);
  expect(ok(other, "read_verification_code", {}, "user")).not.toContain(code);
});
