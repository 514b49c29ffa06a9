/** English for lists and names in texts that are put together. */

/** "a, b and c" */
export function listed(phrases: readonly string[]): string {
  return phrases.length < 2 ? phrases.join("") : `${phrases.slice(0, -1).join(", ")} and ${phrases.at(-1)}`;
}

export function withArticle(phrase: string): string {
  return `${/^([aeio]|u(?!n[ir])|8|11|18)/i.test(phrase) ? "an" : "a"} ${phrase}`;
}

export function capitalized(phrase: string): string {
  return phrase.charAt(0).toUpperCase() + phrase.slice(1);
}
