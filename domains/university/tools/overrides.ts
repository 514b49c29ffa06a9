/** Asking for what the rules allow only with somebody's word. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { readOverrides, requireSection, requireStudent, requireTerm } from "../records.ts";
import { overrideKinds, overrides } from "../schema.ts";
import { log, notify } from "../seats.ts";
import { studentIdInput } from "./students.ts";

const append = query((db) =>
  db
    .insert(overrides)
    .values({
      student_id: sql.placeholder("student"),
      kind: sql.placeholder("kind"),
      target: sql.placeholder("target"),
      status: sql.placeholder("status"),
    })
    .prepare(),
);

const Override = z.object({
  kind: z.enum(overrideKinds),
  target: z.string(),
  status: z.enum(["requested", "granted"]),
});

export const request_override = tool({
  description:
    "Request an override. 'consent' to a section that requires it is granted once the student signs the form in the portal; 'credit_limit' raises the limit of a term to 21 and is granted at once.",
  effect: "write",
  input: z.strictObject({
    student_id: studentIdInput,
    kind: z.enum(overrideKinds).describe("'consent' or 'credit_limit'"),
    target: z.string().describe("Of a consent the section, as 'CS490-01'; of a credit limit the term, as '2025SP'"),
  }),
  output: Override,
  run({ student_id, kind, target }, context) {
    const { db } = context;
    requireStudent(db, student_id);
    if (kind === "credit_limit") requireTerm(db, target);
    else if (!requireSection(db, target).consent_required) {
      throw new ToolError(`Section ${target} requires no consent: enroll without it`);
    }
    const known = readOverrides(db, student_id).find((other) => other.kind === kind && other.target === target);
    if (known?.status === "granted") throw new ToolError(`This override has been granted already: go on`);
    if (known)
      throw new ToolError(`This override has been requested already: the student signs the form in the portal`);
    const status: "requested" | "granted" = kind === "consent" ? "requested" : "granted";
    append(db).run({ student: student_id, kind, target, status });
    if (kind === "consent") notify(context, student_id, `consent ${target}`, `Sign the consent form for ${target}.`);
    log(context, "registrar", student_id, `request ${kind} ${target}`);
    return { kind, target, status };
  },
});
