/** A user's profile, and certificates for them. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { checkAmount, newCertificateIds } from "../quirks.ts";
import { readPaymentMethod, readUser } from "../records.ts";
import { paymentMethods } from "../schema.ts";
import { User, type UserDocument } from "../shapes.ts";
import { decimalNumber, userIdInput } from "./inputs.ts";

/** @throws ToolError where there is no such user. */
export function requireUser(db: DomainDatabase, userId: string): UserDocument {
  const user = readUser(db, userId);
  if (user === undefined) throw new ToolError(`User ${userId} not found`);
  return user;
}

export const get_user_details = tool({
  description:
    "Read a user's profile: name, address, e-mail, date of birth, payment methods and what they hold, saved passengers, membership, and the ids of their reservations.",
  effect: "read",
  input: z.strictObject({ user_id: userIdInput }),
  output: User,
  run({ user_id }, { db }) {
    return requireUser(db, user_id);
  },
});

const lastMethod = query((db) =>
  db
    .select({ position: sql<number | null>`max(${paymentMethods.position})` })
    .from(paymentMethods)
    .where(eq(paymentMethods.user_id, sql.placeholder("id")))
    .prepare(),
);

const addCertificate = query((db) =>
  db
    .insert(paymentMethods)
    .values({
      user_id: sql.placeholder("user_id"),
      payment_method_id: sql.placeholder("id"),
      position: sql.placeholder("position"),
      source: "certificate",
      amount: sql.placeholder("amount"),
    })
    .prepare(),
);

export const send_certificate = tool({
  description:
    "Give a user a certificate, with which they can pay for a booking later. Only as compensation that the domain policy grants.",
  effect: "write",
  input: z.strictObject({
    user_id: userIdInput,
    amount: decimalNumber.describe("In dollars, for example 150"),
  }),
  output: z.string(),
  run({ user_id, amount }, { db, world }) {
    requireUser(db, user_id);
    checkAmount(world, amount);
    for (const id of newCertificateIds(world, user_id, amount)) {
      if (readPaymentMethod(db, user_id, id) !== undefined) continue;
      const position = (lastMethod(db).get({ id: user_id })?.position ?? -1) + 1;
      addCertificate(db).run({ user_id, id, position, amount });
      return `Certificate ${id} added to user ${user_id} with amount ${amount}.`;
    }
    throw new ToolError("Too many certificates");
  },
});
