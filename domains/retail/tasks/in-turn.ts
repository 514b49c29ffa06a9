/** Several requests of one customer in one conversation: which of them don't get in each other's way. */
import { endsLast } from "../../draft.ts";
import { onOrder } from "./ordinary.ts";
import { type Request, refer } from "./request.ts";
import { type Draft, isDelivered, isPending, onOne } from "./template.ts";

/** A request that can be granted, about a pending or delivered order, by chance. */
export const anyChange: Draft = onOne(
  (desk, order) => {
    const ref = refer(desk.random, order);
    const { cancel, changeAddress, changePayment, swap, returnSome } = onOrder;
    if (isDelivered(order)) return desk.random.pick([returnSome, swap])(desk, ref);
    return desk.random.pick([cancel, changeAddress, changePayment, swap, swap])(desk, ref);
  },
  (order) => isPending(order) || isDelivered(order),
);

/** Whether serving one request changes nothing for another, and answers and transfers come last. */
export function getAlong(requests: readonly Request[]): boolean {
  const moves = requests.filter(({ calls }) => calls.some(({ name }) => name === "modify_user_address"));
  const looksUp = requests.some(({ traps = [] }) => traps.includes("address to look up"));
  return endsLast(requests) && moves.length <= (looksUp ? 0 : 1) && requests.filter(drawsOnGiftCard).length < 2;
}

/** A gift card that two requests draw on might not be enough for both; and one that is paid back may be enough for more. */
function drawsOnGiftCard({ calls, used, traps = [] }: Request): boolean {
  const paid = ["cancel_pending_order", "modify_pending_order_payment"];
  return (
    traps.includes("gift card too small") ||
    calls.some((call) => String(call.arguments.payment_method_id ?? "").startsWith("gift_card_")) ||
    (calls.some(({ name }) => paid.includes(name)) && used.some(({ paidWith }) => paidWith.source === "gift_card"))
  );
}
