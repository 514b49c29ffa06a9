/** What drafts are made with: about one line, one of several, phrased in one of many ways. */
import type { Random } from "../../random.ts";
import type { Line } from "./carrier.ts";
import { type Reference, refer } from "./reference.ts";
import type { Desk, Draft, Request } from "./template.ts";

/** A draft about one line that fits, whichever way the customer refers to it. */
export function onLine(
  draft: (desk: Desk, ref: Reference) => Request | undefined,
  fits: (line: Line) => boolean,
): Draft {
  return (desk, customer) => {
    const line = desk.leastUsed(customer.lines.filter(fits));
    return line && draft(desk, refer(desk.random, line));
  };
}

export interface Wish {
  readonly say: string;
  /** After "You want ". */
  readonly brief: string;
  /** After "The customer wants ". */
  readonly ticket: string;
}

/** What all requests about one line have in common. */
export function about(
  ref: Reference,
  { say, brief, ticket }: Wish,
): Pick<Request, "say" | "brief" | "ticket" | "facts" | "used" | "traps"> {
  return {
    say,
    brief: `It is about your ${ref.phrase}: you want ${brief}.`,
    ticket: `The customer wants ${ticket}. Line concerned: ${ref.ticket}.`,
    facts: ref.facts,
    used: [ref.line],
    traps: ref.traps,
  };
}

/** One of them that fits, by chance. */
export function anyOf(drafts: readonly Draft[]): Draft {
  return (desk, customer) => {
    for (const draft of desk.random.shuffle(drafts)) {
      const request = draft(desk, customer);
      if (request) return request;
    }
    return undefined;
  };
}

/** One of each list, in a row. */
export function phrased(random: Random, ...parts: readonly (readonly string[])[]): string {
  return parts.map((part) => random.pick(part)).join(" ");
}
