/** Which faults come together. */
import type { Line } from "./carrier.ts";
import type { Choice, Fault } from "./faults/fault.ts";
import { type Kind, kinds } from "./kinds.ts";
import type { Desk } from "./template.ts";

/**
 * In the kind's order, one at most of which only a person can mend. A test customer has many a fault that training never
 * shows.
 */
export function choose(
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
  const unlikeTraining = (faults: readonly Fault[]) => {
    const [fresh, familiar] = [faults.filter(({ heldOut }) => heldOut), faults.filter(({ heldOut }) => !heldOut)];
    const isFresh = fresh.length > 0 && (familiar.length === 0 || random.chance(0.55));
    return isFresh ? fresh : familiar;
  };
  const pick = (faults: readonly Fault[]) => leastUsed(unlikeTraining(faults)) ?? [];
  const unmendable = kind.choices.flatMap((choice) => some(choice, true));
  // What not every line can have comes up where it can.
  const particular = random.chance(0.5) ? unmendable.filter(({ fits }) => fits) : [];
  const wantsHopeless = !mendable && random.chance(kind === kinds.service ? 0.4 : 0.2);
  const hopeless = random
    .shuffle(particular.length > 0 ? particular : unlikeTraining(unmendable))
    .slice(0, wantsHopeless ? 1 : 0);
  const left = kind.choices.filter((choice) => !hopeless.some((fault) => choice.includes(fault)));
  const others = random.shuffle(left.filter((choice) => some(choice, false).length > 0));
  const chosen = [...hopeless, ...others.flatMap((choice) => pick(some(choice, false)))].slice(0, size);
  const isOwn = (fault: Fault) => kind.own.some((choice) => choice.includes(fault));
  if (chosen.length < size || !chosen.some(isOwn)) return undefined;
  const place = (fault: Fault) => kind.choices.findIndex((choice) => choice.includes(fault));
  return chosen.sort((a, b) => place(a) - place(b));
}
