/** `strip`, `lstrip` and `rstrip` with the characters to strip, as templates use them: the Jinja library passes those over. */

/** A node of a parsed template. */
interface Node {
  type?: unknown;
  callee?: Node;
  args?: Node[];
  object?: Node;
  property?: Node;
  value?: unknown;
}

/** What a template that went through `withStrip` is rendered with. */
export const stripFunctions = {
  strip: (text: string, characters: string) => stripped(text, characters, true, true),
  lstrip: (text: string, characters: string) => stripped(text, characters, true, false),
  rstrip: (text: string, characters: string) => stripped(text, characters, false, true),
};

/** Rewrites `text.lstrip(characters)` as `lstrip(text, characters)`, in place. */
export function withStrip(node: unknown): void {
  if (typeof node !== "object" || node === null) return;
  const { type, callee, args } = node as Node;
  if (type === "CallExpression" && callee?.type === "MemberExpression" && args?.length === 1) {
    const { object, property } = callee;
    if (object && Object.hasOwn(stripFunctions, String(property?.value))) {
      Object.assign(node, { callee: property, args: [object, ...args] });
    }
  }
  for (const child of Object.values(node)) withStrip(child);
}

function stripped(text: string, characters: string, fromStart: boolean, fromEnd: boolean): string {
  const set = new Set(characters);
  const points = [...text];
  let start = 0;
  let end = points.length;
  while (fromStart && start < end && set.has(points[start] as string)) start += 1;
  while (fromEnd && end > start && set.has(points[end - 1] as string)) end -= 1;
  return points.slice(start, end).join("");
}
