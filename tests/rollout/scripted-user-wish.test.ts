/** The scripted user keeps to what it wants, until that is done or settled. */
import { describe, expect, test } from "vitest";
import { address, pendingOrders, READ, reason, refund, secretNumber, step, talk, WRITE } from "../support/talk.ts";

describe("nothing ends before it is done", () => {
  test.each([
    "Is there anything else you'd like to exchange in this order?",
    "Are there any other items in this order you would like to exchange?",
    "Are there any other items you'd like to return? 😊",
    "Before I submit this, is there anything else you'd like to add?",
    "Exchanges can be made only once per order. Do you have any other items to exchange?",
    "Would you like to change anything else in the order?",
    "Is this everything you would like to return from this order?",
    "Just to check: are there any further changes you'd like to make?",
    "Which other items would you like to exchange?",
  ])("%s", (text) => {
    const user = talk([step({})]);
    user();
    expect(user(text)).toBe("That's all for this request.");
    expect(user("Shall I submit it?")).toBe("Yes, please go ahead.");
    expect(user("It's done: your order has been updated.")).toContain("###STOP###");
  });

  test("an offer of more help before the deed brings the request again", () => {
    const user = talk([step({})]);
    user();
    expect(user("Thanks, I've found your account. Anything else I can help you with?")).toContain("Cancel my order.");
  });

  test("done without asking is done all the same", () => {
    const user = talk([step({})]);
    user();
    expect(user("I have cancelled your order. Is there anything else I can help with?")).toContain("###STOP###");
  });

  test("a step of two deeds goes on after the first", () => {
    const user = talk([step({ actions: [WRITE, WRITE] })]);
    user();
    expect(user("Shall I update your profile?")).toBe("Yes, please go ahead.");
    expect(user("Your profile has been updated.")).toBe("Thanks, please go on.");
    expect(user("Shall I update the order too?")).toBe("Yes, please go ahead.");
    expect(user("The order's address has been updated.")).toContain("###STOP###");
  });

  test("one summary of two deeds gets one yes, and an offer of more ends it", () => {
    const user = talk([step({ actions: [WRITE, WRITE] }), step({ say: "Now my desk." })]);
    user();
    user("I'll update your profile and the order. Is that OK?");
    expect(user("Your profile has been updated.")).toBe("Thanks, please go on.");
    expect(user("Anything else I can do for you today?")).toContain("Now my desk.");
  });

  test("one report of both ends it too", () => {
    const user = talk([step({ actions: [WRITE, WRITE] }), step({ say: "Now my desk." })]);
    user();
    user("I'll update your profile and the order. Is that OK?");
    expect(user("Both have been updated. ✅")).toContain("Now my desk.");
  });
});

describe("no leave for what is not wanted", () => {
  const question = () => talk([step({ say: "What would the difference be?", actions: [READ], tell: ["4.24"] })]);

  test.each([
    "Would you like me to go ahead with the return?",
    "Shall I process the exchange?",
    "I can exchange it for you. Do you want me to proceed?",
    "Please confirm that I should submit the exchange (yes/no).",
  ])("%s", (text) => {
    const user = question();
    user();
    expect(user(text)).toBe("No, thank you, leave it as it is. What would the difference be?");
  });

  test("a check of what it wants to know", () => {
    const user = question();
    user();
    expect(user("So you only want the difference, and not exchange anything. Is that right?")).toBe(
      "What would the difference be?",
    );
  });

  test("told, it needs nothing more", () => {
    const user = question();
    user();
    expect(user("It would be $4.24. Would you like me to go ahead with the exchange?")).toBe(
      "No, thank you, leave it as it is.",
    );
    expect(user("Understood. Is there anything else I can help you with?")).toContain("###STOP###");
  });

  test.each(["Would you like me to look up the price difference?", "Shall I check that for you?"])("%s", (text) => {
    const user = question();
    user();
    expect(user(text)).toBe("Yes, please.");
  });

  test("what the user is known not to want", () => {
    const user = talk([step({ facts: [pendingOrders] })]);
    user();
    expect(user("Should I also update the address on your pending orders?")).toBe("No, leave my orders as they are.");
    expect(user("Understood. Shall I update the profile?")).toBe("Yes, please go ahead.");
  });
});

describe("the wish is what was said last", () => {
  test("after a refusal", () => {
    const user = talk([
      step({ actions: [READ], tell: ["9.99"], refusal: { say: "Then what did it cost?", because: "-" } }),
    ]);
    user();
    expect(user("I'm sorry, it is too late to cancel that order.")).toBe("Then what did it cost?");
    for (const text of ["I see.", "Is there anything else?", "How would you like to proceed?"]) {
      const answer = user(text);
      expect(answer).toContain("Then what did it cost?");
      expect(answer).not.toContain("Cancel my order.");
    }
  });

  test("after a change of mind, and a second choice", () => {
    const withdrawn = { requestor: "assistant" as const, name: "cancel", arguments: {} };
    const user = talk([step({ change_of_mind: { say: "No, return it.", withdrawn } })]);
    user();
    user("Do you confirm the cancellation?");
    expect(user("How would you like to proceed?")).toContain("No, return it.");
    const other = talk([step({ fallback: "Then the black one." })]);
    other();
    other("The red one is sold out.");
    expect(other("I see, one moment.")).toContain("Then the black one.");
  });
});

