/** Faults, composed -> a customer's request: what is wrong, how it is found and mended, and what must hold in the end. */
import { type DraftCall, type DraftFact, transferCall } from "../../draft.ts";
import type { Random } from "../../random.ts";
import { listed } from "../../wording.ts";
import { enableRoaming, onPhone, setUsage, suspend } from "./calls.ts";
import { isActive, isPhone, type Line } from "./carrier.ts";
import { type Case, type Choice, type Fault, REBOOT } from "./faults/fault.ts";
import { identify, type Way } from "./identity.ts";
import { type Kind, kinds } from "./kinds.ts";
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

/**
 * In the kind's order, one at most of which only a person can mend. A test customer has many a fault that training never
 * shows.
 */
function choose(
  { random, leastUsed }: Desk,
  kind: Kind,
  size: number,
  line: Line,
  mendable: boolean,
): Fault[] | undefined {
  const isTest = line.customer.split === "test";
  const possible = (fault: Fault) => (isTest || !fault.heldOut) && (fault.fits?.(line) ?? true);
  const some = (choice: Choice, hopeless: boolean) =>
    choice.filter((fault) => possible(fault) && (fault.fixes === null) === hopeless);
  const pick = (faults: readonly Fault[]) => {
    const [fresh, familiar] = [faults.filter(({ heldOut }) => heldOut), faults.filter(({ heldOut }) => !heldOut)];
    const isFresh = fresh.length > 0 && (familiar.length === 0 || random.chance(0.55));
    return leastUsed(isFresh ? fresh : familiar) ?? [];
  };
  const unmendable = kind.choices.flatMap((choice) => some(choice, true));
  const wantsHopeless = !mendable && random.chance(kind === kinds.service ? 0.32 : 0.2);
  const hopeless = wantsHopeless ? random.shuffle(unmendable).slice(0, 1) : [];
  const left = kind.choices.filter((choice) => !hopeless.some((fault) => choice.includes(fault)));
  const others = random.shuffle(left.filter((choice) => some(choice, false).length > 0));
  const chosen = [...hopeless, ...others.flatMap((choice) => pick(some(choice, false)))].slice(0, size);
  const isOwn = (fault: Fault) => kind.own.some((choice) => choice.includes(fault));
  if (chosen.length < size || !chosen.some(isOwn)) return undefined;
  const place = (fault: Fault) => kind.choices.findIndex((choice) => choice.includes(fault));
  return chosen.sort((a, b) => place(a) - place(b));
}

