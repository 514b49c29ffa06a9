/** The proof of a trouble finds each way in which one can be none. */
import { describe, expect, it } from "vitest";
import { createImage, openDatabase } from "../../domains/database.ts";
import { Random } from "../../domains/random.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { seed } from "../../domains/telecom/seed.ts";
import { putInHands } from "../../domains/telecom/tasks/calls.ts";
import { isActive, isPhone, readCarrier } from "../../domains/telecom/tasks/carrier.ts";
import { airplaneMode, apnBroken, simLockedPin } from "../../domains/telecom/tasks/faults/connection.ts";
import type { Case, Fault } from "../../domains/telecom/tasks/faults/fault.ts";
import { faults, kinds } from "../../domains/telecom/tasks/kinds.ts";
import { type Proof, prove } from "../../domains/telecom/tasks/proof.ts";
import type { ToolContext } from "../../domains/tool.ts";

const db = openDatabase(createImage(telecom.schema, (fresh) => seed(fresh, new Random("proofs"))));
const context: ToolContext = { db, now: telecom.now, random: new Random(0), world: "builtin" };
const lines = readCarrier(db).customers.flatMap((customer) =>
  customer.lines.filter((line) => isActive(line) && isPhone(line)),
);

function caseFor(fault: Fault): Case {
  const line = lines.find((one) => fault.fits?.(one) ?? true);
  if (line === undefined) throw new Error(`no line fits ${fault.name}`);
  return { random: new Random(fault.name), line, billId: "B10000001", gigabytes: 1 };
}

function proofOf(fault: Fault, change: Partial<Proof> = {}): Proof {
  const of = caseFor(fault);
  const kind = Object.values(kinds).find(({ own }) => own.flat().includes(fault)) ?? kinds.service;
  const before = [putInHands(of.line)];
  if (fault.abroad) {
    const ids = { customer_id: of.line.customer.id, line_id: of.line.id };
    before.push(
      { requestor: "user", name: "set_user_location", arguments: { abroad: true } },
      { requestor: "user", name: "turn_roaming_on", arguments: {} },
      { name: "enable_roaming", arguments: ids },
    );
  }
  const initial = {
    name: fault.name,
    initial: fault.initial(of),
    sound: fault.sound(of),
    mendable: fault.fixes !== null,
  };
  return { before, faults: [initial], goal: kind.goal, fixes: fault.fixes?.(of) ?? [], ...change };
}

const attempt = (proof: Proof) => () => prove("some-1", proof, context);

describe("the proof of a trouble", () => {
  it.each(faults)("holds for $name alone, and leaves the rows as they were", (fault) => {
    const rows = () => JSON.stringify([telecom.documents.agent.read(db), telecom.documents.user?.read(db)]);
    const start = rows();
    expect(attempt(proofOf(fault))).not.toThrow();
    expect(rows()).toBe(start);
  });

  it("fails where the goal is out of reach from the first", () => {
    const [broken] = proofOf(airplaneMode).faults;
    const before = [...proofOf(airplaneMode).before, ...(broken?.initial ?? [])];
    expect(attempt(proofOf(airplaneMode, { before }))).toThrow("some-1 proves nothing: the goal does not hold without");
  });

  it("fails where a fault is there before it is brought about", () => {
    const [fault] = proofOf(airplaneMode).faults;
    if (fault === undefined) throw new Error("no fault");
    const sound = fault.sound.map((assertion) => ({ ...assertion, expected: false }));
    expect(attempt(proofOf(airplaneMode, { faults: [{ ...fault, sound }] }))).toThrow(
      "is there before it is brought about",
    );
  });

  it("fails where a fault does not take", () => {
    const [fault] = proofOf(airplaneMode).faults;
    if (fault === undefined) throw new Error("no fault");
    expect(attempt(proofOf(airplaneMode, { faults: [{ ...fault, initial: [] }] }))).toThrow(
      "airplane_mode_on did not take",
    );
  });

  it("fails where the goal holds in spite of the faults", () => {
    const goal = [
      { requestor: "user" as const, name: "assert_mobile_data_switch", arguments: { expected_status: true } },
    ];
    expect(attempt(proofOf(airplaneMode, { goal }))).toThrow("the goal holds in spite of the faults");
  });

  it("fails where a fix is not needed, or one is missing", () => {
    const [toggle] = proofOf(airplaneMode).fixes;
    const reset = { requestor: "user" as const, name: "reset_apn_settings", arguments: {} };
    if (toggle === undefined) throw new Error("no fix");
    expect(attempt(proofOf(airplaneMode, { fixes: [toggle, reset] }))).toThrow("reset_apn_settings is not needed");
    expect(attempt(proofOf(apnBroken, { fixes: [reset] }))).toThrow("the fixes mend not all");
  });

  it("fails where what can't be mended spoils nothing", () => {
    const [fault] = proofOf(simLockedPin).faults;
    const [other] = proofOf(airplaneMode).faults;
    if (fault === undefined || other === undefined) throw new Error("no fault");
    const { fixes } = proofOf(airplaneMode);
    const faults = [
      { ...other, mendable: false },
      { ...other, mendable: true },
    ];
    expect(attempt(proofOf(airplaneMode, { faults, fixes }))).toThrow("the goal holds, though");
    expect(attempt(proofOf(simLockedPin, { fixes }))).toThrow("is not needed");
  });
});
