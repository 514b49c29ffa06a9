/** Somebody else's text as one line of a terminal, which must not take it for commands. */

/** Control characters and line ends, and signs that turn the direction of text or end a line unseen. */
const UNSEEN = /[\s\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;

export function oneLine(text: string): string {
  return text.replaceAll(UNSEEN, " ");
}
