/** Whether a text tells a fact: as a whole word or number, whatever the case and the commas, just as rewards look for it. */

export function tells(text: string, fact: string): boolean {
  const wanted = plain(fact).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}]|\\p{N}\\.)${wanted}(?![\\p{L}\\p{N}]|\\.\\p{N})`, "u").test(plain(text));
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(",", "");
}
