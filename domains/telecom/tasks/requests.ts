/** Templates of what is no trouble, or not only: requests about lines and bills, questions, and several in one conversation. */
import { endsLast } from "../../draft.ts";
import { alone, series } from "../../templates.ts";
import { anyOf } from "./drafts.ts";
import { lineErrands, moreData, roam, stayHome } from "./errands.ts";
import { expired, handovers } from "./handovers.ts";
import { NO_NUMBER, namesNumber } from "./identity.ts";
import { kinds } from "./kinds.ts";
import { payEverything, payIssued, payOverdue, payWaiting } from "./payments.ts";
import { billOf, contractEnd, dataLeft, mostUsed, openTotal, planOf, refuelPrice } from "./questions.ts";
import { refusals } from "./refusals.ts";
import { pause, payAndResume, unpause } from "./suspensions.ts";
import type { Draft, Request, Template } from "./template.ts";
import { trouble } from "./trouble.ts";

/** What is done for one request neither hinders another nor is about the same rows. */
function getAlong(requests: readonly Request[]): boolean {
  const used = requests.flatMap((request) => request.used);
  const topics = requests.flatMap(({ topic }) => topic ?? []);
  const forgets = requests.some(({ identity }) => identity?.traps?.includes(NO_NUMBER));
  return (
    endsLast(requests) &&
    new Set(used).size === used.length &&
    new Set(topics).size === topics.length &&
    !(forgets && requests.some(namesNumber))
  );
}

const payments: readonly Draft[] = [payIssued, payOverdue, payAndResume];
const questions: readonly Draft[] = [dataLeft, planOf, refuelPrice, contractEnd, billOf, mostUsed];
const handover = anyOf(handovers);
const errand = anyOf([...lineErrands, unpause]);

const inTurn = (name: string, count: number, drafts: readonly Draft[]): Template =>
  series({ name, count, drafts, order: "fixed", getAlong });

const mildTrouble: Draft = (desk, customer) => {
  const kind = desk.random.pick(Object.values(kinds));
  return trouble(kind, desk.random.int(1, 3), true)(desk, customer);
};

/** Those that few customers fit come first. */
export const requestTemplates: readonly Template[] = [
  alone("refuse-disputed", 4, refusals["refuse-disputed"]),
  alone("refuse-closed", 6, refusals["refuse-closed"]),
  alone("refuse-pending", 5, refusals["refuse-pending"]),
  alone("refuse-unpaid", 5, refusals["refuse-unpaid"]),
  alone("refuse-suspended", 4, refusals["refuse-suspended"]),
  inTurn("contract-ended-after", 6, [anyOf([...lineErrands, ...payments]), expired]),
  alone("pay-everything", 5, payEverything),
  alone("pay-requested", 5, payWaiting),
  alone("pay-overdue", 6, payOverdue),
  alone("pay-and-resume", 9, payAndResume),
  alone("resume", 8, unpause),
  alone("pay-bill", 8, payIssued),
  alone("question-open-total", 4, openTotal),
  alone("refuse-draft", 6, refusals["refuse-draft"]),
  alone("refuse-others-line", 7, refusals["refuse-others-line"]),
  alone("refuse-too-much-data", 7, refusals["refuse-too-much-data"]),
  inTurn("trouble-then-payment", 10, [mildTrouble, anyOf(payments)]),
  inTurn("trouble-then-errand", 16, [mildTrouble, errand]),
  inTurn("errand-then-trouble", 12, [errand, mildTrouble]),
  inTurn("trouble-then-question", 10, [mildTrouble, anyOf(questions)]),
  inTurn("trouble-then-handover", 12, [mildTrouble, handover]),
  inTurn("errand-then-handover", 14, [anyOf([...lineErrands, ...payments, unpause]), handover]),
  inTurn("two-errands", 12, [anyOf([...lineErrands, unpause]), anyOf([...lineErrands, ...payments])]),
  alone("suspend", 10, pause),
  alone("more-data", 9, moreData),
  alone("roaming-on", 6, roam),
  alone("roaming-off", 4, stayHome),
  ...Object.entries({ dataLeft, planOf, refuelPrice, contractEnd, mostUsed, billOf }).map(([name, draft]) =>
    alone(`question-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`, 4, draft),
  ),
];
