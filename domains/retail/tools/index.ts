/** All tools of the retail agent, by their names on the wire. */
export { calculate, transfer_to_human_agents } from "../../desk-tools.ts";
export { cancel_pending_order, get_order_details } from "./orders.ts";
export {
  modify_pending_order_address,
  modify_pending_order_items,
  modify_pending_order_payment,
} from "./pending-orders.ts";
export { get_item_details, get_product_details, list_all_product_types } from "./products.ts";
export { exchange_delivered_order_items, return_delivered_order_items } from "./returns.ts";
export { find_user_id_by_email, find_user_id_by_name_zip, get_user_details, modify_user_address } from "./users.ts";
