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
    "Lamp to the red one, $5.00 to PayPal. Shall I?",
    "Cancel #W1, refund to your card. y/n?",
    "Send #W1 to 1 Main Street, Boston?",
    "Set this as your default address?",
    "#W1: return the chair, $5.00 to PayPal?",
    "That would be a withdrawal with half of the fee back. Withdraw from AB12-01?",
    "Enroll you in AB12-01 (Monday 9:00), 2 credits?",
    "Sure: AB12-01, Monday and Wednesday 9:00-9:50, 3 credits. Is that OK?",
    "AB12-01, Mondays at 9:00, with the usual fee. Does that look right?",
    "I can ask for the limit to be raised to 21. Do you want that?",
    "I'll request it from the owner. Is that alright?",
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
    "Refund method?",
    "Cancel for which reason?",
    "Cancellation reason?",
    "Refund to?",
    "Change it to what?",
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
    ["Can I assist further?", "request"],
    ["The tracking number is 597170918487. Can I assist further?", "request"],
    ["May I help you further?", "request"],
    ["Can I help you any further today?", "request"],
    ["Further help needed?", "request"],
    ["Do you need further help?", "request"],
    ["Is that all?", "request"],
    ["Will that be all for today?", "request"],
    ["Can I be of further service?", "request"],
    ["Is there more I can do for you?", "request"],
    ["Are you all set?", "request"],
    ["Is that everything?", "same"],
    ["Does that cover everything?", "same"],
    ["May I assist further with this order?", "same"],
    ["I can assist you further only with your email.", undefined],
    ["There is nothing more in this order.", undefined],
    ["Is that everything correct?", undefined],
  ])("%s", (text, offer) => {
    expect(hear(text).offersMore).toBe(offer);
  });
});

describe("has handed over", () => {
  test.each([
    "You are being transferred to a human agent. Please hold on.",
    "YOU ARE BEING TRANSFERRED TO A HUMAN AGENT. PLEASE HOLD ON.",
    "Your answer is 42. You're now being transferred to a human agent. Please hold on.",
    "**You are being connected to a live agent.** Please hold! 🙏",
    "You have been transferred to a human agent who can help you.",
    "You've been connected to a specialist.",
    "I have forwarded your case to a specialist.",
    "I've transferred you to a human agent.",
    "Your request has been escalated to our support team.",
  ])("%s", (text) => {
    expect(hear(text).handsOver).toBe("done");
  });
});

describe("is about to hand over", () => {
  test.each([
    "I'm transferring you to a human agent now.",
    "I'm now handing you over to a human agent for the safety report.",
    "The exchange is requested. I'm now handing you over to a human agent for the safety report.",
    "I'll transfer you to a human agent.",
    "I will now connect you with a human agent who can help with this.",
    "Let me transfer you to a human agent.",
    "Transferring you to a human agent.",
    "Connecting you with a live agent now! 😊",
    "Great, passing you on to a colleague who handles this.",
    "I am going to escalate this to a specialist.",
    "I'm escalating your case to our safety team.",
    "Please hold while I transfer you to a human agent.",
    "You're being transferred to a human agent now.",
    "Your request is being forwarded to a supervisor.",
    "You will now be connected with a human agent. Please hold on.",
    "I've initiated the transfer to a human agent.",
  ])("%s", (text) => {
    expect(hear(text).handsOver).toBe("announced");
  });
});

describe("offers to hand over", () => {
  test.each([
    "Would you like to be transferred to a human agent?",
    "I could have you transferred to a human agent.",
    "I can transfer you to a human agent.",
    "First I'll update the address, then I'll transfer you to a human agent.",
    "I'll transfer you to a human agent once the address is updated.",
    "I'll transfer you to a human agent, is that okay?",
    "I'm transferring you to a human agent. Before I do, is there anything else?",
  ])("%s", (text) => {
    expect(hear(text).handsOver).toBe("offered");
  });

  test.each([
    "Your parcel was handed over to the delivery team.",
    "The package has been handed over to the carrier's team and is on its way to you.",
    "The amount was transferred to your card by our payments team.",
  ])("not: %s", (text) => {
    expect(hear(text).handsOver).toBeUndefined();
  });

  test.each([
    "If you prefer, you can be connected to a specialist.",
    "You don't need to be transferred to a human agent for this.",
  ])("at most: %s", (text) => {
    expect(hear(text).handsOver ?? "offered").toBe("offered");
  });
});

