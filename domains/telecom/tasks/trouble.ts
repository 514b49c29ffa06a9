/** Faults, composed -> a customer's request: what is wrong, how it is found and mended, and what must hold in the end. */
import { type DraftCall, type DraftFact, transferCall } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import { enableRoaming, onPhone, setUsage, suspend } from "./calls.ts";
import { type Carrier, hasAllowance, isActive, isPhone, type Line } from "./carrier.ts";
import { choose } from "./choose.ts";
import { type Case, type Fault, REBOOT, RESET } from "./faults/fault.ts";
import { identify, type Way } from "./identity.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Proof } from "./proof.ts";
import { type Reference, refer } from "./reference.ts";
import { complain, countries } from "./symptoms.ts";
import type { Desk, Draft, Request } from "./template.ts";

/** Trouble of one kind with so many faults at once; `mendable`: none that ends in a transfer. */
export function trouble(kind: Kind, size: number, mendable = false): Draft {
  return (desk, customer) => {
    const phones = customer.lines.filter((line) => isActive(line) && isPhone(line));
    // A bill can go unpaid where a line has one of its own; few lines do.
    const apart = kind === kinds.service && desk.random.chance(0.7) ? phones.filter((line) => line.apart) : [];
    const line = desk.leastUsed(apart.length > 0 ? apart : phones);
    const faults = line && choose(desk, kind, size, line, mendable);
    return line && faults && compose(desk, kind, line, faults);
  };
}

function compose({ random, rows, leastUsed }: Desk, kind: Kind, line: Line, faults: readonly Fault[]): Request {
  const { customer } = line;
  const of: Case = {
    random: random.fork("case"),
    line,
    billId: newBillId(random, rows),
    gigabytes: random.pick([1, 1.5, 2]),
  };
  const { ref, way } = recognized(random, line);
  const mustBeAbroad = faults.some(({ abroad }) => abroad);
  const isAbroad = mustBeAbroad || (kind !== kinds.service && random.chance(0.15));
  const where = isAbroad ? `abroad, in ${random.pick(countries)}` : "at home, not traveling";
  const others = customer.lines.filter((other) => other !== line && isActive(other));
  const decoy = random.chance(0.3) ? leastUsed(others) : undefined;
  const before = [...(isAbroad ? goAbroad(line) : []), ...(decoy ? [distraction(random, decoy)] : [])];
  const mendable = faults.filter(({ fixes }) => fixes !== null);
  const hopeless = mendable.length < faults.length;
  const fixes = ordered(
    mendable.flatMap((fault) => fault.fixes?.(of) ?? []),
    hopeless,
  );
  const refusal = faults.map((fault) => fault.refusal?.(of)).find(Boolean);
  return {
    say: complain(random, kind.symptom(faults), ref.how === "device" ? `my ${ref.phrase}` : "my phone"),
    brief: briefOf(kind, ref, where, faults),
    facts: [...ref.facts, whereabouts(where, mustBeAbroad), ...faults.flatMap((fault) => fault.facts?.(of) ?? [])],
    calls: [...ref.reads, ...looksAt(kind, faults, of), ...fixes, ...(hopeless ? [handOver(line, faults)] : [])],
    used: [line, ...(decoy ? [decoy] : []), ...(kind === kinds.service ? customer.bills : []), ...faults],
    ...(refusal ? { refusal: { ...refusal, facts: [] } } : {}),
    traps: [
      ...faults.map(({ name }) => name),
      ...ref.traps,
      ...faults.flatMap(({ traps }) => traps ?? []),
      ...(decoy ? ["trouble on another line"] : []),
    ],
    ...(hopeless ? {} : { test: kind.test }),
    initial: [...before, ...faults.flatMap((fault) => fault.initial(of))],
    assertions: hopeless ? mendable.flatMap((fault) => fault.sound(of)) : kind.goal,
    ticket: ticketOf(kind, ref, where, faults, of),
    identity: identify(random.fork("identity"), customer, way, line),
    phone: line,
    ...(isAbroad ? { topic: "travel" as const } : {}),
    proof: { before, faults: faults.map((fault) => inProof(fault, of)), goal: kind.goal, fixes },
  };
}

function inProof(fault: Fault, of: Case): Proof["faults"][number] {
  return { name: fault.name, initial: fault.initial(of), sound: fault.sound(of), mendable: fault.fixes !== null };
}

