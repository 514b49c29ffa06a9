/** Phrases that name things, found in what people write, however they spell, join or decline them. */

/** Articles, possessives, quotes and joints out of the way: "your Wi-Fi's" is "wifi's", "toggle_data" "toggle data". */
export function even(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/\b(?:pls|plz)\b/g, "please")
    .replaceAll(/(?<=[\p{L}\p{N}])[-‐‑](?=[\p{L}\p{N}])/gu, "")
    .replaceAll(/["“”«»()[\]{}<>*`→]|(?<!\p{L})'|'(?!\p{L})/gu, " ")
    .replaceAll(/[_/\\]/g, " ")
    .replaceAll(/\b(?:the|your|an?|any|my|our|its|phone's|device's)\b(?!')/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const compiled = new Map<string, RegExp>();

/**
 * As a whole phrase, in singular or plural, its verbs in any form: "reset apn" is in "resetting the APNs", "installed apps" in
 * "apps are installed".
 */
function pattern(phrase: string): RegExp {
  const known = compiled.get(phrase);
  if (known) return known;
  const words = even(phrase).split(" ").filter(Boolean).map(inflected);
  const [first, second] = words;
  const turned = words.length === 2 ? `|${second} (?:(?:that|which) )?(?:is|are) (?:currently )?${first}` : "";
  const straight = words.join(" ?(?:(?:that|this|these|those) )?");
  const made = new RegExp(`(?<![\\p{L}\\p{N}])(?:${straight}${turned})(?![\\p{L}\\p{N}])`, "gu");
  compiled.set(phrase, made);
  return made;
}

const IRREGULAR: Readonly<Record<string, string>> = {
  make: "ma(?:kes?|de|king)",
  pay: "pa(?:ys?|id|ying)",
  put: "put(?:s|ting)?",
  run: "r(?:uns?|an|unning)",
  send: "sen(?:ds?|t|ding)",
  take: "t(?:akes?|ook|aken|aking)",
};

function inflected(word: string): string {
  const irregular = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (irregular) return irregular;
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (!/^\p{L}{3,}$/u.test(word)) return escaped;
  const stem = word.replace(/(?<=\p{L}{3})s$/u, "").replace(/(?<=\p{L}{3})e$/u, "");
  return `${stem}(?:e?s?|'s|e?d|${stem.at(-1)}?ing|${stem.at(-1)}?ed)`;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the phrase stands in even text. */
export function spansOf(text: string, phrase: string): Span[] {
  return [...text.matchAll(pattern(phrase))].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
}

export function holds(text: string, phrase: string): boolean {
  return text.search(pattern(phrase)) >= 0;
}