function compose({ random, leastUsed }: Desk, kind: Kind, line: Line, faults: readonly Fault[]): Request {
  const { customer } = line;
  const of: Case = {
    random: random.fork("case"),
    line,
    billId: `B${random.digits(8)}`,
    gigabytes: random.pick([1, 1.5, 2]),
  };
  const { ref, way } = recognized(random, line);
  const country =
    faults.some(({ abroad }) => abroad) || (kind !== kinds.service && random.chance(0.15))
      ? random.pick(countries)
      : undefined;
  const decoy = random.chance(0.3)
    ? leastUsed(customer.lines.filter((other) => other !== line && isActive(other)))
    : undefined;
  const before = [
    ...(country
      ? [onPhone("set_user_location", { abroad: true }), onPhone("turn_roaming_on"), enableRoaming(line)]
      : []),
    ...(decoy ? [distraction(random, decoy)] : []),
  ];
  const unmendable = faults.filter(({ fixes }) => fixes === null);
  const mendable = faults.filter(({ fixes }) => fixes !== null);
  const hopeless = unmendable.length > 0;
  const fixes = ordered(mendable.flatMap((fault) => fault.fixes?.(of) ?? []));
  const looks = [...kind.looks(of), ...faults.flatMap((fault) => fault.looks(of))];
  const isOnPhone = ({ requestor }: DraftCall) => requestor === "user";
  const whys = unmendable.flatMap(({ why }) => why ?? []);
  const symptom = kind.symptom(faults);
  const where = country ? `abroad, in ${country}` : "at home, not traveling";
  const refusal = faults.map((fault) => fault.refusal?.(of)).find(Boolean);
  const goal = kind.goal;
  return {
    say: complain(random, symptom, ref.how === "device" ? `my ${ref.phrase}` : "my phone"),
    brief: [
      kind.brief,
      ref.how === "device" ? `It is the phone with the name ${line.device.model}. You don't know its number.` : "",
      `You are ${where}. You have the phone at hand. You have no idea of the cause, and do on the phone what the agent asks for, and nothing else.`,
      ...new Set(faults.map(({ brief }) => brief)),
      hopeless ? "If the agent transfers you because something can't be mended, that is all right." : "",
    ]
      .filter(Boolean)
      .join(" "),
    facts: [
      ...ref.facts,
      whereabouts(
        where,
        faults.some(({ abroad }) => abroad),
      ),
      ...faults.flatMap((fault) => fault.facts?.(of) ?? []),
    ],
    calls: [
      ...ref.reads,
      ...looks.filter((call) => !isOnPhone(call)),
      ...looks.filter(isOnPhone),
      ...fixes,
      ...(hopeless ? [transferCall(`Line ${line.id} of ${customer.name}: ${listed(whys)}.`)] : []),
    ],
    used: [line, ...(decoy ? [decoy] : []), ...(kind === kinds.service ? customer.bills : []), ...faults],
    ...(refusal && !hopeless ? { refusal: { ...refusal, facts: [] } } : {}),
    traps: [
      ...faults.map(({ name }) => name),
      ...ref.traps,
      ...faults.flatMap(({ traps }) => traps ?? []),
      ...(decoy ? ["trouble on another line"] : []),
    ],
    ...(hopeless ? {} : { test: kind.test }),
    initial: [...before, ...faults.flatMap((fault) => fault.initial(of))],
    assertions: hopeless ? mendable.flatMap((fault) => fault.sound(of)) : goal,
    ticket: ticketOf(kind, ref, where, faults, of),
    identity: identify(random.fork("identity"), customer, way, line),
    phone: line,
    ...(country ? { topic: "travel" as const } : {}),
    proof: {
      before,
      faults: faults.map((fault) => ({
        name: fault.name,
        initial: fault.initial(of),
        sound: fault.sound(of),
        mendable: fault.fixes !== null,
      })),
      goal,
      fixes,
    },
  };
}

/** How the customer is found, and how the line. */
function recognized(random: Random, line: Line): { way: Way; ref: Reference } {
  const isReachedHere = line.customer.phone === line.number;
  const way = random.pick<Way>([
    "line",
    "line",
    "line",
    "line",
    "name",
    "name",
    isReachedHere ? "line" : "contact",
    "id",
  ]);
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
  return random.chance(0.6) ? setUsage(line, over) : suspend(line, "Not needed for a while");
}

/** A restart serves all that waits for one, and does so at the end. */
function ordered(fixes: readonly DraftCall[]): DraftCall[] {
  return fixes.includes(REBOOT) ? [...fixes.filter((call) => call !== REBOOT), REBOOT] : [...fixes];
}

function whereabouts(where: string, needed: boolean): DraftFact {
  return {
    name: "where you are",
    asks: ["where you are", "where are you", "abroad", "travel", "country", "at home", "location", "located"],
    say: `I'm ${where}.`,
    disclosure: "asked",
    when: "where you are",
    idle: !needed,
  };
}

function ticketOf(kind: Kind, ref: Reference, where: string, faults: readonly Fault[], of: Case): string {
  const usual =
    kind === kinds.service
      ? "If the line turns out to be suspended for an unpaid bill, the customer pays it at once and wants the line back."
      : `If the data is used up, the customer pays for ${of.gigabytes} GB more.`;
  const said = faults.flatMap((fault) => fault.ticket?.(of) ?? []);
  const about = kind === kinds.service ? /unpaid/ : /data is used up/;
  const known = said.some((line) => about.test(line)) ? said : [usual, ...said];
  return [kind.ticket, `Line concerned: ${ref.ticket}.`, `The customer is ${where}.`, ...known].join(" ");
}
