import { expect, test } from "vitest";
import { evaluate } from "../../domains/arithmetic.ts";
import { roundCents } from "../../domains/money.ts";

test.each([
  ["2 * (41.50 + 3)", 89],
  ["256.67 - 226.49", 30.180000000000007],
  ["1 - 2 - 3", -4],
  ["7 // 2 * 2", 6],
  ["-7 // 2", -4],
  ["7 // -2", -4],
  ["-7 // -2", 3],
  ["6 // -2", -3],
  ["7.5 // 0.1", 74],
  ["2 ** 3 ** 2", 512],
  ["-2 ** 2", -4],
  ["2 ** -1", 0.5],
  ["--3", 3],
  [".5 + 5.", 5.5],
  ["00", 0],
  ["007.5", 7.5],
  ["843053632392", 843053632392],
])("%s is %d", (expression, value) => {
  expect(evaluate(expression)).toBe(value);
});

test.each([
  ["os.exit()", "Invalid characters in expression"],
  ["1e5", "Invalid characters in expression"],
  ["", "is not arithmetic"],
  ["2(3)", "is not arithmetic"],
  ["()", "is not arithmetic"],
  ["(1", "is not arithmetic"],
  ["1 2", "is not arithmetic"],
  ["007", "is not arithmetic"],
  ["1..2", "is not arithmetic"],
  ["1 +", "is not arithmetic"],
  ["(".repeat(20_000), "longer than 500"],
  ["1 / 0", "division by zero"],
  ["0 ** -1", "not a finite number"],
  ["9 ** 9 ** 9", "not a finite number"],
  ["(-8) ** .5", "not a finite number"],
])("%s is refused", (expression, reason) => {
  expect(() => evaluate(expression)).toThrow(reason);
});

test.each([
  [0.125, 0.12],
  [0.375, 0.38],
  [2.675, 2.67],
  [-0.125, -0.12],
  [12.340000000000003, 12.34],
  [-0.001, 0],
  [100, 100],
])("%d rounds to %d, as in Python", (amount, cents) => {
  expect(roundCents(amount)).toBe(cents);
});