function goAbroad(line: Line): DraftCall[] {
  return [onPhone("set_user_location", { abroad: true }), onPhone("turn_roaming_on"), enableRoaming(line)];
}

function briefOf(kind: Kind, ref: Reference, where: string, faults: readonly Fault[]): string {
  const named = `It is the phone with the name ${ref.line.device.model}. You don't know its number.`;
  return [
    kind.brief,
    ...(ref.how === "device" ? [named] : []),
    `You are ${where}. You have the phone at hand. You have no idea of the cause, and do on the phone what the agent asks for, and nothing else.`,
    ...faults.flatMap(({ brief }) => brief ?? []),
    ...(faults.some(({ fixes }) => fixes === null)
      ? ["If the agent transfers you because something can't be mended, that is all right."]
      : []),
  ].join(" ");
}

/** The carrier's records first, then the phone. */
function looksAt(kind: Kind, faults: readonly Fault[], of: Case): DraftCall[] {
  const looks = [...kind.looks(of), ...faults.flatMap((fault) => fault.looks(of))];
  const isOnPhone = ({ requestor }: DraftCall) => requestor === "user";
  return [...looks.filter((call) => !isOnPhone(call)), ...looks.filter(isOnPhone)];
}

function handOver({ id, customer }: Line, faults: readonly Fault[]): DraftCall {
  return transferCall(`Line ${id} of ${customer.name}: ${listed(faults.flatMap(({ why }) => why ?? []))}.`);
}

function newBillId(random: Random, { billIds }: Carrier): string {
  let id: string;
  do id = `B${random.digits(7)}`;
  while (billIds.has(id));
  return id;
}

/** How the customer is found, and how the line. */
function recognized(random: Random, line: Line): { way: Way; ref: Reference } {
  const isReachedHere = line.customer.phone === line.number;
  const rest: Way[] = ["name", "name", isReachedHere ? "line" : "contact", "id"];
  const way = random.pick<Way>(["line", "line", "line", "line", ...rest]);
  const byDevice = way === "name" || (way === "contact" && random.chance(0.5));
  const ref = refer(random, line, byDevice ? "device" : "number");
  // Where the number tells who it is, the line needs no asking; elsewhere it does.
  const disclosure = way === "line" || byDevice ? undefined : ("asked" as const);
  const facts = disclosure ? ref.facts.map((fact) => ({ ...fact, disclosure })) : ref.facts;
  return { way, ref: { ...ref, facts, traps: [...ref.traps, ...(way === "contact" ? ["second phone"] : [])] } };
}

/** Something that is amiss with another line, and is to be left as it is. */
function distraction(random: Random, line: Line): DraftCall {
  const over = Math.round((line.plan.limit + line.refueled + 0.2) * 10) / 10;
  const usesUp = random.chance(0.6) && hasAllowance(line);
  return usesUp ? setUsage(line, over) : suspend(line, "Not needed for a while");
}

/**
 * A restart serves all that waits for one, and does so at the end. A phone that stays off the network is restarted only for
 * its settings' sake.
 */
function ordered(fixes: readonly DraftCall[], hopeless: boolean): DraftCall[] {
  const others = fixes.filter((call) => call !== REBOOT);
  const isAwaited = fixes.length > others.length && (!hopeless || others.some(({ name }) => name === RESET.name));
  return isAwaited ? [...others, REBOOT] : others;
}

function whereabouts(where: string, needed: boolean): DraftFact {
  return {
    name: "where you are",
    asks: [
      "where you are",
      "where are you",
      "where you",
      "abroad",
      "travel",
      "country",
      "at home",
      "on a trip",
      "overseas",
      "location",
      "located",
    ],
    say: `I'm ${where}.`,
    disclosure: "asked",
    when: "where you are",
    idle: !needed,
  };
}

/**
 * What the customer knows or agrees to stands in each ticket of a kind, whether or not it matters: a ticket gives nothing
 * away of what is wrong.
 */
function ticketOf(kind: Kind, ref: Reference, where: string, faults: readonly Fault[], of: Case): string {
  const isTest = of.line.customer.split === "test";
  const conditions = kind.conditions.flatMap((choice) => {
    const known = choice.filter(({ heldOut }) => isTest || !heldOut);
    const fault = choice.find((one) => faults.includes(one)) ?? of.random.fork("condition").pick(known);
    return fault.ticket?.(of) ?? [];
  });
  return [kind.ticket, `Line concerned: ${ref.ticket}.`, `The customer is ${where}.`, ...conditions].join(" ");
}
