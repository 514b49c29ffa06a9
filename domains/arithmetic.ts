/** What a `calculate` tool computes: + - * / // ** and parentheses over decimal numbers, with Python's precedence. */
import { ToolError } from "./tool.ts";

/** @throws ToolError for anything but a finite result: other characters, bad syntax, a division by zero, an overflow. */
export function evaluate(expression: string): number {
  if (!/^[0-9+\-*/(). ]*$/.test(expression)) throw new ToolError("Invalid characters in expression");
  // Each sign and parenthesis is a level of recursion below.
  if (expression.length > 500) throw new ToolError("Invalid expression: longer than 500 characters");
  const tokens = expression.match(/\d+\.?\d*|\.\d+|\*\*|\/\/|[-+*/()]|\.|\S/g) ?? [];
  let at = 0;

  const take = (...wanted: string[]): string | undefined => {
    const token = tokens[at];
    if (token === undefined || !wanted.includes(token)) return undefined;
    at++;
    return token;
  };
  const sum = (): number => {
    let left = product();
    for (let sign = take("+", "-"); sign; sign = take("+", "-"))
      left = sign === "+" ? left + product() : left - product();
    return left;
  };
  const product = (): number => {
    let left = signed();
    for (let sign = take("*", "/", "//"); sign; sign = take("*", "/", "//")) {
      const right = signed();
      if (sign !== "*" && right === 0) throw new ToolError("Invalid expression: division by zero");
      left = sign === "*" ? left * right : sign === "/" ? left / right : floorDivide(left, right);
    }
    return left;
  };
  const signed = (): number => {
    const sign = take("+", "-");
    if (sign) return sign === "-" ? -signed() : signed();
    const base = atom();
    return take("**") ? base ** signed() : base;
  };
  const atom = (): number => {
    if (take("(")) {
      const inner = sum();
      if (!take(")")) throw syntaxError();
      return inner;
    }
    const token = tokens[at++];
    if (token === undefined || !/\d/.test(token) || /^0+[1-9]\d*$/.test(token)) throw syntaxError();
    return Number(token);
  };
  const syntaxError = () => new ToolError(`Invalid expression: '${expression}' is not arithmetic`);

  const result = sum();
  if (at < tokens.length) throw syntaxError();
  if (!Number.isFinite(result)) throw new ToolError("Invalid expression: the result is not a finite number");
  return result;
}

/** The whole part by the exact quotient, not the rounded one: 7.5 // 0.1 is 74, though 7.5 / 0.1 is 75. */
function floorDivide(left: number, right: number): number {
  const rest = left % right;
  const below = rest !== 0 && rest < 0 !== right < 0 ? 1 : 0;
  return Math.round((left - rest) / right) - below;
}
