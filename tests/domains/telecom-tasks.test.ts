/** Every built-in telecom task: what it is made of, that its start and end are as claimed, and that its texts keep their promises. */
import { describe, expect, it } from "vitest";
import type { Environment } from "../../domains/environment.ts";
import { reward } from "../../domains/reward.ts";
import type { Call, Task } from "../../domains/task.ts";
import { telecom } from "../../domains/telecom/index.ts";
import { faults } from "../../domains/telecom/tasks/kinds.ts";
import { requestTemplates } from "../../domains/telecom/tasks/requests.ts";
import { troubleTemplates } from "../../domains/telecom/tasks/troubles.ts";
import { builtinWorld } from "../../domains/world.ts";

const world = builtinWorld(telecom, 0);
const tasks = [...world.tasks.values()];
const transfer = "transfer_to_human_agents";

const isWrite = ({ requestor, name }: Call) => telecom.tools[requestor][name]?.effect === "write";
const transfers = (task: Task) => task.reference_actions.some(({ name }) => name === transfer);
const faultsOf = (task: Task) => faults.filter(({ name }) => task.difficulty?.traps.includes(name));
const kindOf = ({ id }: Task) => id.replace(/-\d+$/, "");
const troubles = tasks.filter(({ id }) => /^(service|data|messages)-\d/.test(id));

function holds(task: Task, environment: Environment): boolean {
  return task.env_assertions.every((assertion) => environment.holds(assertion) === assertion.expected);
}

/** All that is said or written to whoever serves the customer, and the instructions of a model that plays it. */
function words({ user, ticket }: Task): string {
  const agenda = JSON.stringify(user.agenda, (key, value) =>
    ["tell", "change_of_mind"].includes(key) ? undefined : value,
  );
  return `${user.instructions} ${agenda} ${ticket}`;
}

describe("the built-in telecom tasks", () => {
  it("are many, and the same each time", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(450);
    expect([...builtinWorld(telecom, 0).tasks.values()]).toEqual(tasks);
  });

  it("exist for another seed too", () => {
    expect(builtinWorld(telecom, 1).tasks.size).toBeGreaterThanOrEqual(450);
  });

  it("are about many customers and lines", () => {
    const people = new Set(tasks.map((task) => task.initial_state?.actions[0]?.arguments.phone_number));
    expect(people.size).toBeGreaterThan(200);
  });

  it("come in three kinds of trouble with one to nine faults, and in requests of other sorts", () => {
    const counts = Map.groupBy(troubles, kindOf);
    for (const [kind, largest] of [
      ["service", 4],
      ["data", 7],
      ["messages", 9],
    ] as const) {
      for (let size = 1; size <= largest; size++)
        expect(counts.get(`${kind}-${size}`)?.length, `${kind}-${size}`).toBeGreaterThan(3);
    }
    for (const task of troubles) expect(`${faultsOf(task).length}`, task.id).toBe(/-(\d)-/.exec(task.id)?.[1]);
    expect(tasks.length - troubles.length).toBeGreaterThan(150);
  });

  it("are of each template that there is", () => {
    const names = [...requestTemplates, ...troubleTemplates].map(({ name }) => name);
    expect([...new Set(tasks.map(kindOf))].toSorted()).toEqual(names.toSorted());
  });

  it("are for training in the larger part", () => {
    const share = tasks.filter(({ split }) => split === "test").length / tasks.length;
    expect(share).toBeGreaterThan(0.22);
    expect(share).toBeLessThan(0.33);
  });
});

describe("faults", () => {
  it.each(faults)("$name is in tasks, of the test split alone where it is held out", ({ name, heldOut }) => {
    const with_ = tasks.filter((task) => task.difficulty?.traps.includes(name));
    expect(with_.filter(({ split }) => split === "test").length).toBeGreaterThanOrEqual(heldOut ? 2 : 1);
    expect(with_.some(({ split }) => split === "train")).toBe(!heldOut);
  });

  it("are held out in fair number, as the starts of the tasks show", () => {
    expect(faults.filter(({ heldOut }) => heldOut).length).toBeGreaterThanOrEqual(6);
    for (const task of tasks.filter(({ split }) => split === "train")) {
      const actions = JSON.stringify(task.initial_state?.actions);
      expect(actions, task.id).not.toMatch(/break_vpn|set_wifi_calling|"puk"|send_payment_request/);
      expect(/turn_roaming_off/.test(actions) && /disable_roaming/.test(actions), task.id).toBe(false);
      expect(/"permission":"sms"/.test(actions) && /"permission":"storage"/.test(actions), task.id).toBe(false);
      expect(words(task), task.id).not.toMatch(/bigger plan/);
    }
  });
});

