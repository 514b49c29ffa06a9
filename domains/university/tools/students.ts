/** Finding a student, the profile, and contact data. */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { readAccount, readOverrides, readTranscript, requireStudent } from "../records.ts";
import {
  acknowledgements,
  holdKinds,
  holds,
  levels,
  overrideKinds,
  portalAccounts,
  standings,
  students,
} from "../schema.ts";
import { log } from "../seats.ts";

const id = sql.placeholder("id");

export const studentIdInput = z.string().describe("For example 'S204817'");

const Address = z.strictObject({
  address1: z.string().min(1).describe("Street and number, for example '12 Alder Lane'"),
  address2: z.string().describe("Apartment or unit, for example 'Apt 4'; '' where there is none"),
  city: z.string().min(1).describe("For example 'Boston'"),
  state: z
    .string()
    .regex(/^[A-Z]{2}$/, "two capital letters")
    .describe("Two letters, for example 'MA'"),
  zip: z
    .string()
    .regex(/^\d{5}$/, "five digits")
    .describe("For example '02134'"),
});

export const Profile = z.object({
  student_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: Address,
  level: z.enum(levels),
  standing: z.enum(standings),
  major: z.string(),
  residency: z.enum(["resident", "nonresident"]),
  aid: z.boolean(),
  gpa: z.number().nullable(),
  credits_earned: z.number(),
  balance: z.number(),
  unpaid: z.array(z.object({ description: z.string(), amount: z.number(), due_on: z.string() })),
  holds: z.array(z.object({ kind: z.enum(holdKinds), status: z.enum(["active", "cleared"]), placed_on: z.string() })),
  overrides: z.array(
    z.object({ kind: z.enum(overrideKinds), target: z.string(), status: z.enum(["requested", "granted"]) }),
  ),
  below_full_time_acknowledged: z.array(z.string()),
});

const byEmail = query((db) =>
  db
    .select({ student_id: students.student_id })
    .from(students)
    .where(eq(sql`lower(${students.email})`, sql.placeholder("email")))
    .prepare(),
);
const byNameAndBirth = query((db) =>
  db
    .select({ student_id: students.student_id })
    .from(students)
    .where(
      and(
        eq(students.date_of_birth, sql.placeholder("date_of_birth")),
        eq(sql`lower(${students.first_name})`, sql.placeholder("first_name")),
        eq(sql`lower(${students.last_name})`, sql.placeholder("last_name")),
      ),
    )
    .prepare(),
);
const holdsOf = query((db) =>
  db
    .select({ kind: holds.kind, status: holds.status, placed_on: holds.placed_on })
    .from(holds)
    .where(eq(holds.student_id, id))
    .orderBy(holds.kind)
    .prepare(),
);
const acknowledgedBy = query((db) =>
  db
    .select({ term_id: acknowledgements.term_id })
    .from(acknowledgements)
    .where(eq(acknowledgements.student_id, id))
    .orderBy(acknowledgements.term_id)
    .prepare(),
);
const codeOf = query((db) =>
  db
    .select({ code: portalAccounts.verification_code })
    .from(portalAccounts)
    .where(eq(portalAccounts.student_id, id))
    .prepare(),
);

function readProfile(db: DomainDatabase, student: string): z.output<typeof Profile> {
  const { address1, address2, city, state, zip, date_of_birth: _, ...row } = requireStudent(db, student);
  const { gpa, credits_earned } = readTranscript(db, student);
  return {
    ...row,
    address: { address1, address2, city, state, zip },
    gpa,
    credits_earned,
    ...readAccount(db, student),
    holds: holdsOf(db).all({ id: student }),
    overrides: readOverrides(db, student),
    below_full_time_acknowledged: acknowledgedBy(db)
      .all({ id: student })
      .map(({ term_id }) => term_id),
  };
}

export const find_student_by_email = tool({
  description: "Find a student's id by e-mail address.",
  effect: "read",
  input: z.strictObject({ email: z.string().describe("For example 'jo.doe12@example.edu'; case does not matter") }),
  output: z.string(),
  run({ email }, { db }) {
    const student = byEmail(db).get({ email: email.trim().toLowerCase() });
    if (student === undefined) {
      throw new ToolError("No student has this e-mail: check the spelling, or use name and date of birth");
    }
    return student.student_id;
  },
});

export const find_student_by_name_dob = tool({
  description:
    "Find a student's id by first name, last name and date of birth: for students who don't have their e-mail at hand.",
  effect: "read",
  input: z.strictObject({
    first_name: z.string().describe("For example 'Jo'; case does not matter"),
    last_name: z.string().describe("For example 'Doe'; case does not matter"),
    date_of_birth: z.iso.date().describe("Year, month, day, for example '2004-09-30'"),
  }),
  output: z.string(),
  run({ first_name, last_name, date_of_birth }, { db }) {
    const names = { first_name: first_name.trim().toLowerCase(), last_name: last_name.trim().toLowerCase() };
    const student = byNameAndBirth(db).get({ ...names, date_of_birth });
    if (student === undefined) {
      throw new ToolError("No student has this name and date of birth: check both, or use the e-mail");
    }
    return student.student_id;
  },
});

export const get_student_profile = tool({
  description:
    "Read a student's profile: contact data, level, standing, major, residency, aid, GPA, credits earned, balance, holds, overrides.",
  effect: "read",
  input: z.strictObject({ student_id: studentIdInput }),
  output: Profile,
  run({ student_id }, { db }) {
    return readProfile(db, student_id);
  },
});

export const update_contact_info = tool({
  description:
    "Change a student's email, phone or postal address; what is left out stays. Needs the verification code that the student reads in the portal. The student must have confirmed the new data.",
  effect: "write",
  input: z.strictObject({
    student_id: studentIdInput,
    verification_code: z.string().describe("The six digits that the student read to you, for example '402917'"),
    email: z.email().optional().describe("The new e-mail address"),
    phone: z.string().min(1).optional().describe("The new phone number, for example '617-555-0142'"),
    address: Address.optional().describe("The new postal address, whole"),
  }),
  output: Profile,
  run({ student_id, verification_code, email, phone, address }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    if (codeOf(db).get({ id: student_id })?.code !== verification_code.trim()) {
      throw new ToolError("The verification code is wrong: the student reads the right one in the portal");
    }
    const change = { ...(email === undefined ? {} : { email }), ...(phone === undefined ? {} : { phone }), ...address };
    if (Object.keys(change).length === 0)
      throw new ToolError("Nothing to change: give an email, a phone or an address");
    if (email !== undefined) {
      const holder = byEmail(db).get({ email: email.toLowerCase() });
      if (holder !== undefined && holder.student_id !== student_id) {
        throw new ToolError(`The e-mail ${email} is in use: ask for another one`);
      }
    }
    db.update(students).set(change).where(eq(students.student_id, student_id)).run();
    log(context, "registrar", student_id, `contact data: ${Object.keys(change).join(", ")}`);
    return readProfile(db, student_id);
  },
});
