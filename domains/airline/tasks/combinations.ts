/** Templates of several requests in one conversation, some of them with a trap. */
import { heldOut, series } from "../../templates.ts";
import { anyBags } from "./bags.ts";
import { anyBooking, fullBookings } from "./bookings.ts";
import { fullCabins, upgrade } from "./cabins.ts";
import { anyCancellation } from "./cancelling.ts";
import { compensations } from "./compensation.ts";
import { anyHandover } from "./handovers.ts";
import { anyChange, getAlong } from "./in-turn.ts";
import { anyChangeOfMind } from "./minds.ts";
import { steadyQuestion } from "./questions.ts";
import { anyRebooking, fullRebookings } from "./rebookings.ts";
import { anyRefusal } from "./refusals.ts";
import type { Draft, Request, Template } from "./template.ts";

const anyFull: Draft = (desk, customer) =>
  desk.random.pick([...fullBookings, ...fullRebookings, ...fullCabins])(desk, customer);
const anyCompensation: Draft = (desk, customer) => desk.random.pick(compensations)(desk, customer);

/** Served one after the other, requests need not be told apart by the customer, who would give away that more will come. */
const FOR_WHICH = /^For my \w+ request: /;

function oneAtATime(request: Request): Request {
  const plainly = <Fact extends { readonly say: string }>(fact: Fact) => ({
    ...fact,
    say: fact.say.replace(FOR_WHICH, ""),
  });
  const { facts, refusal } = request;
  return {
    ...request,
    facts: facts.map(plainly),
    ...(refusal ? { refusal: { ...refusal, facts: refusal.facts.map(plainly) } } : {}),
  };
}

function requests(name: string, count: number, order: "fixed" | "free", ...drafts: readonly Draft[]): Template {
  const template = series({ name, count, drafts, order, getAlong });
  return { ...template, draft: (desk, customer) => template.draft(desk, customer)?.map(oneAtATime) };
}

export const combinationTemplates: readonly Template[] = [
  heldOut(requests("three-with-mind", 4, "free", anyChange, anyChangeOfMind, anyChange)),
  heldOut(requests("mind-and-refusal", 4, "free", anyChangeOfMind, anyRefusal)),
  heldOut(requests("full-and-refusal", 4, "free", anyFull, anyRefusal)),
  heldOut(requests("two-refusals", 4, "fixed", anyRefusal, anyRefusal)),
  requests("compensation-and-request", 4, "free", anyCompensation, anyChange),
  requests("three-with-refusal", 5, "free", anyChange, anyRefusal, anyChange),
  requests("full-and-mind", 4, "free", anyFull, anyChangeOfMind),
  requests("request-and-refusal", 10, "free", anyChange, anyRefusal),
  requests("request-and-full", 6, "free", anyChange, anyFull),
  requests("request-and-mind", 7, "free", anyChange, anyChangeOfMind),
  requests("refusal-and-question", 5, "fixed", anyRefusal, steadyQuestion),
  requests("cancel-and-book", 6, "fixed", anyCancellation, anyBooking),
  requests("two-changes", 4, "fixed", anyRebooking, anyRebooking),
  requests("upgrade-and-bags", 4, "free", upgrade, anyBags),
  requests("request-and-handover", 6, "fixed", anyChange, anyHandover),
  requests("three-requests", 8, "fixed", anyChange, anyChange, anyChange),
  requests("two-requests", 13, "fixed", anyChange, anyChange),
  requests("request-and-question", 7, "fixed", anyChange, steadyQuestion),
];
