/** Whether a text tells a fact, on built-in worlds: by rewards, and by the scripted user who waits to hear it. */

/** Not part of a word, a date, a fraction, an id or a longer number. */
const NUMBER = /(?<![\p{L}\p{N}.:/#]|\d[-–])\d+(?:\.\d+)?(?![\p{L}\p{N}%]|[.:/]\p{N}|-\p{L}|[-–]\d)/gu;
/** From so many digits on it is a tracking number or the like, and people write those in groups. */
const LONG = 8;

/**
 * A number is told by its value: 54.10 by "$54.1" and 1234.50 by "1,234.50", but 10 neither by "100" nor by "10.50". A
 * count, which has no decimals, is told by no amount of money. Anything else is told by the same words, whatever their
 * case, commas, white space and emphasis.
 */
export function tells(text: string, fact: string): boolean {
  const plain = text.replaceAll(/[*_`]/g, "");
  if (!/^\d+(\.\d+)?$/.test(fact)) return new RegExp(bounded(words(fact)), "u").test(words(plain));
  if (fact.length >= LONG && !fact.includes(".")) {
    return new RegExp(bounded(fact), "u").test(plain.replaceAll(/(?<=\d)[\s-](?=\d)/g, ""));
  }
  const isMoney = fact.includes(".");
  const numbers = plain
    .replaceAll(/(?<=\d)[,'’\u00a0\u202f](?=\d{3}(?!\d))/g, "")
    .replaceAll(/(?<=\d)(USD|dollars?)|(USD|US\$|\$)\s?(?=\d)/gi, isMoney ? " " : "#")
    .match(NUMBER);
  return numbers?.some((number) => plainNumber(number) === plainNumber(fact)) ?? false;
}

function plainNumber(number: string): string {
  return number.includes(".") ? number.replace(/\.?0+$/, "") : number;
}

function words(text: string): string {
  return text.toLowerCase().replaceAll(",", "").replaceAll(/\s+/g, " ");
}

/** The text as a pattern of its own: no letter or digit goes on at either end. */
function bounded(text: string): string {
  return `(?<![\\p{L}\\p{N}])${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`;
}
