/** Some endpoints leave a model's reasoning in its text, between tags. */

const TAG = /<(\/?)(?:think|thinking|reasoning)(?=[\s/>]|$)[^<>]*(?:>|$)/gi;

/**
 * The text without reasoning. An opening tag that is never closed takes all after it; a closing tag that was never opened,
 * as where the chat template opened it, takes all before it. A text without such tags comes back as it is.
 */
export function withoutReasoning(text: string): string {
  let kept = "";
  let depth = 0;
  let end = 0;
  for (const tag of text.matchAll(TAG)) {
    if (depth === 0) kept += text.slice(end, tag.index);
    end = tag.index + tag[0].length;
    if (tag[0].endsWith("/>")) continue;
    if (tag[1] === "") depth += 1;
    else if (depth > 0) depth -= 1;
    else kept = "";
  }
  if (end === 0) return text;
  return (depth === 0 ? kept + text.slice(end) : kept).trim();
}
