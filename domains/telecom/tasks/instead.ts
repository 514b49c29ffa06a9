/** A request that the domain policy forbids -> what the customer makes do with instead. */
import { refused, type Settlement, transferCall } from "../../draft.ts";
import { without } from "../../templates.ts";
import { capitalized } from "../../wording.ts";
import { readBills } from "./calls.ts";
import type { Customer, Line } from "./carrier.ts";
import { about, anyOf, onLine } from "./drafts.ts";
import { lineErrands } from "./errands.ts";
import { payIssued } from "./payments.ts";
import { dataLeft, planOf } from "./questions.ts";
import type { Desk, Draft, Request } from "./template.ts";

const consolations: readonly Draft[] = [...lineErrands, payIssued, dataLeft, planOf];

/** The request, declined for the reason that the policy gives, and something else that can be had; seldom a person. */
export function instead(desk: Desk, customer: Customer, request: Request, because: string): Request | undefined {
  if (desk.random.chance(0.12)) return refused(request, because, aPerson(desk, request));
  const other = anyOf(consolations)(without(desk, request.used), customer);
  if (other === undefined || other.used.some((used) => request.used.includes(used))) return undefined;
  const { say, calls, facts, tell = [], compute = [], traps = [] } = other;
  const settlement = {
    say: `${desk.random.pick(["I see. Then something else.", "All right, never mind. But there is this:", "A pity. Well, then:"])} ${say}`,
    calls,
    facts,
    tell,
    compute,
    traps,
  };
  // Both may be about a line that is named: what is told of the one must not be taken for the other.
  const own = { ...request, facts: request.facts.map((fact) => ({ ...fact, name: `${fact.name} (first wish)` })) };
  return {
    ...refused(own, because, settlement),
    used: [...request.used, ...other.used],
    ticket: `${request.ticket} If that can't be done: ${other.ticket}`,
  };
}

function aPerson({ random }: Desk, request: Request): Settlement {
  const say = random.pick([
    "Then please let me talk to a person about it.",
    "I see. In that case I'd like to speak to someone, please.",
    "Could you put me through to a human, then?",
  ]);
  return {
    say,
    calls: [transferCall(`Declined, and the customer asks for a person: ${request.ticket}`)],
    traps: ["transfer"],
  };
}

/** `bills`: the customer's bills bear on it. */
export function onForbidden(
  wish: (desk: Desk, line: Line) => { says: readonly string[]; brief: string; because: string; bills?: boolean },
  fits: (line: Line) => boolean,
): Draft {
  return (desk, customer) => {
    const draft = onLine((_, ref) => {
      const { says, brief, because, bills = false } = wish(desk, ref.line);
      const say = capitalized(desk.random.pick(says).replace("@", `my ${ref.phrase}`));
      const request = about(ref, { say, brief, ticket: brief });
      const calls = [...ref.reads, ...(bills ? [readBills(customer)] : [])];
      const used = [ref.line, ...(bills ? customer.bills : [])];
      return instead(desk, customer, { ...request, calls, used }, because);
    }, fits);
    return draft(desk, customer);
  };
}
