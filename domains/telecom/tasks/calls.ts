/** The calls that requests are made of. */
import type { DraftCall } from "../../draft.ts";
import type { Bill, Customer, Line } from "./carrier.ts";

const ofLine = ({ id, customer }: Line) => ({ customer_id: customer.id, line_id: id });
const details = (id: string): DraftCall => ({ name: "get_details_by_id", arguments: { id } });

/** What is done, or looked up, on the phone. */
export function onPhone(name: string, args: DraftCall["arguments"] = {}): DraftCall {
  return { requestor: "user", name, arguments: args };
}

export const byPhone = (phone_number: string): DraftCall => ({
  name: "get_customer_by_phone",
  arguments: { phone_number },
});
export const byId = ({ id }: Customer): DraftCall => ({ name: "get_customer_by_id", arguments: { customer_id: id } });
export const byName = ({ name, birth }: Customer): DraftCall => {
  return { name: "get_customer_by_name", arguments: { full_name: name, dob: birth } };
};

export const readLine = ({ id }: Line): DraftCall => details(id);
export const readDevice = ({ device }: Line): DraftCall => details(device.id);
export const readPlan = ({ plan }: Line): DraftCall => details(plan.id);
export const readUsage = (line: Line): DraftCall => ({ name: "get_data_usage", arguments: ofLine(line) });
export const readBills = ({ id }: Customer): DraftCall => {
  return { name: "get_bills_for_customer", arguments: { customer_id: id } };
};

export const suspend = (line: Line, reason: string): DraftCall => {
  return { name: "suspend_line", arguments: { ...ofLine(line), reason } };
};
export const resume = (line: Line): DraftCall => ({ name: "resume_line", arguments: ofLine(line) });
export const enableRoaming = (line: Line): DraftCall => ({ name: "enable_roaming", arguments: ofLine(line) });
export const disableRoaming = (line: Line): DraftCall => ({ name: "disable_roaming", arguments: ofLine(line) });
export const refuel = (line: Line, gb: number): DraftCall => {
  return { name: "refuel_data", arguments: { ...ofLine(line), gb_amount: gb } };
};
export const requestPayment = ({ id }: Customer, bill: Pick<Bill, "id">): DraftCall => {
  return { name: "send_payment_request", arguments: { customer_id: id, bill_id: bill.id } };
};

/** What is done once a payment request lies on the phone, and the look whether that was it. */
export const pay = ({ id }: Pick<Bill, "id">): DraftCall[] => {
  return [onPhone("check_payment_request"), onPhone("make_payment"), details(id)];
};

/** What only the start of a task may do. */
export const setUsage = (line: Line, gb: number): DraftCall => {
  return { name: "set_data_usage", arguments: { ...ofLine(line), data_used_gb: gb } };
};
export const suspendUnpaid = (line: Line, new_bill_id: string, contract_ended: boolean): DraftCall => {
  return { name: "suspend_line_for_overdue_bill", arguments: { ...ofLine(line), new_bill_id, contract_ended } };
};
export const putInHands = (line: Line): DraftCall => {
  return onPhone("set_user_info", { name: line.customer.name, phone_number: line.number });
};
