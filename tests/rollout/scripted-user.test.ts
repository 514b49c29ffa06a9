/** The scripted user against agents that word things their own way. */
import { describe, expect, test } from "vitest";
import { type AgendaStep, Random, type Task } from "../../domains/index.ts";
import { type Message, scripted } from "../../rollout/index.ts";
import { libraryTask } from "../support/speakers.ts";

/** Indices of the task's reference actions. */
const READ = 1;
const WRITE = 2;
const HANDOVER = 3;

const step = (changes: Partial<AgendaStep>): AgendaStep => {
  return { say: "Cancel my order.", facts: [], actions: [WRITE], tell: [], ...changes };
};

const tools = ["read_book", "lend_book", "transfer_to_human_agents"].map((name) => {
  return { name, title: name, description: "", inputSchema: {}, readOnly: name !== "lend_book" };
});

/** A user to talk with: each call says something and returns the answer. */
function talk(steps: AgendaStep[]): (text?: string) => string {
  const task: Task = {
    ...libraryTask(),
    reference_actions: [
      { requestor: "assistant", name: "find_member", arguments: {} },
      { requestor: "assistant", name: "read_book", arguments: {} },
      { requestor: "assistant", name: "lend_book", arguments: {} },
      { requestor: "assistant", name: "transfer_to_human_agents", arguments: {} },
    ],
    user: {
      instructions: "-",
      agenda: {
        greeting: "Hello.",
        identity: [
          { name: "email", asks: ["email", "e-mail"], say: "It's ada@example.com.", disclosure: "asked" },
          { name: "name", asks: ["name"], say: "I'm Ada Byron.", disclosure: "asked" },
          { name: "zip code", asks: ["zip", "postal"], say: "My zip code is 02110.", disclosure: "asked" },
        ],
        steps,
      },
    },
  };
  const user = scripted.play(task, new Random(0), tools);
  const messages: Message[] = [];
  return (text) => {
    if (text !== undefined) messages.push({ role: "assistant", content: text, sampled: true });
    const { content } = user.reply({ messages, tools: [] }) as { content: string };
    messages.push({ role: "user", content, sampled: false });
    return content;
  };
}

const reason = {
  name: "reason",
  asks: ["reason", "why"],
  say: "I don't need it any more.",
  disclosure: "asked" as const,
};

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

const secretNumber = {
  name: "order number",
  asks: ["order number", "order id"],
  say: "I don't know the number. It's the order with the rain jacket.",
  disclosure: "secret" as const,
};
const refund = {
  name: "payment method for the refund",
  asks: ["refund", "payment method", "money back"],
  say: "To my gift card, please.",
  disclosure: "asked" as const,
};
const address = {
  name: "new address",
  asks: ["new address", "shipping address", "street", "the address", "where"],
  say: "1 Main Street, Boston, MA 02999, please.",
  disclosure: "asked" as const,
};
const pendingOrders = {
  name: "pending orders",
  asks: ["pending orders", "orders as well"],
  say: "No, leave my orders as they are.",
  disclosure: "known" as const,
};

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
    expect(user("Both have been updated. ✅")).toBe("Thanks, please go on.");
    expect(user("Anything else I can do for you today?")).toContain("Now my desk.");
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
    expect(user("And the reason?")).toBe("I don't need it any more. Then refund it to PayPal.");
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