describe("what a settlement supersedes", () => {
  test("a refused fact is not repeated, what is wanted now is", () => {
    const card = { ...refund, say: "To my Visa, please." };
    const user = talk([step({ facts: [card, reason], refusal: { say: "Then refund it to PayPal.", because: "-" } })]);
    user();
    expect(user("Which payment method should the refund go to?")).toBe("To my Visa, please.");
    const text = "I can refund it only to the original payment method or a gift card. Which one would you like?";
    expect(user(text)).toBe("Then refund it to PayPal.");
    expect(user("So where does the refund go?")).toBe("Then refund it to PayPal.");
    expect(user("And the reason?")).toBe("I don't need it any more.");
  });

  test("a yes to what is wanted instead is a yes", () => {
    const settlement = { refusal: { say: "All right, then add 2 GB, please.", because: "-" } };
    const user = talk([step(settlement)]);
    user();
    expect(user("I'm sorry, I can't add more than 2 GB. Shall I add 2 GB for $4.00?")).toBe(settlement.refusal.say);
    expect(user("2 GB have been added.")).toContain("###STOP###");
    const other = talk([step(settlement)]);
    other();
    other("I'm sorry, I can't add more than 1 GB. Shall I add 1 GB for $2.00?");
    expect(other("1 GB has been added.")).not.toContain("###STOP###");
  });

  test("a sigh is not repeated", () => {
    const user = talk([step({ refusal: { say: "I see. Then keep it for me.", because: "-" } })]);
    user();
    expect(user("I'm sorry, I can't do that.")).toBe("I see. Then keep it for me.");
    expect(user("Let me look at that.")).toBe("I see. To be clear: Then keep it for me.");
  });

  test("what is out of stock refuses nothing while something is still to be told", () => {
    const user = talk([step({ facts: [refund], refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    const text = "The red one is sold out, the blue one is there. Which payment method shall I use?";
    expect(user(text)).toBe(refund.say);
    expect(user("The blue one is sold out as well.")).toBe("Then leave it.");
  });
});

describe("facts of the step at hand", () => {
  test.each([
    "Could you share your email so I can look up your account?",
    "Is it OK if I ask for your email to find your account?",
  ])("%s", (text) => {
    const user = talk([step({})]);
    user();
    expect(user(text)).toBe("It's ada@example.com.");
  });

  test("what else there is in an order is no offer of more", () => {
    const user = talk([step({ facts: [secretNumber] })]);
    user();
    expect(user("Could you tell me the order number, or what other items were in it?")).toBe(secretNumber.say);
  });

  test("an address includes a zip code that is not the user's own", () => {
    const user = talk([step({ facts: [address] })]);
    user();
    const answer = user("Please give me the new address, including street, city, state and zip code.");
    expect(answer).toBe(address.say);
    const list = talk([step({ facts: [address] })]);
    list();
    expect(list("Please provide the new address:\n- Street\n- City\n- State\n- Zip code")).toBe(address.say);
    expect(list("To verify your identity, what is your zip code?")).toContain("02110");
  });

  test.each([
    "Do you mean the order with the rain jacket?",
    "Is it the one with the rain jacket and the lamp?",
    "Are you referring to order #W100?",
    "I see two orders. Is it the one from May?",
  ])("%s", (text) => {
    const user = talk([step({ facts: [secretNumber, refund] })]);
    user();
    expect(user(text)).toBe(secretNumber.say);
  });

  test("a guess with nothing known about it brings the request again", () => {
    const user = talk([step({})]);
    user();
    expect(user("Do you mean the order with the rain jacket?")).toContain("Cancel my order.");
  });

  test("which of the things just named", () => {
    const user = talk([step({ facts: [refund] })]);
    user();
    expect(user("For the payment method I see a PayPal account and a gift card. Which one should I use?")).toBe(
      refund.say,
    );
  });

  test("earlier facts only where nothing else fits", () => {
    const card = { ...refund, say: "To my Visa, please." };
    const user = talk([step({ facts: [reason, refund] }), step({ say: "Return my desk.", facts: [card] })]);
    user();
    user("What is the reason? And which payment method for the refund?");
    user("Shall I go ahead?");
    user("Done. Anything else?");
    expect(user("Which payment method should the refund go to?")).toBe(card.say);
    expect(user("And what was the reason?")).toBe(reason.say);
  });

  test("no yes where a fact is asked for", () => {
    for (const text of [
      "Which payment method should I use for the refund?",
      "Where should I send the refund?",
      "Before I proceed, could you tell me which payment method you'd like?",
      "Should I refund it to your gift card or your PayPal account? Which payment method do you prefer?",
      "Please confirm the payment method for the refund.",
    ]) {
      const user = talk([step({ facts: [refund] })]);
      user();
      expect(user(text), text).toBe(refund.say);
    }
  });
});
