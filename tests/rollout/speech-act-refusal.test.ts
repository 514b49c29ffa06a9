/** By what wordings the scripted user knows that something can't be had, or is refused. */
import { describe, expect, test } from "vitest";
import { recognise } from "../../rollout/users/speech-act.ts";

const hear = (text: string) => {
  return recognise(text, { identity: ["email", "name"], untold: ["reason"], denied: [] });
};

describe("unavailable", () => {
  test.each([
    "The red one is out of stock.",
    "We don't carry that size.",
    "That combination doesn't exist for this product.",
    "There is no such variant.",
    "It's only available in black or white.",
    "Sorry, the 20-degree version is sold out \u{1F614}",
    "That variant isn\u2019t currently in stock.",
    "The 9:00 group is full: no open places.",
    "The class with Nina Khan is already full. You can stay where you are or wait. What would you prefer?",
    "There are no seats left in that one.",
    "That group is at capacity.",
    "There's no room on the list either.",
    "There are no front seats left on that day.",
    "It has 0 balcony seats remaining.",
    "I see zero availability for that weekend.",
    "There aren't enough seats for two.",
    "It has only one window seat left, which isn't enough for three people.",
    "There are just two places left, not enough for the three of you.",
  ])("%s", (text) => {
    expect(hear(text).unavailable).toBe(true);
  });
});

describe("says that it leaves things as they are", () => {
  test.each([
    "Understood. Then I'll leave the chair in place.",
    "Without your word I can't do it, so I'll leave everything as it is.",
    "OK, I won't cancel it then.",
    "Understood, your order stays as it is.",
    "No changes have been made.",
  ])("%s", (text) => {
    expect(hear(text).leaves).toBe(true);
  });

  test.each([
    "I'll keep you posted.",
    "Leave it with me for a moment.",
    "I'll cancel the order and keep the rest. Shall I?",
    "Should everything stay as it is?",
    "I'll leave a note for the courier.",
  ])("but not: %s", (text) => {
    expect(hear(text).leaves).toBe(false);
  });
});

describe("states what stands in the way", () => {
  test.each([
    "An audited class never counts toward the degree. Do you still want it?",
    "That won't count for your degree. Is that what you want?",
    "Your grade doesn't meet the minimum.",
    "All members of a group must sit in the same row.",
    "It went as planned, so no compensation is due.",
    "You're not entitled to a refund.",
    "I'm sorry, at most 2 GB can be added. Do you want 2 GB for $9.00?",
    "A cart can have a maximum of five items.",
    "It starts by itself, so there's nothing I can switch on for you.",
    "An important note before we go on: an audited class never counts toward the degree. Do you still want it?",
  ])("%s", (text) => {
    expect(hear(text).objects).toBe(true);
  });
});

describe("declines", () => {
  test.each([
    "I'm sorry, but items can't be taken off an order once booked.",
    "It was sold without insurance, so it can't be cancelled.",
    "It isn't eligible for a refund because it was bought without insurance.",
    "It is already suspended, so I can't suspend it again.",
  ])("%s", (text) => {
    expect(hear(text).declines).toBe(true);
  });

  test.each([
    "I can't do that without your confirmation.",
    "I can't go on without verifying who you are.",
    "Once cancelled, an order can't be changed. Shall I cancel it?",
    "I can't do it until you confirm.",
    "You can't change it again later. Shall I go ahead?",
  ])("but not: %s", (text) => {
    expect(hear(text).declines).toBe(false);
  });
});
