/** What a template drafts: one request of a student; and the calls it is made of. */
import type * as draft from "../../draft.ts";
import type { DraftCall } from "../../draft.ts";
import type { Mode } from "../schema.ts";
import type { Address, Course, Section, Student, Term } from "./campus.ts";

/** `used`: the sections that it is about. */
export type Request = draft.Request<Section>;

export const readProfile = ({ id }: Student): DraftCall => ({
  name: "get_student_profile",
  arguments: { student_id: id },
});
export const readSchedule = ({ id }: Student, { term_id }: Term): DraftCall => {
  return { name: "get_student_schedule", arguments: { student_id: id, term_id } };
};
export const readTranscript = ({ id }: Student): DraftCall => ({
  name: "get_transcript",
  arguments: { student_id: id },
});
export const readCalendar: DraftCall = { name: "get_term_calendar", arguments: {} };
export const searchCourse = ({ title }: Course): DraftCall => ({ name: "search_courses", arguments: { text: title } });
const readCourse = ({ id }: Course): DraftCall => ({ name: "get_course_details", arguments: { course_id: id } });
export const listSections = ({ id }: Course, { term_id }: Term): DraftCall => {
  return { name: "list_sections", arguments: { course_id: id, term_id } };
};

/** All that an agent reads to judge whether the student may have a seat in the sections. */
export function readsFor(student: Student, sections: readonly Section[]): DraftCall[] {
  const terms = new Set(sections.map(({ term }) => term));
  return [
    readProfile(student),
    readCalendar,
    readTranscript(student),
    ...[...terms].map((term) => readSchedule(student, term)),
    ...sections.flatMap(({ course, term }) => [searchCourse(course), readCourse(course), listSections(course, term)]),
  ];
}

/** All that an agent reads to judge whether the student may give up the seats. */
export function readsForLeaving(student: Student, sections: readonly Section[]): DraftCall[] {
  const terms = new Set(sections.map(({ term }) => term));
  return [
    readProfile(student),
    readCalendar,
    ...[...terms].map((term) => readSchedule(student, term)),
    ...sections.map(({ course }) => readCourse(course)),
  ];
}

export const enrollCall = ({ id }: Student, section: Section, mode: Mode = "credit"): DraftCall => {
  return { name: "enroll_in_section", arguments: { student_id: id, section_id: section.id, mode } };
};

const acknowledged = (isAcknowledged: boolean) => (isAcknowledged ? { aid_acknowledged: true } : {});

export const dropCall = ({ id }: Student, section: Section, percent: number, aid = false): DraftCall => {
  const args = { student_id: id, section_id: section.id, refund_percent: percent };
  return { name: "drop_section", arguments: { ...args, ...acknowledged(aid) } };
};
export const swapCall = ({ id }: Student, old: Section, wanted: Section, aid = false): DraftCall => {
  const args = { student_id: id, drop_section_id: old.id, add_section_id: wanted.id };
  return { name: "swap_sections", arguments: { ...args, ...acknowledged(aid) } };
};
export const modeCall = ({ id }: Student, section: Section, mode: Mode, aid = false): DraftCall => {
  const args = { student_id: id, section_id: section.id, mode };
  return { name: "change_enrollment_mode", arguments: { ...args, ...acknowledged(aid) } };
};
export const joinCall = ({ id }: Student, section: Section): DraftCall => {
  return { name: "join_waitlist", arguments: { student_id: id, section_id: section.id } };
};
export const leaveCall = ({ id }: Student, section: Section): DraftCall => {
  return { name: "leave_waitlist", arguments: { student_id: id, section_id: section.id } };
};
export const consentCall = ({ id }: Student, section: Section): DraftCall => {
  return { name: "request_override", arguments: { student_id: id, kind: "consent", target: section.id } };
};
export const limitCall = ({ id }: Student, term: Term): DraftCall => {
  return { name: "request_override", arguments: { student_id: id, kind: "credit_limit", target: term.term_id } };
};

export interface Contact {
  readonly email?: string;
  readonly phone?: string;
  readonly address?: Address;
}

export const contactCall = ({ id, code }: Student, { address, ...contact }: Contact): DraftCall => {
  const given = { ...contact, ...(address ? { address: { ...address } } : {}) };
  return { name: "update_contact_info", arguments: { student_id: id, verification_code: code, ...given } };
};

const portal = (name: string, args: DraftCall["arguments"] = {}): DraftCall => {
  return { requestor: "user", name, arguments: args };
};

/** What only the student can do, in the portal. */
export const checkPortal = portal("check_portal_notifications");
export const readCode = portal("read_verification_code");
export const payBalance = portal("pay_balance");
export const signConsent = ({ id }: Section) => portal("sign_consent_form", { section_id: id });
export const acceptOffer = ({ id }: Section) => portal("accept_waitlist_offer", { section_id: id });
export const confirmMeeting = (meeting: string) => portal("confirm_advising_meeting", { meeting_id: meeting });
