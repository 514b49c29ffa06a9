/** A student as calls leave it, so that a later request of the same conversation can be judged by what stands then. */
import type { DraftCall } from "../../draft.ts";
import type { Mode } from "../schema.ts";
import type { Campus, Section, Student } from "./campus.ts";

export function after({ sections }: Campus, student: Student, calls: readonly DraftCall[]): Student {
  const find = (id: unknown): Section => {
    const section = sections.find((one) => one.id === id);
    if (section === undefined) throw new Error(`no section '${id}'`);
    return section;
  };
  const now: Student = { ...student };
  for (const call of calls) Object.assign(now, steps[call.name]?.(now, call.arguments, find));
  return now;
}

type Step = (now: Student, args: DraftCall["arguments"], find: (id: unknown) => Section) => Partial<Student>;

const without = (now: Student, section: Section): Partial<Student> => ({
  seats: now.seats.filter((seat) => seat.section !== section),
  left: [...now.left, section],
});
const withSeat = (now: Partial<Pick<Student, "seats">>, section: Section, mode: Mode) => ({
  seats: [...(now.seats ?? []).filter((seat) => seat.section !== section), { section, mode }],
});

const steps: Readonly<Record<string, Step>> = {
  enroll_in_section: (now, args, find) => withSeat(now, find(args.section_id), args.mode as Mode),
  drop_section: (now, args, find) => without(now, find(args.section_id)),
  swap_sections(now, args, find) {
    const old = find(args.drop_section_id);
    const mode = now.seats.find(({ section }) => section === old)?.mode ?? "credit";
    const left = without(now, old);
    return { ...left, ...withSeat(left, find(args.add_section_id), mode) };
  },
  change_enrollment_mode: (now, args, find) => withSeat(now, find(args.section_id), args.mode as Mode),
  join_waitlist: ({ waits }, args, find) => ({
    waits: [...waits, { section: find(args.section_id), status: "waiting" }],
  }),
  leave_waitlist: ({ waits }, args) => ({ waits: waits.filter(({ section }) => section.id !== args.section_id) }),
  accept_waitlist_offer(now, args, find) {
    const section = find(args.section_id);
    return { waits: now.waits.filter((wait) => wait.section !== section), ...withSeat(now, section, "credit") };
  },
  request_override({ overrides }, { kind, target }) {
    const status = kind === "consent" ? "requested" : "granted";
    return { overrides: [...overrides, { kind: String(kind), target: String(target), status }] };
  },
  sign_consent_form: ({ overrides }, { section_id }) => ({
    overrides: overrides.map((one) =>
      one.kind === "consent" && one.target === section_id ? { ...one, status: "granted" } : one,
    ),
  }),
  pay_balance: ({ holds }) => ({ balance: 0, holds: holds.filter((kind) => kind !== "financial") }),
  confirm_advising_meeting: ({ holds }) => ({ meetings: [], holds: holds.filter((kind) => kind !== "advising") }),
  update_contact_info: (_, { email, phone }) => ({
    ...(typeof email === "string" ? { email } : {}),
    ...(typeof phone === "string" ? { phone } : {}),
  }),
};
