/** Every built-in university task: the reference keeps the domain policy, nothing less scores, and texts and splits keep their promises. */
import { describe, expect, it } from "vitest";
import type { DomainDatabase } from "../../domains/database.ts";
import type { CallResult } from "../../domains/environment.ts";
import { type RewardMode, reward } from "../../domains/reward.ts";
import type { Call, Task } from "../../domains/task.ts";
import { university } from "../../domains/university/index.ts";
import { type Campus, readCampus, type Section } from "../../domains/university/tasks/campus.ts";
import { allObstacles, obstacles } from "../../domains/university/tasks/rules.ts";
import { builtinWorld } from "../../domains/world.ts";
import { Registrar } from "../support/registrar.ts";
import { openFor, world } from "../support/university.ts";

const tasks = [...world.tasks.values()];
const effectOf = ({ requestor, name }: Call) => university.tools[requestor][name]?.effect;
const isWrite = (call: Call) => effectOf(call) === "write";
const transfer = "transfer_to_human_agents";

interface Outcome {
  readonly results: readonly CallResult[];
  readonly values: Readonly<Record<RewardMode, number | null>>;
}

/** Makes the calls and says the facts. */
function play(task: Task, calls: readonly Call[], said: readonly string[] = task.communicate): Outcome {
  using environment = world.open({ task });
  const results = calls.map((call) => environment.call(call.requestor, call.name, call.arguments));
  const score = (mode: RewardMode) => reward(world, task, environment, { said }, mode).value;
  return { results, values: { evaluation: score("evaluation"), training: score("training") } };
}

/** The rows as the templates read them. */
function campus(): Campus {
  let read: Campus | undefined;
  const tasks = (db: DomainDatabase) => {
    read = readCampus(db, university.now);
    return [];
  };
  expect(builtinWorld({ ...university, tasks }, 0).tasks.size).toBe(0);
  return read as unknown as Campus;
}

const stepsOf = ({ user }: Task) => user.agenda?.steps ?? [];
const nameOf = ({ id }: Task) => id.replace(/-\d+$/, "");

/** What the user says, without what it is to be told. */
function words({ user }: Task): string {
  const agenda = JSON.stringify(user.agenda, (key, value) => {
    return key === "tell" || key === "withdrawn" || key === "test" ? undefined : value;
  });
  return `${user.instructions} ${agenda}`;
}

