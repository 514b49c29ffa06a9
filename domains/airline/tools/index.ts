/** All tools of the airline's agent, by their names on the wire. */

export { calculate, transfer_to_human_agents } from "../../desk-tools.ts";
export { book_reservation } from "./booking.ts";
export { update_reservation_baggages, update_reservation_flights, update_reservation_passengers } from "./changes.ts";
export { cancel_reservation, get_reservation_details } from "./reservations.ts";
export { get_flight_status, list_all_airports, search_direct_flight, search_onestop_flight } from "./search.ts";
export { get_user_details, send_certificate } from "./users.ts";
