/** Templates of a seat that a waitlist offers: the student accepts it in the portal, once nothing stands in the way. */
import type { DraftCall, DraftFact } from "../../draft.ts";
import { alone } from "../../templates.ts";
import type { Section, Student } from "./campus.ts";
import { withHoldsCleared } from "./enrolling.ts";
import { modeOf, refundOf } from "./leaving.ts";
import { canClear } from "./portal.ts";
import { dropCall, joinCall, type Request } from "./request.ts";
import { creditsIn, dependents, mayExceed, type Obstacle, refundPercent } from "./rules.ts";
import { type Desk, type Draft, sectionsBehind, stands, type Template } from "./template.ts";
import { accept } from "./waiting.ts";

/** What keeps the student from the seat that it is offered. */
function barriers(desk: Desk, student: Student, section: Section, without: readonly Section[] = []): Obstacle[] {
  return stands(desk, student, section, { without }).filter((obstacle) => obstacle !== "full");
}

interface Offer {
  readonly section: Section;
  /** What leads to it, where the world has not come to it yet. */
  readonly initial: readonly DraftCall[];
}

/**
 * A seat that is held for the student, in whose way stand exactly these obstacles: one of the world's, or one that somebody
 * gives up for whom nobody else waits.
 */
export function offerBehind(desk: Desk, student: Student, expected: readonly Obstacle[]): Offer | undefined {
  const own = student.waits.find(({ section, status }) => {
    return status === "offered" && barriers(desk, student, section).join() === expected.join();
  });
  if (own) return { section: own.section, initial: [] };
  const full = sectionsBehind(desk, student, [...expected, "full"]);
  const section = desk.leastUsed(full.filter(({ waiting, waitlistCapacity }) => waiting === 0 && waitlistCapacity > 0));
  const others = desk.rows.students.filter((one) => one !== student && one.split === student.split);
  const [leaver] = desk.random.shuffle(others.filter((one) => one.seats.some((seat) => seat.section === section)));
  if (section === undefined || leaver === undefined) return undefined;
  const percent = refundPercent(desk.rows.today, section, modeOf(leaver, section)) ?? 0;
  return { section, initial: [joinCall(student, section), dropCall(leaver, section, percent)] };
}

const accepting = (desk: Desk, student: Student, expected: readonly Obstacle[]): Request | undefined => {
  const offer = offerBehind(desk, student, expected);
  return offer && { ...accept(desk.random, student, offer.section), initial: offer.initial };
};

/** A seat has to be given up first, and the student says which. */
const acceptInstead: Draft = (desk, student) => {
  const kinds = ["second section", "conflict", ...(mayExceed(student) ? [] : ["credits" as const])] as const;
  const offer = kinds.map((kind) => offerBehind(desk, student, [kind])).find((one) => one !== undefined);
  if (offer === undefined) return undefined;
  const { section, initial } = offer;
  const [barrier] = barriers(desk, student, section);
  const ways = student.seats.filter(({ section: seat, mode }) => {
    return (
      mode === "credit" &&
      seat.term === section.term &&
      dependents(student, seat).length === 0 &&
      barriers(desk, student, section, [seat]).length === 0 &&
      creditsIn(student, seat.term, { without: [seat] }) >= (student.aid ? 12 : 0)
    );
  });
  const way = desk.random.shuffle(ways)[0]?.section;
  const percent = way && refundPercent(desk.rows.today, way, "credit");
  if (way === undefined || !percent) return undefined;
  const request = accept(desk.random, student, section);
  return {
    ...request,
    facts: [...request.facts, giveUpFact(way)],
    calls: [...request.calls.slice(0, -1), dropCall(student, way, percent), ...request.calls.slice(-1)],
    used: [section, way],
    initial,
    traps: [...(request.traps ?? []), `${barrier} to clear first`],
    // What it costs is not asked; that the drop is right shows in the refund.
    ...(desk.random.chance(0.4) ? asksRefund(request, refundOf(student, way, percent)) : {}),
  };
};

function asksRefund({ say, brief }: Request, amount: string): Partial<Request> {
  return {
    say: `${say} If I have to drop something for it, tell me how much I get back.`,
    brief: `${brief} If you have to drop something for it, you want to know how many dollars you get back.`,
    compute: [amount],
  };
}

function giveUpFact({ course }: Section): DraftFact {
  return {
    name: "section to drop for it",
    asks: ["which section", "which course", "which class", "section to drop", "to drop", "give up", "drop"],
    say: `Then drop ${course.title} for it.`,
    disclosure: "asked",
    when: "what you would drop for it",
  };
}

export const offerTemplates: readonly Template[] = [
  alone("accept-held", 5, (desk, student) => {
    const request = canClear(student) ? accepting(desk, student, ["hold"]) : undefined;
    return request && withHoldsCleared(desk.random, student, request);
  }),
  alone("accept-instead", 8, acceptInstead),
  alone("accept", 9, (desk, student) => accepting(desk, student, [])),
];
