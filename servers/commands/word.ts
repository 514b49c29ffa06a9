/** Tokens on the command line. */
import { InvalidArgumentError } from "commander";

export function word(text: string): string {
  if (!/^[\x21-\x7e]+$/.test(text)) throw new InvalidArgumentError("Give letters, digits and signs without spaces.");
  return text;
}
