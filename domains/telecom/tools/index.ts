/** All tools of the carrier's agent, by their names on the wire. */

export { transfer_to_human_agents } from "../../desk-tools.ts";
export { get_bills_for_customer, send_payment_request } from "./bills.ts";
export {
  get_customer_by_id,
  get_customer_by_name,
  get_customer_by_phone,
  get_details_by_id,
} from "./customers.ts";
export { get_data_usage, refuel_data } from "./data.ts";
export { disable_roaming, enable_roaming, resume_line, suspend_line } from "./lines.ts";
