/** Text from a record for a terminal, which must not take it for commands. */

/** Control characters, and those that turn the direction of text or end a line unseen; newlines stay. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

export function printable(text: string): string {
  return text.replaceAll(UNSEEN, (character) => {
    if (character === "\n") return character;
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
