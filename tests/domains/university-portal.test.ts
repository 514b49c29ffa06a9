/** The student's side: it acts for the student who is signed in and nobody else, and what it does carries over. */
import { describe, expect, test } from "vitest";
import type { Environment, Json } from "../../domains/index.ts";
import { university } from "../../domains/university/index.ts";
import {
  campusOf,
  ok,
  one,
  openFor,
  outcome,
  pair,
  refused,
  spring,
  start,
  students,
  world,
} from "../support/university.ts";

const isActive = (student: (typeof students)[number], kind: "financial" | "advising" | "immunization" | "conduct") =>
  student.holds[kind]?.status === "active";
const act = <Value = Json>(environment: Environment, name: string, args: Record<string, Json> = {}) =>
  ok<Value>(environment, name, args, "user");
const refuse = (environment: Environment, name: string, args: Record<string, Json>, message: string) =>
  refused(environment, name, args, message, "user");
const meetingsOf = (student_id: string) => Object.keys(start.user.accounts[student_id]?.advising_meetings ?? {});

/** Every changed row is of this student. */
function expectOwnRows(environment: Environment, student_id: string): void {
  const strangers = environment.changes().filter(({ table, before, after }) => {
    return (after ?? before)?.[table.columns.indexOf("student_id")] !== student_id;
  });
  expect(strangers).toEqual([]);
}

describe("who is signed in", () => {
  const calls: [string, Record<string, Json>][] = [
    ["check_portal_notifications", {}],
    ["read_verification_code", {}],
    ["pay_balance", {}],
    ["accept_waitlist_offer", { section_id: "CS101-01" }],
    ["sign_consent_form", { section_id: "CS101-01" }],
    ["confirm_advising_meeting", { meeting_id: "ADV-00000" }],
  ];

  test("is nobody where no task says so", () => {
    using environment = world.open();
    expect(calls.map(([name]) => name).sort()).toEqual(Object.keys(university.tools.user).sort());
    for (const [name, args] of calls) refuse(environment, name, args, "Nobody is signed in");
  });

  test("is the task's student, whom no call can change", () => {
    const { student_id } = students[3] as (typeof students)[number];
    using environment = openFor(student_id);
    expect(act(environment, "check_portal_notifications")).toMatchObject({ student_id });
    expect(campusOf(environment).user.student_id).toBe(student_id);
    expect(environment.changes()).toEqual([]);
    refuse(environment, "set_student", { student_id: students[0]?.student_id ?? "" }, "not found");
    refuse(environment, "pay_balance", { student_id: students[0]?.student_id ?? "" }, "unknown argument 'student_id'");
  });

  test("must be a student", () => {
    expect(() => openFor("S000000")).toThrow("Student S000000 not found");
  });
});

describe("check_portal_notifications and read_verification_code", () => {
  test("show what waits for the student", () => {
    const signer = one(students, ({ overrides }) => overrides.some(({ status }) => status === "requested"));
    using environment = openFor(signer.student_id);
    const { target } = one(signer.overrides, ({ status }) => status === "requested");
    expect(act(environment, "check_portal_notifications")).toMatchObject({ consent_forms_to_sign: [target] });
    const code = start.user.accounts[signer.student_id]?.verification_code;
    expect(act(environment, "read_verification_code")).toBe(`Your verification code is ${code}.`);
  });

  test("show offers and meetings of their own", () => {
    for (const student of students.filter((student) => isActive(student, "advising"))) {
      using environment = openFor(student.student_id);
      const { advising_meetings } = act<{ advising_meetings: { meeting_id: string }[] }>(
        environment,
        "check_portal_notifications",
      );
      expect(advising_meetings.map(({ meeting_id }) => meeting_id).sort()).toEqual(
        meetingsOf(student.student_id).sort(),
      );
    }
  });
});

