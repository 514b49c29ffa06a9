/** What an operator should know, on stderr. */

const MAX_WARNINGS = 20;
const warned = new Set<string>();

/** A thousand rollouts that fail alike say so once. */
export function warnOnce(message: string): void {
  if (warned.has(message) || warned.size === MAX_WARNINGS) return;
  process.stderr.write(`deskgym: ${message.replaceAll(/\s+/g, " ")}\n`);
  warned.add(message);
}
