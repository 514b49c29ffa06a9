/** What an operator should know, on stderr. */

const MAX_WARNINGS = 20;
const warned = new Set<string>();

/** A thousand rollouts that fail alike say so once. `about`: what messages that differ in details have in common. */
export function warnOnce(message: string, about = message): void {
  if (warned.has(about) || warned.size === MAX_WARNINGS) return;
  process.stderr.write(`deskgym: ${message.replaceAll(/\s+/g, " ")}\n`);
  warned.add(about);
}