describe("pay_balance", () => {
  test("clears the financial hold, and only that one", () => {
    const student = one(students, (one) => isActive(one, "financial") && isActive(one, "advising"));
    const { student_id } = student;
    using environment = openFor(student_id);
    const { balance } = ok<{ balance: number }>(environment, "get_student_profile", { student_id });
    expect(act(environment, "pay_balance")).toBe(`You paid $${balance.toFixed(2)}. Your balance is now $0.00.`);
    expect(ok<object>(environment, "get_student_profile", { student_id })).toMatchObject({
      balance: 0,
      unpaid: [],
      holds: expect.arrayContaining([
        expect.objectContaining({ kind: "financial", status: "cleared" }),
        expect.objectContaining({ kind: "advising", status: "active" }),
      ]),
    });
    const { messages } = act<{ messages: object[] }>(environment, "check_portal_notifications");
    expect(messages).toContainEqual({
      subject: "financial hold",
      text: "The financial hold on your record has been cleared.",
    });
    expectOwnRows(environment, student_id);
    refuse(environment, "pay_balance", {}, "nothing to pay");
  });

  test("pays bills that keep nobody from anything, too", () => {
    const student = one(students, ({ charges, holds }) => {
      return holds.financial === undefined && Object.values(charges).some(({ paid }) => !paid);
    });
    using environment = openFor(student.student_id);
    act(environment, "pay_balance");
    expect(environment.changes().map(({ table }) => table.name)).not.toContain("holds");
  });

  test("has nothing to do where nothing is due", () => {
    const { student_id } = one(students, ({ charges }) => Object.values(charges).every(({ paid }) => paid));
    using environment = openFor(student_id);
    refuse(environment, "pay_balance", {}, "nothing to pay");
  });
});

describe("confirm_advising_meeting", () => {
  const student = one(students, (one) => isActive(one, "advising"));
  const { student_id } = student;
  const [first, second] = meetingsOf(student_id) as [string, string];

  test("clears the advising hold, and can be done once", () => {
    using environment = openFor(student_id);
    expect(act(environment, "confirm_advising_meeting", { meeting_id: second })).toContain("You confirmed the meeting");
    const { agent, user } = campusOf(environment);
    expect(agent.students[student_id]?.holds.advising?.status).toBe("cleared");
    expect(user.accounts[student_id]?.advising_meetings[first]?.status).toBe("proposed");
    expectOwnRows(environment, student_id);
    refuse(environment, "confirm_advising_meeting", { meeting_id: first }, "already");
    refuse(environment, "confirm_advising_meeting", { meeting_id: second }, "already");
  });

  test("is of the student's own meetings", () => {
    const other = one(students, (one) => isActive(one, "advising") && one !== student);
    using environment = openFor(student_id);
    const [foreign = ""] = meetingsOf(other.student_id);
    refuse(environment, "confirm_advising_meeting", { meeting_id: foreign }, "your notifications list the meetings");
    refuse(environment, "confirm_advising_meeting", { meeting_id: "ADV-00000" }, "No meeting ADV-00000");
  });
});

describe("sign_consent_form", () => {
  const [student, section] = pair((one, section) => {
    return section.consent_required && one.overrides.length === 0;
  });
  const { student_id } = student;
  const { section_id } = section;

  test("opens the section once the registrar has asked", () => {
    using environment = openFor(student_id);
    refuse(environment, "sign_consent_form", { section_id }, "no consent form");
    ok(environment, "request_override", { student_id, kind: "consent", target: section_id });
    expect(act(environment, "check_portal_notifications")).toMatchObject({ consent_forms_to_sign: [section_id] });
    act(environment, "sign_consent_form", { section_id });
    expect(ok<object>(environment, "get_student_profile", { student_id })).toMatchObject({
      overrides: [{ kind: "consent", target: section_id, status: "granted" }],
    });
    expectOwnRows(environment, student_id);
    refuse(environment, "sign_consent_form", { section_id }, "already");
  });

  test("knows no form of another student, and no section that is not there", () => {
    const other = one(students, ({ overrides }) => overrides.some(({ status }) => status === "requested"));
    const { target } = one(other.overrides, ({ status }) => status === "requested");
    using environment = openFor(student_id);
    refuse(environment, "sign_consent_form", { section_id: target }, "no consent form");
    refuse(environment, "sign_consent_form", { section_id: "CS101-99" }, "not found");
  });
});

