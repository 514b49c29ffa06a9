/** Templates in which the student has to act in the portal before, or instead of, the agent: holds, consents, codes. */
import { alone, heldOut } from "../../templates.ts";
import type { Section, Student } from "./campus.ts";
import { contact } from "./contacts.ts";
import { audit, enroll, withConsent, withHigherLimit, withHoldsCleared } from "./enrolling.ts";
import { mention } from "./facts.ts";
import { changeMode, modeOf, swap } from "./leaving.ts";
import { judgeToCredit } from "./moves.ts";
import { creditsIn, mayExceed, type Obstacle } from "./rules.ts";
import { isJoinable } from "./seats.ts";
import { type Draft, sectionBehind, stands, type Template } from "./template.ts";
import { join } from "./waiting.ts";
import { isTellable, siblings } from "./words.ts";

/** Whether the student can clear all its holds in this conversation. */
export function canClear({ holds }: Student): boolean {
  return holds.length > 0 && holds.every((kind) => kind === "financial" || kind === "advising");
}

const holding = (holds: string, draft: Draft): Draft => {
  return (desk, student) => {
    if (student.holds.join("+") !== holds) return undefined;
    const request = draft(desk, student);
    return request && withHoldsCleared(desk.random, student, request);
  };
};

const enrollBehind =
  (...obstacles: Obstacle[]): Draft =>
  (desk, student) => {
    const section = sectionBehind(desk, student, obstacles);
    return section && enroll(desk.random, student, mention(desk.random, section));
  };

const auditHeld: Draft = (desk, student) => {
  const strange = ({ course }: Section) => !course.requiredBy.has(student.major);
  const section = sectionBehind(desk, student, ["hold"], strange, "audit");
  return section && audit(desk.random, student, mention(desk.random, section));
};

const joinHeld: Draft = (desk, student) => {
  const section = sectionBehind(desk, student, ["hold", "full"], isJoinable);
  return section && join(desk.random, student, mention(desk.random, section, "told"));
};

const swapHeld: Draft = (desk, student) => {
  for (const { section: old } of desk.random.shuffle(student.seats)) {
    const wanted = desk.leastUsed(
      siblings(old).filter((one) => {
        const found = stands(desk, student, one, { mode: modeOf(student, old), without: [old] });
        return one !== old && isTellable(one) && found.join() === "hold";
      }),
    );
    const among = siblings(old).filter((one) => one !== old);
    if (wanted) return swap(desk.random, student, old, mention(desk.random, wanted, undefined, among));
  }
  return undefined;
};

/** What keeps the student from the credit is the holds alone. */
const toCreditHeld: Draft = (desk, student) => {
  if (!canClear(student)) return undefined;
  const able = student.seats.filter(({ section, mode }) => {
    return mode === "audit" && judgeToCredit(desk, student, section).join() === "hold";
  });
  const section = desk.leastUsed(able.map((seat) => seat.section));
  return section && withHoldsCleared(desk.random, student, changeMode(desk.random, student, section));
};

/** `isRequested`: the form waits for the student's signature already. */
const consenting =
  (mode: "credit" | "audit", isRequested: boolean): Draft =>
  (desk, student) => {
    const waits = ({ id }: Section) =>
      student.overrides.some(({ kind, target }) => kind === "consent" && target === id);
    const fits = (one: Section) => waits(one) === isRequested && !one.course.requiredBy.has(student.major);
    const section = sectionBehind(desk, student, ["consent"], fits, mode);
    if (section === undefined) return undefined;
    const make = mode === "credit" ? enroll : audit;
    return withConsent(student, section, make(desk.random, student, mention(desk.random, section)), isRequested);
  };

/** Both: the holds first or the consent first, it comes to the same. */
const consentingHeld: Draft = (desk, student) => {
  if (!canClear(student)) return undefined;
  const fits = ({ id }: Section) => !student.overrides.some(({ target }) => target === id);
  const section = sectionBehind(desk, student, ["hold", "consent"], fits);
  if (section === undefined) return undefined;
  const request = enroll(desk.random, student, mention(desk.random, section));
  return withConsent(student, section, withHoldsCleared(desk.random, student, request), false);
};

export const raising: Draft = (desk, student) => {
  const fits = ({ course, term }: Section) => creditsIn(student, term) + course.credits <= 21;
  if (!mayExceed(student)) return undefined;
  const section = sectionBehind(desk, student, ["credits"], fits);
  if (section === undefined) return undefined;
  return withHigherLimit(student, section, enroll(desk.random, student, mention(desk.random, section)));
};

export const consentPlain = consenting("credit", false);
export const financialHold = holding("financial", enrollBehind("hold"));

export const portalTemplates: readonly Template[] = [
  heldOut(alone("consent-and-hold", 6, consentingHeld)),
  heldOut(alone("hold-swap", 5, holding("financial", swapHeld))),
  alone("hold-to-credit", 4, toCreditHeld),
  alone("two-holds", 4, holding("advising+financial", enrollBehind("hold"))),
  alone("credit-limit", 6, raising),
  alone("consent-requested", 4, consenting("credit", true)),
  alone("consent", 9, consentPlain),
  alone("consent-audit", 4, consenting("audit", false)),
  alone("hold-financial", 9, financialHold),
  alone("hold-advising", 7, holding("advising", enrollBehind("hold"))),
  alone("hold-audit", 4, holding("financial", auditHeld)),
  alone("hold-waitlist", 4, holding("advising", joinHeld)),
  alone("contact-email", 6, contact("email")),
  alone("contact-phone", 6, contact("phone")),
  alone("contact-address", 6, contact("address")),
  alone("contact-two", 5, (desk, student) => {
    return contact(...desk.random.shuffle(["email", "phone", "address"] as const).slice(0, 2))(desk, student);
  }),
];
