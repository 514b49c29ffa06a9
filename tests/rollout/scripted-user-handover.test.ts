/** The scripted user hears refusals worded as rules, handovers, and deeds reported in other words. */
import { describe, expect, test } from "vitest";
import { HANDOVER, reason, step, talk, WRITE } from "../support/talk.ts";

describe("bad news worded as a rule", () => {
  test.each([
    "Only pending orders can be cancelled.",
    "I'm afraid it's too late to cancel this order.",
    "Refunds can only go to the original payment method or a gift card.",
    "An order must be paid with a single payment method.",
    "The payment may not be split.",
    "An order can have either a return or an exchange, not both.",
    "Cancelled orders are final.",
    "Your gift card doesn't cover the total.",
    "We don't accept that reason for a cancellation.",
    "We do not allow that.",
    "I can't find that order in your account.",
    "That order isn't associated with your account.",
    "This order belongs to another customer.",
    "Your order has already shipped, so there's nothing I can change about it.",
    "Unfortunately, the balance of $12.00 is less than the total. Which payment method would you like to use instead?",
    "The order has been processed and is on its way to you.",
    "I checked, but that isn't an option here. Which would you prefer: a return or an exchange?",
    "Items can be swapped only for another version of the same product. Would you like me to show you the other versions?",
    "However, that's not how returns work at our shop. Is there anything else I can help you with?",
    "Single items of an order can't be cancelled. Would you like to cancel the whole order instead?",
  ])("%s", (text) => {
    const user = talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user(text)).toBe("Then leave it.");
  });

  test.each([
    "I'm not able to identify you by user id alone. Please give me your email.",
    "I can only help once I have verified you. What is your email?",
    "Unfortunately I can't find your account with that name. What's your email address?",
    "I do not have access to your account yet. Could you share your email?",
    "I'm unable to verify your identity with the user id alone.",
    "For security reasons I cannot use a user ID to look you up; I need your email address.",
  ])("says who it is, and is not refused: %s", (text) => {
    const user = talk([step({ refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user(text)).not.toContain("Then leave it.");
  });

  test("a reason is given before anything is taken for a refusal", () => {
    const user = talk([step({ facts: [reason], refusal: { say: "Then leave it.", because: "-" } })]);
    user();
    expect(user("Orders can only be cancelled for certain reasons. What is your reason?")).toBe(reason.say);
    expect(user("We only accept other reasons, so I have to leave the order as it is.")).toBe("Then leave it.");
  });
});

describe("handing over", () => {
  const handover = () => talk([step({ say: "Close my account.", actions: [HANDOVER] })]);

  test.each([
    "I can't do that myself. Would you like me to transfer you to a human agent?",
    "I can connect you with a human agent who can do that. Shall I?",
    "I can transfer you to a human agent.",
  ])("wanted: %s", (text) => {
    const user = handover();
    user();
    expect(user(text)).toBe("Yes, please.");
  });

  test("not ended by an offer of more, nor by a refusal", () => {
    const user = handover();
    user();
    for (const text of ["Before I transfer you, is there anything else?", "Anything else?", "I can't do that."]) {
      expect(user(text)).not.toContain("###");
    }
    expect(user("You are being transferred to a human agent. Please hold on.")).toContain("###TRANSFER###");
  });

  test("not before what else the step asks for", () => {
    const user = talk([step({ say: "Close my account. And cancel my order.", actions: [WRITE, HANDOVER] })]);
    user();
    expect(user("I can transfer you to a human agent for that.")).toBe("Close my account. And cancel my order.");
    user("Shall I cancel the order first?");
    expect(user("Your order has been cancelled.")).toBe("Thanks, please go on.");
    expect(user("Closing an account is not something I can do myself.")).toContain("Close my account.");
    expect(user("Would you like me to connect you with a human agent?")).toBe("Yes, please.");
  });

  test("not wanted", () => {
    const user = talk([step({})]);
    user();
    expect(user("Would you like me to transfer you to a human agent?")).toBe("No, thank you. Cancel my order.");
  });

  describe("what is announced may not be done yet", () => {
    const hold = "You are being transferred to a human agent. Please hold on.";

    test.each([
      ["I'm now handing you over to a human agent.", hold],
      ["I'll transfer you to a human agent.", "Please hold on."],
      ["Transferring you to an agent.", "I'm transferring you to a human agent now."],
      ["Let me connect you with a specialist.", "You have been transferred to a specialist."],
      ["You're being transferred to a human agent.", "Please stay on the line."],
    ])("%s", (first, second) => {
      const user = handover();
      user();
      expect(user(first)).toBe("All right, thank you.");
      expect(user(second)).toBe("All right, thank you. ###TRANSFER###");
    });

    test("something else may come between", () => {
      const user = handover();
      user();
      expect(user("I'll transfer you to a human agent.")).toBe("All right, thank you.");
      expect(user("Thank you for your patience.")).toBe("All right, thank you.");
      expect(user("Before that, what is your zip code?")).toContain("02110");
      expect(user("I'm transferring you to a human agent now.")).toBe("All right, thank you.");
      expect(user(hold)).toContain("###TRANSFER###");
    });

    test("patience runs out over chatter", () => {
      const user = handover();
      user();
      user("I'll transfer you to a human agent.");
      const idle = () => user("Thank you for your patience.");
      expect([idle(), idle(), idle()].join()).not.toContain("###");
      expect(idle()).toContain("###STOP###");
    });

    test("not accepted while there is something to be done", () => {
      const user = talk([step({ say: "Close my account. And cancel my order.", actions: [WRITE, HANDOVER] })]);
      user();
      expect(user("I'll transfer you to a human agent.")).toBe("Close my account. And cancel my order.");
      const other = talk([step({})]);
      other();
      expect(other("I'm connecting you with a specialist now.")).toBe("No, thank you. Cancel my order.");
      expect(other("I'm connecting you with a specialist now.")).toContain("###TRANSFER###");
    });
  });

  describe("a deed and a transfer in one question", () => {
    test.each([
      "Please answer yes or no: I will cancel your order and then transfer you to a human agent. Do you confirm?",
      "Do you confirm the cancellation (yes/no)? Afterwards I'll transfer you to a human agent.",
      "**Plan**\n1. Cancel the order\n2. Transfer you to a human agent\n\nIs that okay?",
    ])("%s", (text) => {
      for (const actions of [[WRITE, HANDOVER], [WRITE]]) {
        const user = talk([step({ say: "Close my account. And cancel my order.", actions })]);
        user();
        expect(user(text)).toBe("Yes, please go ahead.");
      }
    });

    test("then the transfer", () => {
      const user = talk([step({ say: "Close my account. And cancel my order.", actions: [WRITE, HANDOVER] })]);
      user();
      user("I will cancel your order and then transfer you to a human agent. Do you confirm?");
      expect(user("It is cancelled. I'm now handing you over to a human agent.")).toBe("All right, thank you.");
      expect(user("You are being transferred to a human agent. Please hold on.")).toContain("###TRANSFER###");
    });

    test("patience runs out over the same unwanted offer", () => {
      for (const actions of [[WRITE, HANDOVER], [WRITE]]) {
        const user = talk([step({ actions })]);
        user();
        const offer = () => user("Would you like me to transfer you to a human agent?");
        expect([offer(), offer(), offer(), offer()].join()).not.toContain("###");
        expect(offer()).toContain("###STOP###");
      }
    });
  });
});

describe("a deed reported in other words", () => {
  test.each([
    "Your exchange is in the system. Watch your inbox for the details.",
    "Your order won't ship; the money is going back to your card.",
    "The new address is on file. Can I assist further?",
    "Return filed. Is that everything?",
  ])("%s", (text) => {
    const user = talk([step({}), step({ say: "Now my desk." })]);
    user();
    user("Shall I submit it?");
    expect(user(text)).toContain("Now my desk.");
  });

  test.each([
    "I'll now submit it.",
    "One moment, please.",
    "Let me do that for you.",
    "Thank you!",
    "Great, submitting it now.",
  ])("not yet: %s", (text) => {
    const user = talk([step({}), step({ say: "Now my desk." })]);
    user();
    user("Shall I submit it?");
    expect(user(text)).toBe("All right, please go on.");
    expect(user("It's in the system.")).toContain("Now my desk.");
  });

  test("only after a yes", () => {
    const user = talk([step({})]);
    user();
    expect(user("Your order is in the system.")).not.toContain("STOP");
  });

  test("each deed's yes takes the step further", () => {
    const user = talk([step({ actions: [WRITE, WRITE, WRITE] }), step({ say: "Now my desk." })]);
    user();
    for (const place of ["first", "second"]) {
      expect(user(`Shall I cancel the ${place} order?`)).toBe("Yes, please go ahead.");
      expect(user(`The ${place} order is off the books.`)).toBe("Thanks, please go on.");
    }
    expect(user("Shall I cancel the third order?")).toBe("Yes, please go ahead.");
    expect(user("The third order is off the books.")).toContain("Now my desk.");
  });
});