const hopeless = tasks.filter((task) => faultsOf(task).some(({ fixes }) => fixes === null));

describe("the start and the end of a trouble", () => {
  const solvable = tasks.filter(
    (task) => faultsOf(task).length > 0 && faultsOf(task).every(({ fixes }) => fixes !== null),
  );

  it("differ: what must hold holds in the end, and not before the last of the phone's own fixes", () => {
    for (const task of solvable) {
      using environment = world.open({ task });
      const last = task.reference_actions.findLastIndex((call) => isWrite(call) && bearsOnPhone(task, call));
      for (const [at, { requestor, name, arguments: args }] of task.reference_actions.entries()) {
        if (at <= last) expect(holds(task, environment), `${task.id} before ${name}`).toBe(false);
        environment.call(requestor, name, args);
      }
      expect(holds(task, environment), task.id).toBe(true);
    }
  });

  /** Of a task's requests the one that has a test is the trouble. */
  function bearsOnPhone({ user, reference_actions }: Task, call: Call): boolean {
    const step = user.agenda?.steps.find(({ test }) => test);
    return step?.actions.some((at) => reference_actions[at] === call) ?? false;
  }

  it("of one that can't be mended: a transfer comes last, with all else done, and the phone stays as bad as it must", () => {
    expect(hopeless.length).toBeGreaterThan(40);
    expect(hopeless.length).toBeLessThan(troubles.length * 0.3);
    const goal = {
      service: "assert_service_status",
      data: "assert_mobile_data_status",
      messages: "assert_can_send_mms",
    };
    for (const task of hopeless) {
      using environment = world.open({ task });
      for (const { requestor, name, arguments: args } of task.reference_actions)
        environment.call(requestor, name, args);
      expect(task.reference_actions.at(-1)?.name, task.id).toBe(transfer);
      expect(task.reward_basis, task.id).toContain("actions");
      const name = goal[kindOf(task).replace(/-\d$/, "") as keyof typeof goal];
      const expected_status = name === goal.service ? "connected" : true;
      expect(environment.holds({ requestor: "user", name, arguments: { expected_status } }), task.id).toBe(false);
      expect(holds(task, environment), task.id).toBe(true);
    }
  });
});

