/** All tools of the registrar's agent, by their names on the wire. */

export { calculate } from "../../desk-tools.ts";
export { get_course_details, get_term_calendar, list_sections, search_courses } from "./catalogue.ts";
export { transfer_to_human_agents } from "./desk.ts";
export { request_override } from "./overrides.ts";
export { change_enrollment_mode, drop_section, enroll_in_section, swap_sections } from "./registration.ts";
export {
  find_student_by_email,
  find_student_by_name_dob,
  get_student_profile,
  update_contact_info,
} from "./students.ts";
export { get_student_schedule, get_transcript } from "./studies.ts";
export { join_waitlist, leave_waitlist } from "./waitlists.ts";
