/** Numbers on the command line. */
import { InvalidArgumentError } from "commander";

export function numberBetween(low: number, high: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (text.trim() === "" || !(number >= low && number <= high)) {
      throw new InvalidArgumentError(`Give a number from ${low} to ${high}.`);
    }
    return number;
  };
}
