/** Paying on the phone what the carrier asks for. */
import { z } from "zod";
import { tool } from "../../tool.ts";
import { spelled } from "../amount.ts";
import { readSurroundings, saveSurroundings } from "../phone/state.ts";

export const check_payment_request = tool({
  description: "Look up whether the carrier asks for a payment, and for how much.",
  effect: "read",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: [
      "payment request",
      "request for payment",
      "payment requests",
      "payment notification",
      "asked to pay",
      "bill to pay",
      "payment prompt",
    ],
  },
  run(_, { db }) {
    const { payment_bill_id, payment_amount_due } = readSurroundings(db);
    if (payment_bill_id === null) return "No payment request has been made.";
    return `You have a payment request for bill ${payment_bill_id} of ${spelled(payment_amount_due ?? 0)} USD.`;
  },
});

export const make_payment = tool({
  description: "Pay what the carrier asks for.",
  effect: "write",
  input: z.strictObject({}),
  output: z.string(),
  asked: {
    words: [
      "make the payment",
      "make a payment",
      "make your payment",
      "accept the payment",
      "approve the payment",
      "complete the payment",
      "confirm the payment",
      "accept the request",
      "accept it and pay",
      "pay the bill",
      "pay your bill",
      "pay it",
      "pay now",
      "go ahead and pay",
      "go ahead with the payment",
      "proceed with the payment",
      "proceed with payment",
      "continue with the payment",
      "finish the payment",
      "submit the payment",
      "authorize the payment",
      "pay the amount",
      "pay the overdue",
    ],
  },
  run(_, { db }) {
    const around = readSurroundings(db);
    if (around.payment_bill_id === null) return "You do not have a payment request.";
    saveSurroundings(db, { ...around, payment_paid: true });
    return `Payment of ${spelled(around.payment_amount_due ?? 0)} USD has been made for bill ${around.payment_bill_id}.`;
  },
});