describe("scores", () => {
  const score = (task: Task, calls: readonly Call[], said = task.communicate) => {
    using environment = world.open({ task });
    for (const { requestor, name, arguments: args } of calls) environment.call(requestor, name, args);
    return reward(world, task, environment, { said }).value;
  };

  it("of a transfer at once is 1 only where nothing else can be done, which is seldom", () => {
    const call: Call = { requestor: "assistant", name: transfer, arguments: { summary: "Something." } };
    const right = tasks.filter((task) => score(task, [call], []) === 1);
    for (const task of right) expect(task.reference_actions.filter(isWrite), task.id).toEqual([]);
    for (const task of right) expect(transfers(task), task.id).toBe(true);
    expect(right.length / tasks.length).toBeLessThan(0.03);
  });

  it("of mending in another way, or in another order, is 1, before a transfer too", () => {
    const set: Call = {
      requestor: "user",
      name: "set_apn_settings",
      arguments: { apn_settings: { apn_name: "internet" } },
    };
    const isReset = ({ name }: Call) => name === "reset_apn_settings";
    const isReboot = ({ name }: Call) => name === "reboot_device";
    const reset = tasks.filter(({ reference_actions: calls }) => calls.some(isReset));
    expect(reset.filter(transfers).length).toBeGreaterThan(10);
    for (const task of reset) {
      const byHand = task.reference_actions.map((call) => (isReset(call) ? set : call));
      const isSuspended = byHand.some(({ name }) => name === "resume_line");
      expect(score(task, isSuspended ? byHand : byHand.filter((call) => !isReboot(call))), task.id).toBe(1);
    }
    for (const task of hopeless) {
      const onPhone = task.reference_actions.filter(({ requestor }) => requestor === "user");
      const [last, rest] = [onPhone.filter(isReboot), onPhone.filter((call) => !isReboot(call)).toReversed()];
      const paid = rest.some(({ name }) => name === "make_payment");
      const byDesk = task.reference_actions.filter(({ requestor, name }) => requestor !== "user" && name !== transfer);
      const end = task.reference_actions.filter(({ name }) => name === transfer);
      if (!paid) expect(score(task, [...rest, ...byDesk, ...last, ...end]), task.id).toBe(1);
      if (!paid) expect(score(task, [...rest, ...byDesk, ...last]), task.id).toBe(0);
    }
  });

  it("of mending on the phone alone, or in the carrier's books alone, is 0 where both are needed", () => {
    const both = tasks.filter(
      (task) => new Set(task.reference_actions.filter(isWrite).map((call) => call.requestor)).size > 1,
    );
    expect(both.length).toBeGreaterThan(150);
    for (const task of both) {
      for (const side of ["assistant", "user"]) {
        const calls = task.reference_actions.filter((call) => !isWrite(call) || call.requestor === side);
        expect(score(task, calls), `${task.id}, ${side}`).toBe(0);
      }
    }
  });

  it("of seeing to another line's trouble as well is 0", () => {
    const decoyed = tasks.filter((task) => task.difficulty?.traps.includes("trouble on another line"));
    expect(decoyed.length).toBeGreaterThan(50);
    for (const task of decoyed) {
      const decoy = task.initial_state?.actions.find(({ name }) =>
        ["set_data_usage", "suspend_line"].includes(name),
      ) as Call;
      const { customer_id, line_id } = decoy.arguments as Record<string, string>;
      const ids = { customer_id: customer_id as string, line_id: line_id as string };
      const meddling: Call =
        decoy.name === "suspend_line"
          ? { requestor: "assistant", name: "resume_line", arguments: ids }
          : { requestor: "assistant", name: "refuel_data", arguments: { ...ids, gb_amount: 1 } };
      expect(score(task, [...task.reference_actions, meddling]), task.id).toBe(0);
    }
  });
});

describe("reference actions", () => {
  interface LineState {
    status: string;
    contract_end_date: string | null;
    customer_id: string;
  }
  interface BillState {
    bill_id: string;
    status: string;
  }
  const today = telecom.now.slice(0, 10);

  /** What the domain policy demands before a write of the agent's, from the records as they stand. */
  function objection(environment: Environment, { name, arguments: args }: Call): string | undefined {
    const read = (tool: string, its: Record<string, string>) => {
      const result = environment.call("assistant", tool, its);
      return result.ok ? result.value : undefined;
    };
    const { customer_id, line_id, bill_id } = args as Record<string, string>;
    const line = line_id ? (read("get_details_by_id", { id: line_id }) as unknown as LineState) : undefined;
    const bills = read("get_bills_for_customer", { customer_id: customer_id as string }) as unknown as BillState[];
    const owes = (status: string) => bills.some((bill) => bill.status === status);
    switch (name) {
      case "refuel_data":
        if ((args.gb_amount as number) > 2) return "more than 2 GB";
        return line?.status === "Active" ? undefined : "data for a line that is not active";
      case "resume_line":
        if (line?.status !== "Suspended") return "a line resumed that is not suspended";
        if (line.contract_end_date !== null && line.contract_end_date < today) return "the contract has ended";
        return owes("Overdue") || owes("Awaiting Payment") ? "a bill is unpaid" : undefined;
      case "suspend_line":
        return line?.status === "Active" ? undefined : "a line suspended that is not active";
      case "send_payment_request": {
        const status = bills.find((bill) => bill.bill_id === bill_id)?.status ?? "none";
        if (owes("Awaiting Payment")) return "a second request";
        return ["Issued", "Overdue"].includes(status) ? undefined : `a request for a bill that is ${status}`;
      }
      default:
        return line === undefined || line.status === "Active" ? undefined : `${name} of a line that is not active`;
    }
  }

  it("keep the domain policy, one by one", () => {
    let checked = 0;
    for (const task of tasks) {
      using environment = world.open({ task });
      for (const call of task.reference_actions) {
        if (call.requestor === "assistant" && isWrite(call)) {
          expect(objection(environment, call), `${task.id}: ${call.name}`).toBeUndefined();
          checked++;
        }
        environment.call(call.requestor, call.name, call.arguments);
      }
    }
    expect(checked).toBeGreaterThan(200);
  });

  it("look before they act: the phone is never touched unseen, nor a line or a bill unread", () => {
    for (const task of troubles) {
      const names = task.reference_actions.map(({ name }) => name);
      const first = task.reference_actions.findIndex(isWrite);
      if (first < 0) continue;
      expect(names.slice(0, first), task.id).toContain("check_network_status");
      expect(names.slice(0, first), task.id).toContain("get_details_by_id");
    }
  });

  it("end in a transfer or in none", () => {
    for (const task of tasks) {
      const at = task.reference_actions.findIndex(({ name }) => name === transfer);
      if (at >= 0) expect(at, task.id).toBe(task.reference_actions.length - 1);
    }
  });
});

