/** The scripted user against agents that word things their own way. */
import { describe, expect, test } from "vitest";
import { READ, reason, step, talk } from "../support/talk.ts";

describe("facts", () => {
  test.each([
    "Could you please provide your email address?",
    "I'd be happy to help! To get started, I'll need to verify your identity. Please share the email on your account.",
    "To look up your account, may I have your e-mail?",
    "Please confirm your email so that I can find your account.",
    "To verify your identity, please provide one of these:\n- Your email address\n- Something else",
  ])("%s", (text) => {
    const user = talk([step({})]);
    user();
    const answer = user(text);
    expect(answer).toContain("ada@example.com");
    expect(answer).not.toMatch(/go ahead|02110/);
  });

  test("several asked in one message are answered together, and again when asked again", () => {
    const user = talk([step({})]);
    user();
    const text = "Please give me either:\n1. your email, or\n2. your first and last name and zip code.";
    for (const answer of [user(text), user(text)]) {
      expect(answer).toBe("It's ada@example.com. I'm Ada Byron. My zip code is 02110.");
    }
  });

  test("of a message without end no more is read than anybody would", () => {
    const question = "Could you please provide your email address?";
    for (const filler of [".\n", "? ", "Please wait. "]) {
      const user = talk([step({})]);
      user();
      expect(user(question + filler.repeat(100_000))).toContain("ada@example.com");
      expect(user(filler.repeat(100_000) + question)).not.toContain("ada@example.com");
    }
  });

  test("a later step's facts are not known before it", () => {
    const user = talk([step({}), step({ say: "And my desk?", facts: [{ ...reason, say: "It's too big." }] })]);
    user();
    expect(user("What is the reason?")).not.toContain("too big");
    user("Shall I go ahead?");
    expect(user("Is there anything else?")).toContain("And my desk?");
    expect(user("What is the reason?")).toContain("too big");
  });

  test("a secret is declined in its own words", () => {
    const secret = {
      name: "order number",
      asks: ["order number"],
      say: "I don't have it.",
      disclosure: "secret" as const,
    };
    const user = talk([step({ facts: [secret] })]);
    user();
    expect(user("What's the order number?")).toBe("I don't have it.");
  });

  test("what is not known is not made up", () => {
    const user = talk([step({})]);
    user();
    expect(user("What is your favourite colour?")).toBe("I am sorry, I can't tell you that.");
  });
});

describe("confirmation", () => {
  test.each([
    "I'll cancel order #W1 because it is no longer needed. Do you confirm (yes/no)?",
    "Here are the details:\n- Order: #W1\n- Refund: $5.00 to your PayPal\n\nWould you like me to proceed?",
    "Shall I go ahead and cancel it?",
    'The refund takes 5 to 7 days. Please reply "yes" to confirm.',
    "Just to confirm: you want to cancel order #W1. Is that correct?",
    "This can't be undone. Are you sure you want to cancel it?",
    "Once exchanged, the order cannot be changed again. Do you want me to proceed?",
    "Is there anything else to add before I submit this? If not, please confirm.",
  ])("%s", (text) => {
    const user = talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user(text)).toBe("Yes, please go ahead.");
  });

  test("a fact asked for in the same breath comes first", () => {
    const user = talk([step({ facts: [reason] })]);
    user();
    const answer = user("What is the reason for cancelling? And do you confirm that I should cancel order #W1?");
    expect(answer).toBe("I don't need it any more. Yes, please go ahead.");
  });

  test("the mind is changed once, at the first", () => {
    const withdrawn = { requestor: "assistant" as const, name: "cancel", arguments: {} };
    const user = talk([step({ change_of_mind: { say: "No, return it instead.", withdrawn } })]);
    user();
    expect(user("Do you confirm the cancellation?")).toBe("No, return it instead.");
    expect(user("Do you confirm the return?")).toBe("Yes, please go ahead.");
  });
});

describe("bad news", () => {
  test.each([
    "I'm sorry, the red one is currently out of stock. Would you like another colour?",
    "Unfortunately that option is not available.",
    "That variant is unavailable at the moment. Would you like me to proceed with the green one?",
    "The blue size isn't currently available.",
  ])("second choice: %s", (text) => {
    const user = talk([step({ fallback: "Then the black one." })]);
    user();
    expect(user(text)).toBe("Then the black one.");
  });

  test.each([
    "I'm sorry, but I can't cancel an order that has been delivered.",
    "Unfortunately, I'm unable to change the payment method of this order.",
    "Our policy does not allow refunds to another card. Would you like a gift card instead?",
    "This order is not eligible for a return.",
    "That isn't possible, as per our policy.",
    "I’m afraid I can’t do that.",
  ])("settles: %s", (text) => {
    const user = talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user(text)).toBe("Then leave it.");
  });

  test.each([
    "I couldn't find your account. Could you please give me your zip code?",
    "I can't locate an account with that email. What is your zip code?",
    "I can't proceed until I have verified you. Please tell me your zip code.",
    "I won't be able to help without your zip code. Could you share it?",
  ])("is not a question in disguise: %s", (text) => {
    const user = talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user(text)).toContain("02110");
    expect(user("I can't do that.")).toContain("Then leave it.");
  });

  test("a request that is refused for no reason is made once more, then given up", () => {
    const user = talk([step({}), step({ say: "Then my other order." })]);
    user();
    expect(user("I can't do that.")).toContain("Cancel my order.");
    expect(user("I can't do that.")).toContain("Then my other order.");
  });
});

describe("the end", () => {
  test.each([
    "Your order has been cancelled. Is there anything else I can help you with?",
    "All done! Can I help you with anything else today?",
    "The refund will take a week. Let me know if you need further assistance.",
    "Is there something else I can assist you with?",
    "If you have any other questions, I'm here to help. Anything more?",
  ])("%s", (text) => {
    const user = talk([step({})]);
    user();
    user("Do you want me to cancel it?");
    expect(user(text)).toContain("###STOP###");
  });

  test("no stop while a step is unsaid or a question unanswered", () => {
    const user = talk([
      step({ say: "What did my order cost?", actions: [READ], tell: ["54.10"] }),
      step({ say: "What about my desk?", actions: [READ] }),
    ]);
    user();
    expect(user("Anything else?")).toContain("What did my order cost?");
    expect(user("It costs 54.20. Anything else?")).not.toContain("STOP");
    expect(user("It costs $54.10. Anything else?")).toContain("What about my desk?");
    expect(user("Anything else?")).toContain("###STOP###");
  });

  test("a report of the deed ends the step only after the user agreed to it", () => {
    const user = talk([step({})]);
    user();
    expect(user("I see that your order has been delivered.")).not.toContain("STOP");
    user("Do you want me to cancel it?");
    expect(user("Your order has been cancelled successfully.")).toContain("###STOP###");
  });

  test.each([
    "You are being transferred to a human agent. Please hold on.",
    "YOU ARE BEING TRANSFERRED TO A HUMAN AGENT. PLEASE HOLD ON.",
    "I have escalated this to our team, a human representative will be with you.",
  ])("handed over: %s", (text) => {
    const user = talk([step({})]);
    user();
    expect(user(text)).toContain("###TRANSFER###");
  });

  test("patience ends after four messages that lead nowhere, and any progress renews it", () => {
    const user = talk([step({})]);
    user();
    const idle = () => user("One moment.");
    expect([idle(), idle(), idle()].join()).not.toContain("STOP");
    user("What is your email?");
    expect([idle(), idle(), idle()].join()).not.toContain("STOP");
    expect(idle()).toContain("###STOP###");
  });
});