describe("the built-in university tasks", () => {
  it("are many, for other seeds too, and no two want the same", () => {
    expect(tasks.length).toBeGreaterThanOrEqual(400);
    expect(builtinWorld(university, 1).tasks.size).toBeGreaterThanOrEqual(400);
    const outcomes = tasks.map((task) => JSON.stringify([task.reference_actions, task.communicate]));
    expect(new Set(outcomes).size).toBe(outcomes.length);
  });

  it("have reference actions that succeed and break no rule, as one reads them who knows no template", () => {
    for (const task of tasks) {
      using environment = world.open({ task });
      const registrar = new Registrar(environment);
      for (const { actions } of stepsOf(task)) {
        const calls = actions.flatMap((at) => task.reference_actions[at] ?? []);
        const along = calls.flatMap(({ name, arguments: { section_id, mode } }) => {
          return name === "enroll_in_section" && mode === "credit" ? String(section_id) : [];
        });
        for (const call of calls.filter(isWrite)) {
          expect(registrar.breaches(call, along), `${task.id}: ${JSON.stringify(call)}`).toEqual([]);
          const { ok } = environment.call(call.requestor, call.name, call.arguments);
          expect(ok, `${task.id}: ${call.name}`).toBe(true);
        }
      }
      expect(registrar.lonely(), task.id).toEqual([]);
    }
  });

  it("are drafted by conditions that agree with that reading, whoever wants whichever section", () => {
    const { students, sections, today } = campus();
    const found = new Set<string>();
    for (const [at, student] of students.entries()) {
      using environment = openFor(student.id);
      const registrar = new Registrar(environment);
      for (let step = 0; step < 5; step++) {
        const section = sections[(at * 7 + step * 61) % sections.length] as Section;
        for (const mode of ["credit", "audit"] as const) {
          if (student.seats.some((seat) => seat.section === section)) continue;
          const args = { student_id: student.id, section_id: section.id, mode };
          const call: Call = { requestor: "assistant", name: "enroll_in_section", arguments: args };
          const expected = obstacles(today, student, section, { mode });
          expect(registrar.breaches(call, []), JSON.stringify(args)).toEqual(expected);
          for (const obstacle of expected) found.add(obstacle);
        }
      }
    }
    expect([...found].sort()).toEqual([...allObstacles].sort());
  });

  it("have students acknowledge the risk to their aid exactly when a request takes them below full time", () => {
    for (const task of tasks) {
      using environment = world.open({ task });
      const registrar = new Registrar(environment);
      for (const { actions } of stepsOf(task)) {
        const calls = actions.flatMap((at) => task.reference_actions[at] ?? []).filter(isWrite);
        const before = registrar.standing("2025SP");
        for (const call of calls) environment.call(call.requestor, call.name, call.arguments);
        const after = registrar.standing("2025SP");
        const risky = before.aid && before.credits >= 12 && after.credits < 12;
        const last = calls.findLast(({ name }) => /^(drop|swap|change_enrollment)/.test(name));
        expect(last?.arguments.aid_acknowledged ?? false, task.id).toBe(risky);
      }
    }
  });

  it("score 1 for the reference alone, and nothing for silence or a transfer, but where that is right", () => {
    for (const task of tasks) {
      expect(play(task, task.reference_actions).values, task.id).toEqual({ evaluation: 1, training: 1 });
      expect(play(task, [], []).values, task.id).toEqual({ evaluation: 0, training: 0 });
      const right =
        task.reference_actions.some(({ name }) => name === transfer) && !task.reference_actions.some(isWrite);
      const call: Call = { requestor: "assistant", name: transfer, arguments: { summary: "Something." } };
      if (!right) expect(play(task, [call], []).values, task.id).toEqual({ evaluation: 0, training: 0 });
    }
    const alone = tasks.filter(
      (task) => task.reference_actions.some(({ name }) => name === transfer) && !task.reference_actions.some(isWrite),
    );
    expect(alone.length).toBeLessThan(tasks.length * 0.03);
  });

  it("give nothing when a fact is not told, nor for a message full of numbers, nor for what was read", () => {
    const numbers = Array.from({ length: 1000 }, (_, number) => String(number)).join(" ");
    for (const task of tasks.filter(({ communicate }) => communicate.length > 0)) {
      for (const fact of task.communicate) {
        const said = task.communicate.filter((other) => other !== fact);
        expect(play(task, task.reference_actions, said).values.evaluation, task.id).toBe(0);
      }
      expect(play(task, task.reference_actions, [numbers]).values.evaluation, task.id).toBe(0);
      if (!task.difficulty?.traps.includes("arithmetic")) continue;
      const reads = task.reference_actions.filter((call) => effectOf(call) === "read");
      const read = play(task, reads).results.map((result) => JSON.stringify(result));
      expect(play(task, task.reference_actions, read).values.evaluation, task.id).toBe(0);
    }
  });

  it("give nothing when a withdrawn write is made", () => {
    const withdrawn = tasks.flatMap((task) =>
      stepsOf(task).flatMap((step) => (step.change_of_mind ? [[task, step.change_of_mind.withdrawn] as const] : [])),
    );
    expect(withdrawn.length).toBeGreaterThan(30);
    for (const [task, call] of withdrawn) {
      expect(play(task, [call]).values, task.id).toEqual({ evaluation: 0, training: 0 });
      // Contact data that is overwritten leaves no trace; all else does.
      if (call.name === "update_contact_info") continue;
      const { values } = play(task, [call, ...task.reference_actions]);
      expect(values.evaluation, `${task.id}: ${call.name}`).toBe(0);
    }
  });

  it("need the student to act in a good part of them, each in the student's own portal", () => {
    const dual = tasks.filter(({ reference_actions }) =>
      reference_actions.some(({ requestor }) => requestor === "user"),
    );
    expect(dual.length).toBeGreaterThanOrEqual(80);
    const used = new Set(
      dual.flatMap(({ reference_actions }) =>
        reference_actions.filter((call) => call.requestor === "user").map(({ name }) => name),
      ),
    );
    expect([...used].sort()).toEqual(Object.keys(university.tools.user).sort());
    for (const { id, initial_state, reference_actions } of tasks) {
      const [first] = initial_state?.actions ?? [];
      const ids = reference_actions.flatMap((call) => String(call.arguments.student_id ?? []));
      expect(first?.name, id).toBe("set_student");
      expect(new Set([first?.arguments.student_id, ...ids.filter(Boolean)]).size, id).toBe(1);
    }
    expect(tasks.filter((task) => stepsOf(task).some(({ test }) => test)).length).toBeGreaterThan(10);
  });

  it("share no student and no request word for word between train and test", () => {
    const parts = (split: string) => {
      const own = tasks.filter((task) => task.split === split);
      const texts = own.map((task) => `${words(task)} ${JSON.stringify([task.reference_actions, task.initial_state])}`);
      return {
        people: new Set(texts.flatMap((text) => text.match(/\bS\d{6}\b|[\w.]+@example\.\w+/g) ?? [])),
        sayings: new Set(own.flatMap((task) => stepsOf(task).map(({ say }) => say))),
      };
    };
    const [train, test] = [parts("train"), parts("test")];
    expect(train.people.size).toBeGreaterThan(300);
    expect(test.people.size).toBeGreaterThan(100);
    expect([...train.people].filter((person) => test.people.has(person))).toEqual([]);
    expect([...train.sayings].filter((saying) => test.sayings.has(saying))).toEqual([]);
  });

  it("have each template in both splits, but for those held out for the test", () => {
    const templates = (split: string) => new Set(tasks.filter((task) => task.split === split).map(nameOf));
    const [train, test] = [templates("train"), templates("test")];
    expect([...test].filter((template) => !train.has(template)).sort()).toEqual([
      "consent-and-hold",
      "hold-swap",
      "mind-and-refusal",
      "partial-drop",
      "three-with-mind",
      "two-refusals",
    ]);
    expect([...train].filter((template) => !test.has(template)).length).toBeLessThan(train.size * 0.06);
    const share = tasks.filter(({ split }) => split === "test").length / tasks.length;
    expect(share).toBeGreaterThan(0.27);
    expect(share).toBeLessThan(0.35);
  });

  it("let the user say no id but a course's, and no fact that is to be told", () => {
    for (const task of tasks) {
      const text = words(task);
      expect(text, task.id).not.toMatch(/[A-Z]{2,4}\d{3}L?-(\d\d|W\d)|ADV-|undefined|\[object/);
      for (const fact of task.communicate) {
        const escaped = fact.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
        expect(text, task.id).not.toMatch(new RegExp(`(?<![\\p{L}\\p{N}.])${escaped}(?![\\p{L}\\p{N}])`, "u"));
      }
    }
  });

  it("have agendas whose actions, facts and reward basis fit the task", () => {
    for (const task of tasks) {
      const { id, user, reference_actions, communicate, reward_basis, env_assertions } = task;
      const steps = stepsOf(task);
      const served = [...new Set(steps.flatMap(({ actions }) => actions))].sort((a, b) => a - b);
      expect(served, id).toEqual(reference_actions.map((_, at) => at).slice(1));
      expect(new Set(steps.flatMap(({ tell }) => tell)), id).toEqual(new Set(communicate));
      expect(reward_basis.includes("communicate"), id).toBe(communicate.length > 0);
      expect(reward_basis.includes("env_assertions"), id).toBe(env_assertions.length > 0);
      expect(reward_basis.includes("actions"), id).toBe(reference_actions.some(({ name }) => name === transfer));
      for (const { facts } of steps) expect(new Set(facts.map(({ name }) => name)).size, id).toBe(facts.length);
      for (const fact of [...steps.flatMap(({ facts }) => facts), ...(user.agenda?.identity ?? [])]) {
        const heard = fact.asks.some((word) => fact.name.toLowerCase().includes(word.toLowerCase()));
        expect(heard, `${id}: ${fact.name}`).toBe(true);
      }
    }
  });

  it("combine traps, and several writes, and use no section too often", () => {
    const trapped = tasks.filter((task) => {
      const steps = stepsOf(task);
      return steps.length > 1 && steps.some((step) => step.refusal ?? step.fallback ?? step.change_of_mind);
    });
    expect(trapped.length).toBeGreaterThanOrEqual(40);
    expect(tasks.filter(({ difficulty }) => (difficulty?.writes ?? 0) > 1).length).toBeGreaterThanOrEqual(120);
    const uses = new Map<string, number>();
    for (const { reference_actions } of tasks) {
      const own = new Set(
        reference_actions
          .filter(isWrite)
          .map(({ arguments: args }) => String(args.section_id ?? args.add_section_id ?? "")),
      );
      for (const section of own) if (section) uses.set(section, (uses.get(section) ?? 0) + 1);
    }
    expect(Math.max(...uses.values())).toBeLessThanOrEqual(25);
  });
});