describe("accept_waitlist_offer", () => {
  const [student, section] = pair((one, { waitlist }) => waitlist[one.student_id]?.status === "offered");
  const { student_id } = student;
  const { section_id } = section;

  test("turns the held seat into a seat for credit", () => {
    using environment = openFor(student_id);
    expect(act(environment, "check_portal_notifications")).toMatchObject({
      waitlist_offers: expect.arrayContaining([section_id]),
    });
    act(environment, "accept_waitlist_offer", { section_id });
    const { agent } = campusOf(environment);
    expect(agent.students[student_id]?.enrollments[section_id]).toEqual({ mode: "credit", status: "enrolled" });
    expect(agent.sections[section_id]?.waitlist[student_id]).toBeUndefined();
    expectOwnRows(environment, student_id);
    refuse(environment, "accept_waitlist_offer", { section_id }, "not on the waitlist");
  });

  test("gives nothing to the next in line", () => {
    const [next, offer] = pair((one, { waitlist }) => {
      const offered = Object.values(waitlist).some(({ status }) => status === "offered");
      return offered && waitlist[one.student_id]?.status === "waiting";
    });
    const { section_id, waitlist } = offer;
    const [accepting = ""] = Object.keys(waitlist).filter((id) => waitlist[id]?.status === "offered");
    using environment = openFor(accepting);
    act(environment, "accept_waitlist_offer", { section_id });
    expect(campusOf(environment).agent.sections[section_id]?.waitlist[next.student_id]?.status).toBe("waiting");
  });

  test("needs an offer of one's own", () => {
    const [waiter, other] = pair((one, { waitlist }) => waitlist[one.student_id]?.status === "waiting");
    using environment = openFor(waiter.student_id);
    refuse(environment, "accept_waitlist_offer", { section_id: other.section_id }, "No seat");
    const foreign = one(spring, ({ waitlist }) => waitlist[waiter.student_id] === undefined).section_id;
    refuse(environment, "accept_waitlist_offer", { section_id: foreign }, "not on the waitlist");
    refuse(environment, "accept_waitlist_offer", { section_id: "CS101-99" }, "not found");
  });

  test("follows a seat that opens while the student waits", () => {
    const [waiter, full] = pair((one, { waitlist }) => {
      const [first] = Object.entries(waitlist).sort(([, a], [, b]) => a.place - b.place);
      return first?.[0] === one.student_id && first[1].status === "waiting";
    });
    const seated = one(students, ({ enrollments }) => enrollments[full.section_id]?.status === "enrolled");
    using environment = openFor(waiter.student_id);
    const drop = { student_id: seated.student_id, section_id: full.section_id, refund_percent: 100 };
    ok(environment, "drop_section", drop);
    act(environment, "accept_waitlist_offer", { section_id: full.section_id });
  });
});

describe("settling", () => {
  test("finds nothing to do in the world as it is made", () => {
    using environment = world.open();
    ok(environment, "get_term_calendar");
    expect(environment.changes()).toEqual([]);
    expect(JSON.stringify(environment.state())).toBe(JSON.stringify(start));
  });

  test("comes to the same whether the student pays before or after the registrar acts", () => {
    const [student, section] = pair((one, section) => {
      return isActive(one, "financial") && one.enrollments[section.section_id]?.status === "enrolled";
    });
    const { student_id } = student;
    const drop = { student_id, section_id: section.section_id, refund_percent: 100 };
    using before = openFor(student_id);
    act(before, "pay_balance");
    ok(before, "drop_section", drop);
    using after = openFor(student_id);
    ok(after, "drop_section", drop);
    act(after, "pay_balance");
    expect(outcome(before)).toEqual(outcome(after));
  });
});

describe("assertions", () => {
  const check = (environment: Environment, name: string, args: Record<string, Json>) =>
    environment.holds({ requestor: "assistant", name, arguments: args });

  test("tell how far a student has come", () => {
    const student = one(students, (one) => isActive(one, "financial") && isActive(one, "advising"));
    const { student_id } = student;
    const section = one(spring, ({ consent_required }) => consent_required);
    const { section_id } = section;
    const [meeting_id = ""] = meetingsOf(student_id);
    using environment = openFor(student_id);
    const progress = () => [
      check(environment, "has_paid_balance", { student_id }),
      !check(environment, "has_active_hold", { student_id, kind: "financial" }),
      check(environment, "has_confirmed_meeting", { student_id, meeting_id }),
      !check(environment, "has_active_hold", { student_id, kind: "advising" }),
      check(environment, "has_signed_consent", { student_id, section_id }),
    ];
    expect(progress()).toEqual([false, false, false, false, false]);
    act(environment, "pay_balance");
    act(environment, "confirm_advising_meeting", { meeting_id });
    ok(environment, "request_override", { student_id, kind: "consent", target: section_id });
    expect(progress()).toEqual([true, true, true, true, false]);
    act(environment, "sign_consent_form", { section_id });
    expect(progress()).toEqual([true, true, true, true, true]);
  });

  test("tell seats from places in line", () => {
    const [student, section] = pair((one, { waitlist }) => waitlist[one.student_id]?.status === "offered");
    const args = { student_id: student.student_id, section_id: section.section_id };
    using environment = openFor(student.student_id);
    const where = () => [
      check(environment, "is_waiting", args),
      check(environment, "is_enrolled", { ...args, mode: "credit" }),
      check(environment, "is_enrolled", { ...args, mode: "audit" }),
    ];
    expect(where()).toEqual([true, false, false]);
    act(environment, "accept_waitlist_offer", { section_id: section.section_id });
    expect(where()).toEqual([false, true, false]);
  });
});
