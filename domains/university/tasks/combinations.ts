/** Templates of several requests in one conversation: each is judged by what the ones before it leave. */
import { endsLast, tellApart } from "../../draft.ts";
import { heldOut, without } from "../../templates.ts";
import { after } from "./after.ts";
import type { Student } from "./campus.ts";
import { contact } from "./contacts.ts";
import { firstChoiceGone } from "./detours.ts";
import { anyHandover } from "./handovers.ts";
import { changesOfMind } from "./minds.ts";
import { dropPlain, leaveLine, swapSection, toCredit } from "./moves.ts";
import { consentPlain, financialHold, raising } from "./portal.ts";
import { anyQuestion } from "./questions.ts";
import { anyRefusal } from "./refusals.ts";
import type { Request } from "./request.ts";
import { auditPlain, enrollPlain, joinLine } from "./seats.ts";
import type { Desk, Draft, Template } from "./template.ts";

const pick =
  (...drafts: readonly Draft[]): Draft =>
  (desk, student) =>
    desk.random.pick(drafts)(desk, student);

const anyChange = pick(
  enrollPlain,
  enrollPlain,
  dropPlain,
  dropPlain,
  swapSection,
  auditPlain,
  joinLine,
  leaveLine,
  toCredit,
);
const anyDetour = pick(...Object.values<Draft>(firstChoiceGone));
const anyMind = pick(...Object.values<Draft>(changesOfMind));
const anyContact = pick(contact("email"), contact("phone"), contact("address"));
const dual = pick(consentPlain, financialHold, raising);

/** So many draws for a student: requests often get in each other's way. */
const TRIES = 4;

function series(name: string, count: number, drafts: readonly Draft[], order: "fixed" | "free" = "fixed"): Template {
  return {
    name,
    count,
    draft(desk, student) {
      for (let tries = 0; tries < TRIES; tries++) {
        const ordered = order === "free" ? desk.random.shuffle(drafts) : drafts;
        const requests = inTurn(desk, student, ordered);
        if (requests) return requests;
      }
      return undefined;
    },
  };
}

/** Each about sections of its own, and drafted for the student as the ones before leave it. */
function inTurn(desk: Desk, student: Student, drafts: readonly Draft[]): Request[] | undefined {
  const requests: Request[] = [];
  let now = student;
  for (const draft of drafts) {
    const taken = requests.flatMap(({ used }) => used);
    const request = draft(without(desk, taken), now);
    if (request === undefined || isNamed(requests, request)) return undefined;
    requests.push(request);
    now = after(desk.rows, now, request.calls);
  }
  return endsLast(requests) && !changesTwice(requests) ? tellApart(requests) : undefined;
}

/** A course that was spoken of before: "another section" would no longer be clear. */
function isNamed(requests: readonly Request[], { used }: Request): boolean {
  const named = new Set(requests.flatMap((request) => request.used.map(({ course }) => course)));
  return used.some(({ course }) => named.has(course));
}

/** The same piece of contact data, in two requests. */
function changesTwice(requests: readonly Request[]): boolean {
  return requests.filter(({ calls }) => calls.some(({ name }) => name === "update_contact_info")).length > 1;
}

export const combinationTemplates: readonly Template[] = [
  heldOut(series("mind-and-refusal", 6, [anyMind, anyRefusal], "free")),
  heldOut(series("three-with-mind", 5, [anyChange, anyMind, anyChange], "free")),
  heldOut(series("two-refusals", 5, [anyRefusal, anyRefusal])),
  series("three-with-refusal", 4, [anyChange, anyRefusal, anyChange], "free"),
  series("full-and-refusal", 4, [anyDetour, anyRefusal], "free"),
  series("request-and-refusal", 9, [anyChange, anyRefusal], "free"),
  series("request-and-full", 6, [anyChange, anyDetour], "free"),
  series("request-and-mind", 6, [anyChange, anyMind], "free"),
  series("portal-and-request", 7, [dual, anyChange]),
  series("portal-and-contact", 4, [dual, anyContact], "free"),
  series("request-and-contact", 7, [anyChange, anyContact], "free"),
  series("refusal-and-question", 4, [anyRefusal, anyQuestion]),
  series("three-requests", 7, [anyChange, anyChange, anyChange]),
  series("two-requests", 10, [anyChange, anyChange]),
  series("request-and-question", 9, [anyChange, anyQuestion]),
  series("request-and-handover", 6, [anyChange, anyHandover]),
];
