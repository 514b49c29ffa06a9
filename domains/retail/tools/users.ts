/** Finding users, and their profile. */
import { and, asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { ToolError, tool } from "../../tool.ts";
import { readUser, User, type UserDocument } from "../document.ts";
import { users } from "../schema.ts";
import { addressColumns, addressInput } from "./address.ts";

const byEmail = query((db) =>
  db
    .select({ user_id: users.user_id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, sql.placeholder("email")))
    .orderBy(asc(users.position))
    .limit(1)
    .prepare(),
);

const byNameAndZip = query((db) =>
  db
    .select({ user_id: users.user_id })
    .from(users)
    .where(
      and(
        eq(users.zip, sql.placeholder("zip")),
        eq(sql`lower(${users.first_name})`, sql.placeholder("first_name")),
        eq(sql`lower(${users.last_name})`, sql.placeholder("last_name")),
      ),
    )
    .orderBy(asc(users.position))
    .limit(1)
    .prepare(),
);

/** @throws ToolError where there is no such user. */
export function requireUser(db: DomainDatabase, userId: string): UserDocument {
  const user = readUser(db, userId);
  if (user === undefined) throw new ToolError("User not found");
  return user;
}

export const find_user_id_by_email = tool({
  description: "Find a user's id by e-mail address.",
  effect: "read",
  input: z.strictObject({ email: z.string().describe("For example 'jo.doe12@example.com'; case does not matter") }),
  output: z.string(),
  run({ email }, { db }) {
    const user = byEmail(db).get({ email: email.toLowerCase() });
    if (user === undefined) throw new ToolError("User not found");
    return user.user_id;
  },
});

export const find_user_id_by_name_zip = tool({
  description: "Find a user's id by first name, last name and zip code: for users who don't have their e-mail at hand.",
  effect: "read",
  input: z.strictObject({
    first_name: z.string().describe("For example 'Jo'; case does not matter"),
    last_name: z.string().describe("For example 'Doe'; case does not matter"),
    zip: z.string().describe("For example '02134'"),
  }),
  output: z.string(),
  run({ first_name, last_name, zip }, { db }) {
    const names = { first_name: first_name.toLowerCase(), last_name: last_name.toLowerCase() };
    const user = byNameAndZip(db).get({ ...names, zip });
    if (user === undefined) throw new ToolError("User not found");
    return user.user_id;
  },
});

export const get_user_details = tool({
  description: "Read a user's profile: name, address, e-mail, payment methods and the ids of their orders.",
  effect: "read",
  input: z.strictObject({ user_id: z.string().describe("For example 'jo_doe_1234'") }),
  output: User,
  run({ user_id }, { db }) {
    return requireUser(db, user_id);
  },
});

const setAddress = query((db) =>
  db
    .update(users)
    .set(addressColumns)
    .where(eq(users.user_id, sql.placeholder("user_id")))
    .prepare(),
);

export const modify_user_address = tool({
  description:
    "Replace the default address in a user's profile. Orders keep their own address. The user must have confirmed.",
  effect: "write",
  input: z.strictObject({ user_id: z.string().describe("For example 'jo_doe_1234'"), ...addressInput }),
  output: User,
  run({ user_id, ...address }, { db }) {
    requireUser(db, user_id);
    setAddress(db).run({ user_id, ...address });
    return requireUser(db, user_id);
  },
});