describe("texts", () => {
  it("name no id that only the carrier knows", () => {
    for (const task of tasks) expect(words(task), task.id).not.toMatch(/\b(?:L\d{6}|D\d{6}|B\d{6,}|P\d{4})\b/);
  });

  it("let a ticket stand for the customer: who it is, and which line where lines are concerned", () => {
    for (const task of tasks) {
      expect(task.ticket, task.id).toMatch(/^Customer: /);
      if (troubles.includes(task)) expect(task.ticket, task.id).toMatch(/Line concerned: .*(at home|abroad)/);
    }
  });

  it("let the customer of a ticket want what the customer of a conversation wants", () => {
    for (const task of tasks) {
      const refuel = task.reference_actions.find(({ name }) => name === "refuel_data");
      if (refuel) expect(task.ticket, task.id).toContain(`${refuel.arguments.gb_amount} GB`);
      const pause = task.reference_actions.find(({ name }) => name === "suspend_line");
      if (pause) expect(task.ticket, task.id).toContain(`Reason, in their words: ${pause.arguments.reason}`);
    }
  });

  it("give nothing away in a ticket: what the customer would agree to stands there, whatever is wrong", () => {
    const conditions = {
      service: [/No code for the SIM card/, /suspended for an unpaid bill/, /once had the line suspended/],
      data: [/If the data is used up/],
      messages: [/If the data is used up/],
    };
    for (const task of troubles) {
      const kind = kindOf(task).replace(/-\d$/, "") as keyof typeof conditions;
      for (const condition of conditions[kind]) expect(task.ticket, task.id).toMatch(condition);
    }
    const unaffected = troubles.filter(
      (task) => /^(?:data|messages)/.test(task.id) && faultsOf(task).every(({ name }) => !/used_up/.test(name)),
    );
    for (const wish of [/pays for/, /settles for 2 GB/, /does not want to pay/])
      expect(unaffected.filter(({ ticket }) => wish.test(ticket ?? "")).length).toBeGreaterThan(10);
  });

  it("do not say what is wrong, nor what mends it", () => {
    for (const task of troubles) {
      const said = task.user.agenda?.steps.map(({ say }) => say).join(" ");
      expect(said, task.id).not.toMatch(
        /airplane|sim card|apn|roam|data saver|vpn|permission|wi-?fi calling|suspend|used up/i,
      );
    }
  });

  it("tell one wish in one split only", () => {
    const says = (split: Task["split"]) =>
      new Set(
        tasks.filter((task) => task.split === split).flatMap(({ user }) => user.agenda?.steps.map(({ say }) => say)),
      );
    expect([...says("train")].filter((say) => says("test").has(say))).toEqual([]);
  });

  it("share no phone number between splits", () => {
    const numbers = (split: Task["split"]) =>
      new Set(
        tasks.filter((task) => task.split === split).flatMap((task) => words(task).match(/\b555-\d{3}-\d{4}\b/g) ?? []),
      );
    expect([...numbers("train")].filter((number) => numbers("test").has(number))).toEqual([]);
  });

  it("make no customer know a line's number and forget their own", () => {
    const forgetful = tasks.filter((task) => task.difficulty?.traps.includes("no phone number"));
    expect(forgetful.length).toBeGreaterThan(30);
    for (const task of forgetful) {
      const known = words(task).replace(/which belongs to.*|The number is 555-\d{3}-\d{4}/g, "");
      if (!task.difficulty?.traps.includes("someone else's line"))
        expect(known, task.id).not.toMatch(/\b555-\d{3}-\d{4}\b/);
    }
  });
});
