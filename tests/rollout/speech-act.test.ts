/** What the scripted user makes of single messages, worded as models of many makes word them. */
import { describe, expect, test } from "vitest";
import { recognise } from "../../rollout/users/speech-act.ts";

const hear = (text: string) => {
  return recognise(text, {
    identity: ["email", "e-mail", "name", "zip", "postal"],
    untold: ["reason", "why", "payment method", "pay"],
    denied: [],
  });
};

describe("asks for leave", () => {
  test.each([
    "I'll cancel order #W1. Does that look right?",
    "Here's a summary:\n- **Order**: #W1\n- **Item**: chair\n\nIs everything correct?",
    "I will update the order to 1 Main Street. Are these details correct?",
    "I'll exchange the blue lamp for the red lamp, OK?",
    "So you want to return the chair. Correct?",
    "The refund of $5.00 will be sent to your gift card. Does that work for you?",
    "May I submit the exchange?",
    "The return of the chair is prepared. Ready for me to submit this?",
    "I'll change the lamp to the red one. Is this what you want?",
    "Please approve the above.",
    "If that sounds good, just reply yes and I'll do it.",
    "Would you like to cancel this order?",
    "**Summary**\n1. Cancel #W1\n2. Refund $5.00\n\nDo you confirm? 😊",
    "Do I have your permission to proceed?",
    "Can I go ahead and cancel it?",
    "Let me know if you'd like me to proceed.",
    "Let me know if this looks right and I'll submit the return.",
    "I need your confirmation before I cancel order #W1.",
    "Could you please confirm that you want the order cancelled?",
    "Are you sure you'd like to return both items?",
    "Want me to process that now?",
    "Is it okay if I cancel the order now?",
    "I'm about to submit the return. All good?",
    "Everything is ready. Proceed?",
    "Cancel order #W1?",
    "Type \u201cyes\u201d to confirm the cancellation.",
    "I'd cancel order #W1, which is pending, and refund $5.00. Shall I do that?",
    "To confirm: the chair goes back and $5.00 to PayPal. Yes or no?",
    "Please confirm the following details:\n- Order: #W1\n- Refund: gift card",
    "Once you confirm, I'll submit the exchange.",
    "I'll return the lamp. How does that sound?",
    "Would you like to proceed with this cancellation? (yes/no)",
    "Do you agree to these changes?",
    "Should I cancel #W1 now?",
    "Did I get that right? You want to exchange the chair for the blue one.",
    "I'll go ahead with the exchange once I have your okay. 👍",
    "Does this summary match what you asked for? Order #W1 would be cancelled.",
    "Just say the word and I'll cancel it.",
    "Are you happy for me to cancel it?",
    "Would it be all right to send it there?",
  ])("%s", (text) => {
    const { asksLeave, questions } = hear(text);
    expect({ asksLeave, questions }).toEqual({ asksLeave: true, questions: [] });
  });
});

describe("asks for something else than leave", () => {
  test.each([
    "Which payment method should I use?",
    "Where should I send the refund?",
    "Before I proceed, could you tell me the reason?",
    "To proceed, I need your email address.",
    "How would you like to proceed?",
    "Could you confirm which items you'd like to exchange?",
    "Which one should I use?",
    "What would you like me to do?",
    "Please confirm your email and zip code.",
    "Can you please let me know the reason for the cancellation so that I can proceed?",
    "Please confirm:\n- Your email\n- Your zip code",
    "To go ahead with the return, which payment method should the money go to?",
    "In order to cancel it, I'll need the reason.",
    "Would you like the refund on your gift card or on your PayPal account?",
    "Would you like me to cancel it or return it?",
    "Could you share why you'd like to cancel?",
    "May I have your full name?",
    "Let me know which variant you want, and I'll go ahead.",
    "Do you know your e-mail?",
    "For the exchange, what color do you want?",
    "Should I use PayPal or the gift card to pay the difference?",
    "Thanks! 🙂 And how should the difference be settled?",
    "Please tell me whose order it is.",
  ])("%s", (text) => {
    const { asksLeave, questions } = hear(text);
    expect(asksLeave).toBe(false);
    expect(questions.length).toBeGreaterThan(0);
  });
});

describe("reports a deed", () => {
  test.each([
    "Your order has been cancelled.",
    "I've updated the address. 🎉",
    "I have successfully submitted your return request.",
    "The exchange was requested; you'll get an email.",
    "All set! The refund arrives within 5 to 7 days.",
    "It's done.",
    "Done! You will receive an email.",
    "The payment method has now been changed to your gift card.",
    "Great news: **order #W1 is now cancelled** and $5.00 goes back to PayPal.",
    "Your return has been processed successfully.",
    "I cancelled order #W1 for you.",
    "Both addresses have been updated.",
    "✅ Address changed!",
    "The exchange went through.",
    "The order is cancelled.",
  ])("%s", (text) => {
    expect(hear(text).reportsDone).toBe(true);
  });

  test.each([
    "Thanks, I have noted that down.",
    "May I have your email?",
    "I have found your order: it was placed in May and is pending.".replace("placed", "made"),
    "The lamp was $54.10.",
    "There were two orders.",
    "Once the order is cancelled, the money goes back.",
    "Your refund will be processed within 5 days.",
    "The order can be cancelled.",
    "It has not been cancelled yet.",
    "Thank you, I've verified your account.",
    "If it is returned, you get $5.00.",
    "Has the order been returned already?",
  ])("not: %s", (text) => {
    expect(hear(text).reportsDone).toBe(false);
  });
});

describe("offers more", () => {
  test.each([
    ["Is there anything else I can help you with?", "request"],
    ["Can I help you with anything else today?", "request"],
    ["Let me know if you need further assistance!", "request"],
    ["If you have any other questions, feel free to ask. 😊", "request"],
    ["What else can I do for you?", "request"],
    ["Will that be all?", "request"],
    ["Does that answer your question?", "request"],
    ["Is there anything else you'd like to exchange in this order?", "same"],
    ["Are there any other items you'd like to return?", "same"],
    ["Any other changes before I submit it?", "same"],
    ["Would you like to add anything else to the exchange?", "same"],
    ["There is nothing more in this order.", undefined],
    ["Is that everything correct?", undefined],
  ])("%s", (text, offer) => {
    expect(hear(text).offersMore).toBe(offer);
  });
});

describe("handing over", () => {
  test.each([
    "You are being transferred to a human agent. Please hold on.",
    "I'm transferring you to a human agent now.",
    "You have been transferred to a human agent who can help you.",
    "I have forwarded your case to a specialist.",
    "Your request has been escalated to our support team.",
  ])("%s", (text) => {
    expect(hear(text).transfers).toBe(true);
  });

  test.each([
    "Your parcel was handed over to the delivery team.",
    "The package has been handed over to the carrier's team and is on its way to you.",
    "Would you like to be transferred to a human agent?",
    "I could have you transferred to a human agent.",
    "I can transfer you to a human agent.",
    "If you prefer, you can be connected to a specialist.",
    "You don't need to be transferred to a human agent for this.",
    "The amount was transferred to your card by our payments team.",
  ])("not: %s", (text) => {
    expect(hear(text).transfers).toBe(false);
  });
});

describe("unavailable", () => {
  test.each([
    "The red one is out of stock.",
    "We don't carry that size.",
    "That combination doesn't exist for this product.",
    "There is no such variant.",
    "It's only available in black or white.",
    "Sorry, the 20-degree version is sold out \u{1F614}",
    "That variant isn\u2019t currently in stock.",
  ])("%s", (text) => {
    expect(hear(text).unavailable).toBe(true);
  });
});