describe("asks for leave to hand over", () => {
  test.each([
    "Would you like me to transfer you to a human agent?",
    "Shall I go ahead and transfer you to a human agent?",
    "I can't change the email myself, but I can transfer you to a human agent. Shall I proceed?",
    "Your order has been exchanged. Shall I now transfer you to a human agent?",
    "I can connect you with a human agent who can do that. Shall I?",
    "May I hand you over to a colleague for the injury report?",
    "Do you want me to transfer you to a human agent who can update your email? (yes/no)",
    "To close your account I'd need to transfer you to a human agent. Do you confirm?",
  ])("alone: %s", (text) => {
    expect(hear(text)).toMatchObject({ asksLeave: true, asksHandover: true });
  });

  test.each([
    "Please answer yes or no: I will update your profile address to 745 Myrtle Way and then transfer you to a human agent for the email. Do you confirm?",
    "Do you confirm the address change (yes/no)? Afterwards I'll transfer you to a human agent.",
    "I'll return the shirt, refund PayPal, then connect you to a human for the injury. OK?",
    "**Summary**\n1. Cancel order #W1\n2. Transfer you to a human agent\n\nDo you confirm (yes/no)?",
    "Shall I update the address first and then transfer you to a human agent?",
    "Before I transfer you to a human agent: shall I cancel order #W1?",
    "I'd exchange the lamp for the red one. After that, a human agent will take over; I'll transfer you. Is that okay?",
    "Would you like me to process the return and then hand you over to a human agent?",
    "I shall set your address to 1 Main Street, and thereafter hand you over to a human agent. Kindly confirm.",
    "I'm going to change the address, and then I'm transferring you to a human agent. Yes or no?",
    "- Address: 1 Main Street\n- Zip code: 02999\n\nConfirm? Then I'll transfer you to a human agent.",
  ])("with a deed: %s", (text) => {
    expect(hear(text)).toMatchObject({ asksLeave: true, asksHandover: false });
    expect(hear(text).handsOver ?? "offered").toBe("offered");
  });
});

describe("implies a deed", () => {
  test.each([
    "Your exchange is in the system. Watch your inbox for the details.",
    "The new address is on file for order #W1.",
    "Order #W1 now ships to 1 Main Street.",
    "Your order is headed to Boston now.",
    "That order won't ship; the money is going back to your card.",
    "Thank you! Your profile now shows 1 Main Street. 🎉",
    "The return is in place. You'll get an email.",
    "The chair is booked out of order #W1, with $5.00 for your gift card.",
    "The exchange is on record. Please check your email for the label.",
    "Both orders are off the books. Please keep an eye on your inbox.",
    "Return filed; the money comes when we have it. Is that everything?",
    "Your account shows the new address. Can I assist further?",
  ])("%s", (text) => {
    expect(hear(text).impliesDone).toBe(true);
  });

  test.each([
    "I'll now submit the exchange.",
    "Thank you! One moment, please.",
    "Let me take care of that.",
    "Great, processing that now...",
    "Processing your return.",
    "Thanks for confirming!",
    "Understood. Thank you.",
    "I'm submitting the request.",
    "Working on it.",
    "Unfortunately, the gift card doesn't cover the difference.",
    "I can't do that, as the order has shipped.",
    "The red one is out of stock.",
    "Which payment method should I use?",
    "Your order would go to 1 Main Street. Shall I?",
    "Before I submit it, is there anything else?",
    "We'll get that done for you.",
    "Hold on while it goes through.",
  ])("not: %s", (text) => {
    expect(hear(text).impliesDone).toBe(false);
  });
});

test("the report of one deed is none of all", () => {
  for (const text of ["Both are done: the limit is 21 and you are enrolled.", "All three have been cancelled."])
    expect(hear(text).reportsAll, text).toBe(true);
  for (const text of ["Your profile has been updated.", "All right, the chair has been returned.", "Are both done?"])
    expect(hear(text).reportsAll, text).toBe(false);
});

describe("asks who the user is", () => {
  test.each([
    "Great! Let's start with your email.",
    "We can begin with your name.",
    "Not a problem! Your email or your full name plus zip code would also work.",
    "Either your email or your name is fine.",
  ])("%s", (text) => {
    expect(hear(text).questions).toHaveLength(1);
  });
});

test("a question that goes on from a yes waits for its answer, not for a yes", () => {
  const { asksLeave, questions } = hear("Would you like to send it back? If so, for what reason?");
  expect(asksLeave).toBe(false);
  expect(questions).toEqual(["If so, for what reason?"]);
});
