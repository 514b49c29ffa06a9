/** A request that is turned down: the HTTP status, and one line that names the thing and the remedy. */
import { WorldError } from "../domains/index.ts";
import { UsageError } from "./usage-error.ts";

export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const RETRY_AFTER_SECONDS = 5;

/** Refuses what may do in a while: 429 for want of room, 503 for an end that is near. */
export function tryAgain(status: 429 | 503, message: string): Refusal {
  return new Refusal(status, message, { "retry-after": String(RETRY_AFTER_SECONDS) });
}

/** Refuses a caller without the token that `opens` names. */
export function unauthorized(opens: string): Refusal {
  const message = `wrong or missing token: send Authorization: Bearer TOKEN with ${opens}`;
  return new Refusal(401, message, { "www-authenticate": 'Bearer realm="deskgym"' });
}

/** How an error is answered. What nobody foresaw goes to stderr, and tells the caller nothing. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof WorldError || error instanceof UsageError) return new Refusal(400, error.message);
  process.stderr.write(`deskgym: ${error instanceof Error ? error.stack : String(error)}\n`);
  return new Refusal(500, "Internal error");
}
