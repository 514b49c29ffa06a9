/** What the student can do in the portal. Every tool acts for the student who is signed in, and for nobody else. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../database.ts";
import { ToolError, tool } from "../tool.ts";
import { readMeetings, readPortal, readVerificationCode, signedInStudent } from "./portal.ts";
import { lineOf, readAccount, readOverrides, requireSection } from "./records.ts";
import { advisingMeetings, charges, overrides } from "./schema.ts";
import { leaveLine, log, takeSeat } from "./seats.ts";

const studentId = sql.placeholder("student");
const dollars = (amount: number) => `$${amount.toFixed(2)}`;

export const check_portal_notifications = tool({
  description:
    "Look into your student portal: balance, consent forms to sign, waitlist offers, advising meetings, and messages.",
  effect: "read",
  asked: {
    words: [
      ...[
        "notification",
        "notifications",
        "portal messages",
        "waitlist offers",
        "proposed meetings",
        "open the portal",
      ],
      ...["check the portal", "look into the portal", "look in the portal", "check the student portal"],
      ...["open the student portal", "meetings the advisor", "meetings that the advisor", "meetings are proposed"],
      ...["meetings are offered", "meetings are listed", "meetings you see", "meetings do you see"],
    ],
  },
  input: z.strictObject({}),
  output: z.object({
    student_id: z.string(),
    balance: z.number(),
    consent_forms_to_sign: z.array(z.string()),
    waitlist_offers: z.array(z.string()),
    advising_meetings: z.array(
      z.object({
        meeting_id: z.string(),
        advisor: z.string(),
        starts_at: z.string(),
        status: z.enum(["proposed", "confirmed"]),
      }),
    ),
    messages: z.array(z.object({ subject: z.string(), text: z.string() })),
  }),
  run(_, { db }) {
    return readPortal(db, signedInStudent(db));
  },
});

export const read_verification_code = tool({
  description: "Read the verification code that your portal shows: the registrar asks for it to change contact data.",
  effect: "read",
  asked: {
    words: ["verification code", "security code", "six digit code", "6 digit code", "read me the code", "the code"],
  },
  input: z.strictObject({}),
  output: z.string(),
  run(_, { db }) {
    return `Your verification code is ${readVerificationCode(db, signedInStudent(db))}.`;
  },
});

export const accept_waitlist_offer = tool({
  description: "Accept the seat that a section's waitlist offers you: you are enrolled for credit.",
  effect: "write",
  asked: {
    words: [
      "waitlist offer",
      "offered seat",
      "seat offer",
      "accept the offer",
      "accept the seat",
      "accept it in",
      "accept it there",
    ],
    own: true,
  },
  input: z.strictObject({ section_id: z.string().describe("For example 'CS201-02'") }),
  output: z.string(),
  run({ section_id }, context) {
    const student = signedInStudent(context.db);
    requireSection(context.db, section_id);
    const waiter = lineOf(context.db, section_id).find(({ student_id }) => student_id === student);
    if (waiter === undefined) throw new ToolError(`You are not on the waitlist of section ${section_id}`);
    if (waiter.status !== "offered")
      throw new ToolError(`No seat in section ${section_id} has been offered to you yet`);
    takeSeat(context, student, section_id, "credit");
    leaveLine(context, student, section_id);
    log(context, "student", student, `accept offer ${section_id}`);
    return `You are now enrolled in section ${section_id}.`;
  },
});

const payCharges = query((db) =>
  db
    .update(charges)
    .set({ paid: true })
    .where(and(eq(charges.student_id, studentId), eq(charges.paid, false)))
    .prepare(),
);

export const pay_balance = tool({
  description: "Pay the whole balance of your student account with the payment card on file.",
  effect: "write",
  asked: {
    words: [
      ...["pay the balance", "outstanding balance", "full balance", "pay what you owe", "balance due"],
      ...["settle the balance", "clear the balance", "make the payment", "make a payment", "complete the payment"],
      ...[
        "outstanding amount",
        "pay off",
        "pay it in full",
        "pay it in the portal",
        "pay the amount",
        "pay the full amount",
      ],
    ],
  },
  input: z.strictObject({}),
  output: z.string(),
  run(_, context) {
    const student = signedInStudent(context.db);
    const { balance } = readAccount(context.db, student);
    if (balance === 0) throw new ToolError("Your balance is $0.00: there is nothing to pay");
    payCharges(context.db).run({ student });
    log(context, "student", student, `pay ${dollars(balance)}`);
    return `You paid ${dollars(balance)}. Your balance is now $0.00.`;
  },
});

const grantConsent = query((db) =>
  db
    .update(overrides)
    .set({ status: "granted" })
    .where(
      and(
        eq(overrides.student_id, studentId),
        eq(overrides.kind, "consent"),
        eq(overrides.target, sql.placeholder("section")),
      ),
    )
    .prepare(),
);

export const sign_consent_form = tool({
  description: "Sign the consent form for a section that requires consent, once the registrar has requested it.",
  effect: "write",
  asked: { words: ["consent form", "sign the form", "sign that form", "sign the consent", "sign it"], own: true },
  input: z.strictObject({ section_id: z.string().describe("For example 'CS490-01'") }),
  output: z.string(),
  run({ section_id }, context) {
    const student = signedInStudent(context.db);
    requireSection(context.db, section_id);
    const form = readOverrides(context.db, student).find(
      ({ kind, target }) => kind === "consent" && target === section_id,
    );
    if (form === undefined) throw new ToolError(`There is no consent form for section ${section_id} in your portal`);
    if (form.status === "granted") throw new ToolError(`You have signed the form for section ${section_id} already`);
    grantConsent(context.db).run({ student, section: section_id });
    log(context, "student", student, `sign consent ${section_id}`);
    return `You signed the consent form for section ${section_id}. Consent is granted.`;
  },
});

const confirmMeeting = query((db) =>
  db
    .update(advisingMeetings)
    .set({ status: "confirmed" })
    .where(eq(advisingMeetings.meeting_id, sql.placeholder("meeting")))
    .prepare(),
);

export const confirm_advising_meeting = tool({
  description: "Confirm one of the meetings that your advisor proposes in the portal.",
  effect: "write",
  asked: {
    words: [
      ...["advising meeting", "advisor meeting", "meeting with your advisor", "advising appointment"],
      ...["confirm the meeting", "confirm that meeting", "confirm this meeting", "confirm one of the meetings"],
      ...["confirm one of these meetings", "confirm one of those meetings", "confirm meeting"],
      ...[
        "confirm one that",
        "confirm one of them",
        "confirm it in",
        "confirm it there",
        "select the meeting",
        "choose the meeting",
        "book the meeting",
      ],
    ],
    own: true,
  },
  input: z.strictObject({ meeting_id: z.string().describe("For example 'ADV-48213'") }),
  output: z.string(),
  run({ meeting_id }, context) {
    const student = signedInStudent(context.db);
    const meetings = readMeetings(context.db, student);
    const meeting = meetings.find((one) => one.meeting_id === meeting_id);
    if (meeting === undefined) {
      throw new ToolError(`No meeting ${meeting_id} is proposed to you: your notifications list the meetings`);
    }
    const confirmed = meetings.find(({ status }) => status === "confirmed");
    if (confirmed) throw new ToolError(`You have confirmed meeting ${confirmed.meeting_id} already`);
    confirmMeeting(context.db).run({ meeting: meeting_id });
    log(context, "student", student, `confirm meeting ${meeting_id}`);
    const [day, time] = meeting.starts_at.split("T");
    return `You confirmed the meeting with ${meeting.advisor} on ${day} at ${time}.`;
  },
});
