/** The apps on the phone, what they may do, and whether picture messages go out. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type DomainDatabase, query } from "../../database.ts";
import { tool } from "../../tool.ts";
import { canSendMms } from "../phone/network.ts";
import { type App, readApps, readPhone, readSurroundings } from "../phone/state.ts";
import { apps } from "../schema.ts";
import { type Permission, permissions } from "../user-document.ts";
import { withStatusBar } from "./press.ts";

const appNameInput = z.string().describe("For example 'messaging'");
const appNames = { app_name: { messaging: ["messaging", "messages", "messenger", "texting"], browser: ["browser"] } };

const setPermissions = query((db) =>
  db
    .update(apps)
    .set({
      sms: sql`${sql.placeholder("sms")}`,
      storage: sql`${sql.placeholder("storage")}`,
      phone: sql`${sql.placeholder("phone")}`,
      network: sql`${sql.placeholder("network")}`,
    })
    .where(eq(apps.app_name, sql.placeholder("name")))
    .prepare(),
);

/** Gives an app a permission, or takes it away. */
export function permit(db: DomainDatabase, app: App, permission: Permission, isGranted: boolean): void {
  const after = { ...app, [permission]: isGranted };
  const flags = Object.fromEntries(permissions.map((name) => [name, Number(after[name])]));
  setPermissions(db).run({ name: app.app_name, ...flags });
}

export function findApp(db: DomainDatabase, name: string): App | undefined {
  return readApps(db).find(({ app_name }) => app_name === name);
}

function granted(app: App): Permission[] {
  return permissions.filter((permission) => app[permission]);
}

export const check_installed_apps = tool({
  description: "List the apps on the phone.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: ["installed apps", "list of apps", "apps on your phone", "apps are installed", "which apps", "what apps"],
  },
  run(_, { db }) {
    const names = readApps(db).map(({ app_name }) => app_name);
    return `The following apps are installed on the phone: ${names.join(", ")}`;
  },
});

export const check_app_status = tool({
  description: "Look up an app on the phone, with what it may do.",
  effect: "read",
  input: z.strictObject({ app_name: appNameInput }),
  output: z.string(),
  asked: { words: ["app status", "status of the app", "app details", "status of your"], values: appNames },
  run({ app_name }, { db }) {
    const app = findApp(db, app_name);
    if (app === undefined) return `App '${app_name}' not found on this phone.`;
    const list = granted(app);
    const lines =
      list.length > 0
        ? [" - Permissions Granted:", ...list.map((name) => `   - ${name}`)]
        : [" - Permissions: None granted."];
    return [`Status for App: ${app_name}`, ...lines].join("\n");
  },
});

export const check_app_permissions = tool({
  description: "Look up what an app on the phone may do.",
  effect: "read",
  input: z.strictObject({ app_name: appNameInput }),
  output: z.string(),
  asked: { words: ["permission", "permissions", "allowed to do", "app access"], values: appNames },
  run({ app_name }, { db }) {
    const app = findApp(db, app_name);
    if (app === undefined) return `App '${app_name}' not found on this phone.`;
    const list = granted(app);
    if (list.length === 0) return `App '${app_name}' currently has no permissions granted.`;
    return `App '${app_name}' has permission for: ${list.join(", ")}.`;
  },
});

export const grant_app_permission = tool({
  description: "Allow an app on the phone one thing more.",
  effect: "write",
  input: z.strictObject({
    app_name: appNameInput,
    permission: z.string().describe(`One of ${permissions.join(", ")}; case does not matter`),
  }),
  output: z.string(),
  asked: {
    words: [
      "grant",
      "permission",
      "permissions",
      "allow the app",
      "allow the messaging",
      "allow your messaging",
      "allow messaging",
      "let the messaging app",
      "let your messaging app",
      "give the messaging app",
      "give your messaging app",
      "access to sms",
      "access to your sms",
      "access to storage",
      "access to your storage",
    ],
    values: {
      ...appNames,
      permission: {
        sms: ["sms", "text messages", "texts"],
        storage: ["storage", "files", "photos", "media"],
        phone: ["phone permission", "phone access", "calls"],
        network: ["network permission", "network access"],
      },
    },
  },
  run({ app_name, permission }, { db }) {
    const wanted = permission.toLowerCase();
    const phone = readPhone(db);
    const app = findApp(db, app_name);
    if (app === undefined) {
      return withStatusBar(`Error. App '${app_name}' not found. Cannot grant permission.`, phone);
    }
    const known = permissions.find((name) => name === wanted);
    if (known === undefined) {
      const available = permissions.map((name) => `'${name}'`).join(", ");
      return withStatusBar(
        `Error. Permission '${wanted}' not tracked for app '${app_name}', available permissions: [${available}]`,
        phone,
      );
    }
    permit(db, app, known, true);
    return withStatusBar(`Success. Permission '${wanted}' granted to app '${app_name}'.`, phone);
  },
});

export const can_send_mms = tool({
  description: "Try whether the messaging app can send a picture message.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: [
      "mms",
      "picture message",
      "picture messages",
      "picture messaging",
      "multimedia message",
      "send a picture",
      "send a photo",
      "send an image",
      "group message",
      "group messages",
    ],
  },
  run(_, { db }) {
    const can = canSendMms(readPhone(db), readSurroundings(db), readApps(db));
    return `Your messaging app ${can ? "can" : "cannot"} send MMS messages.`;
  },
});
