/** A command used wrongly. The message is one line for a person that says the remedy; the process exits with code 2. */
export class UsageError extends Error {
  override name = "UsageError";
}
