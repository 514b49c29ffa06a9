/** A request that is turned down: the HTTP status, and one line that names the thing and the remedy. */
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

/** Refuses a caller without the token that `opens` names. */
export function unauthorized(opens: string): Refusal {
  const message = `wrong or missing token: send Authorization: Bearer TOKEN with ${opens}`;
  return new Refusal(401, message, { "www-authenticate": 'Bearer realm="deskgym"' });
}
