/** Whether a text tells a fact, on built-in worlds: by rewards, and by the scripted user who waits to hear it. */

const NUMBER = /(?<![\p{L}\p{N}.])\d+(?:\.\d+)?(?![\p{L}\p{N}]|\.\p{N})/gu;

/**
 * A number is told by its value: 54.10 by "$54.1" and 1234.50 by "1,234.50", but 10 neither by "100" nor by "10.50".
 * Anything else is told by the same words, whatever their case, commas and white space.
 */
export function tells(text: string, fact: string): boolean {
  if (/^\d+(\.\d+)?$/.test(fact)) {
    const wanted = plainNumber(fact);
    const numbers = text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, "").match(NUMBER) ?? [];
    return numbers.some((number) => plainNumber(number) === wanted);
  }
  const wanted = plainWords(fact).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${wanted}(?![\\p{L}\\p{N}])`, "u").test(plainWords(text));
}

/** Digits as they are, so that a long tracking number loses none; only zeros at the end of a fraction go. */
function plainNumber(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

function plainWords(text: string): string {
  return text.toLowerCase().replaceAll(",", "").replaceAll(/\s+/g, " ");
}
