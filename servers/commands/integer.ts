/** Whole numbers on the command line. */
import { InvalidArgumentError } from "commander";

export function integer(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!Number.isSafeInteger(number) || number < least || number > most || text.trim() === "") {
      throw new InvalidArgumentError(`Give a whole number from ${least}${most < 1e6 ? ` to ${most}` : ""}.`);
    }
    return number;
  };
}
